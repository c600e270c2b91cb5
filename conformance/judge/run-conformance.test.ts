import { expect, it } from 'vitest'
import { smallCheck, lines, runSmallKit } from '../../testing/conformance/small-kit.ts'
import { failAsStatus, openConclusions } from '../../testing/conformance/concludes.ts'

it('gives each outcome its verdict, in the order of the kit', async () => {
  const result = await runSmallKit([
    smallCheck('a.pass', () => 'a remark'),
    smallCheck('a.fail', () => failAsStatus('this', 'that')),
    smallCheck('a.none', () => openConclusions.notApplicable('declare it')),
    smallCheck('a.few', () => openConclusions.insufficient('too few')),
    smallCheck('a.blocked', () => openConclusions.blocked('no token')),
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
  const [result] = (await runSmallKit([smallCheck('a.broken', () => (undefined as unknown as { x: number }).x)]))
    .results
  expect(result).toMatchObject({
    verdict: 'error',
    message: expect.stringContaining('the kit itself failed: TypeError'),
  })
})

it('runs a check after those that it depends on, each once', async () => {
  const order: string[] = []
  const noted = (id: string, after: readonly string[]) => smallCheck(id, () => void order.push(id), { after })
  await runSmallKit([noted('d', ['b', 'c']), noted('c', ['a']), noted('b', ['a']), noted('a', [])], { seed: 7 })
  expect(order.length).toBe(4)
  expect([order[0], order[3]]).toEqual(['a', 'd'])
})

it('names the root cause once, however long the chain', async () => {
  const chain = [
    smallCheck('a', () => failAsStatus('1', '2')),
    smallCheck('b', undefined, { after: ['a'] }),
    smallCheck('c', undefined, { after: ['b'] }),
    smallCheck('d', undefined, { after: ['c'] }),
  ]
  expect(lines(await runSmallKit(chain))).toEqual([
    'a fail: expected 1; got 2',
    'b blocked: a did not pass',
    'c blocked: a did not pass',
    'd blocked: a did not pass',
  ])
})

it.each([
  ['notApplicable', openConclusions.notApplicable],
  ['insufficientEvidence', openConclusions.insufficient],
] as const)('passes %s on to dependent checks, with the reason', async (verdict, end) => {
  expect(
    lines(await runSmallKit([smallCheck('a', () => end('why')), smallCheck('b', undefined, { after: ['a'] })]))[1],
  ).toBe(`b ${verdict}: a: why`)
})

it('sends in the same order given the same seed, and in another order given another seed', async () => {
  const order = async (seed: number) => {
    const sent: string[] = []
    const checks = 'abcdefghij'
      .split('')
      .map((id) => smallCheck(id, (session) => session.send({ path: `/${id}`, as: 'none' })))
    const result = await runSmallKit(checks, {
      seed,
      limits: { concurrency: 1 },
      fetch: async (request) => (sent.push(new URL(request.url).pathname), new Response('{}')),
    })
    expect(result.results.map((result) => result.check)).toEqual(checks.map(({ id }) => id))
    return sent.join('')
  }
  expect(await order(1)).toBe(await order(1))
  expect(await order(2)).not.toBe(await order(1))
})

it('skips what is not declared, and writes nothing without permission', async () => {
  const checks = [smallCheck('a', undefined, { needs: ['dsn'] }), smallCheck('b', undefined, { effect: 'write' })]
  expect(lines(await runSmallKit(checks))).toEqual([
    'a notApplicable: declare credentials.dsn in the target file',
    'b notApplicable: writes; needs --allow-writes (or allowWrites: true)',
  ])
  expect(
    (
      await runSmallKit(checks, {
        target: { baseUrl: 'http://target.test', credentials: { dsn: 'a-dsn' } },
        allowWrites: true,
      })
    ).results.map(({ verdict }) => verdict),
  ).toEqual(['pass', 'pass'])
  expect(
    (await runSmallKit(checks, { target: { baseUrl: 'http://target.test', allowWrites: true }, allowWrites: false }))
      .results[1]!.verdict,
  ).toBe('notApplicable')
})

it.each([
  [401, { kind: 'credential', credential: 'client', member: 'credentials.oauth.clientSecret' }],
  [200, { kind: 'requirement', requirements: ['oauth.client-credentials'] }],
])(
  'distinguishes a refused OAuth client from a token endpoint that gives no token, given %i',
  async (status, cause) => {
    const target = { baseUrl: 'http://target.test', credentials: { oauth: { clientId: 'a', clientSecret: 'secret' } } }
    const asks = smallCheck('a', (session) => session.send({ path: '/things' }))
    const { results } = await runSmallKit([asks], { target, fetch: async () => Response.json({}, { status }) })
    expect(results.map(({ verdict, cause: told }) => [verdict, told])).toEqual([['blocked', cause]])
  },
)
