import { alignmentCost, editDistance } from '../tools/nearest.ts'

/** The largest distance of a hint: about four segments added, removed or changed. */
const farthest = 2.6

/** The distance of a path with an added or missing trailing slash. */
const onlyASlash = 0.05

interface Candidate {
  readonly template: string
  /** The number of words of the template that are in the path unchanged. */
  readonly words: number
  readonly distance: number
}

/**
 * The path template that is closest to an unknown path; undefined if none is near, since a distant one would mislead. A
 * template with more words of the path is closer. Then segments are compared as wholes: a typo in a segment costs less
 * than a missing segment, and a trailing slash costs almost nothing.
 */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  // A path with thousands of segments must not take long.
  const parts = path.split('/').slice(1, 12)
  const replacement = rememberCosts(replacementCost)
  let best: Candidate | undefined
  for (const template of templates) {
    const wanted = template.split('/').slice(1)
    const distance = alignmentCost(parts, wanted, presenceCost, replacement)
    if (distance > farthest) continue
    const likenesses = wanted.filter(isWord).map((word) => Math.min(...parts.map((part) => replacement(part, word))))
    if (distance > onlyASlash && !likenesses.some((likeness) => likeness < closeWord)) continue
    const words = likenesses.filter((likeness) => likeness === 0).length
    if (!best || words > best.words || (words === best.words && distance < best.distance))
      best = { template, words, distance }
  }
  return best?.template
}

/** Returns true if a segment is a word. Any path may have a version. */
const isWord = (segment: string) => /^[a-z]/i.test(segment)

/**
 * The share of changed letters from which a segment is not a misspelling of a word: one of three, as in `api` and
 * `app`.
 */
const closeWord = 1 / 3

const presenceCost = (segment: string) => (segment === '' ? 0.05 : segment.startsWith('{') ? 0.7 : 0.6)

/** A segment with more than half of its letters changed costs a removal and an insertion. */
const anotherWord = 1.2

/** Templates share their words, so most pairs occur many times. */
function rememberCosts(cost: typeof replacementCost): typeof replacementCost {
  const known = new Map<string, number>()
  return (part, wanted) => {
    const pair = `${part}/${wanted}`
    const found = known.get(pair) ?? cost(part, wanted)
    known.set(pair, found)
    return found
  }
}

function replacementCost(part: string, wanted: string): number {
  if (part === wanted) return 0
  // Any value of a parameter costs little; a template with exactly this word costs less.
  if (wanted.startsWith('{')) return part === '' ? 0.7 : 0.1
  if (part === '' || wanted === '') return 0.7
  const length = Math.min(part.length, 60)
  const longer = Math.max(length, wanted.length)
  // Each added or missing letter is a change.
  if (Math.abs(length - wanted.length) > longer / 2) return anotherWord
  const share = editDistance(part.slice(0, 60).toLowerCase(), wanted.toLowerCase()) / longer
  return share <= 0.5 ? share : anotherWord
}
