/** Lets tasks of one lane run one after another, and those of different lanes side by side. */
export class Lanes {
  readonly #last = new Map<string, Promise<unknown>>()

  /** @param lane Undefined for a task that may run beside any other. */
  take<T>(lane: string | undefined, task: () => Promise<T>): Promise<T> {
    if (lane === undefined) return task()
    const turn = (this.#last.get(lane) ?? Promise.resolve()).then(task)
    this.#last.set(
      lane,
      turn.catch(() => undefined),
    )
    return turn
  }
}
