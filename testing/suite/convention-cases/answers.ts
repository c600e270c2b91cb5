// The shapes and statuses of answers.
import { ask } from '../ask.ts'
import {
  type ConventionCases,
  unknownId,
  products,
  statusOf,
  jsonOf,
  createProject,
  createToken,
} from './convention-case.ts'

const shapeOf = (json: unknown): unknown => (Array.isArray(json) ? 'array' : Object.keys(json as object))

type Names =
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
  | 'recordMembers'
  | 'capabilities'
  | 'optionsAnswer'

/** The effect of these conventions, as a client sees it. */
export const answerCases: ConventionCases<Names> = {
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
    observe: async (emulator) => Object.keys(await jsonOf(emulator, `/1.13/projects/${unknownId}`)),
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
    observe: (emulator) => statusOf(emulator, `/1.13/projects/${unknownId}`),
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
  successStatus: {
    observe: async (emulator) => [
      await statusOf(emulator, '/1.13/environments'),
      await statusOf(emulator, `/1.13/projects/${emulator.samples.projectId}`),
      await statusOf(emulator, '/0/'),
    ],
    expected: [
      [200, [200, 200, 200]],
      [203, [203, 203, 200]],
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
  optionsAnswer: {
    observe: async (emulator) => {
      const { status, text, headers } = await ask(emulator, 'OPTIONS', '/1.13/environments')
      return [status, text === '', headers.has('allow')]
    },
    expected: [
      ['description', [200, false, true]],
      ['noContent', [204, true, true]],
      ['empty', [200, true, true]],
    ],
  },
}
