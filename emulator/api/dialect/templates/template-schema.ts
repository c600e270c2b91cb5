import { Type, type TSchema } from 'typebox'
import { recordOf } from '../../../tools/record-of.ts'
import { isRepeated } from './read-template.ts'
import { holesIn, type TemplateNode } from './template-node.ts'

/** The schema of each hole. */
export type HoleSchemas = Readonly<Record<string, TSchema>>

/** Describes the JSON that a template makes. */
export class TemplateSchema {
  readonly #holes: HoleSchemas
  readonly #optional: ReadonlySet<string>
  readonly #names: Readonly<Record<string, string>>

  /**
   * @param optional The holes that may have no value.
   * @param names What the holes that name members are filled with.
   */
  constructor(holes: HoleSchemas, optional: ReadonlySet<string>, names: Readonly<Record<string, string>> = {}) {
    this.#holes = holes
    this.#optional = optional
    this.#names = names
  }

  of(node: TemplateNode, options: object = {}): TSchema {
    switch (node.kind) {
      case 'literal':
        return node.value === null ? Type.Null() : Type.Literal(node.value)
      case 'hole':
        return this.#holes[node.hole] ?? Type.Literal(this.#names[node.hole]!)
      case 'text':
        return holesIn(node).includes('$next') ? Type.Union([Type.String(), Type.Null()]) : Type.String()
      case 'array': {
        const items = node.items.map((item) => this.of(item))
        if (isRepeated(node)) return Type.Array(items[0]!)
        const bounds = { minItems: node.items.filter((item) => !this.#mayLack(item)).length, maxItems: items.length }
        return Type.Array(items.length === 1 ? items[0]! : Type.Union(items), bounds)
      }
      case 'object':
        if (isRepeated(node)) return recordOf(this.of(node.members[0]!.value))
        return Type.Object(
          Object.fromEntries(
            node.members.map(({ name, isHole, value }) => [
              isHole ? this.#names[name]! : name,
              this.#mayLack(value) ? Type.Optional(this.of(value)) : this.of(value),
            ]),
          ),
          { additionalProperties: false, ...options },
        )
    }
  }

  /** True if an answer may have no value for a part. */
  #mayLack(node: TemplateNode): boolean {
    if (node.kind === 'hole') return this.#optional.has(node.hole)
    return node.kind === 'text' && holesIn(node).every((hole) => this.#optional.has(hole))
  }
}
