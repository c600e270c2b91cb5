import { expect, it } from 'vitest'
import { emulate, ended } from '../../../testing/emulator/conformance-client.ts'

it.each([{}, { basePath: '/api' }, { publicUrl: 'https://api.example/shop' }])(
  'checks this emulator (%j) in a copy of its own, and writes the report',
  async (options) => {
    const { emulator, ask } = emulate(options)
    expect((await ask('GET')).body).toMatchObject({ state: 'idle', target: null, results: [] })
    expect(await ask('GET', '/report')).toMatchObject({ status: 404, body: { error: { code: 'no_report' } } })
    const begun = await ask('POST', '', { only: ['ids.grammar', 'link.*'] })
    expect(begun).toMatchObject({ status: 202, body: { state: 'running', done: 0 } })
    expect(emulator.worlds.names).toEqual(['default'])
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

it('says that a service cannot be reached, and ends a run when the emulator closes', async () => {
  const { ask, runs } = emulate()
  await ask('POST', '', { target: { baseUrl: 'http://127.0.0.1:1' } })
  expect(await ended(ask)).toMatchObject({ state: 'failed', fault: expect.stringContaining('cannot be reached') })
  await ask('POST')
  await runs.close()
  expect((await ask('GET')).body.state).toBe('stopped')
})
