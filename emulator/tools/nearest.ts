/** Longer texts are not compared, since the cost grows with the product of the two lengths. */
const longest = 200

/** The candidate that is closest to a misspelt name; undefined when none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > longest) return undefined
  const limit = farthest(name)
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= limit && (!best || distance < best.distance)) best = { candidate, distance }
  }
  return best?.candidate
}

/** In a short name, two other letters make another name. */
const farthest = ({ length }: string) => (length < 4 ? Math.floor(length / 2) : Math.max(2, Math.floor(length / 3)))

/** Ends a message about an unknown name: `; did you mean X?`, or `otherwise` when no known name is close. */
export function didYouMean(name: string, known: readonly string[], otherwise = '.'): string {
  return suggestion(nearest(name, known), otherwise)
}

/** The same ending for a guess that the caller made. */
export function suggestion(guess: string | undefined, otherwise = '.'): string {
  return guess === undefined ? otherwise : `; did you mean ${guess}?`
}

/**
 * The lowest cost of turning one sequence into another by removing, inserting and replacing elements.
 * @param cost The cost of removing or inserting an element.
 * @param replacement The cost of replacing one element with another.
 */
export function alignment<Left, Right>(
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
const differs = (left: string, right: string) => (left === right ? 0 : 1)

/**
 * The number of characters to remove, insert or replace to turn one text into the other. Infinity when either is longer
 * than `longest`.
 */
export function editDistance(left: string, right: string): number {
  if (Math.max(left.length, right.length) > longest) return Number.POSITIVE_INFINITY
  return alignment<string, string>([...left], [...right], unitCost, differs)
}
