import { expect, it } from 'vitest'
import { checks } from '../../conformance/rules/checks.ts'
import { isPassive } from '../../conformance/run/define-check.ts'
import { deviations } from '../../emulator/deviations/deviations.ts'
import { emulatorSubject, resultLines, runKit } from './subject.ts'

const passive = checks.filter((check) => isPassive(check)).map(({ id }) => id)

for (const check of passive) {
  it(`decides ${check} where nothing else was asked for, and reports nothing else`, async () => {
    const result = await runKit(emulatorSubject(), { only: [check] })
    expect(result.results.map((one) => `${one.check} ${one.verdict}`)).toEqual([`${check} pass`])
    expect(result.requests).toBeLessThanOrEqual(150)
  })
}

for (const { name, caughtBy, conventions, wrap } of deviations.filter((one) => passive.includes(one.caughtBy))) {
  it(`catches ${name} by ${caughtBy} alone`, async () => {
    const subject = emulatorSubject(conventions)
    const result = await runKit({ ...subject, fetch: wrap(subject.fetch) }, { only: [caughtBy] })
    expect(
      result.results.map((one) => `${one.check} ${one.verdict}`),
      resultLines(result, 'error').join(),
    ).toEqual([`${caughtBy} fail`])
  })
}
