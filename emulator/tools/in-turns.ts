/** The time that work may keep others waiting, in milliseconds. */
const turn = 8

/** Does work that comes in steps, and serves others whenever it took a few milliseconds. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let began = performance.now(); ;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - began < turn) continue
    await new Promise<void>((resolve) => setTimeout(resolve))
    began = performance.now()
  }
}
