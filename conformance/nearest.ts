/** The known name that a misspelt name most likely means; undefined when none is close. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const scored = known
    .map((candidate) => ({ candidate, distance: editDistance(normal(name), normal(candidate)) }))
    .sort((left, right) => left.distance - right.distance)
  return scored[0] && scored[0].distance <= farthest(normal(name)) ? scored[0].candidate : undefined
}

/** A short name with two other letters is another name. */
const farthest = ({ length }: string) => (length < 4 ? Math.floor(length / 2) : Math.max(2, Math.floor(length / 3)))

/**
 * Ends a message about an unknown name: `; did you mean X?`, or the text of `otherwise` when no known name is close.
 */
export function didYouMean(name: string, known: readonly string[], otherwise = '.'): string {
  return suggestion(nearest(name, known), otherwise)
}

/** The end of such a message, for a guess that the caller made in another way. */
export function suggestion(guess: string | undefined, otherwise = '.'): string {
  return guess === undefined ? otherwise : `; did you mean ${guess}?`
}

/** Most misspellings are in case, dots and dashes. */
function normal(word: string): string {
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
