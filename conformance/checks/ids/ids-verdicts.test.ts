// Servers that show too little of their ids, or refuse what would show it.
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { mapTokens } from '../../../emulator/disturb/deviations/groups/access-tokens.ts'
import {
  around,
  mapRecords,
  on,
  refuseRequests,
  remember,
} from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { Operations } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { readBodyMembers } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { allProducts, matchesAll, serveProducts } from '../../../emulator/disturb/deviations/wrappers/products.ts'
import type { FakeTime } from '../../../testing/conformance/fake-time.ts'
import { itEnds } from '../../../testing/servers/ends.ts'
import { type OddEmulator, oddEmulator } from '../../../testing/servers/odd-emulator.ts'
import type { Target } from '../../target/target-file.ts'
import { anyId } from '../../../testing/faults/wrappers.ts'

const acting = (way: FetchWrapper, rest: OddEmulator = {}): OddEmulator => ({ way: () => way, ...rest })
const isBare = ({ id }: { readonly id: string }) => id.length === 27

const onlyToken = ({ baseUrl, credentials, personalAccessTokens }: Target): Target => ({
  baseUrl,
  credentials: { token: credentials!.token! },
  allowWrites: true,
  personalAccessTokens: personalAccessTokens!,
})

const sample =
  (change: (catalogId: string) => string) =>
  ({ samples, ...target }: Target): Target => ({ ...target, samples: { catalogId: change(samples!.catalogId!) } })
const catalogAlone = { target: sample((id) => id) }

/** Refuses the creation of tokens with some name. */
const refusing = (ending: string) =>
  refuseRequests('access-tokens.create', 409, async ({ request }) =>
    String((await readBodyMembers(request))['name']).endsWith(ending),
  )

const lowKind = mapTokens('access-tokens.create', (token) =>
  String(token['name']).endsWith('kind') ? { ...token, id: `0${token.id.slice(1)}` } : token,
)

/** Records show times that are so many days before the first. */
const aged = (operations: Operations, daysOf: (index: number) => number): FetchWrapper =>
  mapRecords(operations, (record, index) => ({
    ...record,
    created_at: new Date(Date.UTC(2027, 2, 1 - daysOf(index))).toISOString(),
  }))

/** New products have other ids than the wrapped server gives them. */
const renumbered = (idOf: (id: string, count: number) => string): FetchWrapper =>
  remember(() => {
    const ids = new Map<string, string>()
    const note = on('products.list', async (intercepted) => {
      if (ids.size === 0) for (const { id } of await allProducts(intercepted)) ids.set(id, id)
      return intercepted.send()
    })
    const show = mapRecords('products.list', (record) => {
      if (!ids.has(record.id)) ids.set(record.id, idOf(record.id, ids.size))
      return { ...record, id: ids.get(record.id)! }
    })
    return around(show, note)
  })

/** New products have ids that begin with the second, and fall within it. */
const idsBySecond = (time: FakeTime): FetchWrapper =>
  renumbered(
    (id, count) => `zz${String(Math.floor(time.now() / 1000)).padStart(12, '0')}${9000 - count}${id.slice(0, 9)}`,
  )

/** A hook that creates so many products, and shows none. */
const making = (count: number): OddEmulator => ({
  between: (next) => async (request) => {
    if (!request.url.includes('/_emulator/data/')) return await next(request)
    for (let made = 0; made < count; made++) await next(request.clone())
    return Response.json({})
  },
})

/** Takes each body of a command once. */
const once: FetchWrapper = remember(() => {
  const bodies = new Set<string>()
  return refuseRequests(
    'services.invoke',
    409,
    async ({ request }) => bodies.size === bodies.add(await request.clone().text()).size,
  )
})

const emptied = serveProducts(
  () => undefined,
  matchesAll,
  () => [],
)

itEnds(oddEmulator, [
  [
    'ids.order.times',
    'insufficientEvidence: the times of creation at /1.13/environments do not all rise',
    'two times that are exchanged',
    acting(aged('environments.list', (index) => (index === 1 ? 2 : index === 2 ? 1 : index))),
  ],
  [
    'ids.order.times',
    'insufficientEvidence',
    'times that descend in only one list',
    acting(aged('resources.list', (index) => -index)),
  ],
  [
    'ids.order.times',
    'notApplicable: no two records show different times',
    'one time for all',
    acting(aged(['environments.list', 'resources.list', 'products.list'], () => 0)),
  ],
  [
    'ids.order.products',
    'insufficientEvidence: the products of samples.catalogId do not',
    'a hook that creates nothing',
    making(0),
  ],
  [
    'ids.order.products',
    'insufficientEvidence: ids of records that were created within a second',
    'ids in random order within one second',
    { way: idsBySecond, ...making(1) },
  ],
  [
    'ids.order.products',
    'insufficientEvidence: others create products too',
    'two new products with low ids at a time',
    acting(
      renumbered((id) => `0${id.slice(1)}`),
      making(2),
    ),
  ],
  [
    'ids.order.every-kind',
    'insufficientEvidence: no record of another kind',
    'nothing but tokens',
    acting(refuseRequests('legacy.projects', 404), { emulator: { fixtures: 'empty' }, target: onlyToken }),
  ],
  ['ids.order.every-kind', 'insufficientEvidence', 'no room for one more token', acting(refusing('kind'))],
  [
    'ids.order.every-kind',
    'insufficientEvidence: a new id is not above every id',
    'one low id, and a high one a second later',
    acting(lowKind),
  ],
  [
    'ids.order.every-kind',
    'insufficientEvidence: a new id is not above every id',
    'one low id, and no room for another token',
    acting(around(refusing('kinds2'), lowKind)),
  ],
  ['ids.malformed-path.catalog', 'notApplicable: declare samples.catalogId', 'no samples', { target: onlyToken }],
  [
    'ids.malformed-path.catalog',
    'insufficientEvidence: not tried',
    'a token that may not see products',
    acting(refuseRequests('products.list', 403), catalogAlone),
  ],
  [
    'ids.malformed-path.catalog',
    'blocked: not tried at',
    'no products',
    acting(refuseRequests('products.list', 404), catalogAlone),
  ],
  [
    'ids.malformed-path.written.renamed-token',
    'blocked: pat.name-updatable.rename did not pass',
    'renames that fail',
    acting(refuseRequests('access-tokens.rename', 404)),
  ],
  [
    'ids.prefixed-form.catalog',
    'fail: expected the same answer for',
    'a bare id that is refused, and the declared form that is not',
    acting(refuseRequests('products.list', 404, isBare), { target: sample((id) => `cat_${id}`) }),
  ],
  ['ids.prefixed-form.catalog', 'insufficientEvidence: the list at', 'an empty catalog', acting(emptied)],
  ['ids.prefixed-form.catalog', 'blocked', 'the same products for any catalog', acting(anyId('products.list'))],
  ['ids.prefixed-form.command', 'insufficientEvidence', 'a command whose body is accepted once', acting(once)],
])
