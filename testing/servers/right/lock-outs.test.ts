// The results of a run for servers that lock out senders of wrong credentials.
import { expect, it } from 'vitest'
import { resultLines, runKit } from '../../conformance/subject.ts'
import { byHand } from './by-hand.ts'

async function undecidedResults(name: string): Promise<readonly string[]> {
  const { options = {}, ...subject } = await byHand.find((server) => server.name === name)!.make()
  return resultLines(await runKit(subject, options), 'blocked', 'insufficientEvidence')
}

it('names the cause once for each credential that is locked out', async () => {
  const lines = await undecidedResults('an address blocked after 15 failed log-ins')
  const causes = lines.map(
    (line) => /requests with wrong credentials the target no longer accepts the ([\w ]+)/.exec(line)?.[1],
  )
  const named = causes.filter((cause) => cause !== undefined)
  expect(named.length).toBeGreaterThan(0)
  expect(new Set(named).size).toBe(named.length)
})

it('says of a 429 that does not end that the address may be locked out', async () => {
  const lines = await undecidedResults('an address blocked after 5 failed log-ins, by 429')
  const refused = lines.filter((line) => / 429\b/.test(line))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter((line) => !line.includes('may have locked this address out'))).toEqual([])
})
