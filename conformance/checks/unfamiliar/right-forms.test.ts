// Right servers in forms that testing/servers/right/ does not have. Each is judged by the checks that its form concerns.
import { expect, it } from 'vitest'
import { runKit } from '../../../testing/conformance/subject.ts'
import { checksBlameNothing } from '../../../testing/servers/ends.ts'
import { oddEmulator } from '../../../testing/servers/odd-emulator.ts'
import type { RightSubject } from '../../../testing/servers/right/right-server.ts'
import { type Choices, openService } from '../../../testing/servers/right/service/open-service.ts'
import { httpDate, toText, addTwoYears } from '../../../testing/servers/right/service/usual-policy.ts'
import {
  combineFaults,
  lists,
  refuse,
  faultyService,
  type ServiceFault,
} from '../../../testing/servers/token-faults.ts'
import type { Target } from '../../target/target-file.ts'

const day = 86_400_000
const service = (choices: Choices): RightSubject => openService(choices, { withHooks: true })

type Query = URLSearchParams
interface Listed {
  readonly results?: readonly object[]
}

/** Answers requests of which `when` is true otherwise. */
const answering = (
  when: (query: Query, path: string, request: Request) => boolean,
  answer: () => Response,
): RightSubject =>
  faultyService(async (request, next) => {
    const { searchParams, pathname } = new URL(request.url)
    return when(searchParams, pathname, request) ? answer() : await next(request)
  })
/** Changes the answers of the service. */
const changing =
  (change: (response: Response, request: Request) => Response | Promise<Response>): ServiceFault =>
  async (request, next) =>
    change(await next(request), request)
/** Refuses requests for lists in which nothing is found. */
const refusingNothing = (when: (query: Query) => boolean, status: number): RightSubject =>
  faultyService(
    changing(async (response, { url }) => {
      if (!response.ok || !url.includes('/1.13/') || !when(new URL(url).searchParams)) return response
      const { results } = (await response.clone().json()) as Listed
      return results?.length === 0 ? refusal(status) : response
    }),
  )
const refusal = (status: number) => Response.json({ message: 'No.' }, { status })
const html = (status: number, headers = {}) =>
  new Response('<h1>No</h1>', { status, headers: { 'content-type': 'text/html', ...headers } })

const cursorFromUrl = (url: string): string => /cursor=([^&]*)/.exec(url)![1]!
/** Writes the entries of Link headers in another form. */
const linked = (link: (rel: string, url: string, results: boolean, cursor: string) => string): RightSubject =>
  service({ link: ({ rel, url, results }) => link(rel, url, results, cursorFromUrl(url)) })
const shortName = /^[a-z0-9-]{1,32}$/
const isLong = ({ sent }: { readonly sent: Readonly<Record<string, unknown>> }) =>
  'name' in sent && sent['name'] !== null && !shortName.test(String(sent['name']))
const dropFormats = ({ personalAccessTokens: _tokens, ...target }: Target): Target => target
const shownAs = (show: NonNullable<Choices['show']>): RightSubject => service({ show })
const strangers = (answer: () => Response) =>
  faultyService(
    changing((response, { url }) => (response.status === 401 && !url.includes('oauth') ? answer() : response)),
  )

const lateTokens = () => service({ oauth: { onlyLast: true }, moods: { lag: 300, latency: 20 } })

/** The ends of tokens are moments of the service's clock, and `Date` is that of the server in front of it. */
function realDateSubject(): RightSubject {
  const subject = service({
    moods: { dated: false },
    oauth: {
      lifetime: 900,
      answer: ({ expires_in: seconds, ...issued }, now) => ({
        ...issued,
        expires_at: toText(now + Number(seconds) * 1000),
      }),
    },
    async fault(request, next) {
      const response = await next(request)
      response.headers.set('date', httpDate(subject.options!.time!.now()))
      return response
    },
  })
  return subject
}

/** Another token of the client may have ended the one that is refused. */
const openLate = ['oauth.refreshed-token-works.lasts', 'oauth.expiry.refreshed'] as const

const opened = (server: RightSubject) => server

