// Scripts of failures are run with `sh` and `curl` against the emulator that failed.
import { expect, it } from 'vitest'
import { everyDeviation } from '../../../testing/faults/faults.ts'
import { hasCurl, runScript, scriptOf } from '../../../testing/scripted-emulator.ts'
import { madeOf } from './values.ts'

const named = (name: string) => everyDeviation.find((deviation) => deviation.name === name)!

it.skipIf(!hasCurl).each([
  ['pat-past-expiry-accepted', /POST \S+\/access-tokens\n {3}201\n/],
  ['pat-secret-in-list-behind-rename', /"token": "\*\*\*"/],
  ['any-bearer-environments', /environments\n {3}200\n[^]*environments\n {3}200\n/],
  ['oauth-no-refresh', /"refresh_token": "\*\*\*"/],
  ['id-twice-in-list', /: 2 times\n/],
])('shows %s, and leaves nothing and prints no secret (needs curl)', async (name, seen) => {
  const script = await scriptOf(named(name))
  const { exitCode, output, left, leaked } = await runScript(script, named(name))
  expect({ exitCode, left, leaked }, `${script}\n${output}`).toEqual({ exitCode: 0, left: [], leaked: [] })
  expect(output).toMatch(seen)
})

it.skipIf(!hasCurl)('finds ids and secrets whatever the answers look like (needs curl)', async () => {
  const conventions = { objectEnvelope: 'data', secretName: 'value', deletedStatus: 200 } as const
  const deviation = { ...named('pat-past-expiry-accepted'), conventions }
  const { exitCode, output, left, leaked } = await runScript(await scriptOf(deviation), deviation)
  expect({ exitCode, left, leaked }, output).toEqual({ exitCode: 0, left: [], leaked: [] })
  expect(output).toContain('"value": "***"')
})

it.skipIf(!hasCurl).each([
  [1, 130],
  [2, 130],
  // The first request of the clean-up.
  [3, 0],
])('leaves nothing when Ctrl-C comes with request %i (needs curl)', async (stopAt, code) => {
  const deviation = named('pat-past-expiry-accepted')
  const script = await scriptOf(deviation)
  const { exitCode, output, left, leaked, requests } = await runScript(script, deviation, stopAt)
  expect({ exitCode, left, leaked }, output).toEqual({ exitCode: code, left: [], leaked: [] })
  expect(requests.filter((request) => !request.startsWith('DELETE'))).toHaveLength(Math.min(stopAt, 2))
})

it.each([
  ['pat_0123456789', '$T'],
  ['pat_0123456789x', '${T}|x'],
  ['xpat_0123456789', 'x|${T}'],
  ['pat_012345678', '${T%?}'],
  ['at_0123456789', '${T#?}'],
  ['pat_0123X56789', '$(part 1-8 "$T")|$(part 9-9 "$T" | rotated)|$(part 10- "$T")'],
  ['pAt_0123456789', '$(part 1-1 "$T")|$(part 2-2 "$T" | swapped)|$(part 3- "$T")'],
  ['PAT_0123456789', '$(part 1-3 "$T" | swapped)|$(part 4- "$T")'],
  ['something-else', undefined],
])('writes the near miss %s as what it is', (value, word) => {
  const made = madeOf(value, 'pat_0123456789', 'T')
  expect(
    made
      ?.filter((part) => part !== '')
      .map((part) => (typeof part === 'string' ? part : part.shell))
      .join('|'),
  ).toBe(word)
})
