/** The known name that a misspelt name most likely means; undefined when none is close. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const scored = known
    .map((candidate) => ({ candidate, distance: editDistance(normalizeWord(name), normalizeWord(candidate)) }))
    .sort((left, right) => left.distance - right.distance)
  return scored[0] && scored[0].distance <= farthest(normalizeWord(name)) ? scored[0].candidate : undefined
}

/** A short name with two different letters is another name. */
const farthest = ({ length }: string) => (length < 4 ? Math.floor(length / 2) : Math.max(2, Math.floor(length / 3)))

/** The most names that a message suggests. */
const mostSuggested = 4
/** A shorter name could be the misspelt beginning of too many names. */
const shortestBeginning = 6

/**
 * The known names that a name may mean: the closest ones and those that begin with it, or else those that contain all
 * of its words or begin similarly.
 */
export function findCandidates(name: string, known: readonly string[]): readonly string[] {
  const wanted = normalizeWord(name)
  const closest = nearest(name, known)
  if (closest !== undefined && editDistance(wanted, normalizeWord(closest)) < 2) return [closest]
  const beginning = wanted.length < 2 ? [] : known.filter((candidate) => normalizeWord(candidate).startsWith(wanted))
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
    known.map((candidate) => normalizeWord(candidate).slice(0, wanted.length)),
  )
  return almost === undefined ? [] : known.filter((candidate) => normalizeWord(candidate).startsWith(almost))
}

/** Names are written with dots, dashes or humps. */
const splitName = (name: string): readonly string[] =>
  name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** Ends a message about an unknown name: `; did you mean X or Y?`, or `otherwise` if no known name resembles it. */
export function didYouMean(name: string, known: readonly string[], otherwise = '.'): string {
  return suggestion(findCandidates(name, known), otherwise)
}

/** Ends a message with the caller's guesses. */
export function suggestion(guesses: string | readonly string[] | undefined, otherwise = '.'): string {
  const all = guesses === undefined ? [] : typeof guesses === 'string' ? [guesses] : guesses
  if (all.length === 0) return otherwise
  const named = all.slice(0, all.length > mostSuggested ? mostSuggested - 1 : mostSuggested)
  const more = all.length - named.length
  const last = more === 0 ? (named.length > 1 ? named.pop()! : undefined) : `one of ${more} more`
  return `; did you mean ${named.join(', ')}${last === undefined ? '' : ` or ${last}`}?`
}

/**
 * The names that patterns match, in which `*` is any text.
 * @param unmatched Throws the error for a pattern that matches no name.
 */
export function namesMatching(
  patterns: readonly string[],
  names: readonly string[],
  unmatched: (pattern: string) => never,
): ReadonlySet<string> {
  const found = patterns.flatMap((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\/=-]/g, String.raw`\$&`))
    const expression = new RegExp(`^${parts.join('.*')}$`)
    const matching = names.filter((name) => expression.test(name))
    return matching.length > 0 ? matching : unmatched(pattern)
  })
  return new Set(found)
}

/** Removes case, dots and dashes, in which most misspellings are. */
function normalizeWord(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)))
    row = next
  }
  return row[right.length]!
}
