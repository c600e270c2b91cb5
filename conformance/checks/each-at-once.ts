/**
 * Runs a task for each item, a limited number at a time. If several fail, rejects with the error of the first item in
 * order, so that a run ends the same regardless of the speed of answers.
 *
 * @param most Default: 4. A request that waits long for its turn may carry a token that has ended meanwhile.
 */
export async function eachAtOnce<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
  most = 4,
): Promise<void> {
  let next = 0
  const failures = new Map<number, unknown>()
  const workThrough = async () => {
    while (next < items.length && failures.size === 0) {
      const index = next++
      await work(items[index]!, index).catch((reason: unknown) => failures.set(index, reason))
    }
  }
  await Promise.all(Array.from({ length: most }, workThrough))
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()))
}
