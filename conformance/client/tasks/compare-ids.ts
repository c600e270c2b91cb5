import { countPhrase, jsonPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { isObject } from '../../reading/find-list.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { malformedReport, type OutcomeRun, type ReportComparison, wrongReport } from './task.ts'

/** The difference between the reported and the expected ids. */
export interface IdsDifference {
  /**
   * `repeated`: an id was reported twice. `foreign`: ids are not in the list. `missing`: ids of the list were not
   * reported. `order`: the right ids are in another order.
   */
  readonly kind: 'repeated' | 'foreign' | 'missing' | 'order'
  /** The ids with the fault. */
  readonly ids: readonly string[]
  /** All reported ids. */
  readonly reported: readonly string[]
}

/** The ids that a value may and must have. */
export interface ExpectedIds {
  /** The ids that must be reported. */
  readonly needed: readonly string[]
  /** All ids that may be reported, in the order of the API. */
  readonly allowed: readonly string[]
  readonly order: 'asListed' | 'any'
  /** The requirement that a fault breaks; undefined for the requirement of the input. */
  readonly nearest?: (fault: IdsDifference) => ClientRequirementId | undefined
}

/** Compares the value `{"ids": […]}` of a task with the ids of the world. */
export function compareIds(
  value: unknown,
  { transcript, before, after }: OutcomeRun,
  expected: ExpectedIds,
): ReportComparison {
  const ids = isObject(value) ? value['ids'] : undefined
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string'))
    return malformedReport(phrase`{"ids": […]} with strings`, jsonPhrase(value))
  const { needed, allowed, order, nearest } = expected
  const fault = (
    kind: IdsDifference['kind'],
    concerned: readonly string[],
    wanted: Phrase,
    got: Phrase,
  ): ReportComparison =>
    wrongReport(
      wanted,
      got,
      { kind: 'value', fault: kind, ids: concerned },
      nearest?.({ kind, ids: concerned, reported: ids }),
    )

  const isAllowed = new Set(allowed)
  const foreign = ids.filter((id) => !isAllowed.has(id))
  // A foreign id that exists in the world is another record: the client requested the wrong ones.
  const known = foreign.length > 0 ? new Set([before, after].flatMap(listedIds)) : undefined
  const changed = foreign.find((id) => !known?.has(id) && allowed.some((original) => isChanged(original, id)))
  if (changed !== undefined)
    return wrongReport(
      phrase`ids as they were received`,
      jsonPhrase(changed),
      { kind: 'value', fault: 'changed', ids: [changed] },
      'client.ids-kept',
    )
  const isReported = new Set(ids)
  const seen = new Set<string>()
  const repeated = ids.filter((id) => {
    const isRepeated = seen.has(id)
    seen.add(id)
    return isRepeated
  })
  if (repeated.length > 0)
    return fault(
      'repeated',
      repeated,
      phrase`each id once, ${needed.length} in all`,
      phrase`${jsonPhrase(repeated[0])} twice`,
    )
  if (foreign.length > 0)
    return fault(
      'foreign',
      foreign,
      phrase`the ${needed.length} ids of the list`,
      phrase`${countPhrase(foreign.length, 'other id')}, such as ${String(foreign[0])}`,
    )
  const missing = needed.filter((id) => !isReported.has(id))
  const lower = new Set(ids.map((id) => id.toLowerCase()))
  const wasReceived = (id: string) => transcript.exchanges.some(({ response }) => response?.text.includes(`"${id}"`))
  // A client that folds case received both ids of a pair, and keeps one.
  const isFolded = lower.size === ids.length && missing.every((id) => lower.has(id.toLowerCase()))
  if (missing.length > 0 && isFolded && missing.every(wasReceived))
    return wrongReport(
      phrase`ids that differ in case only as different ids`,
      phrase`one of them, without ${String(missing[0])}`,
      { kind: 'value', fault: 'folded', ids: missing },
      'client.ids-kept',
    )
  if (missing.length > 0)
    return fault(
      'missing',
      missing,
      needed.length === 1 ? phrase`1 id` : phrase`all ${needed.length} ids`,
      phrase`${ids.length}, without ${String(missing[0])}`,
    )
  const inOrder = allowed.filter((id) => isReported.has(id))
  const misplaced = order === 'any' ? -1 : ids.findIndex((id, index) => id !== inOrder[index])
  if (misplaced >= 0)
    return fault(
      'order',
      ids,
      phrase`${String(inOrder[misplaced])} at place ${misplaced + 1}`,
      phrase`${String(ids[misplaced])}`,
    )
  return { kind: 'right' }
}

/** All ids in the lists of the world. */
function listedIds({ environments, catalogs, projects, groups, events }: WorldFacts): readonly string[] {
  const products = [...catalogs.values()].flat().map(({ id }) => id)
  return [...environments, ...projects, ...products, ...[...groups.values(), ...events.values()].flat()]
}

/** Returns true if an id was derived from another: in another case, with a prefix, cut or extended. */
function isChanged(original: string, reported: string): boolean {
  return (
    reported.toLowerCase() === original.toLowerCase() ||
    reported.endsWith(`_${original}`) ||
    (reported.length >= 8 && (original.startsWith(reported) || reported.startsWith(original)))
  )
}
