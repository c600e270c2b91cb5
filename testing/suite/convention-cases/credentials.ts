// Tokens, scopes and the connection of third parties.
import type { Emulator } from '../../../emulator/create-emulator.ts'
import { ask } from '../ask.ts'
import { type ConventionCases, getJson, requestScopedToken } from './convention-case.ts'

const clientGrantForm = ({ credentials }: Emulator) => ({
  form: { grant_type: 'client_credentials', client_id: credentials.clientId, client_secret: credentials.clientSecret },
  auth: null,
})
const prepare = (emulator: Emulator) => ask(emulator, 'POST', `/app/${emulator.samples.adapter}/prepare-connect`)
const connections = ({ worlds }: Emulator): number => worlds.default.collection('adapter_connections').size

type Names =
  | 'tokenResponse'
  | 'accessTokenLifetime'
  | 'earlierTokens'
  | 'secretName'
  | 'scopeFormat'
  | 'scopeRule'
  | 'expiresAtFormat'
  | 'stateCodeName'
  | 'stateCodeLifetime'
  | 'connectFlow'

/** The effect of these conventions, as a client sees it. */
export const credentialCases: ConventionCases<Names> = {
  tokenResponse: {
    observe: async (emulator) =>
      Object.keys((await ask(emulator, 'POST', '/oauth/token', clientGrantForm(emulator))).json).slice(2),
    expected: [
      ['rfc6749', ['expires_in', 'refresh_token']],
      ['withoutRefreshToken', ['expires_in']],
      ['withoutExpiresIn', ['refresh_token']],
      ['expiresAt', ['expires_at', 'refresh_token']],
    ],
  },
  earlierTokens: {
    observe: async (emulator) => {
      const grant = async () => (await ask(emulator, 'POST', '/oauth/token', clientGrantForm(emulator))).json
      const [first, second] = [await grant(), await grant()]
      const reads = async ({ access_token: token }: { readonly access_token: string }) =>
        (await ask(emulator, 'GET', '/1.13/projects', { auth: `Bearer ${token}` })).status
      return [await reads(first), await reads(second)]
    },
    expected: [
      ['stay', [200, 200]],
      ['end', [401, 200]],
    ],
  },
  accessTokenLifetime: {
    observe: async (emulator) => {
      const { json } = await ask(emulator, 'POST', '/oauth/token', clientGrantForm(emulator))
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
  secretName: {
    observe: async (emulator) => Object.keys((await requestScopedToken(emulator, ['flows:read'])).json).at(-1),
    expected: [
      ['token', 'token'],
      ['secret', 'secret'],
      ['value', 'value'],
    ],
  },
  scopeFormat: {
    observe: async (emulator) => {
      const { scopes } = (await getJson(emulator, '/access-tokens')).data[0]
      return typeof scopes === 'string' ? scopes.split(' ', 1) : scopes[0]
    },
    expected: [
      ['string', 'access-tokens:read'],
      ['object', { resource: 'access-tokens', action: 'read' }],
      ['text', ['access-tokens:read']],
      ['named', { name: 'access-tokens:read', description: 'Allows access-tokens:read.' }],
    ],
  },
  scopeRule: {
    observe: async (emulator) => {
      const { status, json } = await requestScopedToken(emulator, ['projects.manage'])
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
    observe: async (emulator) => (await getJson(emulator, '/access-tokens')).data[0].expires_at,
    expected: [
      ['rfc3339', '2027-03-01T00:00:00Z'],
      ['unix-seconds', 1_803_859_200],
      ['unix-milliseconds', 1_803_859_200_000],
      ['rfc3339-offset', '2027-03-01T02:00:00+02:00'],
      ['date', '2027-03-01'],
      ['http-date', 'Mon, 01 Mar 2027 00:00:00 GMT'],
      ['unix-seconds-text', '1803859200'],
      ['unix-milliseconds-text', '1803859200000'],
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
      ['redirect-302', [302, 0]],
    ],
  },
}
