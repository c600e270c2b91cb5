import { Type, type TSchema } from 'typebox'
import { patternRecord } from '../../../tools/record-of.ts'
import {
  compileTemplate,
  type HoleValues,
  isSpread,
  type RepeatedValues,
  type WriteTemplate,
} from './compile-template.ts'
import { nullableHoles, repeatedHoles, type TemplateName } from './holes.ts'
import { readTemplate } from './read-template.ts'
import { collectHoles, type TemplateNode } from './template-node.ts'

const none: RepeatedValues = {}

/** A template of answers, ready to be filled. */
export class AnswerTemplate {
  readonly mediaType: string
  readonly #node: TemplateNode
  readonly #holes: ReadonlySet<string>
  readonly #write: WriteTemplate

  /**
   * @param operation The only operation whose answers use it.
   * @throws EmulatorError `invalid_convention` when no answer can follow it.
   */
  constructor(name: TemplateName, template: unknown, operation?: string) {
    const { node, mediaType = 'application/json' } = readTemplate(name, template, operation)
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
