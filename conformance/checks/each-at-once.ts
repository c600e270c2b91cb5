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
  for (let from = 0; from < items.length; from += most) {
    const settled = await Promise.allSettled(items.slice(from, from + most).map((item, at) => work(item, from + at)))
    for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
  }
}
