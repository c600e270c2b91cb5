import { expect, it } from 'vitest'
import type { Conventions } from '../contract/conventions.ts'
import { createEmulator } from '../create-emulator.ts'
import { sampleRequest } from '../../testing/emulator/sample-requests.ts'
import { toOpenApi } from '../openapi/openapi.ts'
import { ask } from '../../testing/suite/ask.ts'
import { DialectReader } from '../../testing/suite/dialect-reader.ts'
import {
  accessToken,
  carefulLink,
  carefulWalk,
  itemsOf,
  naiveLinks,
  naiveWalk,
  walkLinks,
} from '../../testing/emulator/scenario-clients.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'

/** Ways to answer that each scenario must hold under. */
const ways: readonly Partial<Conventions>[] = [
  {},
  {
    listEnvelope: 'array',
    legacyListEnvelope: 'data',
    errorBody: 'problem',
    unauthenticatedStatus: 403,
    unknownIdStatus: 410,
    objectEnvelope: 'data',
    legacyPageSize: 7,
  },
  {
    listEnvelope: 'items',
    unknownCursor: 'refuse',
    errorBody: 'errors',
    createdStatus: 200,
    deletedStatus: 200,
    legacyPageSize: 1,
  },
  {
    listEnvelope: 'named',
    unknownCursor: 'refuse',
    refusedStatus: 422,
    errorBody: 'message',
    objectEnvelope: 'named',
    scopeFormat: 'object',
    legacyPageSize: 43,
  },
]

const clock = '2026-03-01'
const setUp = (conventions: Partial<Conventions>, ...names: readonly ScenarioName[]) =>
  createEmulator({ clock, conventions, scenarios: names })
type Emulator = ReturnType<typeof createEmulator>

const flows = '/1.13/flows'
const flowIds = (emulator: Emulator) => emulator.data.find('flows', { limit: 1000 }).map(({ id }) => id)

it.each(ways)('lets an access token expire between two pages, under %j', async (conventions) => {
  const emulator = setUp(conventions, 'token-expires-mid-walk')
  const all = flowIds(emulator)
  expect(all.length).toBeGreaterThan(10)
  expect(await naiveWalk(setUp(conventions), flows)).toEqual(all)
  await expect(naiveWalk(setUp(conventions, 'token-expires-mid-walk'), flows)).rejects.toThrow(
    `unexpected ${conventions.unauthenticatedStatus ?? 401}`,
  )
  expect((await carefulWalk(emulator, flows)).ids).toEqual(all)
  expect(
    emulator.requests
      .find({ operation: 'flows.list' })
      .map(({ status }) => status)
      .slice(0, 3),
  ).toEqual([200, conventions.unauthenticatedStatus ?? 401, 200])
})

it('lets only the token expire that walks, by a refusal that says so, and spares personal access tokens', async () => {
  const emulator = setUp({}, 'token-expires-mid-walk')
  const other = await accessToken(emulator)
  const [first] = flowIds(emulator)
  expect((await ask(emulator, 'GET', `${flows}?starting_after=${first}`)).status).toBe(200)
  const auth = await accessToken(emulator)
  const { status, json, headers } = await ask(emulator, 'GET', `${flows}?starting_after=${first}`, { auth })
  expect([status, json.error.message, headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('The token has expired.'),
    expect.stringContaining('error="invalid_token"'),
  ])
  expect((await ask(emulator, 'GET', flows, { auth: other })).status).toBe(200)
})

it.each(ways)('creates an object and deletes the one of the cursor mid-walk, under %j', async (conventions) => {
  const emulator = setUp(conventions, 'objects-change-mid-walk')
  const all = flowIds(emulator)
  if (conventions.unknownCursor === 'refuse')
    await expect(naiveWalk(setUp(conventions, 'objects-change-mid-walk'), flows)).rejects.toThrow(
      `unexpected ${conventions.refusedStatus ?? 400}`,
    )
  else {
    const walked = setUp(conventions, 'objects-change-mid-walk')
    const found = await naiveWalk(walked, flows)
    const retrieved = await Promise.all(found.map((id) => ask(walked, 'GET', `${flows}/${id}`)))
    expect(retrieved.map(({ status }) => status).filter((status) => status !== 200)).toEqual([
      conventions.unknownIdStatus ?? 404,
    ])
  }
  expect((await carefulWalk(emulator, flows)).ids).toEqual(all)
  const now = flowIds(emulator)
  expect(now).toHaveLength(all.length)
  expect(all.filter((id) => !now.includes(id))).toEqual([all[4]])
  expect(now[0]! > all[0]!).toBe(true)
})

