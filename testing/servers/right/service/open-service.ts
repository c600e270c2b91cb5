// The service as a subject: its target file and its moods.
import { toTarget } from '../../../../conformance/target/target-file.ts'
import { FakeTime } from '../../../conformance/fake-time.ts'
import type { RightSubject } from '../right-server.ts'
import { serviceAnswer } from './answers.ts'
import { sampleCommand } from './commands.ts'
import type { Policy } from './policy.ts'
import { secrets, Service } from './service.ts'
import type { Kind } from './store.ts'
import { httpDate, policyJson, usualPolicy } from './usual-policy.ts'

/** Some choices of the service; objects within are merged. */
export type Choices = {
  readonly [Name in keyof Policy]?: Policy[Name] extends (...parameters: never[]) => unknown
    ? Policy[Name]
    : Partial<Policy[Name]>
}

interface Options {
  /** The changed members of the target file; undefined leaves a member out. */
  readonly target?: Readonly<Record<string, unknown>>
  readonly options?: RightSubject['options']
  readonly withHooks?: boolean
  /** Changes by other clients to the records before a request is answered. */
  readonly others?: (service: Service, request: Request) => void
}

const begin = Date.UTC(2027, 2, 1, 10, 30)

function mergePolicy(choices: Choices): Policy {
  const members = Object.entries(choices).map(([name, choice]) => {
    const usual = usualPolicy[name as keyof Policy] as unknown
    const isObject = typeof choice === 'object' && !Array.isArray(choice)
    return [name, isObject ? { ...(usual as object), ...(choice as object) } : choice]
  })
  return { ...usualPolicy, ...Object.fromEntries(members) } as Policy
}

/** The service with some choices of its own, as a subject. */
export function openService(
  choices: Choices,
  { target = {}, options = {}, withHooks = false, others = () => undefined }: Options = {},
): RightSubject {
  const policy = mergePolicy(choices)
  const time = new FakeTime(begin)
  const service = new Service(policy, time)
  const { moods } = policy
  let requests = 0
  const window = { moment: 0, count: 0 }
  const goOn = (): void => {
    requests++
    const kinds: readonly Kind[] = ['product', 'resource', 'event', 'environment', 'group']
    if (moods.createsEvery > 0 && requests % moods.createsEvery === 0)
      for (const kind of kinds) service.make(kind, requests)
    if (moods.deletesEvery > 0 && requests % moods.deletesEvery === 0)
      for (const kind of ['product', 'resource', 'event'] as const) {
        const all = service.store.all(kind)
        if (all.length > 0) service.store.remove(kind, all[(requests * 13) % all.length]!.id)
      }
  }
  const answered = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (withHooks && pathname.startsWith('/hooks/')) return hook(service, pathname, await request.json())
    goOn()
    others(service, request)
    if (moods.latency > 0) await time.sleep(moods.latency)
    const moment = Math.floor(time.now() / 10_000)
    if (moment !== window.moment) Object.assign(window, { moment, count: 0 })
    if (moods.rate > 0 && ++window.count > moods.rate)
      return policyJson({ message: 'slow down' }, 429, {
        'retry-after': String(10 - Math.floor((time.now() % 10_000) / 1000)),
      })
    const response = await policy.fault(request, (sent) => serviceAnswer(service, sent))
    if (moods.dated) response.headers.set('date', httpDate(service.now()))
    return response
  }
  return {
    target: toTarget({ ...serviceTarget(service, withHooks), ...target }),
    fetch: answered,
    options: { time, ...options },
  }
}

function hook(service: Service, pathname: string, body: unknown): Response {
  if (pathname === '/hooks/clock') {
    service.advanced += (body as { readonly seconds: number }).seconds * 1000
    return policyJson({})
  }
  const kind: Kind = pathname === '/hooks/products' ? 'product' : 'event'
  return policyJson(service.make(kind, service.store.all(kind).length), 201)
}

function serviceTarget(service: Service, withHooks: boolean): Readonly<Record<string, unknown>> {
  const { policy, catalog, project, issue, connection } = service
  const products = `/1.13/pulse/catalogs/${catalog}/products`
  const values = policy.data.statuses
  return {
    baseUrl: 'http://service.test',
    credentials: {
      oauth: { clientId: secrets.clientId, clientSecret: secrets.clientSecret },
      integrationToken: policy.oauth.token(secrets.integrationToken),
      apiKey: secrets.apiKey,
      dsn: secrets.dsn,
    },
    samples: {
      catalogId: catalog,
      scopeId: `prj_${project.id}`,
      configurationPath: 'shop.mail.sender',
      adapter: 'shipper',
      adapterConnectionId: connection,
      command: sampleCommand,
      projectId: project.id,
      issueId: issue,
      apiKeyProjectId: project.id,
      dsnPath: '/0/projects/',
    },
    ...(policy.mcp ? { paths: { mcp: '/ai/mcp' } } : {}),
    enumFilters: ['/1.13/resources', products].map((path) => ({ path, parameter: 'status', values })),
    personalAccessTokens: { scopes: policy.scopes.known.slice(0, 2) },
    ...(withHooks ? { hooks: hooks } : {}),
    allowWrites: true,
  }
}

const hooks = {
  advanceClock: { method: 'POST', path: '/hooks/clock', body: { seconds: '$seconds' } },
  createProduct: { method: 'POST', path: '/hooks/products', body: {} },
  createEvent: { method: 'POST', path: '/hooks/events', body: {} },
}
