import { expect, it } from 'vitest'
import { smallCheck, lines, runSmallKit } from '../../testing/conformance/small-kit.ts'
import { failAsStatus } from '../../testing/conformance/concludes.ts'
import type { Call } from './call.ts'
import { planText } from '../report/plan-text.ts'
import { planRun } from './plan.ts'
import type { Session } from './session.ts'

const target = { baseUrl: 'http://target.test', credentials: { token: 'right-token', apiKey: 'right-key' } }
const good: Call = { path: '/things' }
const wrong: Call = { path: '/things', as: { bearer: 'wrong-token' }, wrong: 'bearer' }

/** A target that refuses wrong tokens, and also the right one after a number of wrong ones. */
function lockingTarget(most: number) {
  let refused = 0
  return async ({ headers }: Request) => {
    const isRight = headers.get('authorization') === 'Bearer right-token'
    if (!isRight) refused++
    return isRight && refused < most ? Response.json({}) : Response.json({}, { status: isRight ? 423 : 401 })
  }
}

const worksFirst = smallCheck('works', (session) => session.send(good))
const refusesWrong = (id: string, count: number) =>
  smallCheck(
    id,
    async (session: Session) => {
      for (let sent = 0; sent < count; sent++)
        if ((await session.send(wrong)).response.status !== 401) failAsStatus('401', 'another status')
    },
    { wrongCredentials: { gentle: 1, quick: count } },
  )
const needsToken = smallCheck(
  'needs-token',
  async (session) => {
    const { response } = await session.send({ path: '/others' })
    if (response.status !== 200) failAsStatus('200', String(response.status))
  },
  { waits: true },
)

it('blocks a check after which the right credential is refused, and what needs the credential later', async () => {
  const result = await runSmallKit([worksFirst, refusesWrong('refuses', 3), needsToken], {
    target,
    fetch: lockingTarget(2),
  })
  expect(lines(result)).toEqual([
    'works pass',
    'refuses blocked: after 3 requests with wrong credentials the target no longer accepts the Bearer token: GET http://target.test/things, which succeeded before, got 423 {}',
    'needs-token blocked: the target no longer accepts the Bearer token (see refuses)',
  ])
  expect(result.findings).toEqual({ lockedOut: 'the Bearer token, after 3 requests with wrong credentials' })
})

it('blames no credential for a 429, and says which rate to set', async () => {
  let sent = 0
  const result = await runSmallKit([worksFirst, refusesWrong('refuses', 3), needsToken], {
    target,
    limits: { maxWait: 0 },
    fetch: async ({ headers }) => {
      const status = headers.get('authorization') === 'Bearer right-token' ? 200 : 401
      return Response.json({}, { status: sent++ > 2 ? 429 : status })
    },
  })
  const [works, ...others] = lines(result)
  expect(works).toBe('works pass')
  expect(others.join('\n')).toContain('; set --rate 2, or raise --max-wait')
  expect(others.filter((line) => line.includes('no longer accepts') || !line.includes('429'))).toEqual([])
})

it('sends no control for a refusal whose request waited for its turn while a wrong credential was sent', async () => {
  const sent: string[] = []
  const isRight = ({ headers }: Request) => headers.get('authorization') === 'Bearer right-token'
  const asks = smallCheck('asks', (session) => Promise.all([good, wrong, good, good].map((call) => session.send(call))))
  const refused = smallCheck('refused', (session) => session.send({ path: '/missing' }))
  const result = await runSmallKit([asks, refused], {
    target,
    limits: { concurrency: 1 },
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      sent.push(isRight(request) ? pathname : 'wrong')
      return Response.json({}, { status: !isRight(request) ? 401 : pathname === '/missing' ? 404 : 200 })
    },
  })
  expect(lines(result)).toEqual(['asks pass', 'refused pass'])
  expect(sent).toEqual(['/things', 'wrong', '/things', '/things', '/missing'])
})

/** Counts the requests with the right token. */
function counting(fetch: (request: Request) => Promise<Response>) {
  const count = { good: 0 }
  return {
    count,
    fetch: (request: Request) => {
      if (request.headers.get('authorization') === 'Bearer right-token') count.good++
      return fetch(request)
    },
  }
}

it.each([
  [1, 1, 2],
  [2, 4, 3],
  [4, 4, 3],
  [9, 4, 3],
])(
  'repeats one good request after the first wrong one and one after the others, given a lock-out after %i',
  async (most, sent, good) => {
    const { count, fetch } = counting(lockingTarget(most))
    const checks = [worksFirst, ...['one', 'two', 'three', 'four'].map((id) => refusesWrong(id, 1))]
    const result = await runSmallKit(checks, { target, fetch, limits: { maxWait: 0 } })
    const [works, first, second, ...others] = lines(result)
    // The first is distinguished from a lock-out by itself; concurrent ones are not distinguished from each other.
    expect([works, first]).toEqual(['works pass', 'one pass'])
    if (most > 4) expect([second, ...others]).toEqual(['two pass', 'three pass', 'four pass'])
    else {
      expect(second).toMatch(
        `two blocked: after ${sent} requests with wrong credentials the target no longer accepts the`,
      )
      for (const line of others) expect(line).toContain('blocked: the target no longer accepts the Bearer token')
    }
    expect(count.good).toBe(good)
  },
)

it('blocks a failure that a lock-out explains, though the check itself sent nothing wrong', async () => {
  let calls = 0
  const fetch = async () => (++calls <= 1 ? Response.json({}) : Response.json({}, { status: 403 }))
  const result = await runSmallKit([worksFirst, needsToken], { target, fetch })
  expect(lines(result)[1]).toMatch(/^needs-token blocked: after 0 requests with wrong credentials the target no longer/)
})

it('counts wrong credentials in a plan, fewer in a gentle one', () => {
  const checks = [worksFirst, refusesWrong('few', 2), refusesWrong('many', 5)]
  const plan = planRun({ target, checks })
  const most = 'At most 7 requests would carry wrong credentials'
  expect(planText(plan, 'it')).toContain(`${most}, and some more to explain a failure.`)
  expect(planText(plan, 'it', true)).toContain(`${most}.`)
  expect(planText(planRun({ target, checks, gentle: true }), 'it')).toContain('At most 2 requests would carry')
})
