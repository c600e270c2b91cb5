import { expect, it } from 'vitest'
import { conventionNames as emulatorNames } from '../../emulator/api/dialect/conventions.ts'
import { parseSeed } from '../../emulator/index.ts'
import { definitions } from '../../emulator/model/contract/conventions.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { judgeLearned, learnEmulator } from '../../testing/learned-emulator.ts'
import { conventionCombinations } from '../../testing/suite/combinations.ts'
import { compareDocuments } from './drift.ts'
import { learnedValues } from './learned-document.ts'
import { conventionNames, openClauses } from './observation.ts'

it('knows every convention of the emulator, with its clause', () => {
  expect([...conventionNames].toSorted()).toEqual([...emulatorNames].toSorted())
  const clauses = Object.fromEntries(emulatorNames.map((name) => [name, definitions[name].clause]))
  expect({ ...openClauses }).toEqual(clauses)
})

const combinations = conventionCombinations(100)
/** The others are for `npm run test:long`. */
const few = [...combinations.slice(1, 4), {}]

it.each(few.map((conventions, index) => [index, conventions] as const))(
  'learns at least 38 conventions of combination %d, and none wrong',
  async (_index, conventions: Partial<Conventions>) => {
    const { emulator, learned } = await learnEmulator({ conventions })
    const { wrong, learned: count } = judgeLearned(learned, emulator)
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThanOrEqual(38)
    expect(learned.requests).toBeLessThanOrEqual(150)
    // An immediate flow completes a connection, and no clause says how to take that back.
    const left = learned.leftovers.filter((line) => !/^(?:access tokens|connection of shop|state codes)/.test(line))
    // Nor does any clause say how to delete a group. One is created, and its id may not be shown.
    expect(left.length).toBeLessThanOrEqual(1)
    for (const line of left) expect(line).toMatch(/^group \w{27}: no documented undo$/)
  },
)

it('reads 28 conventions without changing anything', async () => {
  const methods = new Set<string>()
  const { emulator, learned } = await learnEmulator(
    {},
    {
      allowWrites: false,
      between: (next) => (request) => {
        const { pathname } = new URL(request.url)
        if (pathname !== '/oauth/token' && pathname !== '/mcp') methods.add(request.method)
        return next(request)
      },
    },
  )
  const { wrong, learned: count } = judgeLearned(learned, emulator)
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThanOrEqual(28)
  expect([...methods].toSorted()).toEqual(['GET', 'OPTIONS'])
})

it('learns the names of scopes of another vocabulary, and a twin of it takes them', async () => {
  const scopeRule = {
    'environments.view': ['environments:read', 'access-tokens:*'],
    'catalogs.view': ['catalogs:read'],
  }
  const everything = { 'catalogs.view': ['*:*'], 'environments.view': ['*:*'] }
  const { learned, document } = await learnEmulator({ conventions: { scopeRule } })
  expect(learned.observations.scopeRule).toMatchObject({ state: 'unrepresentable', nearest: everything })
  expect(learned.observations.scopeFormat).toMatchObject({ state: 'learned', value: 'string' })
  const twin = await learnEmulator({ conventions: learnedValues(document) })
  const created = ({ answers }: typeof document) => ({ ...answers['access-tokens.create'], at: '' })
  expect(created(twin.document)).toEqual(created(document))
  const moved = await learnEmulator({ conventions: { scopeRule: { ...scopeRule, admin: ['*:*'] } } })
  expect(compareDocuments(document, moved.document)).toContainEqual(
    expect.objectContaining({ class: 'dialect', convention: 'scopeRule' }),
  )
})

const record = { type: '$kind', id: '$id', attributes: '$members' }

