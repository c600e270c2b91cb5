// Which orders of concurrent steps to try: each that differs in effect, and few others. It is dynamic partial-order
// reduction with source sets and sleep sets (Abdulla and others, Optimal dynamic partial order reduction, 2014): two
// dependent steps of a schedule are tried in the other order as well, where that is possible.

interface Place<Effect> {
  readonly enabled: readonly string[]
  /** Steps whose turn here was tried in another schedule, and that nothing since depends on. */
  readonly asleep: ReadonlyMap<string, Effect>
  /** Steps that were tried here. */
  readonly tried: Map<string, Effect>
  /** Steps that are to be tried here. */
  readonly wanted: Set<string>
  chosen: string
  effect: Effect | undefined
}

/** How orders are explored. */
export interface OrderOptions<Effect> {
  /** Who does a step: the steps of one actor have one order. */
  readonly actorOf: (effect: Effect) => unknown
  /** Whether the order of two steps can matter. */
  readonly isDependent: (one: Effect, other: Effect) => boolean
  /** Whether a step did the same as in a schedule before. */
  readonly isSame: (one: Effect, other: Effect) => boolean
  /** How many steps of a schedule are ordered; the others come in the order in which they are offered. */
  readonly depth: number
}

/**
 * Chooses the steps of one schedule after another. Call `next`, then for each step `choose` and `took`, until `next` is
 * false. A schedule must offer the same steps after the same beginning.
 */
export class OrderExplorer<Effect> {
  readonly #options: OrderOptions<Effect>
  readonly #places: Place<Effect>[] = []
  #at = 0
  #isNew = true
  /** How often other steps than before were offered after the same beginning, or a step did something else. */
  diverged = 0

  constructor(options: OrderOptions<Effect>) {
    this.#options = options
  }

  /** Begins the next schedule. @returns false when every order was tried. */
  next(): boolean {
    if (!this.#isNew) this.#wantOtherOrders()
    this.#at = 0
    if (this.#isNew) {
      this.#isNew = false
      return true
    }
    for (let last = this.#places.at(-1); last; last = this.#places.at(-1)) {
      const { asleep, tried, wanted, chosen, effect } = last
      if (effect !== undefined) tried.set(chosen, effect)
      const other = [...wanted].find((id) => !asleep.has(id) && !tried.has(id))
      // A step without an effect did not come back.
      if (other !== undefined && effect !== undefined) {
        last.chosen = other
        last.effect = undefined
        return true
      }
      this.#places.pop()
    }
    return false
  }

  /** The next step of those that are offered; undefined when all that follow are tried in another schedule. */
  choose(enabled: readonly string[]): string | undefined {
    const known = this.#places[this.#at]
    if (known) {
      const isChosen = enabled.includes(known.chosen)
      if (!isChosen || enabled.length !== known.enabled.length) this.diverged++
      return isChosen ? known.chosen : undefined
    }
    if (this.#at >= this.#options.depth) return enabled[0]
    const asleep = this.#sleepers()
    const chosen = enabled.find((id) => !asleep.has(id))
    if (chosen === undefined) return undefined
    this.#places.push({
      enabled: [...enabled],
      asleep,
      tried: new Map(),
      wanted: new Set([chosen]),
      chosen,
      effect: undefined,
    })
    return chosen
  }

  /** Tells what the chosen step did. */
  took(effect: Effect): void {
    const place = this.#places[this.#at++]
    if (!place) return
    if (place.effect !== undefined && !this.#options.isSame(place.effect, effect)) this.diverged++
    place.effect = effect
  }

  #sleepers(): ReadonlyMap<string, Effect> {
    const before = this.#places[this.#at - 1]
    if (before?.effect === undefined) return new Map()
    const { effect } = before
    return new Map([...before.asleep, ...before.tried].filter(([, one]) => !this.#options.isDependent(one, effect)))
  }

  /** Looks for steps of the last schedule that could have come in the other order, with another effect. */
  #wantOtherOrders(): void {
    const { actorOf, isDependent } = this.#options
    const steps = this.#places.flatMap(({ chosen, effect, enabled }) => (effect ? [{ chosen, effect, enabled }] : []))
    const causes: Set<number>[] = []
    for (const [later, { chosen, effect }] of steps.entries()) {
      const direct = steps.slice(0, later).flatMap((one, index) => (isDependent(one.effect, effect) ? [index] : []))
      const since = steps.findLastIndex(({ enabled }, index) => index < later && !enabled.includes(chosen))
      if (since >= 0) direct.push(since)
      causes.push(new Set(direct.flatMap((index) => [index, ...causes[index]!])))
      for (const earlier of direct) {
        if (earlier === since || actorOf(steps[earlier]!.effect) === actorOf(effect)) continue
        if (direct.some((between) => between > earlier && causes[between]!.has(earlier))) continue
        this.#wantBefore(earlier, later, causes)
      }
    }
  }

  /** Wants a step that can come in the place of an earlier one, and leads to the later one before it. */
  #wantBefore(earlier: number, later: number, causes: readonly ReadonlySet<number>[]): void {
    const { wanted } = this.#places[earlier]!
    const others = causes.flatMap((own, index) =>
      index > earlier && index <= later && (index === later || !own.has(earlier)) ? [index] : [],
    )
    const first = others
      .filter((index) => !others.some((before) => before < index && causes[index]!.has(before)))
      .map((index) => this.#places[index]!.chosen)
    if (!first.some((id) => wanted.has(id))) wanted.add(first[0]!)
  }
}
