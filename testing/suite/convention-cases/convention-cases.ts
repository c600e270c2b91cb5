import type { ConventionName } from '../../../emulator/model/contract/conventions.ts'
import { ask } from '../ask.ts'
import { type ConventionCases, getJson, sampleProductsPath, getStatus } from './convention-case.ts'
import { credentialCases } from './credentials.ts'

/** The conventions whose every value the behaviours of the suite notice. */
type NoticedBySuite =
  | 'listEnvelope'
  | 'legacyListEnvelope'
  | 'legacyProjects'
  | 'objectEnvelope'
  | 'errorBody'
  | 'refusedStatus'
  | 'unauthenticatedStatus'
  | 'forbiddenStatus'
  | 'unknownIdStatus'
  | 'createdStatus'
  | 'successStatus'
  | 'deletedStatus'
  | 'optionsAnswer'
  | 'accessTokensPath'
  | 'defaultLimit'
  | 'maximumLimit'
  | 'excessiveLimit'
  | 'unknownCursor'
  | 'bothCursors'
  | 'pagedLists'
  | 'bareScope'
  | 'environmentPrefix'
  | 'legacyPageSize'
  | 'versions'
  | 'repeatedParameters'
  | 'emptyParameters'
  | 'unknownParameters'
  | 'unknownMembers'
  | 'trailingSlash'
  | 'bodyLimit'

/** Every other convention: a new one without a case does not compile, and one without all its values fails the test. */
export const conventionCases: ConventionCases<Exclude<ConventionName, NoticedBySuite>> = {
  ...credentialCases,
  recordMembers: {
    observe: async (emulator) => {
      const keys = Object.keys((await getJson(emulator, sampleProductsPath(emulator))).data[0])
      return [keys.length === 2, keys.includes('brand')]
    },
    expected: [
      ['full', [false, true]],
      ['minimal', [true, false]],
    ],
  },

  minimumLimit: {
    observe: async (emulator) => [
      await getStatus(emulator, `${sampleProductsPath(emulator)}?limit=2`),
      await getStatus(emulator, `${sampleProductsPath(emulator)}?limit=3`),
    ],
    expected: [
      [1, [200, 200]],
      [3, [400, 200]],
    ],
  },
  lastCursor: {
    observe: (emulator) => {
      return getStatus(emulator, `${sampleProductsPath(emulator)}?starting_after=${'0'.repeat(27)}`)
    },
    expected: [
      [200, 200],
      [410, 410],
    ],
  },
  groupStatus: {
    observe: async (emulator) => {
      const post = (json: object) =>
        ask(emulator, 'POST', `/0/projects/${emulator.samples.projectId}/groups/`, { json })
      return [(await post({})).status, (await post({ status: 'resolved' })).status]
    },
    expected: [
      ['optional', [201, 201]],
      ['required', [400, 201]],
    ],
  },
  capabilities: {
    observe: async (emulator) =>
      Array.isArray(
        (await getJson(emulator, `/services/${emulator.samples.adapterConnectionId}/capabilities`)).commands,
      ),
    expected: [
      ['commands', true],
      ['map', false],
    ],
  },
  answerForms: {
    observe: async (emulator) => {
      const { status, text, headers } = await ask(emulator, 'GET', '/1.13/environments', { auth: null })
      return [status, text.startsWith('<'), headers.get('www-authenticate')]
    },
    expected: [
      ['none', [401, false, 'Bearer realm="Platform Data API"']],
      [
        {
          'environments.list': {
            unauthenticated: {
              status: 404,
              mediaType: 'text/html',
              text: '<p>Sign in',
              headers: { 'www-authenticate': null },
            },
          },
        },
        [404, true, null],
      ],
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
  rateLimit: {
    observe: async (emulator) => [
      await getStatus(emulator, '/1.13/projects'),
      await getStatus(emulator, '/1.13/projects'),
    ],
    expected: [
      [0, [200, 200]],
      [1, [200, 429]],
    ],
  },
  versionedResources: {
    observe: async (emulator) => [
      await getStatus(emulator, '/1.13/flows'),
      (await getStatus(emulator, '/1.13/projects', 'POST')) === 404,
      await getStatus(emulator, '/1.13/environments'),
    ],
    expected: [
      ['on', [200, false, 200]],
      ['off', [404, true, 200]],
    ],
  },
}
