/**
 * Does some work for each of several items, so many at a time. Where several fail, the first of them in order does, so
 * that a run ends the same however fast the answers come.
 *
 * @param most Default: 4. Requests that wait long for their turn may carry a token that has ended meanwhile.
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
