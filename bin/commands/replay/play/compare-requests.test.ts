import { expect, it } from 'vitest'
import { readCase } from '../../../../emulator/case/read-case.ts'
import { createEmulator } from '../../../../emulator/create-emulator.ts'
import { firstDifference } from './compare-requests.ts'

/** The case of a client that creates flows of these names, one after another. */
async function caseOf(names: readonly string[]) {
  const emulator = createEmulator({ clock: '2026-03-01T12:00:00Z' })
  const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
  for (const name of names)
    await emulator.fetch('https://api.example/1.13/flows', { method: 'POST', headers, body: JSON.stringify({ name }) })
  return readCase(await emulator.saveCase())
}

it.each([
  [['A', 'B'], ['A', 'B'], undefined],
  [['A', 'B'], ['A', 'C'], { recorded: { number: 2 }, parts: [{ part: 'body' }] }],
  [['A', 'B'], ['A'], { sent: undefined, recorded: { number: 2 } }],
  [['A'], ['A', 'B'], { recorded: undefined, sent: { number: 2 } }],
])('tells the first request that differs, of %j and then %j', async (then, now, difference) => {
  const found = firstDifference(await caseOf(then), await caseOf(now))
  expect(found ?? {}).toMatchObject(difference ?? {})
  expect(found === undefined).toBe(difference === undefined)
})
