import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import { emulate, ended } from '../../../testing/emulator/conformance-client.ts'

it('says what a deviation breaks, without a secret', async () => {
  const { emulator, ask } = emulate({ deviations: ['reference-prefixed'] })
  await ask('POST', '', { only: ['ids.never-prefixed'] })
  const run = await ended(ask)
  const failed = run.results.filter(({ verdict }: { verdict: string }) => verdict === 'fail')
  expect(failed).toMatchObject([
    {
      requirement: 'ids.never-prefixed',
      message: expect.stringMatching(/./),
      fact: { kind: expect.stringMatching(/./) },
      places: expect.arrayContaining([expect.objectContaining({ method: 'GET', operation: expect.any(String) })]),
    },
  ])
  const printed = JSON.stringify(run) + (await ask('GET', '/report')).body
  const { clientSecret, token, integrationToken, apiKey } = emulator.credentials
  for (const secret of [clientSecret, token, integrationToken, apiKey]) expect(printed).not.toContain(secret)
})

it('says while it goes on by which kind of fact a check failed and why others are open, in no words of the target', async () => {
  const { ask } = emulate({ deviations: ['reference-prefixed'] })
  await ask('POST', '', { only: ['ids.*', 'mcp.*'] })
  const early: any[] = []
  const running: string[] = []
  for (;;) {
    const run = (await ask('GET', `?after=${early.length}`)).body
    if (run.state !== 'running') break
    early.push(...run.results)
    running.push(...run.running)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(early.length).toBeGreaterThan(0)
  expect(running.length).toBeGreaterThan(0)
  const known = new Set((await ended(ask)).results.map(({ check }: { check: string }) => check))
  expect(running.filter((check) => !known.has(check))).toEqual([])
  expect(await ended(ask)).toMatchObject({ running: [], secondsLeft: null })
  const open = early.filter(({ verdict }) => ['fail', 'blocked', 'insufficientEvidence'].includes(verdict))
  expect(open.length).toBeGreaterThan(0)
  for (const { verdict, message, fact, places, cause } of open) {
    expect({ message, places }).toEqual({ message: '', places: undefined })
    expect(verdict === 'fail' ? fact : cause).toMatchObject({ kind: expect.stringMatching(/./) })
    if (fact) expect(Object.keys(fact)).toEqual(['kind'])
  }
})

it('checks fresh data whatever was done to the worlds, and leaves them as they are', async () => {
  const { emulator, ask } = emulate({ limits: { worlds: 1 } })
  emulator.worlds.use('mine').data.insert('flows', { name: 'Kept' })
  emulator.data.removeAll('catalogs')
  emulator.data.removeAll('projects')
  emulator.faults.add({ status: 503, times: 'always' })
  emulator.scenarios.set(['token-expires-mid-walk'])
  const before = emulator.worlds.default.state
  expect((await ask('POST', '', { only: ['cursors.*'] })).status).toBe(202)
  const run = await ended(ask)
  expect(new Set(run.results.map(({ verdict }: { verdict: string }) => verdict))).toEqual(new Set(['pass']))
  expect(emulator.worlds.use('mine').data.find('flows', { limit: 1 })).toMatchObject([{ name: 'Kept' }])
  expect([emulator.faults.pending.length, emulator.scenarios.names.length, emulator.requests.size]).toEqual([1, 1, 0])
  expect(emulator.worlds.default.state.collections).toBe(before.collections)
})

it('runs one at a time, and stops', async () => {
  const { ask, emulator } = emulate()
  const both = await Promise.all([ask('POST'), ask('POST')])
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
  expect((await ask('POST')).body.error.message).toContain('DELETE /_emulator/conformance')
  expect((await ask('DELETE')).status).toBe(202)
  expect((await ended(ask)).state).toBe('stopped')
  expect(emulator.worlds.names).toEqual(['default'])
  expect((await ask('POST', '', { only: ['ids.grammar'] })).status).toBe(202)
  expect((await ended(ask)).state).toBe('ended')
})

it('takes no order from a page of another origin, also where that page may use the control API', async () => {
  const { ask, emulator } = emulate()
  for (const origin of ['http://localhost:3000', 'null', 'https://evil.example'])
    for (const method of ['POST', 'DELETE'])
      expect(await ask(method, '', undefined, { origin })).toMatchObject({
        status: 403,
        body: { error: { code: 'foreign_origin' } },
      })
  expect(emulator.worlds.names).toEqual(['default'])
  expect((await ask('POST', '', { only: ['ids.grammar'] }, { origin: 'http://localhost:4113' })).status).toBe(202)
  await ended(ask)
})

it.each([
  [{ target: { baseUrl: 'ftp://x' } }, /baseUrl/],
  [{ target: { baseUrl: 'http://me:secret@127.0.0.1:1/' } }, /user name/],
  [{ target: { baseUrl: 'http://127.0.0.1:1/?x=1' } }, /query/],
  [{ target: { basUrl: 'http://127.0.0.1:1' } }, /basUrl/],
  [{ only: ['ids.grammer'] }, /ids.grammar/],
  [{ onyl: [] }, /onyl/],
])('refuses the order %j before anything is sent', async (order, message) => {
  const { ask, emulator } = emulate()
  const { status, body } = await ask('POST', '', order)
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)])
  expect(emulator.worlds.names).toEqual(['default'])
  expect((await ask('GET')).body.state).toBe('idle')
})

