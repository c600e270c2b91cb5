// OPTIONS at every documented path (clause 4), for the methods that clauses 4.1 to 4.9 name there.
import { operationOf } from '../../catalogue/operations.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { comesFromBefore } from '../../reading/before-the-api.ts'
import { methodsIn } from '../../reading/headers.ts'
import type { Call } from '../../judge/call.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, phrase } from '../../conclusions/phrase.ts'
import { mainToken } from '../access-tokens/main-token.ts'
import { spareTokens } from '../access-tokens/spare-tokens.ts'
import { answerTo } from '../answers.ts'
import { getRoot } from '../legacy/legacy-answers.ts'
import { acceptedGroup } from '../legacy/posted-groups.ts'
import { servedResourcesPath } from '../lists/walked-list.ts'
import { credentialFor, effectOf, needsOf, type SampledOperation, sampledCall } from '../documented-calls.ts'
import { accessTokenPath, legacyCredential } from '../paths.ts'
import { isDescription, methodsShown } from './options-description.ts'

type Method = 'GET' | 'POST' | 'DELETE'

/** A documented path, and the methods that a request before has shown to be served there. */
interface Described extends Pick<ActiveCheck, 'id' | 'effect' | 'needs' | 'after'> {
  readonly name: string
  readonly methods: readonly Method[]
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
    insufficient(
      because.refused,
      phrase`${served.request.method} ${call.path} is refused too: ${answer(served)}`,
      served,
    )
  const exchange = await answerTo(session, { ...call, method: 'OPTIONS' })
  const { status, headers, json } = exchange.response
  if (status === 401 || status === 403) insufficient(because.refused, phrase`OPTIONS ${call.path} answered ${status}`)
  const wanted = { list: methods, between: ' and ' } as const
  const expected = phrase`OPTIONS ${call.path} to describe the endpoint, by Allow with ${wanted} or by a telling JSON body`
  if (status >= 300) {
    if (comesFromBefore(exchange, served ?? (await getRoot(session))))
      insufficient(
        because.gateway,
        phrase`the refusal evidently comes from something before the API: ${answer(exchange)}`,
        exchange,
      )
    fail({ expected, got: answer(exchange), fact: { kind: 'status', wanted: 'success', at: exchange } })
  }
  const lacksOne = (found: ReadonlySet<string>) => !found.has('*') && methods.some((method) => !found.has(method))
  const allowed = methodsIn(headers['allow'])
  if (allowed.size > 0) {
    if (lacksOne(allowed))
      fail({
        expected,
        got: phrase`Allow: ${headers['allow']!}, although ${wanted} is served there`,
        fact: { kind: 'header', name: 'allow', at: exchange },
      })
    return
  }
  const listed = methodsShown(json)
  if (listed && lacksOne(listed))
    fail({
      expected,
      got: phrase`a body that lists ${{ list: [...listed] }}, although ${wanted} is served there`,
      fact: { kind: 'body', at: exchange },
    })
  if (await isDescription(session, call, exchange, hasGet)) return
  const forPages = methodsIn(headers['access-control-allow-methods'])
  if (forPages.size === 0)
    fail({
      expected,
      got: phrase`${answer(exchange)}, and no Allow`,
      fact: { kind: 'header', name: 'allow', at: exchange },
    })
  if (lacksOne(forPages))
    insufficient(
      because.absent,
      phrase`OPTIONS ${call.path} answers for CORS alone: ${headers['access-control-allow-methods']!}`,
    )
}

/** A path whose call the samples of the target file are enough for. */
function sampled(
  operation: SampledOperation,
  { needs = needsOf(operation), ...rest }: Pick<Described, 'id' | 'name'> & Partial<Described>,
): Described {
  const { method } = operationOf(operation)
  return {
    effect: effectOf(operation),
    methods: [method],
    needs,
    call: async (session) => {
      const { path, query } = await sampledCall(session, operation)
      const as = credentialFor(session, operation)
      return { path, ...(query ? { query } : {}), ...(as === 'bearer' ? {} : { as }) }
    },
    ...rest,
  }
}

const described: readonly Described[] = [
  sampled('environments.list', { id: 'http.options.environments', name: 'the list of environments' }),
  sampled('resources.list', {
    id: 'http.options.resources',
    name: 'the list of resources',
    call: async (session) => ({ path: await servedResourcesPath(session) }),
  }),
  sampled('products.list', { id: 'http.options.products', name: 'the products of a catalog' }),
  sampled('configurations.value', { id: 'http.options.configurations', name: 'a configuration scope' }),
  sampled('services.capabilities', {
    id: 'http.options.capabilities',
    name: 'the capabilities of an adapter connection',
  }),
  sampled('services.invoke', { id: 'http.options.command', name: 'a command', after: ['services.invoke.result'] }),
  sampled('access-tokens.list', { id: 'http.options.access-tokens', name: 'the list of access tokens' }),
  sampled('access-tokens.list', {
    id: 'http.options.create-access-token',
    name: 'the creation of access tokens',
    effect: 'write',
    methods: ['GET', 'POST'],
    after: ['pat.create.token'],
  }),
  {
    id: 'http.options.access-token',
    effect: 'write',
    name: 'an access token',
    needs: ['bearer'],
    methods: ['POST', 'DELETE'],
    after: ['pat.name-updatable.rename', 'pat.revoke.refused'],
    call: async (session) => {
      const id = (await spareTokens(session)).kept ?? (await mainToken(session)).id
      return { path: accessTokenPath(session, id) }
    },
  },
  sampled('oauth.token', {
    id: 'http.options.token-endpoint',
    name: 'the token endpoint',
    after: ['oauth.client-credentials.token'],
  }),
  sampled('connect.prepare', {
    id: 'http.options.prepare-connect',
    name: 'prepare-connect',
    after: ['connect.prepare.code'],
  }),
  sampled('legacy.root', {
    id: 'http.options.legacy-root',
    name: '/0/',
    good: getRoot,
    call: async (session) => {
      const isOpen = (await getRoot(session)).request.headers['authorization'] === undefined
      return { path: '/0/', as: isOpen ? 'none' : legacyCredential(session) }
    },
  }),
  sampled('legacy-projects.list', { id: 'http.options.legacy-projects', name: 'the legacy projects' }),
  sampled('groups.list', { id: 'http.options.legacy-groups', name: 'the groups of a project' }),
  sampled('groups.list', {
    id: 'http.options.legacy-groups-post',
    effect: 'write',
    name: 'the creation of groups',
    methods: ['GET', 'POST'],
    good: async (session) => (await acceptedGroup(session)).exchange,
  }),
  sampled('events.list', { id: 'http.options.legacy-events', name: 'the events of an issue' }),
]

/** OPTIONS describes the endpoint (clause 4). */
export const optionsChecks: readonly Check[] = described.map((one) => {
  const { name, methods, call: _call, good: _good, ...common } = one
  return defineCheck({
    ...common,
    requirement: 'http.options',
    description: `OPTIONS on the path of ${name} describes it: Allow has ${methods.join(' and ')}, which the path takes, or a JSON body says something that the answer to GET does not.`,
    run: async (session) => assertDescribed(session, one),
  })
})