/** Values that have no name. */
const unnamed: readonly Partial<Conventions>[] = [
  {
    listEnvelope: { results: '$items', paging: { next: '$next', more: '$hasMore' } },
    objectEnvelope: {
      $default: { result: '$item' },
      'configurations.value': { setting: { value: '$item' }, own: true },
    },
    errorBody: { status: 'error', code: '$code', reason: '$message', options: '$allowed' },
    unknownIdStatus: { $default: 404, 'services.capabilities': 410 },
    unauthenticatedStatus: {
      $default: 401,
      'legacy.groups.list': 403,
      'legacy.groups.create': 403,
      'connect.prepare': 404,
    },
    secretName: 'plainTextToken',
    capabilities: { actions: [{ id: '$name', about: '$description', input: '$inputSchema' }] },
  },
  {
    listEnvelope: { data: { $each: '$items', $value: record }, more: '$hasMore' },
    objectEnvelope: { $default: { data: record }, 'configurations.value': { value: '$item' } },
    errorBody: { errors: [{ status: { $text: '$status' }, title: '$message', allowed: '$allowed' }] },
  },
]

it.each(unnamed)('learns templates, and values of single operations: %#', async (conventions) => {
  const { learned } = await learnEmulator({ conventions })
  for (const [name, value] of Object.entries(conventions))
    expect(learned.observations[name as keyof Conventions], name).toMatchObject({ state: 'learned', value })
})

it('does not say that an unknown cursor gives the first page, given products that were created at once', async () => {
  // Their ids differ only in the last characters.
  const endings = ['w34MEA', 'vQsV9q', 'v0qxNh', 'tzio2m']
  const products = endings.map((ending) => ({ id: `3ObxgebyQyv1Zr2C5m3OE${ending}` }))
  const fixtures = parseSeed({ pack: 'default', catalog_products: products })
  const { learned } = await learnEmulator({ fixtures, clock: '2027-01-01' })
  // The first page follows a used and an ignored cursor alike: only the other lists show which it is.
  const { state, seenIn } = learned.observations.unknownCursor
  expect(state).toBe('learned')
  expect(seenIn).not.toContain('products.unknown-cursor')
})

it('names behaviour that no value expresses, and never shows it as learned', async () => {
  const { learned } = await learnEmulator(
    {},
    {
      between: (next) => async (request) => {
        const response = await next(request)
        const json: unknown = await response
          .clone()
          .json()
          .catch(() => undefined)
        if (typeof json !== 'object' || json === null || !('has_more' in json)) return response
        const { data } = json as unknown as { data: unknown[] }
        const body = JSON.stringify({ ...json, shown: data.length })
        return new Response(body, { status: response.status, headers: response.headers })
      },
    },
  )
  expect(learned.observations.listEnvelope).toMatchObject({
    state: 'unrepresentable',
    nearest: 'data',
    differs: ['shown'],
  })
})

it('does not attribute an answer of a gateway to the service', async () => {
  const { learned } = await learnEmulator(
    {},
    {
      between: (next) => (request) =>
        request.headers.has('authorization') || !request.url.includes('/1.13/')
          ? next(request)
          : Promise.resolve(
              new Response('<h1>Sign in</h1>', {
                status: 403,
                headers: { server: 'gate', 'content-type': 'text/html' },
              }),
            ),
    },
  )
  const { unauthenticatedStatus } = learned.observations
  // The legacy API is behind no gateway here.
  expect(unauthenticatedStatus).toMatchObject({ state: 'learned', value: 401, seenIn: ['legacy.groups.as-stranger'] })
})

it.each([['of seconds', 1_795_740_836] as const, ['with an offset', '2026-11-27T00:39:05+05:30'] as const])(
  'does not learn the time %s as a literal, even if two answers have the same one',
  async (_what, moment) => {
    const { learned } = await learnEmulator(
      {},
      {
        between: (next) => async (request) => {
          const response = await next(request)
          return response.ok && new URL(request.url).pathname === '/oauth/token'
            ? Response.json({ ...((await response.json()) as object), expires_on: moment })
            : response
        },
      },
    )
    expect(learned.observations.tokenResponse).toMatchObject({ state: 'unrepresentable', differs: ['expires_on'] })
  },
)
