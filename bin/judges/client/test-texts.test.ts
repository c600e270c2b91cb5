import { expect, it } from 'vitest'
import { type ClientRequirementId, clientRequirements } from '../../../conformance/client/catalogue/requirements.ts'
import type { ClientOutcome } from '../../../conformance/client/judge/summary.ts'
import { inProcess } from './in-process.ts'
import { undecidedText } from './test-texts.ts'

it('tells undecided requirements by what would decide them', () => {
  const driver = { 'list-environments': async () => ({ ids: [] }) }
  const open = (id: ClientRequirementId, verdict: ClientOutcome['verdict']): ClientOutcome => ({
    requirement: clientRequirements.find((requirement) => requirement.id === id)!,
    verdict,
    results: [],
  })
  const text = undecidedText(
    [
      open('client.walk-complete', 'blocked'),
      open('client.walk-stable', 'blocked'),
      open('client.invoke', 'insufficientEvidence'),
    ],
    driver,
    inProcess(driver),
  )
  expect(text.split('\n  ').slice(1)).toEqual([
    'client.walk-complete, client.walk-stable: blocked by a run that failed',
    'client.invoke: give the driver invoke',
  ])
})
