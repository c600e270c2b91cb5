import { expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../../../emulator/create-emulator.ts'
import { toTargetFile } from './target-file.ts'

interface Complete {
  readonly version: string
  readonly samples: Readonly<Record<string, unknown>>
  readonly enumFilters: readonly {
    readonly path: string
    readonly parameter: string
    readonly values: readonly string[]
  }[]
  readonly personalAccessTokens: { readonly scopes: readonly unknown[]; readonly expiresAt: string }
  readonly hooks: Readonly<
    Record<
      string,
      { readonly method: string; readonly path: string; readonly body?: Readonly<Record<string, unknown>> }
    >
  >
}

const baseUrl = 'http://emulator.test'

function setUp(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ checkResponses: true, clock: '2026-01-01', ...options })
  const target = toTargetFile(emulator, baseUrl, true) as unknown as Complete
  const send = (path: string, method = 'GET', body?: unknown) =>
    emulator.fetch(
      new Request(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  return { emulator, target, send }
}

it('fills in every member', () => {
  const { target } = setUp()
  expect(target).toEqual({
    $schema: expect.stringMatching(/\/target\.schema\.json$/),
    baseUrl,
    version: '1.13',
    credentials: {
      oauth: { clientId: expect.any(String), clientSecret: expect.any(String) },
      token: expect.any(String),
      integrationToken: expect.any(String),
      apiKey: expect.any(String),
      dsn: expect.any(String),
    },
    samples: {
      catalogId: expect.any(String),
      scopeId: expect.stringMatching(/^prj_/),
      configurationPath: expect.any(String),
      adapter: expect.any(String),
      adapterConnectionId: expect.any(String),
      otherAdapterConnectionId: expect.any(String),
      command: { name: expect.any(String), validBody: expect.any(Object) },
      projectId: expect.any(String),
      issueId: expect.any(String),
      apiKeyProjectId: expect.any(String),
      dsnPath: '/0/projects/',
    },
    paths: { accessTokens: '/access-tokens', mcp: '/mcp' },
    enumFilters: expect.arrayContaining([
      { path: '/1.13/resources', parameter: 'status', values: ['active', 'inactive', 'archived'] },
    ]),
    personalAccessTokens: {
      scopes: ['access-tokens:read', 'catalogs:read', 'environments:read'],
      expiresAt: 'rfc3339',
    },
    hooks: { advanceClock: expect.any(Object), createProduct: expect.any(Object), createEvent: expect.any(Object) },
    allowWrites: true,
  })
})

it.each(['on', 'off'] as const)('lists enum filters that answer for each value, %s', async (versionedResources) => {
  const { target, send } = setUp({ conventions: { versionedResources } })
  expect(target.enumFilters.length).toBeGreaterThan(0)
  for (const { path, parameter, values } of target.enumFilters) {
    for (const value of values) {
      const { status } = await send(`${path}?${parameter}=${value}`)
      expect([path, parameter, value, status]).toEqual([path, parameter, value, 200])
    }
    const refused = await send(`${path}?${parameter}=no-such-value`)
    const text = await refused.text()
    expect(refused.status).toBe(400)
    for (const value of values) expect(text).toContain(value)
  }
})

it('has samples that exist', async () => {
  const { target, send } = setUp()
  const { command, ...samples } = target.samples
  const { catalogId, scopeId, configurationPath, adapterConnectionId, issueId, projectId } = samples
  const { name, validBody } = command as { readonly name: string; readonly validBody: unknown }
  const answers = await Promise.all([
    send(`/1.13/pulse/catalogs/${catalogId}/products`),
    send(`/1.13/configurations/${scopeId}?path=${configurationPath}`),
    send(`/services/${adapterConnectionId}/capabilities`),
    send(`/services/${adapterConnectionId}/${name}`, 'POST', validBody),
    send(`/0/issues/${issueId}/events/`),
    send(`/0/projects/${projectId}/groups/`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
})

it('has hooks that work', async () => {
  const { emulator, target, send } = setUp()
  const { advanceClock, createProduct, createEvent } = target.hooks
  const before = emulator.clock.now()
  expect((await send(advanceClock!.path, advanceClock!.method, { seconds: 90 })).ok).toBe(true)
  expect(advanceClock!.body).toEqual({ seconds: '$seconds' })
  expect(emulator.clock.now() - before).toBe(90_000)
  const count = (collection: 'catalog_products' | 'issue_events') => emulator.worlds.default.collection(collection).size
  const counts = [count('catalog_products'), count('issue_events')]
  for (const hook of [createProduct!, createEvent!])
    expect((await send(hook.path, hook.method, hook.body)).status).toBe(201)
  expect([count('catalog_products'), count('issue_events')]).toEqual(counts.map((number) => number + 1))
})

it('follows the conventions', async () => {
  const { target, send } = setUp({
    conventions: {
      scopeFormat: 'object',
      expiresAtFormat: 'unix-seconds',
      versions: ['2.0', '2.1'],
      accessTokensPath: '/2.0/access-tokens',
    },
  })
  expect(target.version).toBe('2.0')
  expect(target.personalAccessTokens).toEqual({
    scopes: [
      { resource: 'access-tokens', action: 'read' },
      { resource: 'catalogs', action: 'read' },
      { resource: 'environments', action: 'read' },
    ],
    expiresAt: 'unix-seconds',
  })
  const created = await send('/2.0/access-tokens', 'POST', {
    name: 'Kit',
    scopes: target.personalAccessTokens.scopes,
    expires_at: Date.UTC(2026, 2, 1) / 1000,
  })
  expect(created.status).toBe(201)
})

it('has no hooks without a control API', () => {
  expect(toTargetFile(createEmulator({ control: false }), baseUrl, false)).not.toHaveProperty('hooks')
})
