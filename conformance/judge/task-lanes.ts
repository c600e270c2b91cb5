/**
 * Lets the first of several tasks run alone, and then the others side by side, those that share a lane one after
 * another. Each resolves when none is left, so that what must follow all of them is done once: a control after several
 * wrong credentials.
 */
export class TaskLanes {
  readonly #lanes = new Map<string, Promise<unknown>>()
  #first: Promise<unknown> | undefined
  #left = 0
  #all = Promise.withResolvers<void>()

  /**
   * @param lane Tasks of one lane run one after another. Undefined for a task that may run beside any other but the
   * first.
   */
  async take<T>(task: () => Promise<T>, lane?: string): Promise<T> {
    if (this.#left++ === 0) {
      this.#all = Promise.withResolvers()
      this.#first = undefined
      this.#lanes.clear()
    }
    const all = this.#all
    const before = (lane === undefined ? undefined : this.#lanes.get(lane)) ?? this.#first
    const turn = before ? before.then(task) : task()
    const settled = turn.catch(() => undefined)
    this.#first ??= settled
    if (lane !== undefined) this.#lanes.set(lane, settled)
    try {
      return await turn
    } finally {
      if (--this.#left === 0) all.resolve()
      await all.promise
    }
  }
}
