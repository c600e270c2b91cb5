import { expect, it } from 'vitest'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import { blocked, fail, insufficient, notApplicable } from '../catalogue/verdict.ts'
import { type Check, defineCheck } from './define-check.ts'
import { Ledger } from './ledger.ts'
import { once } from './once.ts'
import type { RunResult } from './result.ts'
import { type ConformanceOptions, runConformance } from './run-conformance.ts'
import { assertSound } from './select.ts'
import type { Session } from './session.ts'

const requirement: RequirementId = 'ids.grammar'
type Rest = Partial<Omit<Extract<Check, { effect: unknown }>, 'id' | 'run'>>
const check = (id: string, run: (session: Session) => unknown = () => undefined, rest: Rest = {}): Check =>
  defineCheck({
    id,
    requirement,
    effect: 'read',
    description: id,
    ...rest,
    run: async (session) => {
      const remark = await run(session)
      return typeof remark === 'string' ? remark : undefined
    },
  })

const answering = async () => new Response('{}', { headers: { 'content-type': 'application/json' } })
const run = (checks: readonly Check[], options: Partial<ConformanceOptions> = {}) =>
  runConformance({
    target: { baseUrl: 'http://target.test' },
    checks,
    fetch: answering,
    time: new FakeTime(),
    ...options,
  })
const lines = ({ results }: RunResult) =>
  results.map(({ check: id, verdict, message }) => `${id} ${verdict}${message === '' ? '' : `: ${message}`}`)

it('gives each way to end its verdict, in the order of the kit', async () => {
  const result = await run([
    check('a.pass', () => 'a remark'),
    check('a.fail', () => fail('this', 'that')),
    check('a.none', () => notApplicable('declare it')),
    check('a.few', () => insufficient('too few')),
    check('a.blocked', () => blocked('no token')),
  ])
  expect(lines(result)).toEqual([
    'a.pass pass: a remark',
    'a.fail fail: expected this; got that',
    'a.none notApplicable: declare it',
    'a.few insufficientEvidence: too few',
    'a.blocked blocked: no token',
  ])
})

it('blames a fault of the kit on the kit', async () => {
  const [result] = (await run([check('a.broken', () => (undefined as unknown as { x: number }).x)])).results
  expect(result).toMatchObject({
    verdict: 'error',
    message: expect.stringContaining('the kit itself failed: TypeError'),
  })
})

it('runs a check behind those that it builds on, each once', async () => {
  const order: string[] = []
  const noted = (id: string, after: readonly string[]) => check(id, () => void order.push(id), { after })
  await run([noted('d', ['b', 'c']), noted('c', ['a']), noted('b', ['a']), noted('a', [])], { seed: 7 })
  expect(order.length).toBe(4)
  expect([order[0], order[3]]).toEqual(['a', 'd'])
})

it('names the root cause once, however long the chain', async () => {
  const chain = [
    check('a', () => fail('1', '2')),
    check('b', undefined, { after: ['a'] }),
    check('c', undefined, { after: ['b'] }),
    check('d', undefined, { after: ['c'] }),
  ]
  expect(lines(await run(chain))).toEqual([
    'a fail: expected 1; got 2',
    'b blocked: a did not pass',
    'c blocked: a did not pass',
    'd blocked: a did not pass',
  ])
})

it('names a fault once that shows at two places, and at the second alone where it shows only there', async () => {
  const second = check('b', () => fail('3', '4'), { sameFaultAs: ['a'] })
  expect(lines(await run([second, check('a', () => fail('1', '2'))]))).toEqual([
    'b blocked: a did not pass, and here it is the same: expected 3; got 4',
    'a fail: expected 1; got 2',
  ])
  expect(lines(await run([second, check('a')]))).toEqual(['b fail: expected 3; got 4', 'a pass'])
  expect(lines(await run([second, check('a', () => insufficient('too few'))]))[0]).toBe('b fail: expected 3; got 4')
  expect(lines(await run([second]))).toEqual(['b fail: expected 3; got 4'])
})

