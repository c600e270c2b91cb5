import { type ActiveCheck, type Check, defineCheck, type Need } from '../../run/define-check.ts'
import { altered, asNeverIssued, nearMisses } from './accepted-bearer.ts'
import { accessTokensPath } from '../access-tokens/access-tokens-list.ts'
import { productsPath } from '../lists/walked-list.ts'
import { eventsPath, groupsPath, legacyCredential } from '../link/link-pages.ts'
import { serves } from '../../reading/served.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'
import type { Call, Credential, Session } from '../../run/session.ts'
import { blocked, fail } from '../../run/verdict.ts'
import { legacySchemeChecks } from './authentication-schemes-checks.ts'
import { protectedWriteChecks } from './authentication-writes-checks.ts'
import { namedByVersioned } from './named-by-versioned.ts'

interface Protected {
  readonly name: string
  readonly needs: readonly Need[]
  readonly call: (session: Session) => Call | Promise<Call>
  readonly as: (session: Session) => Credential
  /** The check without credentials, and the requirement that it is for. */
  readonly without: readonly [id: string, requirement: RequirementId]
  /** The check with a Bearer value that was never issued. */
  readonly wrong: readonly [id: string, requirement: RequirementId]
  readonly effect?: 'read' | 'write'
}

const bearer = (): Credential => 'bearer'

const endpoints: readonly Protected[] = [
  {
    name: 'the list of environments',
    needs: ['bearer'],
    as: bearer,
    call: ({ run }) => ({ path: `/${run.version}/environments` }),
    without: ['auth.required.environments', 'auth.required'],
    wrong: ['auth.invalid-bearer.environments', 'auth.invalid-bearer'],
  },
  {
    name: 'the list of resources',
    needs: ['bearer'],
    as: bearer,
    call: ({ run }) => ({ path: `/${run.version}/resources` }),
    without: ['auth.required.resources', 'auth.required'],
    wrong: ['auth.invalid-bearer.resources', 'auth.invalid-bearer'],
  },
  {
    name: 'the products of a catalog',
    needs: ['bearer', 'catalogId'],
    as: bearer,
    call: async (session) => ({ path: await productsPath(session) }),
    without: ['auth.required.products', 'auth.required'],
    wrong: ['auth.invalid-bearer.products', 'auth.invalid-bearer'],
  },
  {
    name: 'a configuration value',
    needs: ['bearer', 'scopeId', 'configurationPath'],
    as: bearer,
    call: ({ run }) => ({
      path: `/${run.version}/configurations/${run.target.samples!.scopeId}`,
      query: { path: run.target.samples!.configurationPath },
    }),
    without: ['auth.required.configurations', 'auth.required'],
    wrong: ['auth.invalid-bearer.configurations', 'auth.invalid-bearer'],
  },
  {
    name: 'the list of access tokens',
    needs: ['bearer'],
    as: bearer,
    call: (session) => ({ path: accessTokensPath(session) }),
    without: ['auth.required.access-tokens', 'auth.required'],
    wrong: ['auth.invalid-bearer.access-tokens', 'auth.invalid-bearer'],
  },
  {
    name: 'the capabilities of an adapter connection',
    needs: ['bearer', 'adapterConnectionId'],
    as: bearer,
    call: ({ run }) => ({ path: `/services/${run.target.samples!.adapterConnectionId}/capabilities` }),
    without: ['services.auth.capabilities', 'services.auth'],
    wrong: ['services.auth.capabilities-wrong-bearer', 'services.auth'],
  },
  {
    name: 'a command',
    needs: ['bearer', 'adapterConnectionId', 'command'],
    effect: 'write',
    as: bearer,
    call: ({ run }) => ({
      method: 'POST',
      path: `/services/${run.target.samples!.adapterConnectionId}/${run.target.samples!.command!.name}`,
      json: run.target.samples!.command!.validBody,
    }),
    without: ['services.auth.command', 'services.auth'],
    wrong: ['services.auth.command-wrong-bearer', 'services.auth'],
  },
  {
    name: 'prepare-connect',
    needs: ['bearer', 'adapter'],
    effect: 'write',
    as: bearer,
    call: ({ run }) => ({ method: 'POST', path: `/app/${run.target.samples!.adapter}/prepare-connect` }),
    without: ['connect.prepare-auth.none', 'connect.prepare-auth'],
    wrong: ['connect.prepare-auth.wrong-bearer', 'connect.prepare-auth'],
  },
  {
    name: 'the legacy projects',
    needs: ['legacy'],
    as: legacyCredential,
    call: () => ({ path: '/0/projects/' }),
    without: ['auth.legacy-required.projects', 'auth.legacy-required'],
    wrong: ['auth.legacy-required.projects-wrong-bearer', 'auth.legacy-required'],
  },
  {
    name: 'the legacy groups',
    needs: ['legacy', 'projectId'],
    as: legacyCredential,
    call: (session) => ({ path: groupsPath(session) }),
    without: ['auth.legacy-required.groups', 'auth.legacy-required'],
    wrong: ['auth.legacy-required.groups-wrong-bearer', 'auth.legacy-required'],
  },
  {
    name: 'the legacy events of an issue',
    needs: ['legacy', 'issueId'],
    as: legacyCredential,
    call: (session) => ({ path: eventsPath(session) }),
    without: ['auth.legacy-required.events', 'auth.legacy-required'],
    wrong: ['auth.legacy-required.events-wrong-bearer', 'auth.legacy-required'],
  },
]

