/**
 * Lets tasks run one at a time. Each resolves when none is left, so that what must follow all of them is done once: a
 * control after several wrong credentials.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #left = 0
  #all = Promise.withResolvers<void>()

  async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.#left++ === 0) this.#all = Promise.withResolvers()
    const all = this.#all
    const own = this.#last.then(task)
    this.#last = own.catch(() => undefined)
    try {
      return await own
    } finally {
      if (--this.#left === 0) all.resolve()
      await all.promise
    }
  }
}
