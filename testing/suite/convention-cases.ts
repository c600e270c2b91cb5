import type { ConventionName, Conventions } from '../../emulator/contract/conventions.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { ask } from './ask.ts'

/** One convention seen from outside: what a client observes under each of its values. */
export interface ConventionCase<Name extends ConventionName> {
  /** A look at the emulator through its own API. */
  readonly observe: (emulator: Emulator) => Promise<unknown>
  /** Every value of a choice, or the default and another of an open convention, with what is then observed. */
  readonly expected: readonly (readonly [value: Conventions[Name], observed: unknown])[]
}

const unknown = 'z'.repeat(27)
const expiry = '2026-06-01T00:00:00Z'
const products = ({ samples }: Emulator): string => `/1.13/pulse/catalogs/${samples.catalogId}/products`
const statusOf = async (emulator: Emulator, path: string, method = 'GET'): Promise<number> =>
  (await ask(emulator, method, path)).status
const jsonOf = async (emulator: Emulator, path: string): Promise<any> => (await ask(emulator, 'GET', path)).json
const shapeOf = (json: unknown): unknown => (Array.isArray(json) ? 'array' : Object.keys(json as object))
const createProject = (emulator: Emulator, json: unknown = { name: 'made' }) =>
  ask(emulator, 'POST', '/1.13/projects', { json })
const createToken = (emulator: Emulator, scopes: readonly string[]) =>
  ask(emulator, 'POST', '/access-tokens', { json: { name: 'made', scopes, expires_at: expiry } })
const obtain = ({ credentials }: Emulator) => ({
  form: { grant_type: 'client_credentials', client_id: credentials.clientId, client_secret: credentials.clientSecret },
  auth: null,
})
const prepare = (emulator: Emulator) => ask(emulator, 'POST', `/app/${emulator.samples.adapter}/prepare-connect`)
const environmentId = ({ worlds }: Emulator): string => worlds.default.collection('environments').all()[0]!.id
const connections = ({ worlds }: Emulator): number => worlds.default.collection('adapter_connections').size

