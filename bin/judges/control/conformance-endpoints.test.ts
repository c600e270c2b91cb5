import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import { emulateConformance, ended } from '../../../testing/emulator/conformance-client.ts'

it('checks a copy of this emulator, and writes reports of what is broken, without a secret', async () => {
  const { emulator, ask } = emulateConformance({ deviations: ['reference-prefixed'], basePath: '/api' })
  expect((await ask('GET')).body).toMatchObject({ state: 'idle', target: null, failed: [] })
  expect((await ask('GET', '/report')).status).toBe(404)
  const begun = await ask('POST', '', { only: ['ids.grammar', 'ids.never-prefixed'] })
  expect(begun).toMatchObject({ status: 202, body: { state: 'running', done: 0 } })
  const run = await ended(ask)
  expect(run).toMatchObject({ state: 'ended', isEmulator: true, running: [], secondsLeft: null })
  expect([run.total, emulator.worlds.names, emulator.requests.size]).toEqual([run.done, ['default'], 0])
  expect(run.failed).toEqual([expect.stringMatching(/^ids\.never-prefixed/)])
  const html = await ask('GET', '/report')
  expect(html.headers.get('content-security-policy')).toBe('sandbox allow-scripts')
  expect(html.body).toContain('id="ids.grammar"')
  const { clientSecret, token, integrationToken, apiKey } = emulator.credentials
  for (const secret of [clientSecret, token, integrationToken, apiKey])
    expect(JSON.stringify(run) + html.body).not.toContain(secret)
  expect((await ask('GET', '/report?format=json')).body).toMatchObject({
    target: { baseUrl: run.target },
    failures: [{ requirements: ['ids.never-prefixed'], checks: run.failed }],
  })
  expect((await ask('GET', '/report?format=junit')).status).toBe(200)
  expect((await ask('GET', '/report?format=pdf')).status).toBe(400)
})

it('reports failed checks while it runs', async () => {
  const { ask } = emulateConformance({ deviations: ['reference-prefixed'] })
  await ask('POST', '', { only: ['ids.*', 'mcp.*'] })
  let early: any
  do {
    await new Promise((resolve) => setImmediate(resolve))
    early = (await ask('GET')).body
  } while (early.state === 'running' && early.failed.length === 0)
  expect(early).toMatchObject({
    state: 'running',
    failed: [expect.stringMatching(/^ids\./)],
    summary: null,
  })
})

it('checks fresh data, whatever was done to the worlds, and leaves them unchanged', async () => {
  const { emulator, ask } = emulateConformance({ limits: { worlds: 1 } })
  emulator.worlds.use('mine').data.insert('flows', { name: 'Kept' })
  for (const name of ['catalogs', 'projects'] as const) emulator.data.removeAll(name)
  emulator.faults.add({ status: 503, times: 'always' })
  emulator.scenarios.set(['token-expires-mid-walk'])
  const { collections } = emulator.worlds.default.state
  await ask('POST', '', { only: ['cursors.limit*'] })
  const { summary, done } = await ended(ask)
  expect(summary.counts.pass).toBe(done)
  expect(emulator.worlds.use('mine').data.find('flows', { limit: 1 })).toMatchObject([{ name: 'Kept' }])
  expect([emulator.faults.pending.length, emulator.scenarios.names.length, emulator.requests.size]).toEqual([1, 1, 0])
  expect(emulator.worlds.default.state.collections).toBe(collections)
})

it('allows one run at a time, and stops it on DELETE or when the emulator closes', async () => {
  const { ask, runs } = emulateConformance()
  const both = await Promise.all([ask('POST'), ask('POST')])
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
  expect((await ask('POST')).body.error.message).toContain('DELETE /_emulator/conformance')
  expect((await ask('DELETE')).status).toBe(202)
  expect((await ended(ask)).state).toBe('stopped')
  await ask('POST', '', { target: { baseUrl: 'http://127.0.0.1:1' } })
  expect(await ended(ask)).toMatchObject({ state: 'failed', fault: expect.stringContaining('cannot be reached') })
  await ask('POST', '', { quick: true, only: ['ids.grammar'] })
  expect(await ended(ask)).toMatchObject({ state: 'ended', summary: { conformant: null } })
  await ask('POST')
  await runs.close()
  expect((await ask('GET')).body.state).toBe('stopped')
})

it.each([
  [{ target: { baseUrl: 'ftp://x' } }, /baseUrl/],
  [{ target: { baseUrl: 'http://me:secret@127.0.0.1:1/' } }, /user name/],
  [{ target: { baseUrl: 'http://127.0.0.1:1/?x=1' } }, /query/],
  [{ target: { basUrl: 'http://127.0.0.1:1' } }, /basUrl/],
  [{ only: ['ids.grammer'] }, /ids.grammar/],
  [{ onyl: [] }, /onyl/],
  [{}, /own pages/, 'http://localhost:3000'],
  [{}, /own pages/, 'null'],
])('refuses the options %j before anything is sent', async (order, message, origin?: string) => {
  const { ask, emulator } = emulateConformance()
  const { status, body } = await ask('POST', '', order, origin === undefined ? {} : { origin })
  expect([status, body.error.message]).toEqual([origin === undefined ? 400 : 403, expect.stringMatching(message)])
  expect(emulator.worlds.names).toEqual(['default'])
  expect((await ask('GET')).body.state).toBe('idle')
})

it('reads a target file with its variables, and judges the service that it names', async () => {
  const service = createEmulator({ deviations: ['reference-prefixed'] })
  const { token } = service.credentials
  const server = await serve(service, { port: 0 })
  const { ask } = emulateConformance()
  const targetFile = [
    `baseUrl: ${server.url}`,
    '# ${NOT_A_VARIABLE}',
    'credentials: { token: "${PLATFORM_TOKEN}" }',
    'samples: { catalogId: 2rHt2Okh4RUnlKcuUyeAJjTsJzW }',
  ].join('\n')
  const declared = ['credentials.token', 'samples.catalogId']
  const facts = { baseUrl: server.url, declared, allowWrites: false, variables: ['PLATFORM_TOKEN'] }
  expect((await ask('POST', '/target', { targetFile })).body).toMatchObject(facts)
  const broken = await ask('POST', '/target', { targetFile: 'baseUrl: [' })
  expect([broken.status, broken.body.error.message]).toEqual([400, expect.stringMatching(/neither JSON nor YAML/)])
  expect((await ask('POST', '', { targetFile })).body.error.message).toMatch(/PLATFORM_TOKEN.*is not set/)
  await ask('POST', '', { targetFile, variables: { PLATFORM_TOKEN: token }, only: ['ids.never-prefixed'] })
  const run = await ended(ask)
  expect(run).toMatchObject({ state: 'ended', target: server.url, isEmulator: false, failed: [expect.any(String)] })
  expect(JSON.stringify(run)).not.toContain(token)
  await server.close()
})
