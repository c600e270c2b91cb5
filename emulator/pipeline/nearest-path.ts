import { alignment, editDistance } from '../tools/nearest.ts'

/** The largest distance of a hint: about four segments more, fewer or different. */
const farthest = 2.6

/** The distance of a path that has a slash too many or too few at its end. */
const onlyASlash = 0.05

interface Candidate {
  readonly template: string
  /** The number of words of the template that are in the path unchanged. */
  readonly words: number
  readonly distance: number
}

/**
 * The path template that is closest to an unknown path; undefined when none is near, as a far one would mislead. One
 * with more words of the path is closer. Then segments are compared as wholes, so that a typo in a segment costs less
 * than a missing segment, and a trailing slash costs almost nothing.
 */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  // A path with thousands of segments must not take long.
  const parts = path.split('/').slice(1, 12)
  const replacement = remembered(replacementOf)
  let best: Candidate | undefined
  for (const template of templates) {
    const wanted = template.split('/').slice(1)
    const distance = alignment(parts, wanted, presence, replacement)
    if (distance > farthest) continue
    const likenesses = wanted.filter(isWord).map((word) => Math.min(...parts.map((part) => replacement(part, word))))
    if (distance > onlyASlash && !likenesses.some((likeness) => likeness < closeWord)) continue
    const words = likenesses.filter((likeness) => likeness === 0).length
    if (!best || words > best.words || (words === best.words && distance < best.distance))
      best = { template, words, distance }
  }
  return best?.template
}

/** Returns true if a segment says what is meant. Any path may have a version. */
const isWord = (segment: string) => /^[a-z]/i.test(segment)

/** The share of letters from which on a segment is no misspelling of a word: one of three, as in `api` and `app`. */
const closeWord = 1 / 3

const presence = (segment: string) => (segment === '' ? 0.05 : segment.startsWith('{') ? 0.7 : 0.6)

/** A segment with more than half of its letters changed costs a removal and an insertion. */
const anotherWord = 1.2

/** Templates share their words, so that most pairs come up many times. */
function remembered(cost: typeof replacementOf): typeof replacementOf {
  const known = new Map<string, number>()
  return (part, wanted) => {
    const pair = `${part}/${wanted}`
    const found = known.get(pair) ?? cost(part, wanted)
    known.set(pair, found)
    return found
  }
}

function replacementOf(part: string, wanted: string): number {
  if (part === wanted) return 0
  // Any value of a parameter costs little; a template with that very word costs less.
  if (wanted.startsWith('{')) return part === '' ? 0.7 : 0.1
  if (part === '' || wanted === '') return 0.7
  const length = Math.min(part.length, 60)
  const longer = Math.max(length, wanted.length)
  // Each letter more or less is a change.
  if (Math.abs(length - wanted.length) > longer / 2) return anotherWord
  const share = editDistance(part.slice(0, 60).toLowerCase(), wanted.toLowerCase()) / longer
  return share <= 0.5 ? share : anotherWord
}
