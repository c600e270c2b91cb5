// Pages, paths, parameters and bodies.
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { ask } from '../ask.ts'
import { type ConventionCases, unknownId, products, statusOf, jsonOf, createProject } from './convention-case.ts'

const environmentId = ({ worlds }: Emulator): string => worlds.default.collection('environments').all()[0]!.id

type Names =
  | 'defaultLimit'
  | 'maximumLimit'
  | 'excessiveLimit'
  | 'unknownCursor'
  | 'bothCursors'
  | 'environmentsPaged'
  | 'bareScope'
  | 'mcpPath'
  | 'environmentPrefix'
  | 'rateLimit'
  | 'legacyPageSize'
  | 'versionedResources'
  | 'versions'
  | 'repeatedParameters'
  | 'emptyParameters'
  | 'unknownParameters'
  | 'unknownMembers'
  | 'trailingSlash'
  | 'bodyLimit'

/** The effect of these conventions, as a client sees it. */
export const requestCases: ConventionCases<Names> = {
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
    observe: (emulator) => statusOf(emulator, `${products(emulator)}?starting_after=${unknownId}`),
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
    observe: async (emulator) => [await statusOf(emulator, '/1.13/projects/'), await statusOf(emulator, '/0/projects')],
    expected: [
      ['documented', [404, 404]],
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