/** Every convention, so that a new one cannot be forgotten: the type asks for it, and the test for each alternative. */
export const conventionCases: { readonly [Name in ConventionName]: ConventionCase<Name> } = {
  listEnvelope: {
    observe: async (emulator) => shapeOf(await jsonOf(emulator, '/1.13/flow-runs')),
    expected: [
      ['data', ['data', 'has_more']],
      ['array', 'array'],
      ['items', ['items', 'next_cursor']],
      ['named', ['flow_runs', 'has_more']],
    ],
  },
  legacyListEnvelope: {
    observe: async (emulator) => shapeOf(await jsonOf(emulator, `/0/projects/${emulator.samples.projectId}/groups/`)),
    expected: [
      ['array', 'array'],
      ['data', ['data']],
    ],
  },
  legacyProjects: {
    observe: async (emulator) => {
      const { json } = await ask(emulator, 'GET', '/0/projects/', {
        auth: `Basic ${btoa(`${emulator.credentials.apiKey}:`)}`,
      })
      return Array.isArray(json) ? 'list' : json.id === emulator.credentials.apiKeyProjectId
    },
    expected: [
      ['list', 'list'],
      ['object', true],
    ],
  },
  objectEnvelope: {
    observe: async (emulator) => Object.keys(await jsonOf(emulator, `/1.13/projects/${emulator.samples.projectId}`))[0],
    expected: [
      ['bare', 'id'],
      ['data', 'data'],
      ['named', 'project'],
    ],
  },
  errorBody: {
    observe: async (emulator) => Object.keys(await jsonOf(emulator, `/1.13/projects/${unknown}`)),
    expected: [
      ['error', ['error']],
      ['problem', ['type', 'title', 'status', 'detail', 'errors']],
      ['message', ['message']],
      ['errors', ['errors']],
    ],
  },
  refusedStatus: {
    observe: async (emulator) => (await createProject(emulator, {})).status,
    expected: [
      [400, 400],
      [422, 422],
    ],
  },
  unauthenticatedStatus: {
    observe: async (emulator) => (await ask(emulator, 'GET', '/1.13/projects', { auth: null })).status,
    expected: [
      [401, 401],
      [403, 403],
    ],
  },
  forbiddenStatus: {
    observe: async (emulator) =>
      (
        await ask(emulator, 'GET', '/1.13/projects', {
          auth: `Bearer ${(await createToken(emulator, ['flows:read'])).json.token}`,
        })
      ).status,
    expected: [
      [403, 403],
      [404, 404],
    ],
  },
  unknownIdStatus: {
    observe: (emulator) => statusOf(emulator, `/1.13/projects/${unknown}`),
    expected: [
      [404, 404],
      [410, 410],
    ],
  },
  createdStatus: {
    observe: async (emulator) => (await createProject(emulator)).status,
    expected: [
      [201, 201],
      [200, 200],
    ],
  },
  deletedStatus: {
    observe: async (emulator) => {
      const { status, text } = await ask(emulator, 'DELETE', `/1.13/projects/${emulator.samples.projectId}`)
      return [status, text.includes(emulator.samples.projectId!.replace('prj_', ''))]
    },
    expected: [
      [204, [204, false]],
      [200, [200, true]],
    ],
  },
  tokenResponse: {
    observe: async (emulator) =>
      Object.keys((await ask(emulator, 'POST', '/oauth/token', obtain(emulator))).json).slice(2),
    expected: [
      ['rfc6749', ['expires_in', 'refresh_token']],
      ['withoutRefreshToken', ['expires_in']],
      ['withoutExpiresIn', ['refresh_token']],
      ['expiresAt', ['expires_at', 'refresh_token']],
    ],
  },
  accessTokenLifetime: {
    observe: async (emulator) => {
      const { json } = await ask(emulator, 'POST', '/oauth/token', obtain(emulator))
      emulator.clock.advance('59s')
      const reads = async () =>
        (await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${json.access_token}` })).status
      const before = await reads()
      emulator.clock.advance('1s')
      return [json.expires_in, before, await reads()]
    },
    expected: [
      [3600, [3600, 200, 200]],
      [60, [60, 200, 401]],
    ],
  },
  accessTokensPath: {
    observe: async (emulator) => [
      await statusOf(emulator, '/access-tokens'),
      await statusOf(emulator, '/1.13/access-tokens'),
    ],
    expected: [
      ['/access-tokens', [200, 404]],
      ['/1.13/access-tokens', [404, 200]],
    ],
  },
  secretName: {
    observe: async (emulator) => Object.keys((await createToken(emulator, ['flows:read'])).json).at(-1),
    expected: [
      ['token', 'token'],
      ['secret', 'secret'],
      ['value', 'value'],
    ],
  },
  scopeFormat: {
    observe: async (emulator) => (await jsonOf(emulator, '/access-tokens')).data[0].scopes[0],
    expected: [
      ['string', 'access-tokens:read'],
      ['object', { resource: 'access-tokens', action: 'read' }],
    ],
  },
  scopeRule: {
    observe: async (emulator) => {
      const { status, json } = await createToken(emulator, ['projects.manage'])
      return status === 201
        ? (await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${json.token}` })).status
        : status
    },
    expected: [
      ['enforced', 400],
      ['ignored', 200],
    ],
  },
  expiresAtFormat: {
    observe: async (emulator) => (await jsonOf(emulator, '/access-tokens')).data[0].expires_at,
    expected: [
      ['rfc3339', '2027-03-01T00:00:00Z'],
      ['unix-seconds', 1_803_859_200],
      ['unix-milliseconds', 1_803_859_200_000],
    ],
  },
  stateCodeName: {
    observe: async (emulator) => Object.keys((await prepare(emulator)).json)[0],
    expected: [
      ['state', 'state'],
      ['prepare_state', 'prepare_state'],
      ['code', 'code'],
    ],
  },
  stateCodeLifetime: {
    observe: async (emulator) => {
      const { json } = await prepare(emulator)
      emulator.clock.advance('30s')
      return (
        (
          await ask(emulator, 'GET', `/app/${emulator.samples.adapter}/connect?prepare_state=${json.state}`, {
            auth: null,
          })
        ).status < 400
      )
    },
    expected: [
      [600, true],
      [30, false],
    ],
  },
  connectFlow: {
    observe: async (emulator) => {
      const before = connections(emulator)
      const { json } = await prepare(emulator)
      const { status } = await ask(
        emulator,
        'GET',
        `/app/${emulator.samples.adapter}/connect?prepare_state=${json.state}`,
        { auth: null },
      )
      return [status, connections(emulator) - before]
    },
    expected: [
      ['consent', [200, 0]],
      ['redirect', [303, 0]],
      ['immediate', [200, 1]],
    ],
  },
  defaultLimit: {
    observe: async (emulator) => (await jsonOf(emulator, products(emulator))).data.length,
    expected: [
      [20, 20],
      [3, 3],
    ],
  },
  maximumLimit: {
    observe: (emulator) =>
      Promise.all([30, 31, 100, 101].map((limit) => statusOf(emulator, `${products(emulator)}?limit=${limit}`))),
    expected: [
      [100, [200, 200, 200, 400]],
      [30, [200, 400, 400, 400]],
    ],
  },
  excessiveLimit: {
    observe: async (emulator) => {
      const { status, json } = await ask(emulator, 'GET', `${products(emulator)}?limit=101`)
      return [status, json.data?.length]
    },
    expected: [
      ['refuse', [400, undefined]],
      ['clamp', [200, 100]],
    ],
  },
  unknownCursor: {
    observe: (emulator) => statusOf(emulator, `${products(emulator)}?starting_after=${unknown}`),
    expected: [
      ['continue', 200],
      ['refuse', 400],
    ],
  },
  bothCursors: {
    observe: async (emulator) => {
      const ids = (await jsonOf(emulator, products(emulator))).data.map(({ id }: { id: string }) => id)
      const { status, json } = await ask(
        emulator,
        'GET',
        `${products(emulator)}?limit=1&starting_after=${ids[2]}&ending_before=${ids[9]}`,
      )
      return status === 200 ? json.data[0].id === ids[3] : status
    },
    expected: [
      ['refuse', 400],
      ['startingAfter', true],
    ],
  },
  recordMembers: {
    observe: async (emulator) => {
      const keys = Object.keys((await jsonOf(emulator, products(emulator))).data[0])
      return [keys.length === 2, keys.includes('brand')]
    },
    expected: [
      ['full', [false, true]],
      ['minimal', [true, false]],
    ],
  },
  environmentsPaged: {
    observe: async (emulator) => {
      const json = await jsonOf(emulator, '/1.13/environments?limit=1')
      return [json.data.length === 1, Object.hasOwn(json, 'has_more')]
    },
    expected: [
      [true, [true, true]],
      [false, [false, false]],
    ],
  },
  bareScope: {
    observe: (emulator) => statusOf(emulator, `/1.13/configurations/${emulator.samples.scopeId!.slice(4)}`),
    expected: [
      ['refuse', 400],
      ['accept', 200],
    ],
  },
  capabilities: {
    observe: async (emulator) =>
      Array.isArray(
        (await jsonOf(emulator, `/services/${emulator.samples.adapterConnectionId}/capabilities`)).commands,
      ),
    expected: [
      ['commands', true],
      ['map', false],
    ],
  },
  mcpPath: {
    observe: (emulator) =>
      Promise.all(
        ['/mcp', '/ai/mcp'].map(async (path) => (await ask(emulator, 'POST', path, { auth: null, json: {} })).status),
      ),
    expected: [
      ['/mcp', [401, 404]],
      ['/ai/mcp', [404, 401]],
    ],
  },
  environmentPrefix: {
    observe: (emulator) =>
      Promise.all(
        ['env_', 'evm_'].map((prefix) =>
          statusOf(emulator, `/1.13/configurations/${prefix}${environmentId(emulator)}`),
        ),
      ),
    expected: [
      ['env_', [200, 400]],
      ['evm_', [400, 200]],
    ],
  },
  rateLimit: {
    observe: async (emulator) => [
      await statusOf(emulator, '/1.13/projects'),
      await statusOf(emulator, '/1.13/projects'),
    ],
    expected: [
      [0, [200, 200]],
      [1, [200, 429]],
    ],
  },
  legacyPageSize: {
    observe: async (emulator) => {
      const { json, headers } = await ask(emulator, 'GET', `/0/issues/${emulator.samples.issueId}/events/`)
      return [json.length, /cursor="(0:\d+:0)"/.exec(headers.get('link') ?? '')?.[1]]
    },
    expected: [
      [100, [100, '0:100:0']],
      [7, [7, '0:7:0']],
    ],
  },
  versionedResources: {
    observe: async (emulator) => [
      await statusOf(emulator, '/1.13/flows'),
      (await statusOf(emulator, '/1.13/projects', 'POST')) === 404,
      await statusOf(emulator, '/1.13/environments'),
    ],
    expected: [
      ['on', [200, false, 200]],
      ['off', [404, true, 200]],
    ],
  },
  optionsAnswer: {
    observe: async (emulator) => {
      const { status, text, headers } = await ask(emulator, 'OPTIONS', '/1.13/environments')
      return [status, text === '', headers.has('allow')]
    },
    expected: [
      ['description', [200, false, true]],
      ['noContent', [204, true, true]],
    ],
  },
  versions: {
    observe: (emulator) =>
      Promise.all(
        ['1.13', '1.14', '0'].map((version) =>
          statusOf(emulator, `/${version}/${version === '0' ? 'projects/' : 'environments'}`),
        ),
      ),
    expected: [
      [['1.13'], [200, 404, 200]],
      [
        ['1.13', '1.14'],
        [200, 200, 200],
      ],
      [['1.14'], [404, 200, 200]],
    ],
  },
  repeatedParameters: {
    observe: async (emulator) => {
      const { status, json } = await ask(emulator, 'GET', '/1.13/resources?status=active&status=inactive')
      return status === 200 ? [...new Set(json.data.map((record: { status: string }) => record.status))] : status
    },
    expected: [
      ['refuse', 400],
      ['first', ['active']],
      ['last', ['inactive']],
    ],
  },
  emptyParameters: {
    observe: async (emulator) => {
      const { status, json } = await ask(emulator, 'GET', `${products(emulator)}?sku=&brand=`)
      return status === 200 ? json.data.length : status
    },
    expected: [
      ['exact', 0],
      ['ignore', 20],
      ['refuse', 400],
    ],
  },
  unknownParameters: {
    observe: (emulator) => statusOf(emulator, `${products(emulator)}?brnad=Acme`),
    expected: [
      ['ignore', 200],
      ['refuse', 400],
    ],
  },
  unknownMembers: {
    observe: async (emulator) => (await createProject(emulator, { name: 'made', nmae: 'x' })).status,
    expected: [
      ['refuse', 400],
      ['ignore', 201],
    ],
  },
  trailingSlash: {
    // Behind a slash an id is expected where records have a path of their own, and an empty one is malformed.
    observe: async (emulator) => [await statusOf(emulator, '/1.13/projects/'), await statusOf(emulator, '/0/projects')],
    expected: [
      ['documented', [400, 404]],
      ['any', [200, 200]],
    ],
  },
  bodyLimit: {
    observe: async (emulator) => (await createProject(emulator)).status,
    expected: [
      [1_048_576, 201],
      [10, 413],
    ],
  },
}
