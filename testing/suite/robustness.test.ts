import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { conventionCombinations } from './combinations.ts'
import { fill, servedEndpoints, templatesOf } from './endpoint-cases.ts'
import { suiteClock, suiteSeed } from './suite-seed.ts'

interface Asked {
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

const { credentials } = createEmulator({ fixtures: suiteSeed })

const knownIds = [
  'projects',
  'flows',
  'catalogs',
  'catalog_products',
  'issues',
  'adapter_connections',
  'environments',
] as const
const id = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...knownIds.map((collection) => suiteSeed.all(collection)[0]!.id)) },
  { weight: 2, arbitrary: fc.constantFrom(...knownIds.map((collection) => `prj_${suiteSeed.all(collection)[0]!.id}`)) },
  fc.stringMatching(/^([a-z]{3}_)?[0-9A-Za-z]{27}$/),
)
const odd = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%00',
    '%2F',
    '%E0%A4%A',
    '..',
    '%2e%2e',
    '__proto__',
    'constructor',
    '*',
    ':id',
    '{id}',
    '0:0:1',
    '-1',
    '1e309',
    'null',
    'NaN',
    'active',
    '~',
    '%F0%9F%92%A9',
    '\\',
    'capabilities',
    'a.b.c',
    'mail.hosts.0',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const segment = fc.oneof({ weight: 3, arbitrary: id }, odd)

function pathArbitrary(conventions: Conventions): fc.Arbitrary<string> {
  const templates = [...new Set(servedEndpoints(conventions).flatMap((endpoint) => templatesOf(endpoint, conventions)))]
  const documented = fc
    .tuple(fc.constantFrom(...templates), fc.array(segment, { minLength: 3, maxLength: 3 }), fc.boolean())
    .map(([template, values, sample]) => {
      let index = 0
      return sample ? fill(template) : template.replaceAll(/\{\w+\}/g, () => values[index++ % values.length]!)
    })
  return fc.oneof(
    { weight: 8, arbitrary: documented },
    fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
  )
}

const parameters = [
  'limit',
  'starting_after',
  'ending_before',
  'search',
  'status',
  'brand',
  'category',
  'path',
  'cursor',
  'name',
  'project_id',
  'prepare_state',
  'kind',
  'scopes',
  '__proto__',
  'toString',
]
const authorizations = [
  `Bearer ${credentials.token}`,
  `Bearer ${credentials.integrationToken}`,
  `Basic ${btoa(`${credentials.apiKey}:`)}`,
  `DSN ${credentials.dsn}`,
  'Bearer',
  'Basic %%%',
  'DSN ',
  'Unknown x',
]
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
  maxLength: 30,
})
const headers = fc.record(
  {
    Authorization: fc.oneof(
      { weight: 6, arbitrary: fc.constant(authorizations[0]!) },
      fc.constantFrom(...authorizations),
      headerText,
    ),
    'Content-Type': fc.oneof(
      { weight: 4, arbitrary: fc.constant('application/json') },
      fc.constantFrom('application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', ';', ''),
      headerText,
    ),
    Accept: fc.oneof(
      fc.constantFrom('application/json', 'text/html', 'application/json, text/event-stream', '*/*'),
      headerText,
    ),
    'x-emulator-world': fc.oneof({ weight: 9, arbitrary: fc.constant('default') }, headerText),
    Origin: fc.constantFrom('https://app.example', 'null'),
    'Access-Control-Request-Method': fc.constantFrom('PUT', 'NONSENSE'),
  },
  { requiredKeys: ['Authorization', 'Content-Type'] },
)

const members = fc.dictionary(
  fc.constantFrom(
    'name',
    'status',
    'project_id',
    'catalog_id',
    'scopes',
    'expires_at',
    'price',
    'value',
    'grant_type',
    'jsonrpc',
    'method',
    'id',
    '__proto__',
    'constructor',
  ),
  fc.oneof(id, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('active', 'Name', 5, null, '2026-06-01T00:00:00Z')),
)
const body = fc.oneof(
  fc.constant(undefined),
  { weight: 4, arbitrary: members.map((value) => JSON.stringify(value)) },
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{"__proto__":{"x":1},"name":"a"}',
    '{"name":"a","name":"b"}',
    '['.repeat(5000),
    'grant_type=client_credentials&grant_type=x',
    '\uFEFF{}',
    '{"name":"\\ud800"}',
    '1e999',
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => new Uint8Array(bytes)),
)

function asked(conventions: Conventions): fc.Arbitrary<Asked> {
  return fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'PROPFIND'),
    path: pathArbitrary(conventions),
    query: fc.array(
      fc.tuple(
        fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...parameters) }, odd),
        fc.oneof(id, odd, fc.constantFrom('1', '5', 'chair', 'active')),
      ),
      { maxLength: 4 },
    ),
    headers,
    body,
  })
}

/** Makes the request; undefined when `Request` refuses its parts. */
function toRequest({ method, path, query, headers, body }: Asked): Request | undefined {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed())
  const pairs = query.map(([name, value]) => `${encode(name)}=${value.includes('%') ? value : encode(value)}`)
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  try {
    return new Request(`http://emulator.test${path}${search}`, {
      method,
      headers,
      ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
    })
  } catch {
    return undefined
  }
}

const types = /^(application\/json|application\/problem\+json|text\/html|text\/event-stream)(;|$)/

async function assertAnswers(emulator: Emulator, request: Request): Promise<void> {
  const response = await emulator.fetch(request)
  const text = /event-stream/.test(response.headers.get('content-type') ?? '') ? '' : await response.text()
  if (text === '') await response.body?.cancel()
  expect(response.status, text).toBeLessThan(500)
  expect(response.status).toBeGreaterThanOrEqual(200)
  if (request.method === 'HEAD') expect(text).toBe('')
  if (text !== '') expect(response.headers.get('content-type')).toMatch(types)
  if (/json/.test(response.headers.get('content-type') ?? '') && text !== '')
    expect(() => JSON.parse(text) as unknown).not.toThrow()
  if (response.status === 405) expect(response.headers.get('allow')).toMatch(/OPTIONS$/)
}

const combinations = conventionCombinations(30)

it.each([0, 3, 9, 14, 21, 26])(
  'answers any request without a 500, in a declared type and by its schema, under combination %d',
  async (index) => {
    const faults: unknown[] = []
    const conventions = withConventions(defaultConventions, combinations[index]!)
    const emulator = createEmulator({
      fixtures: suiteSeed,
      clock: suiteClock,
      conventions,
      checkResponses: true,
      onError: (error) => faults.push(error),
    })
    await fc.assert(
      fc.asyncProperty(asked(conventions), async (sent) => {
        const request = toRequest(sent)
        if (!request) return
        await assertAnswers(emulator, request)
        if (faults.length > 0) throw faults[0]
      }),
      { seed: 1000 + index, numRuns: 1500, endOnFailure: true },
    )
  },
  60_000,
)
