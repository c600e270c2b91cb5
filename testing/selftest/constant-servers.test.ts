import { expect, it } from 'vitest'
import { isPassive } from '../../conformance/run/define-check.ts'
import { checks } from '../../conformance/rules/checks.ts'
import { constantAnswers } from './constant-answers.ts'
import { emulatorSubject, runKit } from './subject.ts'

for (const [name, answer] of Object.entries(constantAnswers)) {
  it(`passes no check about behaviour against a server that always answers ${name}`, async () => {
    const { target } = emulatorSubject()
    const result = await runKit({ target, fetch: async (request) => answer(request) })
    const passed = result.results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check)
    expect(passed).toEqual([])
    expect(result.results.filter(({ verdict }) => verdict === 'error')).toEqual([])
    expect(result.results.length).toBe(checks.length)
    expect(checks.some((check) => isPassive(check))).toBe(true)
  })
}
