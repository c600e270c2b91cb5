import { type FindingCase, itFinds } from '../../../../testing/clients/judge-made.ts'
import type { MadeRequest, MadeRun } from '../../../../testing/clients/made-run.ts'

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
const unknown = (id: string): MadeRequest => ({ ...products(id), status: 404 })
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
  ['client.base-url', 'kept', 'paths below the base URL', [known], driven],
  ['client.base-url', 'neverDone', 'no request', [], driven],
  ['client.base-url', 'broken', 'a path without that of the base URL', [], { ...driven, outside: [known] }],
  ['client.versioned-paths', 'kept', 'the version', [known], driven],
  ['client.versioned-paths', 'neverDone', 'legacy paths alone', [{ line: 'GET /0/projects/' }], driven],
  ...['/environments', '/1.12/environments', '/0/environments', '/1.13/environments/', '/1.13/catalogs/x/products'].map(
    (path): FindingCase => ['client.versioned-paths', 'broken', path, [missing(`GET ${path}`)], watched],
  ),
  ['client.versioned-paths', 'kept', 'an unknown resource', [known, missing('GET /1.13/gadgets')], watched],
  [
    'client.versioned-paths',
    'kept',
    'a path with a slash to which it was redirected',
    [{ ...known, ...redirect(308, '/~w/1.13/environments/') }, missing('GET /1.13/environments/')],
    driven,
  ],
  ['client.legacy-paths', 'kept', 'the version 0', [{ line: 'GET /0/projects/' }], driven],
  ['client.legacy-paths', 'neverDone', 'versioned paths alone', [known], driven],
  ...['/0/projects', '/projects/', '/v0/projects/', '/0/issues/x/events', '/api/0/projects/x/groups/'].map(
    (path): FindingCase => ['client.legacy-paths', 'broken', path, [missing(`GET ${path}`)], watched],
  ),
  ['client.unversioned-paths', 'kept', 'no version', [write], driven],
  ['client.unversioned-paths', 'neverDone', 'versioned paths alone', [known], driven],
  ...['POST /1.13/oauth/token', 'POST /oauth/token/', 'GET /1.13/services/x/capabilities'].map((line): FindingCase => [
    'client.unversioned-paths',
    'broken',
    line,
    [missing(line)],
    watched,
  ]),
  ['client.ids-kept', 'kept', 'an id as it came', [known, products(catalogId)], driven],
  ['client.ids-kept', 'kept', 'its twin in other case', [known, products(twin)], driven],
  ['client.ids-kept', 'kept', 'a twin that a test knows', [products(twin)], { input: { catalogId: catalogId } }],
  ['client.ids-kept', 'kept', 'a prefixed id', [known, products(`ctl_${catalogId}`)], driven],
  ['client.ids-kept', 'neverDone', 'no id', [known], driven],
  ['client.ids-kept', 'broken', 'lower case', [known, unknown(catalogId.toLowerCase())], watched],
  ['client.ids-kept', 'broken', 'lower case of an input', [unknown(catalogId.toLowerCase())], driven],
  ['client.ids-kept', 'broken', 'a cut id', [known, unknown(catalogId.slice(0, 26))], driven],
  ['client.ids-kept', 'neverDone', 'an id that a test cut', [known, products(catalogId.slice(0, 26))], watched],
  [
    'client.ids-kept',
    'broken',
    'a cursor in upper case',
    [known, { line: `GET /1.13/environments?starting_after=${catalogId.toUpperCase()}` }],
    driven,
  ],
  ['client.scope-prefixed', 'kept', 'the prefixed scope', [value(`prj_${catalogId}`)], scoped],
  ['client.scope-prefixed', 'broken', 'a bare scope', [value(catalogId)], scoped],
  ['client.scope-prefixed', 'broken', 'a bare scope of a test', [value(catalogId)], watched],
  ...['PRJ_', 'project_', 'prj:'].map((prefix): FindingCase => [
    'client.scope-prefixed',
    'broken',
    `the prefix ${prefix}`,
    [value(`${prefix}${catalogId}`)],
    scoped,
  ]),
  ['client.scope-prefixed', 'broken', 'another prefix', [value(`flw_${catalogId}`)], scoped],
  ['client.scope-prefixed', 'broken', 'another prefix and case', [value(`flw_${catalogId.toLowerCase()}`)], scoped],
  ['client.scope-prefixed', 'neverDone', 'no configuration', [known], scoped],
  ['client.configuration-path', 'kept', 'the path in the query', [value(`prj_${catalogId}`)], scoped],
  ['client.configuration-path', 'broken', 'no path', [value(`prj_${catalogId}`, '')], scoped],
  ['client.configuration-path', 'broken', 'another name', [value(`prj_${catalogId}`, '?key=a.b+c')], scoped],
  [
    'client.configuration-path',
    'broken',
    'the path encoded twice',
    [value(`prj_${catalogId}`, '?path=a.b%2520c')],
    scoped,
  ],
  [
    'client.configuration-path',
    'broken',
    'a % as it is',
    [value(`prj_${catalogId}`, '?path=5%')],
    { ...scoped, input: { path: '5%' } },
  ],
  [
    'client.configuration-path',
    'broken',
    'slashes',
    [missing(`GET /1.13/configurations/prj_${catalogId}/a/b%20c`)],
    scoped,
  ],
  ['client.configuration-path', 'neverDone', 'no configuration', [known], scoped],
  ['client.json-bodies', 'kept', 'application/json', [write], driven],
  [
    'client.json-bodies',
    'kept',
    'application/json with a charset',
    [{ ...write, headers: { 'Content-Type': 'Application/JSON; charset=utf-8' } }],
    driven,
  ],
  ['client.json-bodies', 'neverDone', 'no body', [known], driven],
  [
    'client.json-bodies',
    'neverDone',
    'a form at a wrong path of the token endpoint',
    [{ ...missing('POST /1.13/oauth/token'), body: 'grant_type=client_credentials' }],
    driven,
  ],
  ['client.json-bodies', 'broken', 'a form elsewhere', [{ ...missing('POST /oauthx/token'), body: 'a=1' }], driven],
  [
    'client.json-bodies',
    'neverDone',
    'a form of the browser',
    [{ line: 'POST /app/crm/authorize', body: 'decision=allow' }],
    watched,
  ],
  ['client.json-bodies', 'broken', 'no media type', [{ ...write, body: '{}' }], driven],
  [
    'client.json-bodies',
    'broken',
    'a form',
    [{ ...write, body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    driven,
  ],
  [
    'client.json-bodies',
    'broken',
    'a body that is no JSON',
    [{ ...write, body: "{'a': 1}", headers: { 'Content-Type': 'application/json' } }],
    driven,
  ],
  ['client.redirects', 'neverDone', 'no redirect', [known], driven],
  ...[
    ['kept', '?cursor=0:2:0&per=%20'] as const,
    ['kept', '?per=+&cursor=0%3A2%3A0'] as const,
    ['broken', ''] as const,
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
    'client.redirects',
    'kept',
    'the same credentials',
    [{ ...known, ...redirect(301, '/~w/1.13/environments/') }, { line: 'GET /1.13/environments/' }],
    driven,
  ],
  [
    'client.redirects',
    'broken',
    'no credentials',
    [
      { ...known, ...redirect(301, '/1.13/environments/') },
      { line: 'GET /1.13/environments/', authorization: null },
    ],
    driven,
  ],
  [
    'client.redirects',
    'broken',
    'GET in place of POST',
    [{ ...write, ...redirect(308, '/services/a/b/') }, { line: 'GET /services/a/b/' }],
    driven,
  ],
  [
    'client.versioned-paths',
    'kept',
    'a record that is not there',
    [{ line: 'GET /1.13/flows/x', status: 404 }],
    driven,
  ],
  [
    'client.versioned-paths',
    'neverDone',
    'a path that was not answered',
    [{ ...missing('GET /environments'), status: null }],
    driven,
  ],
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
    'client.configuration-path',
    'broken',
    'the path twice',
    [value(`prj_${catalogId}`, '?path=a.b%20c&path=a')],
    scoped,
  ],
  [
    'client.redirects',
    'kept',
    'no credentials where there were none',
    [
      { ...known, ...redirect(301, '/1.13/environments/'), authorization: null },
      { line: 'GET /1.13/environments/', authorization: null },
    ],
    driven,
  ],
  [
    'client.redirects',
    'kept',
    'GET in place of POST, as 303 says',
    [{ ...write, ...redirect(303, '/services/a/b/') }, { line: 'GET /services/a/b/' }],
    driven,
  ],
]

itFinds(cases)
