// Requests like a failed one, sent after the failure: those that are right and those with the same mistake narrow it
// down.
import { type Failure, unlessConcluded } from '../conclusions/conclusion.ts'
import { countPhrase, type Phrase, type PhraseValue, phrase } from '../conclusions/phrase.ts'

/** Parts of a failure that narrow it down. */
export type Similar = Partial<Pick<Failure, 'alike' | 'beside' | 'condition' | 'remedy' | 'symptom'>>

/** True for a request that is answered as it should be, false for the same mistake; undefined if it shows neither. */
type IsRight = boolean | undefined

/** A request like a failed one, as a failure names it, and its result. */
export type Neighbour = readonly [what: PhraseValue, isRight: IsRight]

/** The most requests that are named, and how many of more. */
const mostNamed = 4
const fewNamed = 3

/** The words that exist, in one phrase; undefined if there are none. */
export function joinWords(words: readonly (PhraseValue | undefined)[]): Phrase | undefined {
  const list = words.filter((some) => some !== undefined)
  return list.length === 0 ? undefined : phrase`${{ list, between: '; ' }}`
}

/** Requests in a list, or the first of many with their number. */
export const requestsPhrase = (requests: readonly PhraseValue[]): Phrase | undefined =>
  requests.length > mostNamed
    ? phrase`${countPhrase(requests.length, 'other request')}, such as ${joinWords(requests.slice(0, fewNamed))!}`
    : joinWords(requests)

/** The requests that are right, and those with the same mistake. */
export function contrast(neighbours: readonly Neighbour[]): Pick<Similar, 'alike' | 'beside'> {
  const named = (side: boolean) =>
    requestsPhrase(neighbours.flatMap(([what, isRight]) => (isRight === side ? [what] : [])))
  return { alike: named(false), beside: named(true) }
}

/** Sends requests one after another. One that ends in a conclusion, such as at the limit of the run, shows nothing. */
export async function askNeighbours(
  requests: readonly (readonly [what: PhraseValue, ask: () => Promise<IsRight>])[],
): Promise<readonly Neighbour[]> {
  const asked: Neighbour[] = []
  for (const [what, ask] of requests) asked.push([what, await unlessConcluded(ask())])
  return asked
}

/**
 * Finds by bisection where a mistake ends: between a wrong number and a right one. The result is undefined if a number
 * between them shows nothing.
 */
export async function findBound<Verdict extends boolean | undefined>(
  wrong: number,
  right: number,
  isWrong: (number: number) => Promise<Verdict>,
): Promise<readonly [wrong: number, right: number] | Extract<Verdict, undefined>> {
  if (Math.abs(right - wrong) < 2) return [wrong, right]
  const middle = Math.trunc((wrong + right) / 2)
  const verdict = await isWrong(middle)
  if (verdict === undefined) return verdict as Extract<Verdict, undefined>
  return verdict ? findBound(middle, right, isWrong) : findBound(wrong, middle, isWrong)
}
