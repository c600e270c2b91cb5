// A fault in a sentence, as a person would say it.
import type { Fault } from '../../disturb/faults/fault.ts'

/** Says which requests a fault strikes, and its effects. */
export function faultText({ times, skip, probability, operation, world, ...effects }: Fault): string {
  return `${struckRequests({ times, skip, probability, operation, world })}: ${Object.entries(effects).map(effectText).join(', ')}.`
}

type Strikes = { readonly [Name in 'times' | 'skip' | 'probability' | 'operation' | 'world']: Fault[Name] | undefined }

/** The requests that it strikes, from the next one on. */
function struckRequests({ times = 1, skip = 0, probability = 1, operation, world }: Strikes): string {
  const where = `${operation === undefined ? '' : ` to ${operation}`}${world === undefined ? '' : ` in the world ${world}`}`
  const after = skip === 0 ? '' : `After ${skip === 1 ? 'one more request' : `${skip} more requests`}, `
  const all = times === 'always' ? 'every request' : times === 1 ? 'the next request' : `the next ${times} requests`
  const share = probability >= 1 ? all : `${percentText(probability)} of ${times === 'always' ? 'all requests' : all}`
  const sentence = `${after}${share}`
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}${where}`
}

const percentText = (share: number): string => `${Number((share * 100).toPrecision(3))} %`

/** The most characters of a value in the sentence. */
const longestValue = 60

/** An effect as its member says it. */
function effectText([name, value]: readonly [string, unknown]): string {
  if (value === true) return name
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `${name} ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`
}
