// Scripts of failures are run with `sh` and `curl` against the emulator that failed.
import { expect, it } from 'vitest'
import { everyDeviation } from '../../../testing/faults/faults.ts'
import { hasCurl, runScript, failureScript } from '../../../testing/scripted-emulator.ts'
import { fail } from '../../conclusions/conclusion.ts'
import { toCurl } from '../../conclusions/exchange.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { defineCheck } from '../define-check.ts'
import { runConformance } from '../run-conformance.ts'
import { deriveNearMiss } from './values.ts'

const named = (name: string) => everyDeviation.find((deviation) => deviation.name === name)!

it.skipIf(!hasCurl).each([
  ['pat-past-expiry-accepted', /POST \S+\/access-tokens\n {3}201\n/],
  ['pat-secret-in-list-behind-rename', /"token": "\*\*\*"/],
  ['any-bearer-environments', /environments\n {3}200\n[^]*environments\n {3}200\n/],
  ['oauth-no-refresh', /"refresh_token": "\*\*\*"/],
  ['id-twice-in-list', /"id":"(\w{27})".*"id":"\1"/],
])('reproduces %s, leaves nothing and prints no secret (needs curl)', async (name, seen) => {
  const script = await failureScript(named(name))
  const { exitCode, output, left, leaked } = await runScript(script, named(name))
  expect({ exitCode, left, leaked }, `${script}\n${output}`).toEqual({ exitCode: 0, left: [], leaked: [] })
  expect(output).toMatch(seen)
})

it.skipIf(!hasCurl)('finds ids and secrets whatever the answers look like (needs curl)', async () => {
  const conventions = { objectEnvelope: 'data', secretName: 'value', deletedStatus: 200 } as const
  const deviation = { ...named('pat-past-expiry-accepted'), conventions }
  const { exitCode, output, left, leaked } = await runScript(await failureScript(deviation), deviation)
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
  const script = await failureScript(deviation)
  const { exitCode, output, left, leaked, requests } = await runScript(script, deviation, stopAt)
  expect({ exitCode, left, leaked }, output).toEqual({ exitCode: code, left: [], leaked: [] })
  expect(requests.filter((request) => !request.startsWith('DELETE'))).toHaveLength(Math.min(stopAt, 2))
})

it.each([
  ['pat_0123456789x', '${T}x'],
  ['pat_012345678', '${T%?}'],
  ['pat_0123X56789', '$(changed 9 "$T")'],
  ['PAt_0123456789', undefined],
  ['something-else', undefined],
])('writes the near miss %s as an edit of the secret', (text, shell) => {
  expect(deriveNearMiss(text, 'pat_0123456789')?.('T')).toBe(shell)
})

it('sends what a gateway demands: headers from the environment, and the files of a certificate', async () => {
  const at200 = defineCheck({
    id: 'http.json.gateway',
    effect: 'read',
    description: 'Fails.',
    run: async (session) => {
      const at = await session.send({ path: 'https://target.example/elsewhere', as: 'none' })
      fail({ expected: phrase`404`, got: phrase`200`, fact: { kind: 'status', at, wanted: 404 } })
    },
  })
  const target = {
    baseUrl: 'https://target.example/api',
    headers: { 'X-Gateway-Key': 'kept-in-the-gateway', 'x-region': 'eu' },
    tls: { cert: "it's.pem", key: 'key.pem', ca: 'ca.pem' },
  }
  const { results } = await runConformance({ target, checks: [at200], fetch: async () => Response.json({}) })
  const [{ reproduce = '', evidence } = { evidence: [] }] = results
  const curl = toCurl(evidence[0]!.request)
  for (const text of [reproduce, curl]) {
    expect(text).toMatch(/-H ['"]+x-gateway-key: '?"?\$\{?PLATFORM_HEADER_X_GATEWAY_KEY\}?" -H 'x-region: eu' /)
    expect(text).toMatch(/ --cert 'it'\\''s\.pem' --key '?key\.pem'? --cacert '?ca\.pem'?/)
    expect(text).not.toContain('kept-in')
  }
  expect(reproduce).toContain('\ncredential PLATFORM_HEADER_X_GATEWAY_KEY\n')
  expect(reproduce).toContain('\nrequest GET "$origin/elsewhere" ')
})
