// From a request to the answer of the service.
import { bearerCaller, legacyCaller } from './callers.ts'
import { invoke, showCapabilities } from './commands.ts'
import { configuration, connectAnswer, prepareConnect } from './connect.ts'
import { legacyProjects, legacyRoot, linkedList, postGroup } from './legacy.ts'
import { listRecords } from './lists.ts'
import { exchangeToken } from './oauth.ts'
import { type Caller, ServiceRefusal, type Service } from './service.ts'
import { storeToken, listTokens, renameToken, revokeToken } from './tokens.ts'

type Body = Readonly<Record<string, unknown>>

/** A request on its way to its answer. */
interface ServiceRequest {
  readonly service: Service
  readonly request: Request
  readonly url: URL
  readonly params: readonly string[]
  readonly caller: Caller
  readonly body: () => Promise<Body>
}

interface Route {
  readonly method: string
  readonly path: RegExp
  readonly takes: 'nothing' | 'bearer' | 'legacy' | 'legacy with DSN'
  readonly scope?: string
  readonly answer: (asked: ServiceRequest) => Response | Promise<Response>
}

const id = ({ service, params }: ServiceRequest) => service.readId(params[0])

/** The object that a list belongs to. An unknown one has no records, or is refused. */
function listOwner(asked: ServiceRequest, expected: string): string {
  const { service, request } = asked
  const origin = id(asked)
  const isServed = origin === expected || (service.policy.unknown === 'nothing' && request.method === 'GET')
  return isServed ? origin : service.refuse('unknown', 'no such object')
}

const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/oauth\/token$/,
    takes: 'nothing',
    answer: async ({ service, request }) => exchangeToken(service, new URLSearchParams(await request.text())),
  },
  {
    method: 'GET',
    path: /^\/1\.13\/environments$/,
    takes: 'bearer',
    scope: 'environments:read',
    answer: ({ service, url }) => listRecords(service, 'environment', url),
  },
  {
    method: 'GET',
    path: /^\/1\.13\/resources$/,
    takes: 'bearer',
    scope: 'resources:read',
    answer: ({ service, url }) => listRecords(service, 'resource', url),
  },
  {
    method: 'GET',
    path: /^\/1\.13\/pulse\/catalogs\/([^/]+)\/products$/,
    takes: 'bearer',
    scope: 'catalogs:read',
    answer: (asked) => listRecords(asked.service, 'product', asked.url, listOwner(asked, asked.service.catalog)),
  },
  {
    method: 'GET',
    path: /^\/1\.13\/configurations\/([^/]+)$/,
    takes: 'bearer',
    scope: 'configurations:read',
    answer: ({ service, params, url }) => configuration(service, params[0]!, url),
  },
  {
    method: 'GET',
    path: /^\/access-tokens$/,
    takes: 'bearer',
    answer: ({ service, caller, url }) => listTokens(service, caller, url),
  },
  {
    method: 'POST',
    path: /^\/access-tokens$/,
    takes: 'bearer',
    answer: async ({ service, caller, body }) => storeToken(service, caller, await body()),
  },
  {
    method: 'POST',
    path: /^\/access-tokens\/([^/]+)$/,
    takes: 'bearer',
    answer: async (asked) => renameToken(asked.service, asked.caller, id(asked), await asked.body()),
  },
  {
    method: 'DELETE',
    path: /^\/access-tokens\/([^/]+)$/,
    takes: 'bearer',
    answer: (asked) => revokeToken(asked.service, asked.caller, id(asked)),
  },
  {
    method: 'GET',
    path: /^\/services\/([^/]+)\/capabilities$/,
    takes: 'bearer',
    scope: 'services:use',
    answer: (asked) => showCapabilities(asked.service, id(asked)),
  },
  {
    method: 'POST',
    path: /^\/services\/([^/]+)\/([^/]+)$/,
    takes: 'bearer',
    scope: 'services:use',
    answer: async (asked) => invoke(asked.service, id(asked), asked.params[1]!, await asked.body()),
  },
  {
    method: 'POST',
    path: /^\/app\/([^/]+)\/prepare-connect$/,
    takes: 'bearer',
    answer: ({ service, params }) => prepareConnect(service, params[0]!),
  },
  {
    method: 'GET',
    path: /^\/app\/([^/]+)\/connect$/,
    takes: 'nothing',
    answer: ({ service, params, url }) => connectAnswer(service, params[0]!, url),
  },
  { method: 'GET', path: /^\/0\/$/, takes: 'nothing', answer: ({ service }) => legacyRoot(service) },
  {
    method: 'GET',
    path: /^\/0\/projects\/$/,
    takes: 'legacy with DSN',
    answer: ({ service, caller }) => legacyProjects(service, caller),
  },
  {
    method: 'GET',
    path: /^\/0\/projects\/([^/]+)\/groups\/$/,
    takes: 'legacy',
    answer: (asked) => linkedList(asked.service, 'group', listOwner(asked, asked.service.project.id), asked.url),
  },
  {
    method: 'POST',
    path: /^\/0\/projects\/([^/]+)\/groups\/$/,
    takes: 'legacy',
    answer: async (asked) => {
      listOwner(asked, asked.service.project.id)
      return postGroup(asked.service, asked.url, await asked.body())
    },
  },
  {
    method: 'GET',
    path: /^\/0\/issues\/([^/]+)\/events\/$/,
    takes: 'legacy',
    answer: (asked) => linkedList(asked.service, 'event', listOwner(asked, asked.service.issue), asked.url),
  },
]

