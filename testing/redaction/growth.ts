/**
 * The growth of the time for a string that is eight times as long: about 8 where the work grows only with the string,
 * 64 where it grows with its square. The least of several runs counts: a busy machine makes some longer.
 */
export function growth(work: (length: number) => void, length: number): number {
  const sizes = [length, 8 * length]
  // Both sizes in turn: what else the process does, such as collecting garbage, meets both.
  const rounds = Array.from({ length: 12 }, () => sizes.map((size) => spent(() => work(size))))
  const least = sizes.map((_size, index) => Math.min(...rounds.map((round) => round[index]!)))
  return least[1]! / Math.max(least[0]!, 50)
}

/** The processor time of this process, in microseconds. */
function spent(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
