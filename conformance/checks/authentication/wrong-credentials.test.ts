import { expect, it } from 'vitest'
import { emulatorSubject } from '../../../testing/selftest/subject.ts'
import { isPassive } from '../../judge/define-check.ts'
import { inOrder, wrongCredentialsOf } from '../../judge/check-order.ts'
import { type ConformanceOptions, openRun } from '../../judge/run-conformance.ts'
import { checks } from '../checks.ts'

type Mode = Pick<ConformanceOptions, 'seed' | 'quick' | 'gentle'>

it.each<[string, Mode, number]>([
  ['quick', { quick: true }, 60],
  ['quick, with another seed', { quick: true, seed: 7 }, 60],
  ['full', {}, 320],
  ['gentle', { gentle: true }, 14],
] as const)(
  'sends no more wrong credentials than the checks declare in a run that is %s',
  async (_what, mode, most) => {
    const { target, fetch } = emulatorSubject()
    const opened = openRun({ target, fetch, checks, ...mode })
    const { quiet, risky, exclusive } = inOrder(opened.selected)
    await Promise.all(quiet.map((check) => opened.decide(check)))
    for (const check of [...risky, ...exclusive]) await opened.decide(check)
    const declared = checks.reduce((sum, check) => sum + wrongCredentialsOf(check, mode), 0)
    const { wrong } = opened.run.controls
    await opened.close()
    expect(wrong).toBeGreaterThan(5)
    expect(wrong).toBeLessThanOrEqual(declared)
    expect(declared).toBeLessThanOrEqual(most)
  },
)

it('counts the wrong credentials of each check about a credential that runs alone', async () => {
  const about =
    /^(?:auth\.(?:dsn|api-key)-verified|auth\.(?:invalid-bearer|legacy-required)\..*(?:near|one-)|connect\.code-v)/
  for (const check of checks.filter(({ id }) => about.test(id))) {
    if (isPassive(check)) continue
    const { target, fetch } = emulatorSubject()
    const opened = openRun({ target, fetch, checks, only: [check.id] })
    await opened.decide(check)
    const { wrong } = opened.run.controls
    await opened.close()
    const before = (check.after ?? []).map((id) => checks.find((candidate) => candidate.id === id)!)
    const declared = [check, ...before].reduce((sum, entry) => sum + wrongCredentialsOf(entry, {}), 0)
    expect(wrong, check.id).toBeLessThanOrEqual(declared)
  }
})
