import type { Session } from '../judge/session.ts'

/** The prefixes that clause 2.1 names. */
export const knownPrefixes: readonly string[] = ['wrk_', 'flw_', 'flr_', 'prj_']

/**
 * Prefixes that an id does not have: three letters that are not a known prefix, and those that clause 2.1 names. A
 * quick run takes two, chosen by the seed.
 *
 * @param place The number of the place in a request, so that a quick run tries different prefixes at different places.
 */
export const otherPrefixes = ({ run }: Session, place: number, right?: string): readonly string[] =>
  run.rotation.some(['zzz_', ...knownPrefixes.filter((prefix) => prefix !== right)], 2, place)
