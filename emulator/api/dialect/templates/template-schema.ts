import { Type, type TSchema } from 'typebox'
import { recordOf } from '../../../tools/record-of.ts'
import { isSpread } from './compile-template.ts'
import { repeatedHoles } from './holes.ts'
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
   * @param names The values of the holes that name members.
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
      case 'asText':
        return node.hole === '$next' ? Type.Union([Type.String(), Type.Null()]) : Type.String()
      case 'when':
        return this.of(node.node, options)
      case 'each': {
        const each = this.of(node.node)
        if (node.key !== undefined) return recordOf(each)
        return Type.Array(each, repeatedHoles[node.hole]?.isNeverEmpty ? { minItems: 1 } : {})
      }
      case 'text':
        return holesIn(node).includes('$next') ? Type.Union([Type.String(), Type.Null()]) : Type.String()
      case 'array': {
        const items = node.items.map((item) => this.#itemOf(item))
        const least = node.items.filter((item) => !this.#mayLack(item) && !isSpread(item)).length
        const bounds = node.items.some(isSpread) ? { minItems: least } : { minItems: least, maxItems: items.length }
        return Type.Array(items.length === 1 ? items[0]! : Type.Union(items), bounds)
      }
      case 'object':
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

  /** The schema of an item of an array. A repeated part makes several items. */
  #itemOf(node: TemplateNode): TSchema {
    if (node.kind === 'when') return this.#itemOf(node.node)
    return this.of(node.kind === 'each' && node.key === undefined ? node.node : node)
  }

  /** True if an answer may have no value for a part. */
  #mayLack(node: TemplateNode): boolean {
    if (node.kind === 'when') return true
    if (node.kind === 'hole' || node.kind === 'asText') return this.#optional.has(node.hole)
    return node.kind === 'text' && holesIn(node).every((hole) => this.#optional.has(hole))
  }
}
