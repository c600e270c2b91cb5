import { expect, it } from 'vitest'
import { phrase } from '../../../../conformance/conclusions/phrase.ts'
import type { EndedRun } from './read-report.ts'
import { RepeatedCrashes } from './repeated-crashes.ts'

const crash = (stderr: string, more: Partial<EndedRun> = {}): EndedRun => ({
  reported: { kind: 'crash', why: phrase`exit code 1` },
  end: { code: 1, signal: null },
  stderr,
  requests: 0,
  ...more,
})

const lines = `/sdk.js:7\n  import x\n\nError: no module\n${'    at load\n'.repeat(20)}`

it.each([
  ['a request', crash(lines, { requests: 1 })],
  ['a value', crash('', { reported: { kind: 'value', value: {} } })],
  ['exit code 77', crash('', { reported: { kind: 'notApplicable' } })],
])('continues to judge a command after %s', (_what, alive) => {
  const ends = new RepeatedCrashes('node driver.js')
  ends.look(crash(lines))
  ends.look(alive)
  expect(() => ends.look(crash(lines))).not.toThrow()
})
