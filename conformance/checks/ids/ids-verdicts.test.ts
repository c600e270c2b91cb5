// The verdicts of the checks of ids on targets that show too little, or that refuse what would show it.
import { expect, it } from 'vitest'
import { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { deviate, runKit, toSubject } from '../../../testing/selftest/subject.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { Operations } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { membersOf } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  command,
  createToken,
  environments,
  products,
  projects,
  renameToken,
  resources,
} from '../../../emulator/disturb/deviations/wrappers/operations.ts'
import { allProducts, serveProducts, matchesAll } from '../../../emulator/disturb/deviations/wrappers/products.ts'
import { mapTokens } from '../../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/define-deviation.ts'
import {
  answer,
  anyId,
  around,
  mapRecords,
  on,
  refuse,
  remember,
} from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { Target } from '../../target/target-file.ts'
import { idOrderChecks } from './id-order-checks.ts'
import { malformedIdChecks } from './malformed-ids-checks.ts'
import { newIdChecks } from './new-ids-checks.ts'
import { prefixedIdChecks } from './prefixed-ids-checks.ts'
import { prefixedWriteChecks } from './prefixed-writes-checks.ts'

const checks = [...idOrderChecks, ...malformedIdChecks, ...newIdChecks, ...prefixedIdChecks, ...prefixedWriteChecks]

const begin = Date.UTC(2027, 2, 1)

interface Server {
  readonly way?: FetchWrapper
  readonly timed?: (time: FakeTime) => FetchWrapper
  readonly fixtures?: 'default' | 'empty'
  readonly target?: (target: Target) => Target
  /** How many products the hook creates, which does not show them then. */
  readonly hook?: number
}

/** Answers a new name by a prefixed id with the old name. */
const keepName: FetchWrapper = (next) => async (request) => {
  const response = await next(request)
  if (request.method !== 'POST' || !/\/access-tokens\/[a-z]{3}_/.test(request.url)) return response
  return Response.json({ ...((await response.json()) as object), name: 'before' })
}

/** The verdict of one check, without those that it builds on. */
async function verdictOf(check: string, { way, timed, fixtures = 'default', target = (same) => same, hook }: Server) {
  const time = new FakeTime(begin)
  const emulator = createEmulator({
    fixtures,
    clock: { start: begin, timeSource: () => time.now() },
    onError: () => undefined,
  })
  const wrap = timed ? timed(time) : way
  if (wrap) deviate(emulator, wrap)
  const subject = toSubject(emulator)
  const { results } = await runKit(
    {
      target: target(subject.target),
      fetch: time.fetch(async (request) => {
        if (hook === undefined || !request.url.includes('/_emulator/')) return subject.fetch(request)
        for (let made = 0; made < hook; made++) await subject.fetch(request.clone())
        return Response.json({})
      }),
    },
    { checks: checks.filter(({ id }) => id === check), time },
  )
  const [{ verdict, message }] = results as [(typeof results)[number]]
  return `${verdict}: ${message}`
}

const onlyToken = ({ baseUrl, credentials, ...target }: Target): Target => ({
  baseUrl,
  credentials: { token: credentials!.token! },
  allowWrites: true,
  ...(target.personalAccessTokens ? { personalAccessTokens: target.personalAccessTokens } : {}),
})

const sample =
  (change: (catalogId: string) => string) =>
  ({ samples, ...target }: Target): Target => ({ ...target, samples: { catalogId: change(samples!.catalogId!) } })
const onlyCatalog = sample((id) => id)
const isBare = ({ id }: { readonly id: string }) => id.length === 27

/** Creations beyond the first ones are refused as by a quota. */
const quota = (count: number) =>
  remember(() => {
    let created = 0
    return refuse(createToken, 409, () => ++created > count)
  })

/** Refuses the creation of tokens with some name. */
const refusing = (ending: string) =>
  refuse(createToken, 409, async ({ request }) => {
    const { name } = await membersOf(request)
    return String(name).endsWith(ending)
  })

const lowKind = mapTokens(createToken, (token) =>
  String(token['name']).endsWith('kind') ? { ...token, id: `0${token.id.slice(1)}` } : token,
)

/** Records show times that are so many days before the first. */
const aged = (operations: Operations, daysOf: (index: number) => number): FetchWrapper =>
  mapRecords(operations, (record, index) => ({
    ...record,
    created_at: new Date(begin - daysOf(index) * 86_400_000).toISOString(),
  }))

/** New products have other ids than the server behind gives them. */
const renumbered = (idOf: (id: string, count: number) => string): FetchWrapper =>
  remember(() => {
    const ids = new Map<string, string>()
    const note = on(products, async (intercepted) => {
      if (ids.size === 0) for (const { id } of await allProducts(intercepted)) ids.set(id, id)
      return intercepted.send()
    })
    const show = mapRecords(products, (record) => {
      if (!ids.has(record.id)) ids.set(record.id, idOf(record.id, ids.size))
      return { ...record, id: ids.get(record.id)! }
    })
    return around(show, note)
  })

