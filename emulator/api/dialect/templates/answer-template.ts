import { Type, type TSchema } from 'typebox'
import { definitions } from '../../../model/contract/conventions.ts'
import type { ConventionDefinition } from '../../../model/contract/define-convention.ts'
import type { Template } from '../../../model/contract/template.ts'
import { patternRecord } from '../../../tools/record-of.ts'
import { jsonHoles, nullableHoles, repeatedHoles, type TemplateName } from './holes.ts'
import { readTemplate } from './read-template.ts'
import { collectHoles, type EachNode, type TemplateNode, type TextPart } from './template-node.ts'

/**
 * Values by hole: the JSON text of a hole that is JSON, and the value of any other. A hole without a value, or with
 * undefined, is not filled.
 */
export type HoleValues = Readonly<Record<string, unknown>>

/** The values of each part that a template repeats, by the hole that it is repeated for. */
export type RepeatedValues = Readonly<Record<string, () => readonly HoleValues[]>>

/** Writes the JSON text of a template; undefined if it has no value. Members and items without one are left out. */
type WriteTemplate = (values: HoleValues, repeated: RepeatedValues) => string | undefined

const none: RepeatedValues = {}

/** A template of answers, ready to be filled. */
export class AnswerTemplate {
  readonly mediaType: string
  readonly #node: TemplateNode
  readonly #holes: ReadonlySet<string>
  readonly #write: WriteTemplate

  /**
   * @param value The value of the convention: the name of a shape, or a template.
   * @param operation The only operation whose answers use it.
   * @throws EmulatorError `invalid_convention` when no answer can follow it.
   */
  constructor(name: TemplateName, value: string | Template, operation?: string) {
    const { node, mediaType = 'application/json' } = readTemplate(name, toTemplate(name, value), operation)
    this.mediaType = mediaType
    this.#node = node
    this.#holes = new Set(collectHoles(node))
    this.#write = compileTemplate(node)
  }

  /** True if some answers have no body. */
  get mayBeEmpty(): boolean {
    return this.#node.kind === 'when'
  }

  has(hole: string): boolean {
    return this.#holes.has(hole)
  }

  /** The JSON text of an answer; empty if it has no body. */
  write(values: HoleValues, repeated: RepeatedValues = none): string {
    return this.#write(values, repeated) ?? ''
  }

