// The record of what all clients did, by object.
import { contradictionIn, describe, type Operation } from './linearizable.ts'

/** An operation that took one object of a world, or every object of it, from one moment to another. */
export interface Span {
  readonly from: number
  to: number
}

/** The operations on an object of a world. */
interface ObjectRecord {
  readonly initial: string
  readonly operations: Operation[]
}

/** Collects operations, and judges them. */
export class History {
  #now = 0
  #count = 0
  readonly #objects = new Map<string, Map<string, ObjectRecord>>()
  readonly #resets = new Map<string, Span[]>()

  /** The number of recorded operations. */
  get size(): number {
    return this.#count
  }

  /** The number of objects. */
  get objects(): number {
    return [...this.#objects.values()].reduce((sum, known) => sum + known.size, 0)
  }

  /** A moment after all moments before it. */
  tick(): number {
    return ++this.#now
  }

  /** Makes an object known that a new world has, and every reset brings back. */
  seed(world: string, object: string, initial: string): void {
    this.#known(world, object, initial)
  }

  add(world: string, object: string, operation: Operation): void {
    this.#count++
    this.#known(world, object, 'absent').operations.push(operation)
  }

  /** A world went back to its seed at some moment in this span. */
  addReset(world: string, span: Span): void {
    this.#count++
    this.#resets.set(world, [...(this.#resets.get(world) ?? []), span])
  }

  /** The objects of a world whose name begins so, with the span in which clients used them. */
  objectsOf(
    world: string,
    prefix: string,
  ): readonly { readonly name: string; readonly from: number; readonly to: number }[] {
    return [...(this.#objects.get(world) ?? [])]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, { operations }]) => ({
        name,
        from: Math.min(...operations.map((operation) => operation.from)),
        to: Math.max(...operations.map((operation) => operation.to)),
      }))
  }

  /** Every object whose history no order explains, in words. */
  contradictions(): readonly string[] {
    const found: string[] = []
    for (const [world, objects] of this.#objects)
      for (const [object, { initial, operations }] of objects) {
        const resets = (this.#resets.get(world) ?? []).map((span): Operation => ({
          ...span,
          name: 'the world goes back to its seed',
          apply: () => initial,
          overwrites: true,
        }))
        const contradiction = contradictionIn(initial, [...operations, ...resets])
        if (contradiction) found.push(describe(`${object} of ${world}`, contradiction))
      }
    return found
  }

  #known(world: string, object: string, initial: string): ObjectRecord {
    let objects = this.#objects.get(world)
    if (!objects) this.#objects.set(world, (objects = new Map<string, ObjectRecord>()))
    let known = objects.get(object)
    if (!known) objects.set(object, (known = { initial, operations: [] }))
    return known
  }
}
