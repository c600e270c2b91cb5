// Wrong servers with moods. Quiet data shows each fault at once; late lists and other clients must not hide it.
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { RightSubject } from '../right/right-server.ts'
import { type Choices, openService } from '../right/service/open-service.ts'

type ServiceFault = NonNullable<Choices['fault']>
type Moods = NonNullable<Choices['moods']>

/** A wrong server, quiet or with its moods. */
export interface MoodyServer {
  readonly name: string
  readonly requirement: RequirementId
  /** The fault, and its usual cause. */
  readonly description: string
  readonly make: (isMoody: boolean) => RightSubject
}

const counts = { product: 90, environment: 30, resource: 90, event: 60, group: 40 }

const wrong = (
  name: string,
  requirement: RequirementId,
  description: string,
  moods: Moods,
  fault: ServiceFault,
  choices: Choices = {},
): MoodyServer => ({
  name,
  requirement,
  description,
  make: (isMoody) =>
    openService(
      { data: { counts }, ...choices, fault, moods: isMoody ? { latency: 20, ...moods } : {} },
      { withHooks: true },
    ),
})

/** Changes the query of requests. */
const changeQuery =
  (change: (query: URLSearchParams, path: string) => void): ServiceFault =>
  (request, next) => {
    const url = new URL(request.url)
    change(url.searchParams, url.pathname)
    return next(new Request(url, request))
  }

/** Changes the records of lists of the versioned API. */
const changeListedRecords =
  (change: (records: readonly unknown[], query: URLSearchParams) => readonly unknown[]): ServiceFault =>
  async (request, next) => {
    const response = await next(request)
    const url = new URL(request.url)
    if (response.status !== 200 || !/^\/1\.13\/(?:environments|resources|pulse\/.*)$/.test(url.pathname))
      return response
    const body = (await response.json()) as { readonly results?: readonly unknown[] }
    return Response.json({ ...body, results: change(body.results ?? [], url.searchParams) })
  }

const writers: Moods = { createsEvery: 4 }
const churn: Moods = { createsEvery: 5, deletesEvery: 7 }

/** Wrong servers that their moods must not excuse. */
export const moodyServers: readonly MoodyServer[] = [
  wrong(
    'a page that skips one record, among other writers',
    'cursors.starting-after',
    'starting_after continues two records later: an offset that is one too high.',
    churn,
    changeListedRecords((records, query) => (query.has('starting_after') ? records.slice(1) : records)),
  ),
  wrong(
    'a page that repeats its cursor, among other writers',
    'cursors.starting-after',
    'starting_after includes the record of the cursor: <= in place of <.',
    writers,
    async (request, next) => {
      const after = new URL(request.url).searchParams.get('starting_after')
      const body = changeListedRecords((records) =>
        after !== null && records.length > 0
          ? [{ id: after.slice(-27), name: 'again' }, ...records.slice(0, -1)]
          : records,
      )
      return body(request, next)
    },
  ),
  wrong(
    'filters combined by or, among other writers',
    'filters.and',
    'Of two filters the second is ignored.',
    churn,
    changeQuery((query) => {
      if (query.has('brand')) query.delete('category')
    }),
  ),
  wrong(
    'a brand in any case, among other writers',
    'filters.exact',
    'The database compares without case.',
    writers,
    changeQuery((query) => {
      const brand = query.get('brand')
      const filtered = ['Acme', 'Nordwind', 'Globex', 'Initech'].find(
        (name) => name.toLowerCase() === brand?.toLowerCase(),
      )
      if (filtered !== undefined) query.set('brand', filtered)
    }),
  ),
  wrong(
    'one record too many, with late lists',
    'cursors.limit',
    'The extra record, which shows whether there is more, is sent as well.',
    { listLag: 1000, createsEvery: 5 },
    changeQuery((query) => {
      if (query.has('limit')) query.set('limit', String(Number(query.get('limit')) + 1))
    }),
  ),
  wrong(
    'the oldest first, among other writers',
    'cursors.newest-first',
    'Pages are sorted upwards.',
    churn,
    changeListedRecords((records) => records.toReversed()),
  ),
  wrong(
    'results that are always true, among other writers',
    'link.results',
    'Nobody looks whether the next page has records.',
    { createsEvery: 9 },
    (request, next) => next(request),
    { link: ({ rel, url }) => `<${url}>; rel="${rel}"; results="true"; cursor="${/cursor=([^&]*)/.exec(url)![1]}"` },
  ),
  wrong(
    'a rename that is lost, with late lists',
    'pat.name-updatable',
    'The answer has the new name, and the list keeps the old one.',
    { listLag: 1000 },
    async (request, next) => {
      if (request.method !== 'POST' || !/^\/access-tokens\/./.test(new URL(request.url).pathname)) return next(request)
      const { name } = (await request.clone().json()) as { readonly name?: unknown }
      if (typeof name !== 'string') return next(request)
      const response = await next(new Request(request, { method: 'POST', body: JSON.stringify({ name: 'kept' }) }))
      return response.ok ? Response.json({ ...((await response.json()) as object), name }) : response
    },
  ),
  wrong(
    'a revocation that is lost, with late lists and a quota',
    'pat.revoke',
    'The answer is 204, and the token lives on.',
    { listLag: 1000 },
    async (request, next) => {
      const response =
        request.method === 'DELETE' && request.headers.has('authorization')
          ? await next(new Request(request.url, { headers: request.headers, method: 'OPTIONS' }))
          : await next(request)
      return request.method === 'DELETE' && response.ok ? new Response(null, { status: 204 }) : response
    },
  ),
  wrong(
    'a search that minds the case, among other writers',
    'filters.search-case',
    'The database compares bytes.',
    writers,
    async (request, next) => {
      const search = new URL(request.url).searchParams.get('search')
      const bytes = changeListedRecords((records) =>
        search === null
          ? records
          : records.filter((record) => (record as { readonly name: string }).name.includes(search)),
      )
      return bytes(request, next)
    },
  ),
]
