/** A choice of names, with the number of demands that it meets. */
export interface MemberChoice {
  /** The names, each with the number of demands that would not be met without it, most first. */
  readonly members: readonly { readonly name: string; readonly requirements: number }[]
  /** The number of demands that they meet. */
  readonly decides: number
}

/** One way to meet a demand: of each inner list, one name is enough. */
type Way = readonly (readonly string[])[]

/**
 * The few names that meet most demands. A demand has one or more ways to be met. Each name is a bit, so that every
 * choice can be tried: some ten thousand, each by a few integers.
 *
 * @param names In order of preference; at most 31.
 */
export function chooseMembers(
  names: readonly string[],
  demands: readonly (readonly Way[])[],
  most: number,
): MemberChoice {
  const bits = demands.map((ways) => [...new Set(ways.flatMap((way) => masksOf(way, names)))])
  const wanted = names
    .map((_name, index) => 1 << index)
    .filter((bit) => bits.some((ways) => ways.some((way) => way & bit)))
  const metBy = (chosen: number) =>
    bits.reduce((sum, ways) => sum + (ways.some((way) => (way & chosen) === way) ? 1 : 0), 0)
  let best = { chosen: 0, met: 0 }
  const attempt = (from: number, chosen: number, left: number): void => {
    const met = metBy(chosen)
    if (met > best.met) best = { chosen, met }
    if (left > 0)
      for (let index = from; index < wanted.length; index++) attempt(index + 1, chosen | wanted[index]!, left - 1)
  }
  attempt(0, 0, most)
  // One name at a time: of two names that replace each other, one must stay.
  const chosen = wanted.reduceRight((all, bit) => (metBy(all & ~bit) === best.met ? all & ~bit : all), best.chosen)
  const members = names
    .map((name, index) => ({ name, bit: 1 << index }))
    .filter(({ bit }) => (chosen & bit) !== 0)
    .map(({ name, bit }) => ({ name, requirements: best.met - metBy(chosen & ~bit) }))
    .sort((left, right) => right.requirements - left.requirements)
  return { members, decides: best.met }
}

/** Every set of names that meets a demand in one way. */
function masksOf(way: Way, names: readonly string[]): readonly number[] {
  return way.reduce<readonly number[]>(
    (masks, alternatives) => masks.flatMap((mask) => alternatives.map((name) => mask | (1 << names.indexOf(name)))),
    [0],
  )
}