checksBlameNothing(['pat.secret-*'], opened, [
  [
    'secrets under misleading names',
    service({
      secret: (token, secret) => ({ ...token, unmasked: secret, last4: secret.slice(-4), prefix: secret.slice(0, 8) }),
    }),
  ],
  [
    'secrets beside the record, among other texts',
    service({
      secret: (token, plain_text) => ({
        meta: { request: 'req-0123456789', href: '/tokens/abcdefgh', status: 'active', print: 'sha-0123456789' },
        api_token: token,
        plain_text,
      }),
    }),
  ],
])
checksBlameNothing(['pat.expiry-*'], opened, [
  [
    'expiries that are brought within the range',
    service({
      expiry: {
        read: (value, now) =>
          typeof value === 'string'
            ? Math.min(Math.max(Date.parse(value), now + 7 * day), addTwoYears(now))
            : undefined,
        isAllowed: () => true,
      },
    }),
  ],
])
checksBlameNothing(['pat.list.*'], opened, [
  ['an empty object for no tokens', service({ list: (_kind, tokens) => (tokens.length > 0 ? { tokens } : {}) })],
  ['null for no tokens', service({ list: (_kind, tokens) => ({ value: tokens.length > 0 ? tokens : null }) })],
  [
    'pages of tokens by number, oldest first, with the address of the next',
    faultyService({
      choices: { token: { paged: false } },
      fault: lists((tokens, { query }) => {
        const page = Number(query.get('page') ?? 1)
        const next = tokens.length > page * 3 ? `/access-tokens?page=${page + 1}` : null
        return { results: tokens.toReversed().slice(page * 3 - 3, page * 3), next }
      }),
    }),
  ],
])
checksBlameNothing(['pat.name-*'], opened, [
  [
    'names of at most 32 letters, digits and hyphens',
    faultyService(combineFaults(refuse('create', 400, isLong), refuse('rename', 400, isLong))),
  ],
])
checksBlameNothing(['pat.expir*'], opened, [
  ['a clock eight months behind', service({ moods: { skew: -240 * day } })],
  ['a clock that nothing shows, nine days ahead', service({ moods: { skew: 9 * day, dated: false } })],
  ['a clock that nothing shows, 20 minutes behind', service({ moods: { skew: -day / 72, dated: false } })],
  ['such a clock, and two tokens for a user', service({ moods: { skew: -day / 72, dated: false, quota: 2 } })],
  ['the same, 20 minutes ahead', service({ moods: { skew: day / 72, dated: false, quota: 2 } })],
  ['a clock that nothing shows, three days behind', service({ moods: { skew: -3 * day, dated: false } })],
])
checksBlameNothing(['pat.record.*'], opened, [
  [
    'Unix seconds and scopes as objects that are not declared',
    oddEmulator({ conventions: { expiresAtFormat: 'unix-seconds', scopeFormat: 'object' }, target: dropFormats }),
  ],
])
checksBlameNothing(['oauth.expiry.*'], opened, [
  [
    'ends of tokens in whole seconds, of a clock that begins at a whole minute',
    oddEmulator({
      conventions: { expiresAtFormat: 'unix-seconds', tokenResponse: 'expiresAt', accessTokenLifetime: 60 },
    }),
  ],
])
checksBlameNothing(['oauth.*'], opened, [
  ['token answers in an envelope', service({ oauth: { answer: (data) => ({ ok: true, data }) } })],
  ['refusals of clients and of grants by 200', service({ oauth: { status: { client: 200, grant: 200 } } })],
])
checksBlameNothing(['oauth.*'], opened, [
  ['a clock that the hook moves, and Date of another that it does not', realDateSubject()],
  ['tokens that one of the same client ends, known everywhere 300 ms later', lateTokens(), openLate],
])
checksBlameNothing(['auth.required.*'], opened, [
  ['strangers that get an error within 200', strangers(() => Response.json({ error: 'unauthenticated' }))],
  ['strangers that get a code within 200', strangers(() => Response.json({ code: 401, message: 'Sign in.' }))],
  [
    'strangers that are redirected elsewhere',
    strangers(() => new Response(null, { status: 302, headers: { location: 'https://login.example/' } })),
  ],
])
checksBlameNothing(['http.json.*'], opened, [
  [
    'refusals as pages, except 400',
    faultyService(changing((response) => (response.status > 400 ? html(response.status) : response))),
  ],
])
checksBlameNothing(['filters.exact.*'], opened, [
  [
    'many other records beside the list',
    service({
      list: (_kind, data) => ({ included: Array.from({ length: 300 }, (_, id) => ({ type: 'brand', id })), data }),
    }),
  ],
  [
    'each record within an object',
    service({ list: (_kind, records) => ({ ok: true, list: records.map((record) => ({ record })) }) }),
  ],
  ['no member for an empty list', service({ list: (_kind, items) => (items.length > 0 ? { items } : { total: 0 }) })],
  ['a 404 for what nothing matches', refusingNothing((query) => query.has('brand') || query.has('search'), 404)],
  [
    'brands that differ only in case and ends',
    service({ data: { brands: ['Acme', 'acme', 'ACME', 'Acme ', 'Acme Inc', 'Ac'] } }),
  ],
])
checksBlameNothing(['cursors.*'], opened, [
  [
    'breadcrumbs with ids before the list',
    service({ list: (_kind, found) => ({ parents: [{ id: 'home', name: 'Home' }], found }) }),
  ],
  [
    'a limit of ten at least',
    answering(
      (query) => Number(query.get('limit') ?? 10) < 10,
      () => refusal(422),
    ),
  ],
])
checksBlameNothing(['cursors.limit.pages', 'filters.enum-filters.pages'], opened, [
  [
    'resources without paging, of which others delete the oldest all the time',
    openService(
      { paged: ['product'] },
      {
        others({ store }, { url }) {
          const [oldest] = store.all('resource')
          if (oldest && url.includes('/resources')) store.remove('resource', oldest.id)
        },
      },
    ),
  ],
])
checksBlameNothing(['ids.order.*'], opened, [
  [
    'times of another system',
    shownAs((kind, record) =>
      kind === 'product'
        ? { ...record, created_at: `20${String(record['id']).charCodeAt(26) % 90}-01-01T00:00:00Z` }
        : record,
    ),
    ['ids.order.times'],
  ],
])
checksBlameNothing(['filters.search-*'], opened, [
  [
    'titles in place of names',
    shownAs((kind, { name, ...record }) => (kind === 'product' ? { ...record, title: name } : { ...record, name })),
  ],
])
checksBlameNothing(['filters.and.*'], opened, [
  [
    'search that is refused',
    answering(
      (query) => query.has('search'),
      () => refusal(400),
    ),
  ],
])
checksBlameNothing(['filters.enum-options.*'], opened, [
  [
    'options as names of members, with escapes',
    faultyService({
      choices: {
        data: { statuses: ['n/a', 'größer', 'in "stock"'] },
        error: ({ options = [] }) => ({ fields: Object.fromEntries(options.map((option) => [option, 1])) }),
      },
      fault: changing(async (response) => {
        const text = (await response.text()).replaceAll('/', String.raw`\/`).replaceAll('ö', String.raw`\u00f6`)
        return new Response(text === '' ? null : text, response)
      }),
    }),
  ],
])
checksBlameNothing(['link.*'], opened, [
  [
    'names and relations in upper case',
    linked(
      (rel, url, results, cursor) => `<${url}>; REL="${rel.toUpperCase()}"; Results="${results}"; CURSOR="${cursor}"`,
    ),
  ],
  [
    'blanks around equals signs, and a semicolon at the end',
    linked(
      (rel, url, results, cursor) => `< ${url} > ; rel = "${rel}" ; results = "${results}" ; cursor = "${cursor}" ;`,
    ),
  ],
  [
    'several relations in one entry',
    linked(
      (rel, url, results, cursor) =>
        `<${url}>; rel="${rel} https://api.example/page"; results="${results}"; cursor="${cursor}"`,
    ),
  ],
  [
    'addresses that are only a query',
    linked(
      (rel, url, results, cursor) => `<${new URL(url).search}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`,
    ),
  ],
  [
    'an empty parameter, and a title in an extended attribute',
    linked(
      (rel, url, results, cursor) =>
        `<${url.replace('?', '?&per_page=5&')}>; rel="${rel}"; title*=UTF-8''N%c3%a4chste; results="${results}"; cursor="${cursor}"`,
    ),
  ],
  [
    'another entry with commas, semicolons and quotes',
    service({
      links: (entries, write) =>
        [`<https://docs.example/a,b;c>; rel="help"; title="Pages, and \\"more\\"; there"`, ...entries.map(write)].join(
          ', ',
        ),
    }),
  ],
])
checksBlameNothing(['link.polling.*'], opened, [
  ['the oldest events first, with others that create', service({ events: 'oldest first', moods: { createsEvery: 3 } })],
  [
    'the same, with others that create faster than anybody can read',
    service({ events: 'oldest first', moods: { createsEvery: 1 } }),
  ],
])
checksBlameNothing(['configurations.*'], opened, [
  ['values as entries of a list', service({ configuration: (value) => ({ values: [{ value }] }) })],
  [
    'values only at the leaves',
    faultyService(
      changing(async (response, { url }) => {
        if (!response.ok || !url.includes('/configurations/')) return response
        const { value } = (await response.clone().json()) as { readonly value: unknown }
        return typeof value === 'object' ? refusal(404) : response
      }),
    ),
    ['configurations.dotted-path.levels'],
  ],
])
checksBlameNothing(['ids.malformed-path.*'], opened, [
  [
    'malformed ids refused by a gateway',
    faultyService(
      changing((response, { url }) =>
        response.status === 400 && /%0A|%20/.test(url) ? html(400, { server: 'edge' }) : response,
      ),
    ),
  ],
])
checksBlameNothing(['ids.prefixed-form.*'], opened, [
  [
    'a project, an issue and a catalog that are declared by prefixed ids',
    oddEmulator({
      target: ({ samples, ...target }) => ({
        ...target,
        samples: {
          ...samples,
          projectId: `prj_${samples!.projectId}`,
          issueId: `iss_${samples!.issueId}`,
          catalogId: `cat_${samples!.catalogId}`,
        },
      }),
    }),
  ],
])

it('reports when tokens without an expiry stop working, and fails nothing', async () => {
  const { options, ...subject } = openService({
    moods: { latency: 300 },
    status: { stranger: 404 },
    oauth: { lifetime: 8, refresh: 'none', answer: ({ access_token }) => ({ access_token }) },
  })
  const { results, findings } = await runKit(subject, { ...options, only: ['environments.*', 'cursors.*'] })
  expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'blocked')).toEqual([])
  expect(findings['accessTokenLapsedAfterSeconds']).toBeGreaterThanOrEqual(8)
})