it.each(ways)('refuses one request in mid-walk with 429 and Retry-After, under %j', async (conventions) => {
  const emulator = setUp(conventions, 'rate-limited-mid-walk')
  const all = flowIds(emulator)
  await expect(naiveWalk(setUp(conventions, 'rate-limited-mid-walk'), flows)).rejects.toThrow('unexpected 429')
  expect(await carefulWalk(emulator, flows)).toEqual({ ids: all, waited: ['1'] })
  const [, limited] = emulator.requests.find({ operation: 'flows.list' })
  expect([limited!.status, limited!.refusal?.code, limited!.fault]).toEqual([429, 'rate_limited', null])
})

const events = ({ samples }: Emulator) => `/0/issues/${samples.issueId}/events/`
const eventIds = (emulator: Emulator) =>
  emulator.worlds.default
    .collection('issue_events')
    .all({ where: { issue_id: emulator.samples.issueId! } })
    .map(({ id }) => id)

it.each(ways.slice(0, 2))(
  'puts previous with results="false" before next with results="true" on page one, and rel behind the rest, under %j',
  async (conventions) => {
    const emulator = setUp(conventions, 'link-previous-first')
    const link = (await ask(emulator, 'GET', events(emulator))).headers.get('link')!
    expect(link).toMatch(
      /^<[^>]+>; results="false"; cursor="0:0:1"; rel="previous", <[^>]+>; results="true"; cursor="0:\d+:0"; rel="next"$/,
    )
    expect(await walkLinks(setUp(conventions), events(emulator), naiveLinks['expects rel behind the URL']!)).toEqual(
      eventIds(emulator),
    )
    for (const how of ['takes the first URL', 'expects rel behind the URL', 'looks for results="true" anywhere']) {
      const found = await walkLinks(emulator, events(emulator), naiveLinks[how]!)
      expect([how, found.length === eventIds(emulator).length]).toEqual([how, false])
    }
    expect(await walkLinks(emulator, events(emulator), carefulLink)).toEqual(eventIds(emulator))
  },
)

it.each(ways.filter(({ legacyPageSize }) => legacyPageSize !== 1))(
  'has an empty page with results="true" in the middle, under %j',
  async (conventions) => {
    const all = eventIds(setUp(conventions))
    expect(all.length).toBeGreaterThan(100)
    expect(
      await walkLinks(setUp(conventions), events(setUp(conventions)), naiveLinks['stops at an empty page']!),
    ).toEqual(all)
    const naive = await walkLinks(
      setUp(conventions, 'empty-page-mid-walk'),
      events(setUp(conventions)),
      naiveLinks['stops at an empty page']!,
    )
    expect(naive).toEqual(all.slice(0, conventions.legacyPageSize ?? 100))
    const emulator = setUp(conventions, 'empty-page-mid-walk')
    const careful = await walkLinks(emulator, events(emulator), carefulLink)
    expect(careful).toEqual(all)
    expect(await walkLinks(emulator, events(emulator), naiveLinks['stops at an empty page']!)).toEqual(all)
  },
)

it('leads on and back past the empty page, by offsets that grow by the page size', async () => {
  const emulator = setUp({ legacyPageSize: 10 }, 'empty-page-mid-walk')
  const all = eventIds(emulator)
  const page = async (cursor: string) => {
    const { json, headers } = await ask(emulator, 'GET', `${events(emulator)}?cursor=${cursor}`)
    const link = headers.get('link')!
    return [
      itemsOf(json)
        .map(({ id }) => all.indexOf(id))
        .slice(0, 1),
      ...[...link.matchAll(/results="(\w+)"; cursor="([^"]+)"/g)].map(([, results, at]) => `${results} ${at}`),
    ]
  }
  expect(await page('0:10:0')).toEqual([[], 'true 1:0:1', 'true 1:20:0'])
  expect(await page('1:20:0')).toEqual([[10], 'true 1:10:1', 'true 1:30:0'])
  expect(await page('1:30:0')).toEqual([[20], 'true 1:20:1', 'true 1:40:0'])
  expect(await page('1:20:1')).toEqual([[10], 'true 1:10:1', 'true 1:30:0'])
  expect(await page('1:10:1')).toEqual([[], 'true 1:0:1', 'true 1:20:0'])
  expect(await page('1:0:1')).toEqual([[0], 'false 1:0:1', 'true 1:10:0'])
  expect(await page('0:10:0')).toEqual([[10], 'true 0:0:1', 'true 0:20:0'])
})

