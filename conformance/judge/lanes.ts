/** Runs tasks one after another. A task that fails does not stop the next one. */
export class Lane {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

/** Runs tasks of one lane one after another, and those of different lanes side by side. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()

  /** @param name Undefined for a task that may run at the same time as any other. */
  take<T>(name: string | undefined, task: () => Promise<T>): Promise<T> {
    if (name === undefined) return task()
    const lane = this.#lanes.get(name) ?? new Lane()
    this.#lanes.set(name, lane)
    return lane.take(task)
  }
}
