import { expect, it } from 'vitest'
import { phrase } from '../../conclusions/phrase.ts'
import { madeRun } from '../../../testing/clients/made-run.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { ClientFact } from '../conclusions/client-conclusion.ts'
import { toClientResult } from './client-result.ts'
import { findEarlierExplanation } from './blame.ts'

const run = madeRun([{ line: 'GET /1.13/environments' }])
const [at] = run.transcript.exchanges
const failure = (requirement: ClientRequirementId, fact: ClientFact) =>
  toClientResult(run, { id: requirement, requirement }, { verdict: 'fail', expected: phrase``, got: phrase``, fact })
const lacking = (requirement: ClientRequirementId, ...names: readonly string[]) =>
  failure(requirement, { kind: 'parameter', in: 'query', names, fault: 'missing', at: at! })
const cursor = (requirement: ClientRequirementId) => failure(requirement, { kind: 'cursor', sent: 'a', at: at! })

it.each([
  ['the same missing filter', lacking('client.filters-sent', 'category'), true],
  ['another missing filter', lacking('client.filters-sent', 'brand'), false],
  ['another requirement', lacking('client.search', 'category'), false],
])('explains a missing filter of several by %s in an earlier run: %s', (_what, earlier, isExplained) => {
  const found = findEarlierExplanation(lacking('client.filters-combined', 'category'), [earlier])
  expect(found).toBe(isExplained ? earlier : undefined)
})

it('explains a cursor in the order of a locale by a wrong cursor in an earlier run', () => {
  const earlier = cursor('client.walk-cursor')
  expect(findEarlierExplanation(cursor('client.id-order'), [earlier])).toBe(earlier)
  expect(findEarlierExplanation(earlier, [cursor('client.id-order')])).toBeUndefined()
})
