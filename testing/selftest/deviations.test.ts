// A part of the deviations, each against only its check, as `--only` runs it: a check may not need what others find
// out. The corpus shows each of them to the whole kit.
import { expect, it } from 'vitest'
import { checks } from '../../conformance/checks/checks.ts'
import { isPassive } from '../../conformance/judge/define-check.ts'
import { everyDeviation } from '../faults/faults.ts'
import { selectPart } from '../sample.ts'
import { assertCaught } from './assert-caught.ts'
import { emulatorSubject, runKit } from '../conformance/subject.ts'

/** The checks that decide by what others asked. */
const passive: readonly string[] = checks.filter((check) => isPassive(check)).map(({ id }) => id)

for (const deviation of selectPart(everyDeviation, 6)) {
  const { name, caughtBy } = deviation
  it(`catches ${name} by ${caughtBy} only`, async () => {
    const { results } = await assertCaught(deviation, { only: [caughtBy] }, { checkResponses: true })
    if (passive.includes(caughtBy))
      expect(results.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual([`${caughtBy} fail`])
  })
}

it.each(passive)('decides %s when selected by itself, and reports nothing else', async (check) => {
  const { results, requests } = await runKit(emulatorSubject(), { only: [check] })
  expect(results.map((result) => `${result.check} ${result.verdict}`)).toEqual([`${check} pass`])
  expect(requests).toBeLessThanOrEqual(150)
})
