import { type ActiveCheck, type Check, defineCheck, type Need } from '../define-check.ts'
import { isObject } from '../discovery/find-list.ts'
import { eventsPath, groupsPath, legacyCredential } from '../discovery/link-pages.ts'
import { pageOf } from '../discovery/lists.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { RequirementId } from '../requirements.ts'
import type { Call, Credential, Session } from '../session.ts'
import { blocked, fail } from '../verdict.ts'
import { projectIds } from './legacy.ts'

/** Whether an answer serves something: a success that is not an error in the guise of one. */
function serves({ response }: Exchange): boolean {
  if (response.status < 200 || response.status >= 300) return false
  const { json } = response
  const isError = isObject(json) && ['error', 'errors'].some((name) => json[name] !== undefined && json[name] !== null)
  return json !== undefined && !isError
}

interface Protected {
  readonly name: string
  readonly needs: readonly Need[]
  readonly call: (session: Session) => Call
  readonly required: RequirementId
  readonly invalid: RequirementId
  readonly effect?: 'read' | 'write'
}

const versioned = { required: 'auth.required', invalid: 'auth.invalid-bearer' } as const
const services = { required: 'services.auth', invalid: 'services.auth' } as const

const protectedEndpoints: readonly Protected[] = [
  { ...versioned, name: 'environments', needs: [], call: ({ run }) => ({ path: `/${run.version}/environments` }) },
  { ...versioned, name: 'resources', needs: [], call: ({ run }) => ({ path: `/${run.version}/resources` }) },
  { ...versioned, name: 'products', needs: ['catalogId'], call: ({ run }) => ({ path: `/${run.version}/pulse/catalogs/${run.target.samples!.catalogId}/products` }) },
  { ...versioned, name: 'configurations', needs: ['scopeId', 'configurationPath'], call: ({ run }) => ({ path: `/${run.version}/configurations/${run.target.samples!.scopeId}`, query: { path: run.target.samples!.configurationPath } }) },
  { ...versioned, name: 'access-tokens', needs: [], call: ({ run }) => ({ path: run.target.paths?.accessTokens ?? '/access-tokens' }) },
  { ...services, name: 'capabilities', needs: ['adapterConnectionId'], call: ({ run }) => ({ path: `/services/${run.target.samples!.adapterConnectionId}/capabilities` }) },
  { ...services, name: 'command', needs: ['adapterConnectionId', 'command'], effect: 'write', call: ({ run }) => ({ method: 'POST', path: `/services/${run.target.samples!.adapterConnectionId}/${run.target.samples!.command!.name}`, json: run.target.samples!.command!.validBody }) },
  { required: 'connect.prepare-auth', invalid: 'connect.prepare-auth', name: 'prepare-connect', needs: ['adapter'], effect: 'write', call: ({ run }) => ({ method: 'POST', path: `/app/${run.target.samples!.adapter}/prepare-connect` }) },
]

/** The same request with the credential and with another one: the control, then the probe. */
async function assertRefused(session: Session, call: Call, valid: Credential, invalid: Credential, what: string): Promise<void> {
  const control = await session.fact(`control ${call.method ?? 'GET'} ${call.path} ${JSON.stringify(valid)}`, (own) => own.send({ ...call, as: valid }))
  if (!serves(control)) blocked(`${call.method ?? 'GET'} ${call.path} serves nothing with valid credentials either: ${summary(control)}`)
  const probe = await session.send({ ...call, as: invalid })
  if (serves(probe)) fail(`nothing to be served ${what}`, summary(probe))
}

const neverIssued = (session: Session): string => `never-issued-${session.run.id}`

function checksOf({ name, needs, call, required, invalid, effect = 'read' }: Protected): readonly Check[] {
  const common: Pick<ActiveCheck, 'effect' | 'needs'> = { effect, needs: ['bearer', ...needs] }
  return [
    defineCheck({
      ...common, id: `${required}.${name}`, requirement: required, description: `Sends a request to ${name} with the Bearer token and without any credentials; the second is served nothing.`,
      run: (session) => assertRefused(session, call(session), 'bearer', 'none', 'without credentials'),
    }),
    defineCheck({
      ...common, id: `${invalid}.${name}${invalid === required ? '-wrong-bearer' : ''}`, requirement: invalid, description: `Sends a request to ${name} with the Bearer token and with a Bearer value that was never issued; the second is served nothing.`,
      run: (session) => assertRefused(session, call(session), 'bearer', { bearer: neverIssued(session) }, 'for a Bearer value that was never issued'),
    }),
  ]
}

