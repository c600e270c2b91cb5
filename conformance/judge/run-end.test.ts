import { expect, it } from 'vitest'
import { failAsStatus } from '../../testing/conformance/concludes.ts'
import { smallCheck, lines, requirement, runSmallKit } from '../../testing/conformance/small-kit.ts'
import { type Path, undocumentedPath } from '../catalogue/operation-paths.ts'
import { phrase } from '../conclusions/phrase.ts'
import type { Check, CreatedKind } from './define-check.ts'
import { Ledger } from './ledger.ts'
import type { Session } from './session.ts'

it('ends at its time limit, whatever a check waits for, and says so', async () => {
  const result = await runSmallKit([
    smallCheck('a', () => new Promise(() => undefined)),
    smallCheck('b', (session) => session.run.time.sleep(7_200_000)),
    smallCheck('c'),
  ])
  expect(lines(result)).toEqual([
    'a insufficientEvidence: the run reached its limit of 3600 s; choose what to ask by --only',
    'b insufficientEvidence: the run reached its limit of 3600 s; choose what to ask by --only',
    'c pass',
  ])
})

it.each([
  [{}, 3600],
  [{ maxWait: 3_000_000 }, 6570],
  [{ rate: 1, maxRequests: 4000 }, 4000],
  [{ rate: 0.01 }, 7200],
])('has a time limit that its request limits leave room for given %j', async (limits, most) => {
  const slept: number[] = []
  const time = {
    now: () => 0,
    sleep: (milliseconds: number) => {
      slept.push(milliseconds / 1000)
      return new Promise<void>(() => undefined)
    },
  }
  await runSmallKit([smallCheck('a')], { limits, time })
  expect(slept).toContain(most)
})

it.each([
  [{ quick: true }, 490, /^the limit of 490 requests was reached; raise --max-requests$/],
  [{ quick: true, limits: { maxRequests: 520 } }, 520, /^the limit of 520 requests/],
  [{}, 601, undefined],
] as const)('keeps to its request limit given %j', async (options, most, message) => {
  const asking = smallCheck('a', async (session) => {
    for (let count = 0; count < 600; count++) await session.send({ path: undocumentedPath('/things'), as: 'none' })
  })
  const { results, requests } = await runSmallKit([asking], options)
  expect(requests).toBe(most)
  if (message) expect(results[0]!.message).toMatch(message)
})

const refusedConnection = Object.assign(new TypeError('fetch failed'), {
  cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
})
const unavailable = async () => new Response('', { status: 503 })
const [environments, resources, tokens] = ['/1.13/environments', '/1.13/resources', '/access-tokens'] as const

it.each<[what: string, last: () => Promise<Response>, paths: readonly Path[], stopped: number | undefined]>([
  ['its port closes', () => Promise.reject(refusedConnection), [environments], 2],
  ['it answers 503 everywhere', unavailable, [environments, resources, environments, tokens], 2],
  ['it answers 503 at one address', unavailable, [environments, environments, environments, environments], undefined],
])('notes after how many answers a service stopped answering, given that %s', async (_what, last, paths, stopped) => {
  let sent = 0
  const ask = (path: Path) => (session: Session) => session.send({ path, as: 'none' })
  const { stoppedAfter } = await runSmallKit(
    // Besides the request of `a`, its doubts ask an address that no service has.
    [smallCheck('a', ask('/')), ...paths.map((path, index) => smallCheck(`b${index}`, ask(path), { after: ['a'] }))],
    { limits: { maxWait: 0 }, fetch: async () => (sent++ === 0 ? new Response('{}') : await last()) },
  )
  expect(stoppedAfter).toBe(stopped)
})

const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'
const target = { baseUrl: 'http://target.test', credentials: { token: 'a-token' } }

/** Groups, which a list shows by this name whenever it is asked. */
const groupsNamed = (name: string): CreatedKind => ({
  operation: 'groups.create',
  find: async () => ({ id: undefined, complete: false }),
  listedBy: 'groups.list',
  isListed: async (session) => {
    session.run.made.listed('groups.list', [{ id, name }])
    return true
  },
  changedBy: [],
})

it('deletes what it made when it is aborted, even what a later answer names', async () => {
  const stop = new AbortController()
  const requests: string[] = []
  const making = smallCheck(
    'a',
    async (session) => {
      const entry = session.run.ledger.open({
        runId: session.run.id,
        operation: 'groups.create',
        name: 'thing',
        path: '/things/{id}',
      })
      const { response } = await session.send({ method: 'POST', path: '/things', as: 'none', entry, json: {} })
      session.run.ledger.identify(entry, (response.json as { id: string }).id)
    },
    { creates: groupsNamed('thing') },
  )
  const ledger = new Ledger()
  const result = await runSmallKit(
    [making, smallCheck('b', (session) => session.send({ path: '/slow', as: 'none' }))],
    {
      target,
      ledger,
      signal: stop.signal,
      fetch: async (request) => {
        requests.push(`${request.method} ${new URL(request.url).pathname}`)
        if (request.url.endsWith('/slow')) return await new Promise(() => undefined)
        if (request.method === 'POST') stop.abort()
        await new Promise((resolve) => setImmediate(resolve))
        return new Response(request.method === 'POST' ? JSON.stringify({ id }) : '{}')
      },
    },
  )
  expect(lines(result)).toEqual([
    'a insufficientEvidence: the run was ended before this was decided',
    'b insufficientEvidence: the run was ended before this was decided',
  ])
  expect(requests).toContain(`DELETE /things/${id}`)
  expect(ledger.entries).toEqual([])
  expect(result.leftovers).toEqual([])
})

