import { type FindingCase, itFinds } from '../../../testing/clients/judge-made.ts'
import type { MadeRequest, MadeRun } from '../../../testing/clients/made-run.ts'

const catalogId = '2K5xLQJr8QpV0mWcT3nYbZ9aHsD'
const twin = '2K5XLQJr8QpV0mWcT3nYbZ9aHsD'
const driven: MadeRun = { task: 'walk-products', input: { catalogId: catalogId } }
const watched: MadeRun = {}
const known: MadeRequest = { line: 'GET /1.13/environments', answer: { data: [{ id: catalogId }, { id: twin }] } }
const missing = (line: string): MadeRequest => ({ line, isServed: false, status: 404 })
const products = (id: string): MadeRequest => ({
  line: `GET /1.13/pulse/catalogs/${id}/products`,
  answer: { data: [] },
})
const scoped: MadeRun = { task: 'get-configuration', input: { scopeId: `prj_${catalogId}`, path: 'a.b c' } }
const value = (scope: string, query = '?path=a.b%20c'): MadeRequest => ({
  line: `GET /1.13/configurations/${scope}${query}`,
})
const redirect = (status: number, location: string): Partial<MadeRequest> => ({
  status,
  answerHeaders: { location },
})
const write: MadeRequest = { line: 'POST /services/a/b', body: { a: 1 } }

const cases: readonly FindingCase[] = [
  ['client.versioned-paths', 'kept', 'an unknown resource', [known, missing('GET /1.13/gadgets')], watched],
  [
    'client.versioned-paths',
    'kept',
    'a path with a slash to which it was redirected',
    [{ ...known, ...redirect(308, '/~w/1.13/environments/') }, missing('GET /1.13/environments/')],
    driven,
  ],
  ['client.ids-kept', 'kept', 'a twin that a test knows', [products(twin)], { input: { catalogId: catalogId } }],
  ['client.ids-kept', 'kept', 'a prefixed id', [known, products(`ctl_${catalogId}`)], driven],
  ['client.ids-kept', 'neverDone', 'an id that a test cut', [known, products(catalogId.slice(0, 26))], watched],
  ['client.scope-prefixed', 'broken', 'a bare scope of a test', [value(catalogId)], watched],
  [
    'client.json-bodies',
    'kept',
    'application/json with a charset',
    [{ ...write, headers: { 'Content-Type': 'Application/JSON; charset=utf-8' } }],
    driven,
  ],
  [
    'client.json-bodies',
    'neverDone',
    'a form at a wrong path of the token endpoint',
    [{ ...missing('POST /1.13/oauth/token'), body: 'grant_type=client_credentials' }],
    driven,
  ],
  [
    'client.json-bodies',
    'neverDone',
    'a form of the browser',
    [{ line: 'POST /app/crm/authorize', body: 'decision=allow' }],
    watched,
  ],
  ...[
    ['kept', '?cursor=0:2:0&per=%20'] as const,
    ['kept', '?per=+&cursor=0%3A2%3A0'] as const,
    ['broken', '?per=%20'] as const,
  ].map(([kind, query]): FindingCase => [
    'client.redirects',
    kind,
    `the query ${query} of a redirect with two parameters`,
    [
      { ...known, ...redirect(308, '/1.13/environments/?cursor=0:2:0&per=%20') },
      { line: `GET /1.13/environments/${query}` },
    ],
    driven,
  ]),
  [
    'client.ids-kept',
    'neverDone',
    'a word that an id begins with',
    [
      { ...known, answer: { data: [{ id: 'environments123456789012345' }] } },
      { ...known, status: 500 },
    ],
    driven,
  ],
  ['client.configuration-path', 'kept', 'no version', [missing(`GET /configurations/prj_${catalogId}`)], scoped],
  [
    'client.redirects',
    'kept',
    'GET in place of POST, as 303 says',
    [{ ...write, ...redirect(303, '/services/a/b/') }, { line: 'GET /services/a/b/' }],
    driven,
  ],
]

itFinds(cases)
