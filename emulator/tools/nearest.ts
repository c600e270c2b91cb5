/** The candidate that a misspelt name most likely means; undefined when none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(name.length / 3))
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= limit && (!best || distance < best.distance)) best = { candidate, distance }
  }
  return best?.candidate
}

/** Ends a message about an unknown name: `; did you mean X?`, or something else when no known name is close. */
export function didYouMean(name: string, known: readonly string[], otherwise = '.'): string {
  return suggestion(nearest(name, known), otherwise)
}

/** The same for a guess that was made in another way. */
export function suggestion(guess: string | undefined, otherwise = '.'): string {
  return guess === undefined ? otherwise : `; did you mean ${guess}?`
}

/** The work grows with the product of the two lengths, so longer texts are not compared. */
const longest = 200

/**
 * The cheapest way to make one sequence of another by removing, inserting and replacing elements.
 * @param cost What an element costs to remove or insert.
 * @param replacement What it costs to put one element in the place of another.
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

const one = () => 1
const differs = (left: string, right: string) => (left === right ? 0 : 1)

/** How many characters must be removed, inserted or replaced to make one text of the other; without end when one is very long. */
export function editDistance(left: string, right: string): number {
  if (Math.max(left.length, right.length) > longest) return Number.POSITIVE_INFINITY
  return alignment<string, string>(
    left as unknown as ArrayLike<string>,
    right as unknown as ArrayLike<string>,
    one,
    differs,
  )
}