const change = { method: 'PUT', path: `/things/${id}`, as: 'none', json: {} } as const

/** A check that made a group. */
const made = (then: (session: Session) => unknown = () => undefined, isGone = false) =>
  smallCheck(
    'a',
    async (session) => {
      const { ledger, id: runId } = session.run
      const entry = { runId, operation: 'groups.create', name: 'its name', path: '/things/{id}' } as const
      ledger.identify(ledger.open(entry), id)
      await then(session)
    },
    { creates: { ...groupsNamed('its name'), isGone: async () => isGone } },
  )

it.each<
  [what: string, making: ReturnType<typeof smallCheck>, status: number, deletions: number, left: readonly string[]]
>([
  ['does not delete again what no list shows', made(({ run }) => run.ledger.expectGone(id), true), 200, 0, []],
  ['deletes again what a list still shows', made(({ run }) => run.ledger.expectGone(id)), 200, 1, []],
  ['lists no write to what it deletes', made((session) => session.send(change)), 200, 1, []],
  ['lists what it could not delete', made(), 403, 1, [`group ${id} named its name: DELETE answered 403`]],
])('%s', async (_what, making, status, deletions, left) => {
  const methods: string[] = []
  const { leftovers } = await runSmallKit([making], {
    target,
    allowWrites: true,
    fetch: async ({ method }) => {
      methods.push(method)
      return new Response('{}', { status })
    },
  })
  expect(methods.filter((method) => method === 'DELETE')).toHaveLength(deletions)
  expect(leftovers).toEqual(left)
})

const invoking = smallCheck(
  'a',
  (session) => session.send({ method: 'POST', path: undocumentedPath('/things'), as: 'none', json: {} }),
  { effect: 'write' },
)

it.each<[string, number, Partial<Parameters<typeof runSmallKit>[1]>]>([
  ['is beyond the number of requests', 0, { limits: { maxRequests: 0 } }],
  ['gets nothing but 429', 0, { fetch: async () => new Response('{}', { status: 429 }) }],
  ['gets a 500, and may have been carried out', 1, { fetch: async () => new Response('{}', { status: 500 }) }],
  ['gets no answer, and may have been carried out', 1, { fetch: () => Promise.reject(new Error('reset')) }],
])('lists a write that %s as left behind: %i', async (_what, count, options) => {
  const { leftovers } = await runSmallKit([invoking], { allowWrites: true, ...options })
  expect(leftovers).toHaveLength(count)
})

it('blames a fault of a passive check on that check, and lets others conclude', async () => {
  const broken: Check = {
    id: 'p',
    requirement,
    description: 'p',
    observe: () => ({
      record: () => {
        throw new Error('oh')
      },
      conclude: () => undefined,
    }),
  }
  const counting: Check = {
    id: 'q',
    requirement,
    description: 'q',
    observe: () => {
      let seen = 0
      return { record: () => void seen++, conclude: () => ({ remark: phrase`${seen} exchanges` }) }
    },
  }
  expect(
    (
      await runSmallKit([broken, counting, smallCheck('a', (session) => session.send({ path: '/', as: 'none' }))])
    ).results.map(({ verdict, message }) => `${verdict} ${message.slice(0, 25)}`),
  ).toEqual(['error the kit itself failed: Er', 'pass 1 exchanges', 'pass '])
})

it('keeps the exchange that decided as the last one of the evidence', async () => {
  const asking = smallCheck('a', async (session) => {
    const [first] = await Promise.all(
      'abcdefgh'.split('').map((name) => session.send({ path: `/${name}`, as: 'none' })),
    )
    failAsStatus('less', 'more', first)
  })
  const { evidence } = (await runSmallKit([asking])).results[0]!
  expect(evidence.map(({ request }) => request.url.at(-1)).join('')).toMatch(/^[b-h]{5}a$/)
})

it('lists the commands that it invoked, each once, unless every request for one was refused', async () => {
  const path = '/services/2rHt2Okh4RUnlKcuUyeAJjTsJzW'
  const post = (session: Session, to: string, status: number) =>
    session.send({ method: 'POST', path: to, as: 'none', json: {}, headers: { 'x-status': String(status) } })
  const invoking = smallCheck('a', async (session) => {
    await Promise.all([post(session, `${path}/create-order`, 422), post(session, `${path}/create-order`, 201)])
    await post(session, `${path}/create-order?dry=no`, 422)
    await post(session, `${path.replace('2rHt', 'adc_2rHt')}/create-order`, 201)
    await post(session, `${path}/unknown`, 404)
    await post(session, '/app/shop/prepare-connect', 200)
    // Reading takes a token, too.
    await post(session, '/oauth/token', 200)
    await session.send({ path: `${path}/capabilities`, as: 'none' })
  })
  const result = await runSmallKit([invoking], {
    fetch: async ({ headers }) => new Response('{}', { status: Number(headers.get('x-status') ?? 200) }),
  })
  expect(result.leftovers).toEqual([
    'command invoked: create-order of connection 2rHt2Okh4RUnlKcuUyeAJjTsJzW: no documented undo',
  ])
})
