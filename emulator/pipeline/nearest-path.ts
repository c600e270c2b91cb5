import { alignment, editDistance } from '../tools/nearest.ts'

/**
 * The path template that is closest to an unknown path. Segments are compared as wholes, so that a typo in a segment
 * costs less than a missing segment, and a trailing slash costs almost nothing.
 */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  // A path with thousands of segments must not take long.
  const given = path.split('/').slice(1, 12)
  let best: { template: string; distance: number } | undefined
  for (const template of templates) {
    const distance = alignment(given, template.split('/').slice(1), presence, replacement)
    if (!best || distance < best.distance) best = { template, distance }
  }
  return best?.template
}

const presence = (segment: string) => (segment === '' ? 0.05 : segment.startsWith('{') ? 0.7 : 0.6)

function replacement(given: string, wanted: string): number {
  if (given === wanted) return 0
  // Any value of a parameter costs little; a template with that very word costs less.
  if (wanted.startsWith('{')) return given === '' ? 0.7 : 0.1
  if (given === '' || wanted === '') return 0.7
  const share =
    editDistance(given.slice(0, 60).toLowerCase(), wanted.toLowerCase()) /
    Math.max(Math.min(given.length, 60), wanted.length)
  // A segment with more than half of its letters changed is another word: it costs a removal and an insertion.
  return share <= 0.5 ? share : 1.2
}