const legacyEndpoints = [
  { name: 'projects', needs: [] as readonly Need[], path: () => '/0/projects/' },
  { name: 'groups', needs: ['projectId'] as readonly Need[], path: groupsPath },
  { name: 'events', needs: ['issueId'] as readonly Need[], path: eventsPath },
] as const

const legacyRequired: readonly Check[] = legacyEndpoints.flatMap(({ name, needs, path }) => [
  defineCheck({
    id: `auth.legacy-required.${name}`, requirement: 'auth.legacy-required', effect: 'read', needs: ['bearer', ...needs], description: `GETs the legacy ${name} with credentials and without; the second is served nothing.`,
    run: (session) => assertRefused(session, { path: path(session) }, legacyCredential(session), 'none', 'without credentials'),
  }),
  defineCheck({
    id: `auth.legacy-required.${name}-wrong-bearer`, requirement: 'auth.legacy-required', effect: 'read', needs: ['bearer', ...needs], description: `GETs the legacy ${name} with credentials and with a Bearer value that was never issued; the second is served nothing.`,
    run: (session) => assertRefused(session, { path: path(session) }, legacyCredential(session), { bearer: neverIssued(session) }, 'for a Bearer value that was never issued'),
  }),
])

/** The path of `samples.dsnPath`, which may be written with or without the base. */
function dsnCall({ run }: Session): Call {
  return { path: run.target.samples!.dsnPath! }
}

const schemes: readonly Check[] = [
  defineCheck({
    id: 'auth.integration-token.legacy', requirement: 'auth.integration-token', effect: 'read', needs: ['integrationToken'], description: 'GETs /0/projects/ (and the events of samples.issueId, where declared) with the integration token as Bearer.',
    run: async (session) => {
      const projects = await session.send({ path: '/0/projects/', as: 'integrationToken' })
      if (!projectIds(session, projects)) fail('the integration token to be accepted at /0/projects/', summary(projects))
      if (session.run.target.samples?.issueId === undefined) return
      const events = await session.send({ path: eventsPath(session), as: 'integrationToken' })
      if (!pageOf(session, events)) fail('the integration token to be accepted for the events of an issue', summary(events))
    },
  }),
  defineCheck({
    id: 'auth.dsn.accepted', requirement: 'auth.dsn', effect: 'read', needs: ['dsn', 'dsnPath'], description: 'GETs samples.dsnPath with Authorization: DSN.',
    run: async (session) => {
      const exchange = await session.send({ ...dsnCall(session), as: 'dsn' })
      if (!serves(exchange)) fail('the DSN to be accepted where the target file says so', summary(exchange))
    },
  }),
  defineCheck({
    id: 'auth.dsn-verified.wrong', requirement: 'auth.dsn-verified', effect: 'read', needs: ['dsn', 'dsnPath'], after: ['auth.dsn.accepted'], description: 'GETs samples.dsnPath with a DSN whose key was never issued; nothing is served.',
    run: (session) => assertRefused(session, dsnCall(session), 'dsn', { authorization: `DSN ${otherDsn(session.run.target.credentials!.dsn!)}` }, 'for a DSN that is not a client key'),
  }),
  defineCheck({
    id: 'auth.api-key.accepted', requirement: 'auth.api-key', effect: 'read', needs: ['apiKey'], description: 'GETs /0/projects/ by HTTP Basic with the API key as user name and an empty password.',
    run: async (session) => {
      const exchange = await session.send({ path: '/0/projects/', as: 'apiKey' })
      if (!projectIds(session, exchange)) fail('the API key to be accepted by HTTP Basic with an empty password', summary(exchange))
    },
  }),
  defineCheck({
    id: 'auth.api-key-verified.wrong', requirement: 'auth.api-key-verified', effect: 'read', needs: ['apiKey'], after: ['auth.api-key.accepted'], description: 'GETs /0/projects/ by HTTP Basic with a user name that is not an API key; nothing is served.',
    run: (session) => assertRefused(session, { path: '/0/projects/' }, 'apiKey', { authorization: `Basic ${btoa(`${neverIssued(session)}:`)}` }, 'for a user name that is not an API key'),
  }),
]

/** The same DSN with another key: only the part before the @ differs. */
function otherDsn(dsn: string): string {
  const match = /^([a-z]+:\/\/)([^@/]+)(@.*)$/.exec(dsn)
  return match ? `${match[1]}${match[2]!.replaceAll(/[0-9A-Za-z]/g, (character) => (character === 'a' ? 'b' : 'a'))}${match[3]}` : `x${dsn}x`
}

/** Authentication (clause 5). */
export const authenticationChecks: readonly Check[] = [...protectedEndpoints.flatMap(checksOf), ...legacyRequired, ...schemes]