it('empties no page that polls for what is new', async () => {
  const emulator = setUp({ legacyPageSize: 10 }, 'empty-page-mid-walk')
  const { json, headers } = await ask(emulator, 'GET', `${events(emulator)}?cursor=0:${eventIds(emulator).length}:0`)
  expect([json, carefulLink(headers.get('link')!, 0)]).toEqual([[], undefined])
})

it.each(ways)('has members in every object that a client cannot know, under %j', async (conventions) => {
  const emulator = setUp(conventions, 'unknown-members')
  const reader = new DialectReader(emulator.conventions)
  const { json } = await ask(emulator, 'GET', flows)
  if (conventions.listEnvelope !== 'array') expect(() => reader.list(json, 'flows')).toThrow('unknown_member')
  expect(itemsOf(json).every((item) => 'unknown_member' in item)).toBe(true)
  expect((await carefulWalk(emulator, flows)).ids).toEqual(flowIds(emulator))
  for (const [method, path, asked] of [
    ['GET', '/1.13/flows/short', {}],
    ['GET', flows, { auth: null }],
    ['POST', '/oauth/token', { auth: null, form: {} }],
    ['POST', '/1.13/projects', { json: { name: 'New' } }],
    [
      'POST',
      '/access-tokens',
      {
        json: {
          name: 'x',
          scopes: [conventions.scopeFormat === 'object' ? { resource: 'projects', action: 'read' } : 'projects:read'],
          expires_at: '2026-04-01T00:00:00Z',
        },
      },
    ],
    ['GET', '/0/', { auth: null }],
  ] as const) {
    const answer = await ask(emulator, method, path, asked)
    expect([path, Object.keys(answer.json)]).toEqual([path, expect.arrayContaining(['unknown_member'])])
    expect(answer.headers.get('content-type')).toMatch(/json/)
  }
})

it("adds no members to what is not the API's own: configuration values, commands and tools", async () => {
  const emulator = setUp({}, 'unknown-members')
  const plain = setUp({})
  const { scopeId, adapterConnectionId, command } = emulator.samples
  for (const [method, path, json] of [
    ['PUT', `/1.13/configurations/${scopeId}?path=a`, { b: { c: 1 } }],
    ['GET', `/1.13/configurations/${scopeId}`, undefined],
    ['GET', `/services/${adapterConnectionId}/capabilities`, undefined],
    ['POST', `/services/${adapterConnectionId}/${command!.name}`, command!.validBody],
    ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ] as const) {
    const asked = {
      ...(json === undefined ? {} : { json }),
      headers: { accept: 'application/json, text/event-stream' },
    }
    expect((await ask(emulator, method, path, asked)).text).toBe((await ask(plain, method, path, asked)).text)
  }
  const [configuration] = itemsOf((await ask(emulator, 'GET', '/1.13/configurations')).json)
  expect([configuration, configuration!['value']]).toEqual([
    expect.objectContaining({ unknown_member: expect.anything() }),
    emulator.worlds.default.get('configurations', configuration!.id)!['value'],
  ])
})