/** The members of a JSON body. @throws Refused for another media type, and for a body that is not a JSON object. */
async function readServiceBody(service: Service, request: Request): Promise<Body> {
  const text = await request.text()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    return service.refuse('mediaType', 'the body must be JSON')
  try {
    const body = JSON.parse(text) as unknown
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  } catch {
    // A body that cannot be read is refused like any other that is not an object.
  }
  return service.refuse('refused', 'the body must be a JSON object')
}

function findCaller(service: Service, { takes, scope }: Route, request: Request): Caller {
  const authorization = request.headers.get('authorization')
  const nobody: Caller = { user: '', kind: 'client', scopes: [] }
  if (takes === 'nothing') return nobody
  const caller =
    takes === 'bearer'
      ? bearerCaller(service, authorization)
      : legacyCaller(service, authorization, takes === 'legacy with DSN')
  if (!caller) {
    if (authorization !== null || service.policy.moods.addressLockByAnyRefusal) service.failedLogIns++
    return service.refuse('stranger', 'who are you?')
  }
  if (scope !== undefined && !caller.scopes.includes(scope)) return service.refuse('forbidden', `${scope} is missing`)
  return caller
}

async function handled(service: Service, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const { addressLock, addressLockStatus } = service.policy.moods
  if (addressLock > 0 && service.failedLogIns >= addressLock)
    return service.answer({ message: 'too many failed log-ins; try again in an hour' }, addressLockStatus)
  const { pathname } = url
  if (pathname === '/ai/mcp' && service.policy.mcp) {
    if (!bearerCaller(service, request.headers.get('authorization'))) service.refuse('stranger', 'who are you?')
    return service.policy.mcp(() => service.random(), request)
  }
  const here = routes.filter(({ path }) => path.test(pathname))
  if (here.length === 0) return service.refuse('unknown', 'nothing is served here')
  const methods = here.map(({ method }) => method)
  const hasHead = methods.includes('GET') && (service.policy.head === 'everywhere' || pathname === '/0/')
  const allow = [...methods, ...(hasHead ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  if (request.method === 'OPTIONS') return service.policy.options(allow)
  const wanted = request.method === 'HEAD' && hasHead ? 'GET' : request.method
  const route = here.find(({ method }) => method === wanted)
  if (!route) return service.refuse('method', `the methods are ${allow}`)
  const caller = findCaller(service, route, request)
  const params = route.path
    .exec(pathname)!
    .slice(1)
    .map((segment) => decoded(segment))
  return route.answer({ service, request, url, params, caller, body: () => readServiceBody(service, request) })
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The answer of the service to a request. */
export async function serviceAnswer(service: Service, request: Request): Promise<Response> {
  try {
    const response = await handled(service, request)
    return request.method === 'HEAD' ? new Response(null, response) : response
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error
    const { refusal } = error
    return service.answer(service.policy.error(refusal), refusal.status)
  }
}
