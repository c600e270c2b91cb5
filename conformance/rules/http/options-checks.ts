// OPTIONS at every documented path (clause 4), for the methods that clauses 4.1 to 4.9 name there.
import { encode } from '../../reading/encode.ts'
import { fail, insufficient } from '../../catalogue/verdict.ts'
import { comesFromBefore } from '../../reading/before-the-api.ts'
import { methodsIn } from '../../reading/headers.ts'
import type { Call } from '../../run/call.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { mainToken } from '../access-tokens/main-token.ts'
import { spareTokens } from '../access-tokens/spare-tokens.ts'
import { answerTo } from '../answers.ts'
import { getRoot } from '../legacy/legacy-answers.ts'
import { acceptedGroup } from '../legacy/posted-groups.ts'
import { productsPath, servedResourcesPath } from '../lists/walked-list.ts'
import {
  accessTokensPath,
  capabilitiesPath,
  eventsPath,
  groupsPath,
  legacyCredential,
  versionedPath,
} from '../paths.ts'
import { isDescription, methodsShown } from './options-description.ts'

type Method = 'GET' | 'POST' | 'DELETE'

/** A documented path, and the methods that a request before has shown to be served there. */
interface Described extends Pick<ActiveCheck, 'id' | 'effect' | 'needs'> {
  readonly name: string
  readonly methods: readonly Method[]
  /** The checks that the methods other than GET pass. */
  readonly after?: readonly string[]
  readonly call: (session: Session) => Promise<Call> | Call
  /** A request that shows that the path is served. Default: a GET, where it takes one. */
  readonly good?: (session: Session) => Promise<Exchange>
}

/**
 * How OPTIONS describes the endpoint is not shown: by Allow, or by a JSON body. What CORS headers list is for pages of
 * other origins, and may be less than the endpoint takes.
 */
async function assertDescribed(session: Session, { call: toCall, methods, good }: Described): Promise<void> {
  const call = await toCall(session)
  const hasGet = methods.includes('GET')
  const served = good ? await good(session) : hasGet ? await answerTo(session, call) : undefined
  if (served && served.response.status >= 300)
    insufficient(`${served.request.method} ${call.path} is refused too: ${summary(served)}`)
  const exchange = await answerTo(session, { ...call, method: 'OPTIONS' })
  const { status, headers, json } = exchange.response
  if (status === 401 || status === 403) insufficient(`OPTIONS ${call.path} answered ${status}`)
  const wanted = methods.join(' and ')
  const expected = `OPTIONS ${call.path} to describe the endpoint, by Allow with ${wanted} or by a telling JSON body`
  if (status >= 300) {
    if (comesFromBefore(exchange, served ?? (await getRoot(session))))
      insufficient(`the refusal evidently comes from something before the API: ${summary(exchange)}`)
    fail(expected, summary(exchange))
  }
  const lacksOne = (listed: ReadonlySet<string>) => !listed.has('*') && methods.some((method) => !listed.has(method))
  const allowed = methodsIn(headers['allow'])
  if (allowed.size > 0) {
    if (lacksOne(allowed)) fail(expected, `Allow: ${headers['allow']}, although ${wanted} is served there`)
    return
  }
  const shown = methodsShown(json)
  if (shown && lacksOne(shown))
    fail(expected, `a body that lists ${[...shown].join(', ')}, although ${wanted} is served there`)
  if (await isDescription(session, call, exchange, hasGet)) return
  const forPages = methodsIn(headers['access-control-allow-methods'])
  if (forPages.size === 0) fail(expected, `${summary(exchange)}, and no Allow`)
  if (lacksOne(forPages))
    insufficient(`OPTIONS ${call.path} answers for CORS alone: ${headers['access-control-allow-methods']}`)
}

const reading = { effect: 'read', needs: ['bearer'], methods: ['GET'] } as const
const writing = { effect: 'write', methods: ['POST'] } as const

