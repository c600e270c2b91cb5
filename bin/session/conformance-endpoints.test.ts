import { afterEach, expect, it } from 'vitest'
import { seedOf } from '../../fixtures/packs.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { openEmulator, type OpenOptions } from '../../emulator/open-emulator.ts'
import { conformanceEndpoints } from './conformance-endpoints.ts'
import { ConformanceRuns } from './conformance-runs.ts'

const seed = seedOf('default', { seed: 1, scale: undefined })
const open = new Set<ConformanceRuns>()
afterEach(async () => {
  for (const runs of open) await runs.close()
  open.clear()
})

interface Reply {
  readonly status: number
  readonly headers: Headers
  // eslint-disable-next-line typescript/no-explicit-any -- tests read arbitrary members
  readonly body: any
}

function emulate(options: OpenOptions = {}): {
  readonly emulator: Emulator
  readonly runs: ConformanceRuns
  readonly ask: (method: string, path?: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
} {
  const runs = new ConformanceRuns()
  open.add(runs)
  const emulator = openEmulator(seed, { onError: () => {}, ...options, moreControl: conformanceEndpoints(runs) })
  return {
    emulator,
    runs,
    ask: async (method, path = '', body, headers = {}) => {
      const response = await emulator.fetch(
        `http://localhost:4113${options.basePath ?? ''}/_emulator/conformance${path}`,
        {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        },
      )
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
  }
}

/** Asks until the run is over. */
async function ended(ask: (method: string) => Promise<Reply>): Promise<Reply['body']> {
  for (;;) {
    const { body } = await ask('GET')
    if (body.state !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

it.each([{}, { basePath: '/api' }, { publicUrl: 'https://api.example/shop' }])(
  'checks this emulator (%j) in a world of its own, which is dropped, and writes the report',
  async (options) => {
    const { emulator, ask } = emulate(options)
    expect((await ask('GET')).body).toMatchObject({ state: 'idle', target: null, results: [] })
    expect(await ask('GET', '/report')).toMatchObject({ status: 404, body: { error: { code: 'no_report' } } })
    const begun = await ask('POST', '', { only: ['ids.grammar', 'link.*'] })
    expect(begun).toMatchObject({ status: 202, body: { state: 'running', done: 0 } })
    expect(emulator.worlds.names).toEqual(['default', 'conformance'])
    const run = await ended(ask)
    expect(run).toMatchObject({ state: 'ended', fault: null, summary: { counts: { fail: 0, error: 0, blocked: 0 } } })
    expect(run.total).toBe(run.done)
    expect(run.results.map(({ verdict }: { verdict: string }) => verdict)).not.toContain('insufficientEvidence')
    expect((await ask('GET', `?after=${run.done - 1}`)).body.results).toEqual(run.results.slice(-1))
    expect(emulator.worlds.names).toEqual(['default'])
    expect(emulator.requests.size).toBe(0)
    const html = await ask('GET', '/report')
    expect(html.headers.get('content-security-policy')).toBe('sandbox allow-scripts')
    expect(html.body).toContain('id="ids.grammar"')
    expect((await ask('GET', '/report?format=json')).body.target.baseUrl).toBe(run.target)
    expect((await ask('GET', '/report?format=pdf')).status).toBe(400)
  },
)

it('says what a deviation breaks, without a secret', async () => {
  const { emulator, ask } = emulate({ deviations: ['ids-prefixed-in-lists'] as unknown as OpenOptions['deviations'] })
  await ask('POST', '', { only: ['ids.never-prefixed'] })
  const run = await ended(ask)
  const failed = run.results.filter(({ verdict }: { verdict: string }) => verdict === 'fail')
  expect(failed).toMatchObject([{ requirement: 'ids.never-prefixed', message: expect.stringMatching(/./) }])
  const shown = JSON.stringify(run) + (await ask('GET', '/report')).body
  const { clientSecret, token, integrationToken, apiKey } = emulator.credentials
  for (const secret of [clientSecret, token, integrationToken, apiKey]) expect(shown).not.toContain(secret)
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

it('says that a service cannot be reached, and ends a run when the session closes', async () => {
  const { ask, runs } = emulate()
  await ask('POST', '', { target: { baseUrl: 'http://127.0.0.1:1' } })
  expect(await ended(ask)).toMatchObject({ state: 'failed', fault: expect.stringContaining('cannot be reached') })
  await ask('POST')
  await runs.close()
  expect((await ask('GET')).body.state).toBe('stopped')
})
