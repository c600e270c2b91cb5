import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { obtainToken, refresh as refreshWith } from '../../testing/emulator/token-requests.ts'
import { ask } from '../../testing/suite/ask.ts'
import { createEmulator } from '../create-emulator.ts'
import { CaseSchema } from './case-file.ts'
import { findFaults } from '../tools/schema-validator.ts'
import { gzip } from './save-case.ts'
import { readCase } from '../serve/case/read-case.ts'

/** The forms in which a client may write a secret by accident. */
const forms: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => secret.slice(0, -1),
  (secret) => `${secret}x`,
  (secret) => btoa(secret),
  (secret) => btoa(`id:${secret}`),
  (secret) => encodeURIComponent(secret).replace('_', '%5F'),
]

it('contains no secret in any form, and none that a client has from elsewhere', async () => {
  const emulator = createEmulator()
  const { credentials } = emulator
  const { clientSecret, token, integrationToken, apiKey, dsn } = credentials
  const foreign = 'Sup3rSecretOfProduction99'
  const { access_token: access, refresh_token: refresh } = (await obtainToken(emulator)).json
  const secrets = [clientSecret, token, integrationToken, apiKey, dsn.slice(8, 40), access, refresh]
  for (const secret of [...secrets, foreign])
    for (const toForm of forms) {
      const text = toForm(secret)
      await ask(emulator, 'GET', '/1.13/environments', { auth: `Bearer ${text}` })
      const headers = { cookie: `sid=${text}` }
      await ask(emulator, 'GET', '/1.13/environments', { auth: `Basic ${btoa(`${text}:`)}`, headers })
      await ask(emulator, 'GET', `/1.13/projects?api_key=${encodeURIComponent(text)}`)
      const json = { name: 'New', password: text, nested: { api_token: [text, { deeper: text }] } }
      await ask(emulator, 'POST', '/1.13/flows', { json })
      await refreshWith(emulator, text, { client_secret: text })
      if (secret === foreign) continue
      await ask(emulator, 'GET', `/1.13/flows/${text}`, { headers: { 'x-note': `it is ${text}` } })
      await ask(emulator, 'POST', '/1.13/flows', { json: { name: text } })
    }
  emulator.faults.add({ status: 503, headers: { 'x-api-key': foreign }, body: { token: foreign } })
  const failure = { test: `signs in with ${token}`, message: `got ${access}` }
  const text = gunzipSync(await emulator.saveCase({ failure })).toString()
  const low = text.toLowerCase()
  const leaks: string[] = []
  const around = (whole: string, found: string) => whole.slice(Math.max(0, whole.indexOf(found) - 60)).slice(0, 100)
  for (const secret of [...secrets, foreign]) {
    const core = secret.replace(/^[a-z]+_/, '').toLowerCase()
    for (let at = 0; at + 10 <= core.length; at++)
      if (low.includes(core.slice(at, at + 10))) leaks.push(around(low, core.slice(at, at + 10)))
    for (const encoded of [btoa(secret), btoa(`id:${secret}`), btoa(`${secret}:`)])
      if (text.includes(encoded.slice(4, 16))) leaks.push(around(text, encoded.slice(4, 16)))
  }
  expect(leaks).toEqual([])
})

it('matches its schema, keeps what a client sends for a secret that it does not have, and leaves out data of the seed', async () => {
  const emulator = createEmulator({ seed: 3 })
  for (const value of ['Bearer undefined', 'Bearer ', 'Basic bnVsbDo='])
    await emulator.fetch('https://api.example/1.13/flows', { headers: { authorization: value } })
  const bytes = await emulator.saveCase({ world: 'default', failure: { exitCode: 1, command: ['npm', 'test'] } })
  const file = readCase(bytes)
  expect(findFaults(CaseSchema, file)).toEqual([])
  const sent = file.events.flatMap((event) => (event.kind === 'request' ? [event.headers[1]] : []))
  expect(sent).toEqual(['Bearer undefined', 'Bearer', 'Basic <redacted>'])
  expect(bytes.length).toBeLessThan(3000)
  await expect(emulator.saveCase({ world: 'other' })).rejects.toMatchObject({ code: 'unknown_world' })
})