const described: readonly Described[] = [
  {
    ...reading,
    id: 'http.options.environments',
    name: 'the list of environments',
    call: (session) => ({ path: versionedPath(session, 'environments') }),
  },
  {
    ...reading,
    id: 'http.options.resources',
    name: 'the list of resources',
    call: async (session) => ({ path: await servedResourcesPath(session) }),
  },
  {
    ...reading,
    id: 'http.options.products',
    name: 'the products of a catalog',
    needs: ['bearer', 'catalogId'],
    call: async (session) => ({ path: await productsPath(session) }),
  },
  {
    ...reading,
    id: 'http.options.configurations',
    name: 'a configuration scope',
    needs: ['bearer', 'scopeId', 'configurationPath'],
    call: (session) => {
      const { scopeId, configurationPath } = session.run.target.samples!
      return { path: versionedPath(session, `configurations/${scopeId}`), query: { path: configurationPath } }
    },
  },
  {
    ...reading,
    id: 'http.options.capabilities',
    name: 'the capabilities of an adapter connection',
    needs: ['bearer', 'adapterConnectionId'],
    call: ({ run }) => ({ path: capabilitiesPath(run.target.samples!.adapterConnectionId!) }),
  },
  {
    ...writing,
    id: 'http.options.command',
    name: 'a command',
    needs: ['bearer', 'adapterConnectionId', 'command'],
    after: ['services.invoke.result'],
    call: ({ run }) => {
      const { adapterConnectionId, command } = run.target.samples!
      return { path: `/services/${adapterConnectionId}/${encode(command!.name)}` }
    },
  },
  {
    ...reading,
    id: 'http.options.access-tokens',
    name: 'the list of access tokens',
    call: (session) => ({ path: accessTokensPath(session) }),
  },
  {
    ...writing,
    id: 'http.options.create-access-token',
    name: 'the creation of access tokens',
    needs: ['bearer'],
    methods: ['GET', 'POST'],
    after: ['pat.create.token'],
    call: (session) => ({ path: accessTokensPath(session) }),
  },
  {
    ...writing,
    id: 'http.options.access-token',
    name: 'an access token',
    needs: ['bearer'],
    methods: ['POST', 'DELETE'],
    after: ['pat.name-updatable.rename', 'pat.revoke.refused'],
    call: async (session) => {
      const id = (await spareTokens(session)).kept ?? (await mainToken(session)).id
      return { path: `${accessTokensPath(session)}/${id}` }
    },
  },
  {
    id: 'http.options.token-endpoint',
    effect: 'read',
    methods: ['POST'],
    name: 'the token endpoint',
    needs: ['oauth'],
    after: ['oauth.client-credentials.token'],
    call: () => ({ path: '/oauth/token', as: 'none' }),
  },
  {
    ...writing,
    id: 'http.options.prepare-connect',
    name: 'prepare-connect',
    needs: ['bearer', 'adapter'],
    after: ['connect.prepare.code'],
    call: ({ run }) => ({ path: `/app/${run.target.samples!.adapter}/prepare-connect` }),
  },
  {
    ...reading,
    id: 'http.options.legacy-root',
    name: '/0/',
    needs: [],
    good: getRoot,
    call: async (session) => {
      const isOpen = (await getRoot(session)).request.headers['authorization'] === undefined
      return { path: '/0/', as: isOpen ? 'none' : legacyCredential(session) }
    },
  },
  {
    ...reading,
    id: 'http.options.legacy-projects',
    name: 'the legacy projects',
    needs: ['legacy'],
    call: (session) => ({ path: '/0/projects/', as: legacyCredential(session) }),
  },
  {
    ...reading,
    id: 'http.options.legacy-groups',
    name: 'the groups of a project',
    needs: ['legacy', 'projectId'],
    call: (session) => ({ path: groupsPath(session), as: legacyCredential(session) }),
  },
  {
    ...writing,
    id: 'http.options.legacy-groups-post',
    name: 'the creation of groups',
    needs: ['legacy', 'projectId'],
    methods: ['GET', 'POST'],
    good: async (session) => (await acceptedGroup(session)).exchange,
    call: (session) => ({ path: groupsPath(session), as: legacyCredential(session) }),
  },
  {
    ...reading,
    id: 'http.options.legacy-events',
    name: 'the events of an issue',
    needs: ['legacy', 'issueId'],
    call: (session) => ({ path: eventsPath(session), as: legacyCredential(session) }),
  },
]

/** OPTIONS describes the endpoint (clause 4). */
export const optionsChecks: readonly Check[] = described.map((one) => {
  const { name, methods, call: _call, good: _good, ...common } = one
  return defineCheck({
    ...common,
    requirement: 'http.options',
    description:
      `OPTIONS on the path of ${name} describes it: Allow has ${methods.join(' and ')}, which the path takes, ` +
      'or a JSON body says something that the answer to GET does not.',
    run: async (session) => assertDescribed(session, one),
  })
})
