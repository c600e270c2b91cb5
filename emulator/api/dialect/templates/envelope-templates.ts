// The envelopes that templates make. Each is written once for each kind of record; a page only puts its texts together.
import { Type, type TSchema } from 'typebox'
import type { Template } from '../../../model/contract/template.ts'
import type { ListEnvelope, ObjectEnvelope, Paging } from './answer-forms.ts'
import { fillTemplate, type HoleValues } from './fill-template.ts'
import { optionalHoles, placeMark } from './holes.ts'
import { readTemplate } from './read-template.ts'
import type { TemplateNode } from './template-node.ts'
import { TemplateSchema } from './template-schema.ts'

const content = `${placeMark}content`
const next = `${placeMark}next`
const requestIdMark = `${placeMark}id`
/** Content stands alone, so its mark goes with its quotes. The others may stand within a text. */
const anyMark = new RegExp(`("${content}"|${next}|${requestIdMark})`)

/** The JSON texts before and behind the content; in both, marks have a text of their own. */
type WrittenOnce = readonly [before: readonly string[], behind: readonly string[]]

function writeOnce(node: TemplateNode, values: HoleValues): WrittenOnce {
  const parts = JSON.stringify(fillTemplate(node, { ...values, $requestId: requestIdMark })).split(anyMark)
  const place = parts.indexOf(`"${content}"`)
  return [parts.slice(0, place), parts.slice(place + 1)]
}

function joined(parts: readonly string[], nextCursor: string, requestId: string): string {
  if (parts.length === 1) return parts[0]!
  return parts.map((part) => (part === next ? nextCursor : part === requestIdMark ? requestId : part)).join('')
}

/** The texts of a template by the kind of its records. */
class Texts {
  readonly #byKind = new Map<string, WrittenOnce>()
  readonly #write: (kind: string) => WrittenOnce

  constructor(write: (kind: string) => WrittenOnce) {
    this.#write = write
  }

  of(kind: string): WrittenOnce {
    let texts = this.#byKind.get(kind)
    if (!texts) this.#byKind.set(kind, (texts = this.#write(kind)))
    return texts
  }
}

/** The envelope of lists that a template makes. */
export function listTemplate(
  name: 'listEnvelope' | 'legacyListEnvelope',
  template: Template,
  cursor: TSchema,
): ListEnvelope {
  const { node } = readTemplate(name, template)
  const texts = (paging: HoleValues) =>
    new Texts((kind) => writeOnce(node, { $items: content, $kind: kind, ...paging }))
  const whole = texts({})
  const last = texts({ $hasMore: false, $next: null })
  const others = texts({ $hasMore: true, $next: next })
  return {
    around(plural: string, paging: Paging | undefined, requestId: string) {
      const [before, behind] = (paging ? (paging.hasMore ? others : last) : whole).of(plural)
      const nextCursor = paging?.nextCursor ?? ''
      return [joined(before, nextCursor, requestId), joined(behind, nextCursor, requestId)]
    },
    schema(items: TSchema, plural: string) {
      const holes = {
        $items: items,
        $hasMore: Type.Boolean(),
        $next: Type.Union([cursor, Type.Null()]),
        $requestId: Type.String(),
      }
      return new TemplateSchema(holes, optionalHoles(name), { $kind: plural }).of(node)
    },
    itemsOf: (json: unknown, plural: string) => found(node, json, '$items', plural) as readonly unknown[],
  }
}

/** The value of a hole in what a template made. */
function found(node: TemplateNode, json: unknown, hole: string, kind: string): unknown {
  if (node.kind === 'hole') return node.hole === hole ? json : undefined
  const values = json as Readonly<Record<string | number, unknown>>
  if (node.kind === 'array')
    return node.items.map((item, index) => found(item, values[index], hole, kind)).find((value) => value !== undefined)
  if (node.kind !== 'object') return undefined
  return node.members
    .map(({ name, isHole, value }) => found(value, values[isHole ? kind : name], hole, kind))
    .find((value) => value !== undefined)
}

/** The envelope of objects that a template makes. */
export function objectTemplate(template: Template): ObjectEnvelope {
  const { node } = readTemplate('objectEnvelope', template)
  const texts = new Texts((kind) => writeOnce(node, { $item: content, $kind: kind }))
  return {
    write(text: string, singular: string, requestId: string) {
      const [before, behind] = texts.of(singular)
      return joined(before, '', requestId) + text + joined(behind, '', requestId)
    },
    schema(object: TSchema, singular: string) {
      const holes = { $item: object, $requestId: Type.String() }
      return new TemplateSchema(holes, optionalHoles('objectEnvelope'), { $kind: singular }).of(node)
    },
  }
}