/** New products have ids that begin with the second, and fall within it. */
const bySecond = (time: FakeTime): FetchWrapper => {
  const second = () => String(Math.floor(time.now() / 1000)).padStart(12, '0')
  return renumbered((id, count) => `zz${second()}${9000 - count}${id.slice(0, 9)}`)
}

it.each<readonly [check: string, verdict: string, what: string, server: Server]>([
  [
    'ids.order.times',
    'insufficientEvidence: the times of creation at /1.13/environments do not all rise',
    'two times that are exchanged',
    { way: aged(environments, (index) => (index === 1 ? 2 : index === 2 ? 1 : index)) },
  ],
  [
    'ids.order.times',
    'that time may be about something else',
    'times that fall in one list alone',
    { way: aged(resources, (index) => -index) },
  ],
  [
    'ids.order.times',
    'notApplicable: no two records show different times',
    'one time for all',
    { way: aged([environments, resources, products], () => 0) },
  ],
  ['ids.order.tokens', 'insufficientEvidence: only one personal', 'a quota of one token', { way: quota(1) }],
  ['ids.order.products', 'pass', 'the emulator as it is', {}],
  [
    'ids.order.products',
    'insufficientEvidence: the products of samples.catalogId do not show',
    'a hook that creates nothing',
    { hook: 0 },
  ],
  [
    'ids.order.products',
    'insufficientEvidence: ids of records that were created within a second',
    'ids that tell creations of one second apart at random',
    { hook: 1, timed: bySecond },
  ],
  [
    'ids.order.products',
    'insufficientEvidence: others create products too',
    'two new products with low ids at a time',
    { hook: 2, way: renumbered((id) => `0${id.slice(1)}`) },
  ],
  [
    'ids.order.every-kind',
    'insufficientEvidence: no record of another kind',
    'nothing but tokens',
    { fixtures: 'empty', target: onlyToken, way: refuse(projects, 404) },
  ],
  ['ids.order.every-kind', 'insufficientEvidence: ', 'no room for one more token', { way: refusing('kind') }],
  [
    'ids.order.every-kind',
    'insufficientEvidence: a new id is not above every id',
    'one low id, and a high one a second later',
    { way: lowKind },
  ],
  [
    'ids.order.every-kind',
    'insufficientEvidence: a new id is not above every id',
    'one low id, and no room for another token',
    { way: around(refusing('kinds2'), lowKind) },
  ],
  ['ids.malformed-path.short', 'notApplicable: declare samples', 'no samples', { target: onlyToken }],
  [
    'ids.malformed-path.short',
    'insufficientEvidence: not tried at',
    'a token that may not see products',
    { target: onlyCatalog, way: refuse(products, 403) },
  ],
  [
    'ids.malformed-path.short',
    'blocked: not tried at',
    'no products',
    { target: onlyCatalog, way: refuse(products, 404) },
  ],
  [
    'ids.malformed-path.written.renamed-token',
    'insufficientEvidence: not tried at',
    'renames that fail, as pat.name-updatable says',
    { way: refuse(renameToken, 404) },
  ],
  [
    'ids.prefixed-form.renamed-token',
    'insufficientEvidence: the same write with the bare id is no longer accepted',
    'a token that is gone',
    { way: refuse(renameToken, 404) },
  ],
  [
    'ids.prefixed-form.renamed-token',
    'fail: expected the token with the name',
    'a prefixed id whose token keeps its name',
    { way: keepName },
  ],
  [
    'ids.prefixed-form.catalog',
    'fail: expected the same answer for',
    'a bare id that is refused, and the declared form that is not',
    { target: sample((id) => `cat_${id}`), way: refuse(products, 404, isBare) },
  ],
  [
    'ids.prefixed-form.catalog',
    'blocked: nothing to compare',
    'no products by the id that is declared',
    { target: onlyCatalog, way: refuse(products, 404) },
  ],
  [
    'ids.prefixed-form.catalog',
    'blocked: nothing to compare',
    'products that are no JSON',
    { way: answer(products, () => new Response('<p>', { headers: { 'content-type': 'text/html' } })) },
  ],
  [
    'ids.prefixed-form.catalog',
    'insufficientEvidence: the list at',
    'an empty catalog',
    {
      way: serveProducts(
        () => undefined,
        matchesAll,
        () => [],
      ),
    },
  ],
  [
    'ids.prefixed-form.catalog',
    'returns the same answer for another id',
    'the same products for any catalog',
    { way: anyId(products) },
  ],
])('%s ends with "%s" given %s', async (check, verdict, _what, server) => {
  expect(await verdictOf(check, server)).toContain(verdict)
})

it('does not blame a prefix given a command whose body is accepted once', async () => {
  const emulator = createEmulator()
  const bodies = new Set<string>()
  deviate(
    emulator,
    refuse(command, 409, async ({ request }) => {
      const body = await request.clone().text()
      return bodies.size === bodies.add(body).size
    }),
  )
  const { results } = await runKit(toSubject(emulator), { only: ['ids.prefix*.command'] })
  const told = results.map(({ check, verdict, message }) => `${check} ${verdict}: ${message}`)
  expect(told.filter((line) => line.includes(' fail'))).toEqual([])
  expect(told[0]).toMatch(/^ids\.prefixed-form\.command insufficientEvidence: .* declare a samples\.command whose body/)
})