it('leaves out what exceeds the limits, and says how much', async () => {
  const emulator = createEmulator({ requests: { entries: 5 } })
  for (let step = 0; step < 9; step++)
    await emulator.fetch('https://api.example/1.13/flows', {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: step === 7 ? 'x'.repeat(70_000) : 'A' }),
    })
  const { dropped, events } = readCase(await emulator.saveCase())
  expect(dropped).toEqual({ requests: 4, functions: 0 })
  const requests = events.filter((event) => event.kind === 'request')
  expect(requests.map(({ body, bodyLength }) => [body === undefined, bodyLength > 65_536])).toEqual([
    ...[1, 2, 3].map(() => [false, false]),
    [true, true],
    [false, false],
  ])
})

it('saves only the changes of a snapshot that is loaded again, and serves other requests meanwhile', async () => {
  const emulator = createEmulator({ scale: 20 })
  const snapshot = JSON.stringify(emulator.snapshot())
  for (let step = 0; step < 12; step++) emulator.restore(JSON.parse(snapshot))
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const bytes = await emulator.saveCase()
  clearInterval(timer)
  expect(bytes.length).toBeLessThan(3000)
  expect(turns).toBeGreaterThan(1)
})

/** A case of one request, in which a string is replaced. */
async function changed(from: string, to: string): Promise<Uint8Array> {
  const emulator = createEmulator()
  await emulator.fetch('https://api.example/1.13/flows')
  const text = JSON.stringify(readCase(await emulator.saveCase()))
  expect(text).toContain(from)
  return gzip(text.replace(from, to))
}

const whole = { format: 'platform-data-emulator/case/1', version: '0.1.0' }

it.each<[string, () => Promise<Uint8Array>, string, RegExp]>([
  ['a text', async () => new TextEncoder().encode('{}'), 'invalid_case', /must be a gzip file/],
  ['half a file', async () => (await createEmulator().saveCase()).slice(0, 200), 'invalid_case', /cut off or damaged/],
  ['a deep nest', () => gzip(`${'['.repeat(5000)}${']'.repeat(5000)}`), 'invalid_case', /nests more than/],
  [
    'another version',
    () => gzip(JSON.stringify({ ...whole, version: '0.0.9' })),
    'case_version',
    /emulator@0\.0\.9 replay/,
  ],
  [
    'a command for a version',
    () => gzip(JSON.stringify({ ...whole, version: '1; rm -rf ~' })),
    'case_version',
    /emulator@VERSION/,
  ],
  ['an event of a later kind', () => changed('"kind":"request"', '"kind":"later"'), 'invalid_case', /must be an event/],
  [
    'a time that no clock has',
    () =>
      changed('"kind":"request","world":"default","at":', '"kind":"request","world":"default","at":9e99,"servedAt":'),
    'invalid_case',
    /\/at/,
  ],
])('refuses %s, with a reason', async (_name, make, code, message) => {
  const bytes = await make()
  expect(() => readCase(bytes)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }))
})

it('takes no member that would change what objects are', async () => {
  const text = JSON.stringify(readCase(await createEmulator().saveCase()))
  const hostile = text.replace('"conventions":{', '"conventions":{"__proto__":{"isAdmin":true}')
  const file = readCase(await gzip(hostile))
  expect([(file.conventions as { isAdmin?: boolean }).isAdmin, ({} as { isAdmin?: boolean }).isAdmin]).toEqual([
    undefined,
    undefined,
  ])
  const more = await gzip(text.replace('"seed":', '"run":"rm","seed":'))
  expect(() => readCase(more)).toThrow('The case is damaged')
})