const environments = ({ run }: Session): Call => ({ path: `/${run.version}/environments` })

const keyOf = ({ method = 'GET', path, query = {} }: Call): string => `${method} ${path} ${JSON.stringify(query)}`

/** That of the same request for other checks, where it is a plain GET. */
function controlKey(call: Call): string {
  const { method = 'GET', path, query } = call
  if (method !== 'GET' || query !== undefined) return `with credentials: ${keyOf(call)}`
  return path.startsWith('/0/') ? `legacy ${path}` : `GET ${path}`
}

/** The same request with valid credentials, once in a run. @throws Conclusion `blocked` when it serves nothing either. */
async function assertControl(session: Session, call: Call, as: Credential): Promise<void> {
  const control = await session.fact(controlKey(call), (own) => own.send({ ...call, as }))
  if (!serves(control))
    blocked(`${call.method ?? 'GET'} ${call.path} serves nothing with valid credentials either: ${summary(control)}`)
}

function assertRefused(probe: Exchange, what: string): void {
  if (serves(probe)) fail(`nothing to be served ${what}`, summary(probe))
}

function checksOf({ name, needs, call, as, without, wrong, effect = 'read' }: Protected): readonly Check[] {
  const common: Pick<ActiveCheck, 'effect' | 'needs'> = { effect, needs }
  return [
    defineCheck({
      ...common,
      id: without[0],
      requirement: without[1],
      ...namedByVersioned(without[1], 'none'),
      description: `Asks for ${name} with valid credentials and without any; the second is served nothing.`,
      run: async (session) => {
        const request = await call(session)
        await assertControl(session, request, as(session))
        assertRefused(
          await session.fact(`without credentials: ${keyOf(request)}`, (own) => own.send({ ...request, as: 'none' })),
          'without credentials',
        )
      },
    }),
    defineCheck({
      ...common,
      id: wrong[0],
      requirement: wrong[1],
      ...namedByVersioned(wrong[1], 'wrong'),
      description: `Asks for ${name} with valid credentials and with a Bearer value that was never issued; the second is served nothing.`,
      run: async (session) => {
        const request = await call(session)
        await assertControl(session, request, as(session))
        assertRefused(await asNeverIssued(session, request), 'for a Bearer value that was never issued')
      },
    }),
  ]
}

/** What does not open the versioned API, beside what does. */
interface Stranger {
  readonly id: string
  readonly requirement: RequirementId
  readonly needs?: readonly Need[]
  /** Behind "Asks for the list of environments with the Bearer token". */
  readonly description: string
  readonly as: (session: Session) => readonly Credential[] | Promise<readonly Credential[]>
  /** As a failure names it. */
  readonly what: string
}

/** A check that the environments open to the Bearer token, and to none of some others. */
function strangerCheck({ id, requirement, needs = [], description, as, what }: Stranger): Check {
  return defineCheck({
    id,
    requirement,
    effect: 'read',
    needs: ['bearer', ...needs],
    description: `Asks for the list of environments with the Bearer token${description}`,
    run: async (session) => {
      const request = environments(session)
      await assertControl(session, request, 'bearer')
      for (const credential of await as(session))
        assertRefused(await session.send({ ...request, as: credential }), what)
    },
  })
}

/** Authentication (clause 5). */
export const authenticationChecks: readonly Check[] = [
  ...endpoints.flatMap(checksOf),
  strangerCheck({
    id: 'auth.invalid-bearer.one-character',
    requirement: 'auth.invalid-bearer',
    description: ' and with one character of it changed; the second is served nothing.',
    as: async (session) => [{ bearer: altered(session, await session.run.bearer(session)) }],
    what: 'for a Bearer value with one character changed',
  }),
  strangerCheck({
    id: 'auth.invalid-bearer.near-misses',
    requirement: 'auth.invalid-bearer',
    description: ' made longer by a character, and cut by one; neither is served anything.',
    as: async (session) => {
      const { longer, shorter } = nearMisses(session, await session.run.bearer(session))
      return [{ bearer: longer! }, { bearer: shorter! }]
    },
    what: 'for a Bearer value that is nearly right',
  }),
  strangerCheck({
    id: 'auth.required.empty-bearer',
    requirement: 'auth.required',
    description: ', and with the word Bearer alone; the second is served nothing.',
    as: () => [{ authorization: 'Bearer' }],
    what: 'for Bearer without a token',
  }),
  strangerCheck({
    id: 'auth.required.no-dsn',
    requirement: 'auth.required',
    needs: ['dsn'],
    description: ', and with the DSN, which is of the legacy API; the second is served nothing.',
    as: () => ['dsn'],
    what: 'on the versioned API for a DSN',
  }),
  strangerCheck({
    id: 'auth.required.no-api-key',
    requirement: 'auth.required',
    needs: ['apiKey'],
    description: ', and with the API key, which is of the legacy API; the second is served nothing.',
    as: () => ['apiKey'],
    what: 'on the versioned API for an API key',
  }),
  ...protectedWriteChecks,
  ...legacySchemeChecks,
]