it.each(ways)('revokes a token just before it is renamed, under %j', async (conventions) => {
  const rename = async (emulator: Emulator) => {
    const scopes = [conventions.scopeFormat === 'object' ? { resource: 'projects', action: 'read' } : 'projects:read']
    const created = await ask(emulator, 'POST', '/access-tokens', {
      json: { name: 'Old', scopes, expires_at: '2026-04-01T00:00:00Z' },
    })
    const { id, token } = new DialectReader(emulator.conventions).object(created.json, 'access_token') as {
      id: string
      token: string
    }
    const { status } = await ask(emulator, 'POST', `/access-tokens/${id}`, { json: { name: 'New' } })
    return [status, (await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${token}` })).status]
  }
  const gone = [conventions.unknownIdStatus ?? 404, conventions.unauthenticatedStatus ?? 401]
  expect(await rename(setUp(conventions))).toEqual([200, 200])
  const emulator = setUp(conventions, 'rename-races-revoke')
  expect(await rename(emulator)).toEqual(gone)
  expect(await rename(emulator)).toEqual([200, 200])
})

it('strikes nobody who asks without credentials, for another token than there is, or by HEAD', async () => {
  const emulator = setUp({}, 'rename-races-revoke', 'token-expires-mid-walk', 'objects-change-mid-walk')
  const before = emulator.worlds.default.collection('access_tokens').size
  await ask(emulator, 'POST', `/access-tokens/${emulator.data.find('access_tokens')[0]!.id}`, {
    auth: null,
    json: { name: 'x' },
  })
  await ask(emulator, 'POST', `/access-tokens/${'0'.repeat(27)}`, { json: { name: 'x' } })
  const all = flowIds(emulator)
  await ask(emulator, 'GET', `${flows}?starting_after=${all[0]}`, { auth: 'Bearer wrong' })
  await ask(emulator, 'HEAD', `${flows}?starting_after=${all[0]}`, { auth: await accessToken(emulator) })
  expect([emulator.worlds.default.collection('access_tokens').size, flowIds(emulator)]).toEqual([before, all])
})

it('survives all scenarios at once', async () => {
  for (const conventions of ways) {
    const emulator = setUp(conventions, ...scenarios.map(({ name }) => name))
    const all = flowIds(emulator)
    const { ids, waited } = await carefulWalk(emulator, flows)
    expect([ids, waited]).toEqual([all, ['1']])
    if (conventions.legacyPageSize !== 1)
      expect(
        await walkLinks(
          setUp(conventions, 'empty-page-mid-walk', 'link-previous-first', 'unknown-members'),
          events(emulator),
          carefulLink,
        ),
      ).toEqual(eventIds(emulator))
  }
})

it.each(scenarios.map(({ name }) => name))('answers every operation while %s plays', async (name) => {
  const errors: unknown[] = []
  const emulator = createEmulator({
    clock,
    scenarios: [name],
    checkResponses: true,
    onError: (error) => errors.push(error),
  })
  const document = toOpenApi({
    conventions: emulator.conventions,
    serverUrl: 'http://emulator.test',
    adapters: emulator.adapters,
  }) as unknown as { paths: Record<string, Record<string, never>> }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods).filter(([method]) =>
      ['get', 'post', 'put', 'delete'].includes(method),
    )) {
      const fork = emulator.fork()
      const { status } = await fork.fetch(sampleRequest(fork, { method, path, operation }))
      expect([method, path, status < 500]).toEqual([method, path, true])
    }
  }
  expect(errors).toEqual([])
})

it('begins, adds, ends and resets scenarios, and refuses an unknown one without a change', async () => {
  const emulator = createEmulator({ scenarios: ['unknown-members'] })
  const { scenarios: playing } = emulator
  playing.add('link-previous-first')
  expect(playing.names).toEqual(['unknown-members', 'link-previous-first'])
  expect(() => playing.set(['unknown-member' as never])).toThrow(
    expect.objectContaining({ name: 'EmulatorError', code: 'unknown_scenario' }),
  )
  expect(() => playing.add('unknown-member' as never)).toThrow(
    'There is no scenario "unknown-member"; did you mean unknown-members? The scenarios are: token-expires-mid-walk, ',
  )
  expect(() => createEmulator({ scenarios: ['x' as never] })).toThrow('There is no scenario "x". The scenarios are: ')
  expect(playing.names).toEqual(['unknown-members', 'link-previous-first'])
  playing.clear()
  expect((await ask(emulator, 'GET', '/0/', { auth: null })).json).not.toHaveProperty('unknown_member')
  playing.set(['rate-limited-mid-walk'])
  emulator.reset()
  expect(playing.names).toEqual(['unknown-members'])
})

it('plays once in each world, and anew after a reset or when it is added again', async () => {
  const emulator = setUp({}, 'rate-limited-mid-walk')
  const [first] = flowIds(emulator)
  const go = async (base = '') => (await ask(emulator, 'GET', `${base}${flows}?starting_after=${first}`)).status
  expect([await go(), await go(), await go('/~other'), await go('/~other')]).toEqual([429, 200, 429, 200])
  emulator.reset()
  expect([await go(), await go(), await go('/~other')]).toEqual([429, 200, 200])
  emulator.scenarios.add('rate-limited-mid-walk')
  expect([await go(), await go()]).toEqual([429, 200])
  emulator.worlds.use('other').scenarios.clear()
  emulator.worlds.use('other').reset()
  expect(await go('/~other')).toBe(429)
})