it('asks a choice if told so, and makes no badge of it', async () => {
  const { ask } = emulate()
  await ask('POST', '', { quick: true, only: ['ids.grammar'] })
  expect(await ended(ask)).toMatchObject({ state: 'ended', summary: { conformant: null } })
  expect((await ask('GET', '/report?format=json')).body).toMatchObject({ quick: true })
  expect((await ask('GET', '/report?format=badge')).status).toBe(409)
  await ask('POST', '', { thorough: true, only: ['ids.grammar'] })
  await ended(ask)
  expect((await ask('GET', '/report?format=badge')).status).toBe(200)
})

it('reads a target file with the variables that it needs, and judges the service that it names', async () => {
  const service = createEmulator({ deviations: ['reference-prefixed'] })
  const judged = await serve(service, { port: 0 })
  const { ask } = emulate()
  const targetFile = [
    `baseUrl: ${judged.url}`,
    '# ${NOT_A_VARIABLE}',
    'credentials: { token: "${PLATFORM_TOKEN}" }',
    'samples: { catalogId: 2rHt2Okh4RUnlKcuUyeAJjTsJzW }',
  ].join('\n')
  expect(await ask('POST', '/target', { targetFile })).toMatchObject({
    status: 200,
    body: {
      baseUrl: judged.url,
      declared: ['credentials.token', 'samples.catalogId'],
      allowWrites: false,
      variables: ['PLATFORM_TOKEN'],
    },
  })
  const broken = await ask('POST', '/target', { targetFile: 'baseUrl: [' })
  expect([broken.status, broken.body.error.message]).toEqual([400, expect.stringMatching(/neither JSON nor YAML/)])
  expect((await ask('POST', '', { targetFile })).body.error.message).toMatch(/PLATFORM_TOKEN.*is not set/)
  const { token } = service.credentials
  await ask('POST', '', {
    targetFile,
    variables: { PLATFORM_TOKEN: token },
    only: ['ids.never-prefixed', 'link.*'],
  })
  const run = await ended(ask)
  expect(run).toMatchObject({ state: 'ended', target: judged.url, isEmulator: false })
  const { body: document } = await ask('GET', '/document')
  expect(document).toMatchObject({
    subject: judged.url,
    sections: expect.arrayContaining([
      expect.objectContaining({
        anchor: 'failed',
        failures: [expect.objectContaining({ id: 'ids.never-prefixed', checks: expect.any(Array) })],
      }),
    ]),
    declare: expect.arrayContaining([
      {
        name: 'samples.projectId',
        note: expect.any(String),
        example: expect.any(String),
        requirements: expect.any(Number),
      },
    ]),
  })
  expect(JSON.stringify(document)).not.toContain(token)

  await ask('POST', '', { again: 'failed', declare: { 'samples.projectId': 'x', allowWrites: 'false' } })
  const again = await ended(ask)
  expect(again).toMatchObject({
    target: judged.url,
    declared: expect.arrayContaining(['credentials.token', 'samples.projectId', 'allowWrites']),
  })
  expect(new Set(again.results.map(({ requirement }: { requirement: string }) => requirement))).toEqual(
    new Set(['ids.never-prefixed']),
  )
  // What is repeated then is the whole run before it.
  await ask('POST', '', { again: 'all' })
  const all = await ended(ask)
  expect([again.isPart, all.isPart, all.total > again.total]).toEqual([true, false, true])
  await judged.close()
})

it('repeats no run where there was none, and none of failures where nothing failed', async () => {
  const { ask } = emulate()
  expect((await ask('GET', '/document')).status).toBe(404)
  expect((await ask('POST', '', { again: 'failed' })).body.error.message).toContain('There is no run to repeat.')
  await ask('POST', '', { only: ['ids.grammar'] })
  expect(await ended(ask)).toMatchObject({ isEmulator: true, declared: [] })
  expect((await ask('POST', '', { again: 'failed' })).body.error.message).toContain(
    'No check of the latest run failed.',
  )
})
