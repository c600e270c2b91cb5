// Which orders of concurrent steps to play: by chance, so that those of the first seconds are spread over all.
import type { Random } from '../../judge/random.ts'

/** A step that was chosen, of those that were offered, with the number of steps before it. */
export interface ChosenStep {
  readonly id: string
  readonly offered: readonly string[]
  readonly at: number
}

/** Chooses one of the steps that can come next; undefined when none is wanted. */
export type ChooseStep = (offered: readonly string[], before: readonly ChosenStep[]) => string | undefined

/** Chooses one order after another: `choose` for each of its steps, then `end`. No order is chosen twice. */
export class Orders {
  readonly #random: Random
  readonly #offered = new Map<string, string>()
  /** The beginnings after which every order was taken. */
  readonly #done = new Set<string>()
  /** Whether other steps than before were offered after the same beginning. */
  haveChanged = false

  constructor(random: Random) {
    this.#random = random
  }

  /** Whether every order was chosen. */
  get isComplete(): boolean {
    return this.#done.has('')
  }

  choose(offered: readonly string[], before: readonly ChosenStep[]): string | undefined {
    const beginning = keyOf(before)
    this.haveChanged ||= (this.#offered.get(beginning) ?? offered.join()) !== offered.join()
    this.#offered.set(beginning, offered.join())
    const left = offered.filter((id) => !this.#done.has(`${beginning},${id}`))
    return left[Math.floor(this.#random.next() * left.length)]
  }

  /** Ends an order. A beginning is done when all that can come next is. */
  end(chosen: readonly ChosenStep[]): void {
    for (let length = chosen.length; length >= 0; length--) {
      const beginning = keyOf(chosen.slice(0, length))
      if (!(chosen[length]?.offered ?? []).every((id) => this.#done.has(`${beginning},${id}`))) return
      this.#done.add(beginning)
    }
  }
}

const keyOf = (steps: readonly ChosenStep[]) => steps.map(({ id }) => `,${id}`).join('')
