import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import { legacySchemeDeviations } from './authentication-schemes.ts'
import { defineDeviation, type Deviation, type FetchWrapper } from './define-deviation.ts'
import { by } from './known-tokens.ts'

/** Somebody whose credentials were accepted at an endpoint lends them to whoever comes without. */
function openTo(
  kind: 'nobody' | 'anybody',
  path: RegExp,
  methods: readonly string[] = ['GET', 'POST', 'DELETE'],
): FetchWrapper {
  return (next) => {
    let accepted: string | undefined
    return async (request) => {
      if (!path.test(new URL(request.url).pathname) || !methods.includes(request.method)) return await next(request)
      const authorization = request.headers.get('authorization')
      const response = await next(request.clone())
      if (response.status < 300 && authorization !== null) accepted ??= authorization
      const lent = kind === 'nobody' ? authorization === null : (authorization?.startsWith('Bearer ') ?? false)
      if (response.status !== 401 || !lent || accepted === undefined) return response
      const headers = new Headers(request.headers)
      headers.set('authorization', accepted)
      return await next(new Request(request, { headers }))
    }
  }
}

interface Door {
  readonly what: string
  readonly path: RegExp
  /** Open without credentials. */
  readonly open: readonly [name: string, requirement: RequirementId, caughtBy: string]
  /** Open for any Bearer value. */
  readonly anyBearer: readonly [name: string, requirement: RequirementId, caughtBy: string]
}

const doors: readonly Door[] = [
  {
    what: 'The list of environments',
    path: /^\/1\.13\/environments$/,
    open: ['open-environments', 'auth.required', 'auth.required.environments'],
    anyBearer: ['any-bearer-environments', 'auth.invalid-bearer', 'auth.invalid-bearer.environments'],
  },
  {
    what: 'The list of resources',
    path: /^\/1\.13\/resources$/,
    open: ['open-resources', 'auth.required', 'auth.required.resources'],
    anyBearer: ['any-bearer-resources', 'auth.invalid-bearer', 'auth.invalid-bearer.resources'],
  },
  {
    what: 'The list of products',
    path: /\/products$/,
    open: ['open-products', 'auth.required', 'auth.required.products'],
    anyBearer: ['any-bearer-products', 'auth.invalid-bearer', 'auth.invalid-bearer.products'],
  },
  {
    what: 'A configuration',
    path: /\/configurations\//,
    open: ['open-configurations', 'auth.required', 'auth.required.configurations'],
    anyBearer: ['any-bearer-configurations', 'auth.invalid-bearer', 'auth.invalid-bearer.configurations'],
  },
  {
    what: 'The list of access tokens',
    path: /\/access-tokens$/,
    open: ['open-access-tokens', 'auth.required', 'auth.required.access-tokens'],
    anyBearer: ['any-bearer-access-tokens', 'auth.invalid-bearer', 'auth.invalid-bearer.access-tokens'],
  },
  {
    what: 'Capabilities',
    path: /\/capabilities$/,
    open: ['open-capabilities', 'services.auth', 'services.auth.capabilities'],
    anyBearer: ['any-bearer-capabilities', 'services.auth', 'services.auth.capabilities-wrong-bearer'],
  },
  {
    what: 'Commands',
    path: /^\/services\/[^/]+\/(?!capabilities)/,
    open: ['open-commands', 'services.auth', 'services.auth.command'],
    anyBearer: ['any-bearer-commands', 'services.auth', 'services.auth.command-wrong-bearer'],
  },
  {
    what: 'prepare-connect',
    path: /\/prepare-connect$/,
    open: ['open-prepare-connect', 'connect.prepare-auth', 'connect.prepare-auth.none'],
    anyBearer: ['any-bearer-prepare-connect', 'connect.prepare-auth', 'connect.prepare-auth.wrong-bearer'],
  },
  {
    what: 'The legacy projects',
    path: /^\/0\/projects\/$/,
    open: ['open-legacy-projects', 'auth.legacy-required', 'auth.legacy-required.projects'],
    anyBearer: ['any-bearer-legacy-projects', 'auth.legacy-required', 'auth.legacy-required.projects-wrong-bearer'],
  },
  {
    what: 'The legacy groups',
    path: /\/groups\/$/,
    open: ['open-legacy-groups', 'auth.legacy-required', 'auth.legacy-required.groups'],
    anyBearer: ['any-bearer-legacy-groups', 'auth.legacy-required', 'auth.legacy-required.groups-wrong-bearer'],
  },
  {
    what: 'The legacy events',
    path: /\/events\/$/,
    open: ['open-legacy-events', 'auth.legacy-required', 'auth.legacy-required.events'],
    anyBearer: ['any-bearer-legacy-events', 'auth.legacy-required', 'auth.legacy-required.events-wrong-bearer'],
  },
]

/** Where a write at the same path has a deviation of its own. */
const reading: ReadonlySet<string> = new Set(['open-access-tokens', 'open-legacy-groups'])

const environments = /^\/1\.13\/environments$/

/** The list of environments takes some other value of Authorization for the Bearer token that was accepted there. */
function lendTo(isTaken: (authorization: string) => boolean): FetchWrapper {
  return (next) => {
    let accepted: string | undefined
    return async (request) => {
      const authorization = request.headers.get('authorization') ?? ''
      const response = await next(request.clone())
      if (!environments.test(new URL(request.url).pathname)) return response
      if (response.status < 300) accepted ??= authorization
      return response.status === 401 && accepted !== undefined && isTaken(authorization)
        ? await next(by(request, accepted))
        : response
    }
  }
}

