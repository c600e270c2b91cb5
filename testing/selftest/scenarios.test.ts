import { expect, it } from 'vitest'
import { emulatorSubject, failedRequirements, resultLines, runKit } from './subject.ts'

/** Breaks the letter of clause 4.10, as many servers do: a link promises records, and the page is empty. */
const beyond = 'empty-page-mid-walk'
/** One of each family; scenarios.long.test.ts has them all. */
const legal = [
  'token-expires-mid-walk',
  'objects-change-mid-walk',
  'link-previous-first',
  'unknown-members',
  'rate-limited-mid-walk',
  'rename-races-revoke',
] as const

/** The specification allows these scenarios, so the kit must neither fail nor blame the emulator for them. */
it.each(legal.slice(0, 3))('blames nothing while %s plays', async (name) => {
  const result = await runKit(emulatorSubject({}, [name]))
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(result.results.some(({ verdict }) => verdict === 'pass')).toBe(true)
})

it('blames nothing while all of them play, under other conventions', async () => {
  const result = await runKit(
    emulatorSubject(
      {
        listEnvelope: 'items',
        errorBody: 'problem',
        legacyListEnvelope: 'data',
        unknownCursor: 'refuse',
        unauthenticatedStatus: 403,
        scopeFormat: 'object',
        objectEnvelope: 'data',
      },
      legal,
    ),
  )
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})

it('blames an empty page that was promised records for that alone', async () => {
  // Groups that the run creates would excuse it: the page is empty once.
  const result = await runKit(emulatorSubject({}, [beyond]), { allowWrites: false })
  expect(failedRequirements(result)).toEqual(['link.results'])
})
