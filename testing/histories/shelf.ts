import type { Random } from '../../emulator/tools/random.ts'

/** The shelf of a world's clients: ids and secrets, the latest last. Few are kept, so that clients meet. */
export class Shelf {
  readonly #kept = new Map<string, string[]>()

  put(kind: string, value: string): void {
    const kept = this.#kept.get(kind) ?? []
    this.#kept.set(kind, [...kept, value].slice(-5))
  }

  take(kind: string, random: Random): string | undefined {
    const kept = this.#kept.get(kind) ?? []
    return kept[random.below(Math.max(1, kept.length))]
  }
}