/** What is asked without credentials is refused, and done all the same. */
function quietly(path: RegExp, method: string): FetchWrapper {
  return (next) => {
    const open = openTo('nobody', path, [method])(next)
    return async (request) => {
      const response = await open(request.clone())
      return request.headers.has('authorization') ? response : await next(request)
    }
  }
}

const writes = [
  { write: 'create', path: /\/access-tokens$/, method: 'POST' },
  { write: 'rename', path: /\/access-tokens\/[^/]+$/, method: 'POST' },
  { write: 'revoke', path: /\/access-tokens\/[^/]+$/, method: 'DELETE' },
] as const

/** Servers that deviate from clause 5: doors that are open, and keys that fit or do not. */
export const authenticationDeviations: readonly Deviation[] = [
  ...doors.flatMap(({ what, path, open, anyBearer }) => [
    defineDeviation({
      name: open[0],
      requirement: open[1],
      caughtBy: open[2],
      description: `${what} takes a request without credentials.`,
      wrap: openTo('nobody', path, reading.has(open[0]) ? ['GET'] : undefined),
    }),
    defineDeviation({
      name: anyBearer[0],
      requirement: anyBearer[1],
      caughtBy: anyBearer[2],
      description: `${what} takes any Bearer value.`,
      wrap: openTo('anybody', path),
    }),
  ]),
  defineDeviation({
    name: 'bearer-beginning-alone',
    requirement: 'auth.invalid-bearer',
    caughtBy: 'auth.invalid-bearer.one-character',
    description: 'Only the first 20 characters of a Bearer value are compared.',
    wrap: (next) => {
      const accepted = new Map<string, string>()
      return async (request) => {
        const authorization = request.headers.get('authorization') ?? ''
        const response = await next(request.clone())
        if (!authorization.startsWith('Bearer ')) return response
        const beginning = authorization.slice(0, 27)
        if (response.status < 300) accepted.set(beginning, authorization)
        const right = accepted.get(beginning)
        if (response.status !== 401 || right === undefined || right === authorization) return response
        const headers = new Headers(request.headers)
        headers.set('authorization', right)
        return await next(new Request(request, { headers }))
      }
    },
  }),
  defineDeviation({
    name: 'bearer-may-be-longer',
    requirement: 'auth.invalid-bearer',
    caughtBy: 'auth.invalid-bearer.near-misses',
    description: 'What stands behind a Bearer value is not compared.',
    wrap: (next) => {
      const accepted = new Set<string>()
      return async (request) => {
        const authorization = request.headers.get('authorization') ?? ''
        const response = await next(request.clone())
        if (response.status < 300 && authorization.startsWith('Bearer ')) accepted.add(authorization)
        const right =
          response.status === 401
            ? [...accepted].find((one) => authorization !== one && authorization.startsWith(one))
            : undefined
        return right === undefined ? response : await next(by(request, right))
      }
    },
  }),
  defineDeviation({
    name: 'empty-bearer-environments',
    requirement: 'auth.required',
    caughtBy: 'auth.required.empty-bearer',
    description: 'The list of environments takes Bearer without a token.',
    wrap: lendTo((authorization) => authorization === 'Bearer'),
  }),
  defineDeviation({
    name: 'dsn-on-the-versioned-api',
    requirement: 'auth.required',
    caughtBy: 'auth.required.no-dsn',
    description: 'The list of environments takes a DSN.',
    wrap: lendTo((authorization) => authorization.startsWith('DSN ')),
  }),
  defineDeviation({
    name: 'api-key-on-the-versioned-api',
    requirement: 'auth.required',
    caughtBy: 'auth.required.no-api-key',
    description: 'The list of environments takes an API key.',
    wrap: lendTo((authorization) => authorization.startsWith('Basic ')),
  }),
  ...writes.flatMap(({ write, path, method }) => [
    defineDeviation({
      name: `open-access-tokens-${write}`,
      requirement: 'auth.required',
      caughtBy: `auth.required.access-tokens-${write}`,
      description: `A request without credentials can ${write} access tokens.`,
      wrap: openTo('nobody', path, [method]),
    }),
    defineDeviation({
      name: `open-access-tokens-${write}-quietly`,
      requirement: 'auth.required',
      caughtBy: `auth.required.access-tokens-${write}`,
      description: `A request without credentials is refused, and can ${write} access tokens all the same.`,
      wrap: quietly(path, method),
    }),
    defineDeviation({
      name: `any-bearer-access-tokens-${write}`,
      requirement: 'auth.invalid-bearer',
      caughtBy: `auth.invalid-bearer.access-tokens-${write}`,
      description: `Any Bearer value can ${write} access tokens.`,
      wrap: openTo('anybody', path, [method]),
    }),
  ]),
  defineDeviation({
    name: 'open-legacy-groups-post',
    requirement: 'auth.legacy-required',
    caughtBy: 'auth.legacy-required.groups-post',
    description: 'The legacy groups take a POST without credentials.',
    wrap: openTo('nobody', /\/groups\/$/, ['POST']),
  }),
  defineDeviation({
    name: 'any-bearer-legacy-groups-post',
    requirement: 'auth.legacy-required',
    caughtBy: 'auth.legacy-required.groups-post-wrong-bearer',
    description: 'The legacy groups take a POST with any Bearer value.',
    wrap: openTo('anybody', /\/groups\/$/, ['POST']),
  }),
  ...legacySchemeDeviations,
]
