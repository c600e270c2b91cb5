import { expect, it } from 'vitest'
import { madeCredentials, madeDialect, type MadeRequest, madeRun } from '../../../testing/clients/made-run.ts'
import { phraseText } from '../../wording/text.ts'
import { clientRunText } from '../reports/client-finding.ts'
import { judgeWatched } from './judge-watched.ts'

/** The result of a check, of the requests in each world. */
function judged(check: string, ...worlds: readonly (readonly MadeRequest[])[]) {
  const results = judgeWatched({
    transcripts: worlds.map((requests) => madeRun(requests).transcript),
    dialect: madeDialect,
    credentials: madeCredentials,
    reports: (result) => result.check === check,
  })
  return results[0]!
}

const wrong: MadeRequest = { line: 'GET /1.13/environments', authorization: 'given-token-1', status: 401 }
const right: MadeRequest = { line: 'GET /1.13/environments', authorization: 'Bearer given-token-1' }

it('reports as a value in how many worlds a client breaks a requirement', () => {
  const result = judged('client.bearer', [wrong], [right], [wrong])
  expect(result).toMatchObject({ verdict: 'fail', worlds: 2 })
  expect(phraseText(result.got)).not.toContain('world')
  expect(clientRunText(result)).toBe('the watched command, in 2 worlds')
  expect(judged('client.bearer', [wrong], [right])).not.toHaveProperty('worlds')
  expect(judged('client.bearer', [right], [right])).toMatchObject({ verdict: 'pass' })
})

it('names the scenario that brings about what the tests never did', () => {
  const lost = judged('client.writes-once', [right])
  expect(lost.message).toBe(
    'No answer to a write was lost; your tests never did this. The scenario connection-dropped-after-write brings it about.',
  )
  expect(lost.cause).toEqual({ kind: 'neverDone', scenario: 'connection-dropped-after-write' })
  // Its default waits for a second request, which a short test never sends.
  const expired = judged('client.expired-token', [right])
  expect(expired.cause).toEqual({ kind: 'neverDone', scenario: 'token-expires-at-request=1' })
  const never = judged('client.invoke', [right])
  expect([never.message, never.cause]).toEqual([
    'No command was invoked; your tests never did this.',
    { kind: 'neverDone' },
  ])
})
