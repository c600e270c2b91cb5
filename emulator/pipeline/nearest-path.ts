import { alignment, editDistance } from '../tools/nearest.ts'

/**
 * The path template that an unknown path most likely means. Segments are compared as wholes, so that a slip of
 * the pen in one costs less than a missing one, and a trailing slash next to nothing.
 */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  // A path of thousands of segments means nothing, and must not cost anything.
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
  // What fills a parameter is free; yet a template that has the very word is nearer.
  if (wanted.startsWith('{')) return given === '' ? 0.7 : 0.1
  if (given === '' || wanted === '') return 0.7
  const share =
    editDistance(given.slice(0, 60).toLowerCase(), wanted.toLowerCase()) /
    Math.max(Math.min(given.length, 60), wanted.length)
  // Beyond half of its letters it is another word: as dear as leaving one out and putting the other in.
  return share <= 0.5 ? share : 1.2
}
