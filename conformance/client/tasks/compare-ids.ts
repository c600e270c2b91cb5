import { isObject } from '../../reading/find-list.ts'
import type { Outcome, OutcomeRun } from './outcome.ts'

/** The ids that a value may and must have. */
export interface ExpectedIds {
  /** Those that must be there. */
  readonly needed: readonly string[]
  /** Every id that may be there, in the order of the API. */
  readonly allowed: readonly string[]
  /** `any`: the order says nothing. */
  readonly order: 'newestFirst' | 'asListed' | 'any'
  /** Whether the value is the beginning of the list alone, of any length of at least one where there is a record. */
  readonly firstPage?: boolean
}

/** Compares the value `{"ids": […]}` of a task with the ids of the world. */
export function compareIds({ reported }: OutcomeRun, expected: ExpectedIds): Outcome {
  if (reported.kind === 'error') return { kind: 'error' }
  if (reported.kind === 'notApplicable') return reported
  if (reported.kind !== 'value') return { kind: 'unknown', why: reported.why }
  const ids = isObject(reported.value) ? reported.value['ids'] : undefined
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string'))
    return wrong('{"ids": […]} with strings', JSON.stringify(reported.value)?.slice(0, 200) ?? 'nothing')
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  if (twice !== undefined) return wrong('each id once', `${twice} twice`)
  const foreign = ids.find((id) => !expected.allowed.includes(id))
  if (foreign !== undefined) return wrong('ids of the list alone', `${foreign}, which is not in it`)
  const missing = expected.needed.find((id) => !ids.includes(id))
  if (missing !== undefined) return wrong(`all ${expected.needed.length} ids`, `${ids.length} ids, without ${missing}`)
  if (expected.firstPage && expected.allowed.length > 0 && ids[0] !== expected.allowed[0])
    return wrong(`a page that begins with ${expected.allowed[0]}`, ids.length === 0 ? 'no ids' : `${ids[0]} first`)
  const inOrder = expected.allowed.filter((id) => ids.includes(id))
  const misplaced = expected.order === 'any' ? -1 : ids.findIndex((id, index) => id !== inOrder[index])
  if (misplaced >= 0) return wrong(`${inOrder[misplaced]} at place ${misplaced + 1}`, String(ids[misplaced]))
  return { kind: 'right' }
}

function wrong(expected: string, got: string): Outcome {
  return { kind: 'wrong', expected, got }
}
