// The envelopes that templates make. Each is written once for each kind of record; a page only puts its texts together.
import { Type, type TSchema } from 'typebox'
import type { Template } from '../../../model/contract/template.ts'
import type { ListEnvelope, ObjectEnvelope, ObjectMarks, Paging } from './answer-forms.ts'
import { fillTemplate, type HoleValues } from './fill-template.ts'
import { optionalHoles, placeMark } from './holes.ts'
import { readTemplate } from './read-template.ts'
import { eachIn, holesIn, type TemplateNode } from './template-node.ts'
import { TemplateSchema } from './template-schema.ts'

const content = `${placeMark}content`
/** The marks of what differs from answer to answer. */
const marks = {
  next: `${placeMark}next`,
  requestId: `${placeMark}request`,
  id: `${placeMark}id`,
  secret: `${placeMark}secret`,
}
/** Content stands alone, so its mark goes with its quotes. The others may stand within a text. */
const anyMark = new RegExp(`("${content}"|${Object.values(marks).join('|')})`)

/** The texts for the marks. */
type Marked = Readonly<Partial<Record<keyof typeof marks, string | undefined>>>

/** The JSON texts before and behind the content; in both, marks have a text of their own. */
type WrittenOnce = readonly [before: readonly string[], behind: readonly string[]]

function writeOnce(node: TemplateNode, values: HoleValues): WrittenOnce {
  const parts = JSON.stringify(fillTemplate(node, { ...values, $requestId: marks.requestId })).split(anyMark)
  const place = parts.indexOf(`"${content}"`)
  return place < 0 ? [parts, []] : [parts.slice(0, place), parts.slice(place + 1)]
}

const nameOfMark = new Map(Object.entries(marks).map(([name, mark]) => [mark, name as keyof typeof marks]))

function joined(parts: readonly string[], texts: Marked): string {
  if (parts.length <= 1) return parts[0] ?? ''
  return parts
    .map((part) => {
      const name = nameOfMark.get(part)
      return name === undefined ? part : (texts[name] ?? '')
    })
    .join('')
}

/** The text of a record without its id, which stands elsewhere. */
function withoutId(text: string): string {
  const { id: _id, ...members } = JSON.parse(text) as Readonly<Record<string, unknown>>
  return JSON.stringify(members)
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
  const each = eachIn(node, '$items')
  const texts = (paging: HoleValues) =>
    new Texts((kind) => writeOnce(node, { $items: content, $kind: kind, ...paging }))
  const last = texts({ $hasMore: false, $next: null })
  const others = texts({ $hasMore: true, $next: marks.next })
  return {
    around(plural: string, paging: Paging, requestId: string) {
      const [before, behind] = (paging.hasMore ? others : last).of(plural)
      const marked = { next: paging.nextCursor ?? '', requestId }
      return [joined(before, marked), joined(behind, marked)]
    },
    ...(each ? { isByKey: each.key !== undefined, toItem: itemWriter(each) } : {}),
    schema(items: TSchema, plural: string) {
      const holes = {
        $items: items,
        $hasMore: Type.Boolean(),
        $next: Type.Union([cursor, Type.Null()]),
        $requestId: Type.String(),
        ...recordHoles((items as { readonly items?: TSchema }).items ?? Type.Unknown()),
      }
      return new TemplateSchema(holes, new Set(), { $kind: plural }).of(node)
    },
    itemTextsOf(json: unknown, plural: string) {
      const items = found(node, json, '$items', plural) as object
      return Array.isArray(items)
        ? items.map((item) => JSON.stringify(item))
        : Object.entries(items).map(([id, item]) => `${JSON.stringify(id)}:${JSON.stringify(item)}`)
    },
  }
}

/** The schemas of the holes that a record fills. */
function recordHoles(record: TSchema): Readonly<Record<string, TSchema>> {
  const { properties, additionalProperties } = record as {
    readonly properties?: Readonly<Record<string, TSchema>>
    readonly additionalProperties?: boolean | TSchema
  }
  const { id = Type.String(), ...members } = properties ?? {}
  return {
    $item: record,
    $id: id,
    $members: properties
      ? Type.Object(members, additionalProperties === undefined ? {} : { additionalProperties })
      : Type.Unknown(),
  }
}

/** Writes the part that a template repeats for each record. */
function itemWriter({ node, key }: Extract<TemplateNode, { kind: 'each' }>): NonNullable<ListEnvelope['toItem']> {
  const hidesId = holesIn(node).includes('$members')
  const texts = new Texts((kind) => writeOnce(node, { $item: content, $members: content, $id: marks.id, $kind: kind }))
  return (text, id, plural) => {
    const [before, behind] = texts.of(plural)
    const item = joined(before, { id }) + (hidesId ? withoutId(text) : text) + joined(behind, { id })
    return key === undefined ? item : `${JSON.stringify(id)}:${item}`
  }
}

/** The value of a hole in what a template made. */
function found(node: TemplateNode, json: unknown, hole: string, kind: string): unknown {
  if (node.kind === 'hole' || node.kind === 'each') return node.hole === hole ? json : undefined
  if (node.kind === 'when') return json === undefined ? undefined : found(node.node, json, hole, kind)
  const values = json as Readonly<Record<string | number, unknown>>
  if (node.kind === 'array')
    return node.items.map((item, index) => found(item, values[index], hole, kind)).find((value) => value !== undefined)
  if (node.kind !== 'object') return undefined
  return node.members
    .map(({ name, isHole, value }) => found(value, values[isHole ? kind : name], hole, kind))
    .find((value) => value !== undefined)
}

/** The envelope of objects that a template makes. */
export function objectTemplate(template: Template, operation?: string): ObjectEnvelope {
  const { node } = readTemplate('objectEnvelope', template, operation)
  const holes = holesIn(node)
  const hidesId = holes.includes('$members')
  const hasContent = hidesId || holes.includes('$item')
  const textsWith = (holeValues: HoleValues) =>
    new Texts((kind) => writeOnce(node, { $item: content, $members: content, $kind: kind, ...holeValues }))
  const ofRecords = textsWith({ $id: marks.id, $secret: marks.secret })
  const ofValues = textsWith({})
  return {
    takesSecret: holes.includes('$secret'),
    write(text: string, singular: string, marked: ObjectMarks) {
      const isRecord = marked.id !== undefined
      const [before, behind] = (isRecord ? ofRecords : ofValues).of(singular)
      const inner = !hasContent ? '' : hidesId && isRecord ? withoutId(text) : text
      return joined(before, marked) + inner + joined(behind, marked)
    },
    schema(object: TSchema, singular: string, isRecord: boolean) {
      const schemas = {
        ...recordHoles(object),
        ...(isRecord ? {} : { $members: object }),
        $secret: Type.String(),
        $requestId: Type.String(),
      }
      const optional = new Set([...optionalHoles('objectEnvelope'), ...(isRecord ? [] : ['$id'])])
      return new TemplateSchema(schemas, optional, { $kind: singular }).of(node)
    },
  }
}
