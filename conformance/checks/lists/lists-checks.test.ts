import { expect, it } from 'vitest'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { runKit } from '../../../testing/selftest/subject.ts'
import type { Check } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Target } from '../../target/target-file.ts'
import { listChecks } from './lists-checks.ts'
import { walkForward } from './pages.ts'
import { pagedList } from './paging.ts'
import { listWalk, walkedList } from './walked-list.ts'

/** The answer of a small server at a path: records, or anything else. */
type Answer = readonly unknown[] | (() => Response)
/** The answers by the last segment of a path. */
type Lists = Readonly<Record<string, Answer>>

const catalogId = 'c'.repeat(27)
const path = '/1.13/environments'
const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(100 - index).padStart(27, 'e'), name: `Name ${index}` }))
const right: Lists = { environments: records(5), resources: records(5), products: records(5) }
const json =
  (status: number, body: unknown): Answer =>
  () =>
    Response.json(body, { status })
const everywhere = (answer: Answer): Lists => ({ environments: answer, resources: answer, products: answer })

/** A check that does nothing but call a function of this room. */
const calling = (run: (session: Session) => Promise<unknown>): Check => ({
  id: 'environments.list.called',
  requirement: 'environments.list',
  effect: 'read',
  description: 'Calls a function of this room.',
  run: async (session) => void (await run(session)),
})

/** The result of a check of a small server: its verdict and its message. */
async function saysOf(check: string | Check, lists: Lists, more: Partial<Target> = {}): Promise<string> {
  const target: Target = {
    baseUrl: 'http://target.test',
    credentials: { token: 'list-server-token' },
    samples: { catalogId },
    ...more,
  }
  const { results } = await runKit(
    {
      target,
      fetch: async (request) => {
        const { pathname, searchParams } = new URL(request.url)
        const answer = lists[pathname.split('/').at(-1)!] ?? lists['*'] ?? json(404, {})
        if (pathname.includes('/catalogs/') && !pathname.includes(catalogId)) return Response.json([])
        if (!Array.isArray(answer)) return (answer as () => Response)()
        const after = searchParams.get('starting_after')
        const from = after === null ? 0 : answer.findIndex((record) => (record as { id?: unknown }).id === after) + 1
        return Response.json(answer.slice(from, from + Number(searchParams.get('limit') ?? 20)))
      },
    },
    {
      checks: typeof check === 'string' ? listChecks : [check],
      only: [typeof check === 'string' ? check : check.id],
      time: new FakeTime(),
    },
  )
  const result = results.find((candidate) => candidate.check === (typeof check === 'string' ? check : check.id))!
  return `${result.verdict}: ${result.message}`
}

const elsewhere: Partial<Target> = {
  enumFilters: [{ path: '/1.13/environments', parameter: 'status', values: ['active'] }],
}

it.each<readonly [what: string, check: string, lists: Lists, says: RegExp]>([
  ['records', 'environments.list.get', {}, /^pass: 5 records on the first page/],
  ['null', 'environments.list.get', { environments: json(200, null) }, /^insufficientEvidence: whether .* is an empty/],
  ['items that are null', 'environments.list.get', { environments: json(200, { items: null }) }, /^pass: .*is empty/],
  ['403', 'environments.list.get', { environments: json(403, {}) }, /^insufficientEvidence: the Bearer token may not/],
  ['404', 'environments.list.get', { environments: json(404, {}) }, /^fail: .*200 with a list of environments/],
  [
    'the same empty list everywhere',
    'environments.list.get',
    { environments: [], '*': [] },
    /^insufficientEvidence: every list is empty, and the target answers .* with a list too/,
  ],
  ['empty lists', 'versions.current.path', everywhere([]), /^pass: every list is empty/],
  ['401 everywhere', 'versions.current.path', everywhere(json(401, {})), /^blocked: the Bearer token is not accepted/],
  ['404 everywhere', 'versions.current.path', everywhere(json(404, {})), /^fail: .*a list at /],
  ['no environments', 'environments.fields.id-name', { environments: [] }, /^insufficientEvidence: there are no env/],
  [
    'an environment without an id',
    'environments.fields.id-name',
    { environments: [...records(2), { name: 'x' }] },
    /^fail: .*a member id on each environment/,
  ],
  [
    'an environment whose id is null',
    'environments.fields.id-name',
    { environments: [...records(2), { id: null, name: 'x' }] },
    /^fail: .*a member id on each environment/,
  ],
  [
    'an environment whose name is a number',
    'environments.fields.id-name',
    { environments: [...records(2), { ...records(3)[2], name: 1 }] },
    /^fail: .*a member name with a text on each environment/,
  ],
  ['no resources', 'resources.list.get', { resources: json(404, {}) }, /^fail: .*200 with a list of resources/],
  ['no products', 'products.list.own-catalog', { products: [] }, /^insufficientEvidence: the catalog .*no products/],
  ['products', 'products.list.own-catalog', {}, /^pass/],
])('given %s, says of %s', async (_what, check, lists, says) => {
  expect(await saysOf(check, { ...right, ...lists })).toMatch(says)
})

it('observes that there are no resources where enum filters name other paths', async () => {
  const observed = /^observed: .*enumFilters of the target file name other paths/
  expect(await saysOf('resources.list.get', { ...right, resources: json(404, {}) }, elsewhere)).toMatch(observed)
  expect(await saysOf('resources.list.get', right, elsewhere)).toMatch(/^pass/)
})

const laterRefused = (): Answer => {
  let asked = 0
  return () => (asked++ > 0 ? Response.json({}, { status: 400 }) : Response.json(records(2)))
}

it.each<readonly [what: string, run: (session: Session) => Promise<unknown>, environments: Answer, says: RegExp]>([
  ['records', (session) => listWalk(session, path), records(5), /^pass/],
  ['a list that the token may not see', (session) => listWalk(session, path), json(403, {}), /^insufficientEvidence:/],
  ['no list', (session) => listWalk(session, path), json(404, {}), /^blocked: no list at \/1.13\/environments/],
  [
    'a first page that is no list',
    (session) => walkForward(session, { call: { path }, maxPages: 2, limit: 2 }),
    json(404, {}),
    /^blocked: no list at \/1.13\/environments/,
  ],
  [
    'a second page that is no list',
    (session) => walkForward(session, { call: { path }, maxPages: 2, limit: 2 }),
    laterRefused(),
    /^pass/,
  ],
  [
    'ids that are numbers',
    (session) => walkedList(session, path),
    [{ id: 1, name: 'One' }],
    /^blocked: records without a text as id/,
  ],
])('given %s, ends a check', async (_what, run, environments, says) => {
  expect(await saysOf(calling(run), { environments })).toMatch(says)
})

it('doubts the sample in the path of a list that is not there, and of no other refusal', async () => {
  const refusedWith = (status: number) => saysOf(calling(pagedList), { products: json(status, {}) })
  expect(await refusedWith(404)).toContain('check samples.catalogId of the target file')
  expect(await refusedWith(403)).not.toContain('check samples')
})

it('takes at least three records to judge paging', async () => {
  expect(await saysOf(calling(pagedList), { products: records(3) })).toMatch(/^pass/)
  expect(await saysOf(calling(pagedList), { products: records(2) })).toMatch(
    /^insufficientEvidence: .* shows 2 records; paging takes at least 3/,
  )
})