it.each([
  ['notApplicable', notApplicable],
  ['insufficientEvidence', insufficient],
] as const)('hands %s on to what builds on it, with the reason', async (verdict, end) => {
  expect(lines(await run([check('a', () => end('why')), check('b', undefined, { after: ['a'] })]))[1]).toBe(
    `b ${verdict}: a: why`,
  )
})

it('runs exclusive checks alone, behind all others, one after the other', async () => {
  let running = 0
  const seen: string[] = []
  const busy = (id: string, exclusive: boolean) =>
    check(
      id,
      async (session) => {
        running++
        seen.push(`${id}${running}`)
        await session.send({ path: '/', as: 'none' })
        await new Promise((resolve) => setImmediate(resolve))
        running--
      },
      { exclusive },
    )
  await run([busy('x', true), busy('a', false), busy('y', true), busy('b', false), busy('c', false)])
  expect(seen.slice(3)).toEqual(['x1', 'y1'])
  expect(seen[2]).toMatch(/3$/)
})

it('sends in the same order given the same seed, in another given another', async () => {
  const order = async (seed: number) => {
    const sent: string[] = []
    const checks = 'abcdefghij'
      .split('')
      .map((id) => check(id, (session) => session.send({ path: `/${id}`, as: 'none' })))
    const result = await run(checks, {
      seed,
      limits: { concurrency: 1 },
      fetch: async (request) => (sent.push(new URL(request.url).pathname), new Response('{}')),
    })
    expect(result.results.map((one) => one.check)).toEqual(checks.map(({ id }) => id))
    return sent.join('')
  }
  expect(await order(1)).toBe(await order(1))
  expect(await order(2)).not.toBe(await order(1))
})

it('looks at nothing that is not declared, and writes nothing without leave', async () => {
  const checks = [check('a', undefined, { needs: ['dsn'] }), check('b', undefined, { effect: 'write' })]
  expect(lines(await run(checks))).toEqual([
    'a notApplicable: declare credentials.dsn in the target file',
    'b notApplicable: it writes: give --allow-writes, or allowWrites in the target file',
  ])
  expect(
    (
      await run(checks, { target: { baseUrl: 'http://target.test', credentials: { dsn: 'a-dsn' } }, allowWrites: true })
    ).results.map(({ verdict }) => verdict),
  ).toEqual(['pass', 'pass'])
  expect(
    (await run(checks, { target: { baseUrl: 'http://target.test', allowWrites: true }, allowWrites: false }))
      .results[1]!.verdict,
  ).toBe('notApplicable')
})

it('finds a value once for the same parameters, and shows its exchanges as evidence of each check that used it', async () => {
  let found = 0
  const shared = once(async (own, path: string) => (found++, await own.send({ path, as: 'none' })))
  const using = (id: string) =>
    check(id, async (session) => {
      await shared(session, '/fact')
      fail('this', 'that')
    })
  const result = await run([using('a'), using('b')])
  expect(found).toBe(1)
  expect(result.results.map(({ evidence }) => evidence.map(({ request }) => request.url))).toEqual([
    ['http://target.test/fact'],
    ['http://target.test/fact'],
  ])
})

it('ends at its limit of time, whatever a check waits for, and says so', async () => {
  const result = await run(
    [
      check('a', () => new Promise(() => undefined)),
      check('b', (session) => session.run.time.sleep(3_600_000)),
      check('c'),
    ],
    { maxDuration: 5000 },
  )
  expect(lines(result)).toEqual([
    'a insufficientEvidence: the run reached its limit of 5 s',
    'b insufficientEvidence: the run reached its limit of 5 s',
    'c pass',
  ])
})

