import { expect, it } from 'vitest'
import type { OpenOptions } from '../../../emulator/open-emulator.ts'
import { openJudging } from '../../../testing/emulator/judging-emulator.ts'

const origin = 'http://localhost:4113'

/** Makes an emulator whose control API judges clients, with helpers that send requests to it. */
function emulate(options: OpenOptions = {}) {
  const { emulator } = openJudging({ onError: () => {}, clock: '2026-03-01T12:00:00Z', ...options })
  const { clientId, clientSecret, token } = emulator.credentials
  const send = (path: string, init: RequestInit = {}) => emulator.fetch(`${origin}${path}`, init)
  const control = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await send(path, { method, ...sent, headers: { ...type, ...headers } })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    // eslint-disable-next-line typescript/no-explicit-any -- tests read arbitrary members
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as any }
  }
  return {
    emulator,
    send,
    control,
    /** Sends a request to the endpoint of watches. */
    ask: (method: string, path = '', body?: unknown, headers?: Record<string, string>) =>
      control(method, `/_emulator/client${path}`, body, headers),
    /** Lists environments with the default token, sent unchanged. */
    list: (authorization = `Bearer ${token}`, world = '') =>
      send(`${world}/1.13/environments`, { headers: { authorization } }),
    getToken: async (world = '') => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const response = await send(`${world}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
      return ((await response.json()) as { access_token: string }).access_token
    },
  }
}

// eslint-disable-next-line typescript/no-explicit-any -- tests read arbitrary members
const verdictOf = (status: any, check: string) =>
  status.results.find((result: { check: string }) => result.check === check)

it('judges requests of a client as they arrive, and writes the reports', async () => {
  const { ask, list, emulator } = emulate()
  expect((await ask('GET')).body).toMatchObject({ state: 'idle', results: null })
  expect(await ask('GET', '/report')).toMatchObject({ status: 404, body: { error: { code: 'no_report' } } })
  expect((await ask('DELETE')).body.state).toBe('idle')
  await list('no judge sees this')
  const begun = await ask('POST', '', { name: 'my <SDK>' })
  expect(begun).toMatchObject({ status: 202, body: { state: 'watching', world: 'default', requests: 0 } })
  expect(verdictOf(begun.body, 'client.bearer')).toMatchObject({
    verdict: 'insufficientEvidence',
    sprung: false,
    cause: { kind: 'neverDone' },
  })
  await list()
  const good = (await ask('GET')).body
  expect(verdictOf(good, 'client.bearer')).toMatchObject({ verdict: 'pass', sprung: true, message: '' })
  expect((await ask('GET', `?known=${good.revision}`)).body).toMatchObject({
    requests: 1,
    results: null,
    summary: null,
  })
  expect((await ask('GET', '/report')).body).toContain('1 run, 1 request')
  await list(emulator.credentials.token)
  expect(verdictOf((await ask('GET')).body, 'client.bearer')).toMatchObject({
    verdict: 'fail',
    message: expect.stringMatching(/^expected Authorization: Bearer/),
    fact: { kind: expect.stringMatching(/./) },
    careful: expect.stringMatching(/./),
    evidence: ['GET /1.13/environments → 401'],
  })
  const ended = (await ask('DELETE')).body
  expect(ended).toMatchObject({ state: 'ended', why: null, summary: { conformant: false, exitCode: 1 } })
  await list('no judge sees this')
  expect((await ask('GET')).body).toEqual(ended)
  const html = await ask('GET', '/report')
  expect(html.headers.get('content-security-policy')).toBe('sandbox allow-scripts')
  expect(html.body).toContain('id="client.bearer"')
  expect(html.body).toContain('my &lt;SDK&gt;')
  const json = (await ask('GET', '/report?format=json')).body
  expect(json).toMatchObject({ kind: 'client', client: { name: 'my <SDK>', command: [] }, conformant: false })
  for (const format of ['junit', 'markdown'])
    expect((await ask('GET', `/report?format=${format}`)).body).toContain('SDK')
  expect((await ask('GET', '/report?format=pdf')).status).toBe(400)
})

it('shows no secret, even one issued before the watch began', async () => {
  const { ask, send, list, getToken, emulator } = emulate()
  const early = await getToken()
  await ask('POST')
  const late = await getToken()
  const header = { headers: { authorization: `Bearer ${late}` } }
  await send(`/1.13/environments?brand=${early}&access_token=${late}`, header)
  await list(`Token ${early}`)
  await list(`Bearer ${early}`)
  await send('/0/projects/', { headers: { authorization: `Basic ${btoa(emulator.credentials.apiKey)}` } })
  const ended = (await ask('DELETE')).body
  for (const check of ['client.bearer', 'client.api-key']) expect(verdictOf(ended, check).verdict).toBe('fail')
  expect(verdictOf(ended, 'client.secrets-in-headers').verdict).toBe('advice')
  const printed = [
    ended,
    ...(await Promise.all(
      ['html', 'json', 'junit', 'markdown'].map(async (format) => (await ask('GET', `/report?format=${format}`)).body),
    )),
  ]
    .map((text) => JSON.stringify(text))
    .join('')
  const { clientSecret, token, integrationToken, apiKey, dsn } = emulator.credentials
  for (const secret of [early, late, clientSecret, token, integrationToken, apiKey, btoa(apiKey), dsn])
    expect(printed).not.toContain(secret)
})

it('shows no secret from before the watch, even after many newer ones', async () => {
  const { ask, send, getToken } = emulate()
  const early = await getToken()
  for (let count = 0; count < 50; count++) await getToken()
  await ask('POST')
  await send(`/1.13/environments?brand=${early}`, { headers: { authorization: `Token ${early}` } })
  const printed = JSON.stringify([(await ask('DELETE')).body, (await ask('GET', '/report?format=json')).body])
  expect(printed).toContain('Token <secret>')
  expect(printed).not.toContain(early)
})

it('waits for requests that may still come, until DELETE ends the watch', async () => {
  const { ask, list, getToken, emulator } = emulate()
  await ask('POST')
  const token = await getToken()
  emulator.clock.advance('2h')
  await list(`Bearer ${token}`)
  const waiting = verdictOf((await ask('GET')).body, 'client.expired-token')
  expect(waiting).toMatchObject({
    verdict: 'insufficientEvidence',
    message: expect.stringMatching(/^It may still come/),
  })
  expect(verdictOf((await ask('DELETE')).body, 'client.expired-token')).toMatchObject({ verdict: 'fail' })
  await ask('POST')
  const old = await getToken()
  emulator.clock.advance('2h')
  await list(`Bearer ${old}`)
  await list(`Bearer ${await getToken()}`)
  expect(verdictOf((await ask('DELETE')).body, 'client.expired-token')).toMatchObject({ verdict: 'pass' })
})

it('judges one world, or all, each of them between its resets, and continues after a world is dropped', async () => {
  const { ask, control, list, emulator } = emulate()
  await control('POST', '/~blue/_emulator/client')
  await list('wrong')
  await list('wrong', '/~green')
  await list(undefined, '/~blue')
  expect((await ask('GET')).body).toMatchObject({ world: 'blue', requests: 1, summary: { counts: { fail: 0 } } })
  emulator.worlds.drop('blue')
  expect((await ask('GET')).body.state).toBe('watching')
  await list(undefined, '/~blue')
  emulator.worlds.use('blue').reset()
  await list('wrong', '/~blue')
  expect((await ask('DELETE')).body).toMatchObject({ requests: 3, summary: { counts: { fail: 1 } } })
  expect((await ask('GET', '/report')).body).toContain('3 runs, 3 requests')
  await ask('POST', '', { allWorlds: true })
  await list(undefined, '/~red')
  await list()
  expect((await ask('DELETE')).body).toMatchObject({ world: null, requests: 2 })
  expect((await ask('GET', '/report')).body).toContain('2 runs, 2 requests')
})

it('ignores requests that opt out, requests of a fork, and requests of the control API', async () => {
  const { ask, send, list, emulator } = emulate()
  await ask('POST')
  await send('/1.13/environments', { headers: { authorization: 'wrong', 'x-emulator-unwatched': 'console' } })
  await emulator.fork().fetch(`${origin}/1.13/environments`)
  await send('/_emulator/data/flows')
  await list()
  expect((await ask('DELETE')).body).toMatchObject({ requests: 1, summary: { counts: { fail: 0 } } })
})

it('stops by itself before it would blame a client for another cause', async () => {
  const { ask, list, emulator } = emulate()
  await ask('POST')
  await list()
  emulator.setConventions({ listEnvelope: 'array' })
  await list('wrong')
  expect((await ask('GET')).body).toMatchObject({
    state: 'ended',
    requests: 1,
    why: expect.stringContaining('conventions'),
  })
  await ask('POST')
  emulator.deviations.add('reference-prefixed')
  await list('wrong')
  const ended = (await ask('GET')).body
  expect(ended).toMatchObject({ state: 'ended', requests: 0, why: expect.stringContaining('reference-prefixed') })
  expect(await ask('POST')).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('DELETE /_emulator/deviations') } },
  })
})

it('watches one client at a time, for a page of its own, too', async () => {
  const { ask } = emulate()
  const both = await Promise.all([ask('POST'), ask('POST')])
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
  expect((await ask('POST')).body.error.message).toContain('DELETE /_emulator/client')
  await ask('DELETE')
  expect((await ask('POST', '', {}, { origin })).status).toBe(202)
})

it.each([
  [{ only: ['client.berer'] }, /client\.bearer/],
  [{ wrld: 'x' }, /wrld/],
  [{ name: '' }, /name/],
  [{}, /own pages/, 'http://localhost:3000'],
  [{}, /own pages/, 'null'],
])('refuses the options %j', async (order, message, from?: string) => {
  const { ask } = emulate()
  const { status, body } = await ask('POST', '', order, from === undefined ? {} : { origin: from })
  expect([status, body.error.message]).toEqual([from === undefined ? 400 : 403, expect.stringMatching(message)])
  expect((await ask('GET')).body.state).toBe('idle')
})
