/** Longer texts are not compared, since the cost grows with the product of the two lengths. */
const longest = 200

/** The candidate that is closest to a misspelt name; undefined when none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > longest) return undefined
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (isNear(name, candidate, distance) && (!best || distance < best.distance)) best = { candidate, distance }
  }
  return best?.candidate
}

/** In a short name, two changed letters make a different name, unless they are swapped or left out at the end. */
function isNear(name: string, candidate: string, distance: number): boolean {
  const { length } = name
  const limit = length < 5 ? Math.min(1, Math.floor(length / 2)) : Math.max(2, Math.floor(length / 3))
  const [wanted, known] = [lowered(name), lowered(candidate)]
  const hasItsLetters = known.startsWith(wanted) || sortedLetters(wanted) === sortedLetters(known)
  return distance <= limit || (distance === 2 && hasItsLetters)
}

const sortedLetters = (text: string) => [...text].toSorted().join('')

const lowered = (text: string) => text.toLowerCase()

/** The most names that a message suggests. */
const mostSuggested = 4
/** A shorter name is the misspelt beginning of too many. */
const shortestBeginning = 6

/**
 * Known names for an unknown one: the closest, and those that it begins; or else those that contain all its words or
 * begin similarly.
 */
export function findCandidates(name: string, known: readonly string[]): readonly string[] {
  if (name.length > longest) return []
  const wanted = lowered(name)
  const closest = nearest(name, known)
  if (closest !== undefined && editDistance(wanted, lowered(closest)) < 2) return [closest]
  const beginning = wanted.length < 2 ? [] : known.filter((candidate) => lowered(candidate).startsWith(wanted))
  const found = [...new Set([...(closest === undefined ? [] : [closest]), ...beginning])]
  if (found.length > 0) return found
  const words = splitName(name)
  const withAll = known.filter((candidate) => {
    const of = new Set(splitName(candidate))
    return words.some((word) => word.length > 2) && words.every((word) => of.has(word))
  })
  if (withAll.length > 0 || wanted.length < shortestBeginning) return withAll
  const almost = nearest(
    wanted,
    known.map((candidate) => lowered(candidate).slice(0, wanted.length)),
  )
  return almost === undefined ? [] : known.filter((candidate) => lowered(candidate).startsWith(almost))
}

/** Names are written with dots, dashes or humps. */
const splitName = (name: string): readonly string[] =>
  name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** Ends a message about an unknown name: `; did you mean X or Y?`, or `otherwise` when no known name is like it. */
export function didYouMean(name: string, known: readonly string[], otherwise = '.'): string {
  return suggestion(findCandidates(name, known), otherwise)
}

const isStatus = (value: unknown) => Number.isInteger(value) && Number(value) >= 100 && Number(value) < 600
const isCount = (value: unknown) => Number.isInteger(value)
const isDuration = (value: unknown) => typeof value === 'number' || typeof value === 'string'
const isText = (value: unknown) => typeof value === 'string'

/** Other words for members, in lower case, and the values for which they are meant. */
const otherWords: readonly (readonly [member: string, words: readonly string[], fits: (value: unknown) => boolean])[] =
  [
    ['status', ['code', 'statuscode', 'httpstatus', 'httpcode', 'error'], isStatus],
    ['times', ['count', 'repeat', 'repeats', 'requests'], isCount],
    ['delay', ['latency', 'wait', 'sleep', 'delayms'], isDuration],
    ['operation', ['operationid', 'endpoint', 'route', 'path', 'url'], isText],
    ['body', ['response', 'payload', 'json', 'content'], () => true],
  ]

/** The member that an unknown one probably means: its name is near, or it is another word for it. */
function meantMember(name: string, value: unknown, known: readonly string[]): string | undefined {
  const word = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const means = otherWords.find(
    ([member, words, fits]) => known.includes(member) && words.includes(word) && fits(value),
  )
  return means?.[0] ?? nearest(name, known)
}

/** Suggests the known name that an unknown member with a value probably means, as the end of a sentence. */
export function unknownMemberText(name: string, value: unknown, known: readonly string[]): string {
  const meant = meantMember(name, value, known)
  return `is not known here; ${meant === undefined ? 'remove it or correct its name' : `use ${meant}, or remove it`}`
}

/** The same ending for guesses by the caller. */
export function suggestion(guesses: string | readonly string[] | undefined, otherwise = '.'): string {
  const all = guesses === undefined ? [] : typeof guesses === 'string' ? [guesses] : guesses
  if (all.length === 0) return otherwise
  const named = all.slice(0, all.length > mostSuggested ? mostSuggested - 1 : mostSuggested)
  const more = all.length - named.length
  const last = more === 0 ? (named.length > 1 ? named.pop()! : undefined) : `one of ${more} more`
  return `; did you mean ${named.join(', ')}${last === undefined ? '' : ` or ${last}`}?`
}

/**
 * The lowest cost of turning one sequence into another by removing, inserting and replacing elements.
 * @param cost The cost of removing or inserting an element.
 * @param replacement The cost of replacing one element with another.
 */
export function alignmentCost<Left, Right>(
  left: ArrayLike<Left>,
  right: ArrayLike<Right>,
  cost: (element: Left | Right) => number,
  replacement: (left: Left, right: Right) => number,
): number {
  let previous = [0]
  for (let column = 0; column < right.length; column++) previous.push(previous[column]! + cost(right[column]!))
  for (let row = 0; row < left.length; row++) {
    const removal = cost(left[row]!)
    const current = [previous[0]! + removal]
    for (let column = 0; column < right.length; column++) {
      current.push(
        Math.min(
          previous[column]! + replacement(left[row]!, right[column]!),
          previous[column + 1]! + removal,
          current[column]! + cost(right[column]!),
        ),
      )
    }
    previous = current
  }
  return previous.at(-1)!
}

const unitCost = () => 1
const substitutionCost = (left: string, right: string) => (left === right ? 0 : 1)

/**
 * The number of characters to remove, insert or replace to turn one text into the other. Infinity when either is longer
 * than `longest`.
 */
export function editDistance(left: string, right: string): number {
  if (Math.max(left.length, right.length) > longest) return Number.POSITIVE_INFINITY
  return alignmentCost<string, string>([...left], [...right], unitCost, substitutionCost)
}