it('deletes what it made when it is ended, also what an answer under way then names', async () => {
  const stop = new AbortController()
  const requests: string[] = []
  const making = check('a', async (session) => {
    const entry = session.run.ledger.open({ runId: session.run.id, what: 'thing', name: 'thing', path: '/things/{id}' })
    const { response } = await session.send({ method: 'POST', path: '/things', as: 'none', json: {} })
    session.run.ledger.identify(entry, (response.json as { id: string }).id)
  })
  const ledger = new Ledger()
  const result = await run([making, check('b', (session) => session.send({ path: '/slow', as: 'none' }))], {
    target: { baseUrl: 'http://target.test', credentials: { token: 'a-token' } },
    ledger,
    signal: stop.signal,
    fetch: async (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      if (request.url.endsWith('/slow')) return await new Promise(() => undefined)
      if (request.method === 'POST') stop.abort()
      await new Promise((resolve) => setImmediate(resolve))
      return new Response(request.method === 'POST' ? '{"id":"made"}' : '{}')
    },
  })
  expect(lines(result)).toEqual([
    'a insufficientEvidence: the run was ended before this was decided',
    'b insufficientEvidence: the run was ended before this was decided',
  ])
  expect(requests).toContain('DELETE /things/made')
  expect(ledger.entries).toEqual([])
  expect(result.leftovers).toEqual([])
})

it('lists what it could not delete', async () => {
  const making = check(
    'a',
    (session) =>
      void session.run.ledger.identify(
        session.run.ledger.open({ runId: session.run.id, what: 'thing', name: 'its name', path: '/things/{id}' }),
        'made',
      ),
  )
  const target = { baseUrl: 'http://target.test', credentials: { token: 'a-token' } }
  expect((await run([making], { target, fetch: async () => new Response('{}', { status: 403 }) })).leftovers).toEqual([
    'thing made named its name: DELETE answered 403',
  ])
})

it('blames a fault of a passive check on that check, and lets others conclude', async () => {
  const broken = defineCheck({
    id: 'p',
    requirement,
    description: 'p',
    observe: () => ({
      record: () => {
        throw new Error('oh')
      },
      conclude: () => undefined,
    }),
  })
  const counting = defineCheck({
    id: 'q',
    requirement,
    description: 'q',
    observe: () => {
      let seen = 0
      return { record: () => void seen++, conclude: () => ({ remark: `${seen} exchanges` }) }
    },
  })
  expect(
    (await run([broken, counting, check('a', (session) => session.send({ path: '/', as: 'none' }))])).results.map(
      ({ verdict, message }) => `${verdict} ${message.slice(0, 25)}`,
    ),
  ).toEqual(['error the kit itself failed: Er', 'pass 1 exchanges', 'pass '])
})

it('tells of each verdict as it falls, and of each exchange, without the secrets known by then', async () => {
  const told: string[] = []
  const token = 'a-token-of-somebody'
  await run(
    [
      check('a', async (session) => {
        await session.send({ path: `/echo?token=${token}` })
        fail('nothing', token)
      }),
    ],
    {
      target: { baseUrl: 'http://target.test', credentials: { token } },
      onResult: ({ message }, done, total) => told.push(`${done}/${total} ${message}`),
      onExchange: (line) => told.push(line),
    },
  )
  expect(told).toEqual(['GET http://target.test/echo?token=<token> 200 0 ms', '1/1 expected nothing; got <token>'])
})

it('keeps the heads of long bodies as evidence, and exchanges only when they are asked for', async () => {
  const long = async () => new Response(JSON.stringify({ text: 'x'.repeat(100_000) }))
  const failing = [
    check('a', async (session) => {
      expect(((await session.send({ path: '/', as: 'none' })).response.json as { text: string }).text.length).toBe(
        100_000,
      )
      fail('less', 'more')
    }),
  ]
  const result = await run(failing, { fetch: long })
  expect(result.results[0]!.evidence[0]!.response.text.length).toBeLessThan(10_000)
  expect(result.exchanges).toEqual([])
  expect((await run(failing, { fetch: long, keepExchanges: true })).exchanges.length).toBe(1)
})

it.each<[string, readonly Check[], string]>([
  ['two of one id', [check('a'), check('a')], 'two checks have the id a'],
  [
    'a ring',
    [check('a', undefined, { after: ['b'] }), check('b', undefined, { after: ['a'] })],
    'checks wait for each other: a → b → a',
  ],
  [
    'one that waits for an exclusive one',
    [check('a', undefined, { after: ['b'] }), check('b', undefined, { exclusive: true })],
    'a waits for b, which runs alone at the end',
  ],
])('refuses checks with %s', (_what, checks, message) => {
  expect(() => assertSound(checks)).toThrow(message)
})
