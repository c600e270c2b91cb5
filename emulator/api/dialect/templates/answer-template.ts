import type { TSchema } from 'typebox'
import {
  compileTemplate,
  type HoleValues,
  isSpread,
  type RepeatedValues,
  type WriteTemplate,
} from './compile-template.ts'
import type { TemplateName } from './holes.ts'
import { readTemplate } from './read-template.ts'
import { type EachNode, eachesIn, holesIn, type TemplateNode } from './template-node.ts'
import { type HoleSchemas, TemplateSchema } from './template-schema.ts'

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
    this.#holes = new Set(holesIn(node))
    this.#write = compileTemplate(node)
  }

  /** True if some answers have no body. */
  get mayBeEmpty(): boolean {
    return this.#node.kind === 'when'
  }

  has(hole: string): boolean {
    return this.#holes.has(hole)
  }

  /** The part that is repeated for each value of a hole. */
  each(hole: string): EachNode | undefined {
    return eachesIn(this.#node, hole)[0]
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
  schema(holes: HoleSchemas, { optional = new Set(), names = {}, title }: SchemaOptions = {}): TSchema {
    return new TemplateSchema(holes, optional, names).of(this.#node, title === undefined ? {} : { title })
  }

  /** The unchanged JSON texts of the items in a list that the template made. */
  itemTextsIn(json: unknown, kind: string): readonly string[] {
    const items = itemsIn(this.#node, json, kind) as object
    return Array.isArray(items)
      ? items.map((item) => JSON.stringify(item))
      : Object.entries(items).map(([id, item]) => `${JSON.stringify(id)}:${JSON.stringify(item)}`)
  }
}

interface SchemaOptions {
  readonly optional?: ReadonlySet<string>
  readonly names?: Readonly<Record<string, string>>
  readonly title?: string
}

/** The items in the JSON that a part made; undefined if the part has no items. */
function itemsIn(node: TemplateNode, json: unknown, kind: string): unknown {
  if (json === undefined) return undefined
  if (node.kind === 'hole' || node.kind === 'each') return node.hole === '$items' ? json : undefined
  if (node.kind === 'when') return itemsIn(node.node, json, kind)
  const values = json as Readonly<Record<string | number, unknown>>
  if (node.kind === 'array')
    return node.items
      .map((item, index) => itemsIn(item, isSpread(item) ? (json as unknown[]).slice(index) : values[index], kind))
      .find((items) => items !== undefined)
  if (node.kind !== 'object') return undefined
  return node.members
    .map(({ name, isHole, value }) => itemsIn(value, values[isHole ? kind : name], kind))
    .find((items) => items !== undefined)
}
