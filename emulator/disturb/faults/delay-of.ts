import { parseDuration } from '../../tools/time.ts'

type Duration = number | string
type Delay = Duration | { readonly p50: Duration; readonly p99: Duration }

/** The longest delay of a timer, in milliseconds. A timer with a longer delay fires at once. */
export const longestDelay: number = 2 ** 31 - 1

/** The 99th percentile of the standard normal distribution. */
const z99 = 2.326347874040841

/**
 * A delay in milliseconds.
 * @param chance Returns numbers from 0 to 1. A spread uses two.
 */
export function sampleDelay(delay: Delay, chance: () => number): number {
  if (typeof delay !== 'object') return parseDuration(delay)
  const median = parseDuration(delay.p50)
  const sigma = Math.log(parseDuration(delay.p99) / median) / z99
  return Math.min(longestDelay, Math.round(median * Math.exp(sigma * sampleNormal(chance))))
}

/** A value of the standard normal distribution, by the method of Box and Muller. */
function sampleNormal(chance: () => number): number {
  const [radius, angle] = [chance(), chance()]
  return Math.sqrt(-2 * Math.log(1 - radius)) * Math.cos(2 * Math.PI * angle)
}