  /**
   * The schema of the answers.
   * @param optional The holes that may have no value.
   * @param names The values of the holes that name members.
   */
  schema(holes: SchemaParts['holes'], { optional = new Set(), names = {}, title }: SchemaOptions = {}): TSchema {
    return nodeSchema(this.#node, { holes, optional, names }, title === undefined ? {} : { title })
  }
}

/** The template of a convention's value: that of a named shape, or the value itself. */
function toTemplate(name: TemplateName, value: string | Template): Template {
  if (typeof value !== 'string') return value
  // The name of a member.
  if (name === 'stateCodeName')
    return { [value.startsWith('$') ? `$${value}` : value]: '$state', expires_in: '$expires_in' }
  const { shapes = {} } = definitions[name] as ConventionDefinition<unknown>
  return Object.hasOwn(shapes, value) ? shapes[value]! : (value as Template)
}

/** Makes the function that writes the answers of a template. */
export function compileTemplate(node: TemplateNode): WriteTemplate {
  switch (node.kind) {
    case 'literal': {
      const text = JSON.stringify(node.value)
      return () => text
    }
    case 'hole': {
      const { hole } = node
      return jsonHoles.has(hole)
        ? (values) => values[hole] as string | undefined
        : (values) => JSON.stringify(values[hole])
    }
    case 'text':
      return (values) => JSON.stringify(fillText(node.parts, values))
    case 'asText':
      return (values) => JSON.stringify(fillText([node], values))
    case 'when':
      return writeIfFilled(node, compileTemplate(node.node))
    case 'each': {
      const writeAll = compileEach(node)
      const [opening, closing] = node.key === undefined ? '[]' : '{}'
      return (values, repeated) => `${opening}${writeAll(values, repeated) ?? ''}${closing}`
    }
    case 'array': {
      const items = node.items.map((item) => (isSpread(item) ? compileSpread(item) : compileTemplate(item)))
      return (values, repeated) => {
        const texts = items.map((write) => write(values, repeated)).filter((text) => text !== undefined)
        return `[${texts.join(',')}]`
      }
    }
    case 'object':
      return compileObject(node)
  }
}

function writeIfFilled(
  { hole, isFilled }: Extract<TemplateNode, { kind: 'when' }>,
  write: WriteTemplate,
): WriteTemplate {
  return (values, repeated) => {
    const value = values[hole]
    // A list is JSON text.
    const hasValue = value !== undefined && value !== null && value !== false && value !== '[]'
    return hasValue === isFilled ? write(values, repeated) : undefined
  }
}

function compileObject({ members }: Extract<TemplateNode, { kind: 'object' }>): WriteTemplate {
  const compiled = members.map(({ name, isHole, value }) => {
    const text = `${JSON.stringify(name)}:`
    return {
      toName: isHole ? (values: HoleValues) => `${JSON.stringify(values[name])}:` : () => text,
      write: compileTemplate(value),
    }
  })
  return (values, repeated) => {
    let text = '{'
    for (const { toName, write } of compiled) {
      const value = write(values, repeated)
      if (value !== undefined) text += `${text === '{' ? '' : ','}${toName(values)}${value}`
    }
    return `${text}}`
  }
}

/** Joins the parts with commas; undefined if there are no parts. */
function compileEach({ hole, key, node }: EachNode): WriteTemplate {
  const write = compileTemplate(node)
  return (values, repeated) => {
    const texts = repeated[hole]!().map((part) => {
      const text = write({ ...values, ...part }, repeated)
      return key === undefined ? text : `${JSON.stringify(part[key])}:${text}`
    })
    return texts.length === 0 ? undefined : texts.join(',')
  }
}

/** Returns true for a part whose values become items of the surrounding array. */
function isSpread(node: TemplateNode): boolean {
  return node.kind === 'when' ? isSpread(node.node) : node.kind === 'each' && node.key === undefined
}

function compileSpread(node: TemplateNode): WriteTemplate {
  if (node.kind === 'each') return compileEach(node)
  return node.kind === 'when' ? writeIfFilled(node, compileSpread(node.node)) : compileTemplate(node)
}

/** Without a next cursor, the text would not be a valid address: it is null, like the cursor. */
function fillText(parts: readonly TextPart[], values: HoleValues): string | null | undefined {
  const holes = parts.flatMap((part) => ('hole' in part ? [values[part.hole]] : []))
  if (holes.includes(null)) return null
  if (holes.every((value) => value === undefined)) return undefined
  return parts
    .map((part) => ('hole' in part ? toJsonText(values[part.hole]) : part.literal))
    .join('')
    .trimEnd()
}

function toJsonText(value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(toJsonText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface SchemaOptions {
  readonly optional?: ReadonlySet<string>
  readonly names?: Readonly<Record<string, string>>
  readonly title?: string
}

/** The parts of the schema of a template's answers. */
interface SchemaParts {
  /** The schema of each hole. */
  readonly holes: Readonly<Record<string, TSchema>>
  /** The holes that may have no value. */
  readonly optional: ReadonlySet<string>
  /** The values of the holes that name members. */
  readonly names: Readonly<Record<string, string>>
}

function nodeSchema(node: TemplateNode, parts: SchemaParts, options: object = {}): TSchema {
  switch (node.kind) {
    case 'literal':
      return node.value === null ? Type.Null() : Type.Literal(node.value)
    case 'hole':
      return parts.holes[node.hole] ?? Type.Literal(parts.names[node.hole]!)
    case 'asText':
      return nullableHoles.has(node.hole) ? Type.Union([Type.String(), Type.Null()]) : Type.String()
    case 'when':
      return nodeSchema(node.node, parts, options)
    case 'each': {
      const each = nodeSchema(node.node, parts)
      if (node.key !== undefined) return patternRecord(each)
      return Type.Array(each, repeatedHoles[node.hole]?.isNeverEmpty ? { minItems: 1 } : {})
    }
    case 'text':
      return collectHoles(node).some((hole) => nullableHoles.has(hole))
        ? Type.Union([Type.String(), Type.Null()])
        : Type.String()
    case 'array': {
      const items = node.items.map((item) => itemSchema(item, parts))
      const least = node.items.filter((item) => !mayLack(item, parts) && !isSpread(item)).length
      const bounds = node.items.some(isSpread) ? { minItems: least } : { minItems: least, maxItems: items.length }
      return Type.Array(items.length === 1 ? items[0]! : Type.Union(items), bounds)
    }
    case 'object':
      return Type.Object(
        Object.fromEntries(
          node.members.map(({ name, isHole, value }) => [
            isHole ? parts.names[name]! : name,
            mayLack(value, parts) ? Type.Optional(nodeSchema(value, parts)) : nodeSchema(value, parts),
          ]),
        ),
        { additionalProperties: false, ...options },
      )
  }
}

/** The schema of an item of an array. A repeated part makes several items. */
function itemSchema(node: TemplateNode, parts: SchemaParts): TSchema {
  if (node.kind === 'when') return itemSchema(node.node, parts)
  return nodeSchema(node.kind === 'each' && node.key === undefined ? node.node : node, parts)
}

/** True if an answer may have no value for a part. */
function mayLack(node: TemplateNode, parts: SchemaParts): boolean {
  if (node.kind === 'when') return true
  if (node.kind === 'hole' || node.kind === 'asText') return parts.optional.has(node.hole)
  return node.kind === 'text' && collectHoles(node).every((hole) => parts.optional.has(hole))
}
