import { defineDeviation, type Deviation, type FetchWrapper, rewriteJson } from './define-deviation.ts'

const schemeOf = (request: Request): string =>
  (request.headers.get('authorization') ?? '').split(' ', 1)[0]!.toLowerCase()

function withAuthorization(request: Request, authorization: string): Request {
  const headers = new Headers(request.headers)
  headers.set('authorization', authorization)
  return new Request(request, { headers })
}

/** Takes any value of a scheme for the last one that was accepted. */
function takeAny(scheme: 'basic' | 'dsn'): FetchWrapper {
  return (next) => {
    let accepted: string | undefined
    return async (request) => {
      const response = await next(request.clone())
      if (schemeOf(request) !== scheme) return response
      if (response.status < 300) accepted = request.headers.get('authorization')!
      return response.status === 401 && accepted !== undefined
        ? await next(withAuthorization(request, accepted))
        : response
    }
  }
}

/** Refuses every value of a scheme, at some paths. */
function refuse(applies: (request: Request) => boolean): FetchWrapper {
  return (next) => async (request) =>
    await next(applies(request) ? withAuthorization(request, 'Bearer refused') : request)
}

/** The integration token, by its form in the emulator's own credentials. */
const isIntegration = (request: Request): boolean =>
  (request.headers.get('authorization') ?? '').startsWith('Bearer int_')
const pathOf = (request: Request): string => new URL(request.url).pathname

interface Project {
  readonly id: string
}

/** Changes what an API key is shown of projects. */
function changeProjects(change: (own: Project) => readonly Project[]): FetchWrapper {
  return rewriteJson(
    (request, response) =>
      schemeOf(request) === 'basic' && pathOf(request) === '/0/projects/' && response.status === 200,
    (body) => (body as readonly Project[]).flatMap(change),
  )
}

function otherThan(project: Project): Project {
  return { ...project, id: `${project.id.slice(0, 20)}${project.id.slice(20) === 'another' ? 'further' : 'another'}` }
}

/** Servers that deviate from clauses 5.4 to 5.6. */
export const legacySchemeDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'integration-token-refused-for-projects',
    requirement: 'auth.integration-token',
    caughtBy: 'auth.integration-token.projects',
    description: 'The legacy projects take no integration token.',
    wrap: refuse((request) => isIntegration(request) && pathOf(request) === '/0/projects/'),
  }),
  defineDeviation({
    name: 'integration-token-refused-for-events',
    requirement: 'auth.integration-token',
    caughtBy: 'auth.integration-token.events',
    description: 'The legacy events take no integration token.',
    wrap: refuse((request) => isIntegration(request) && pathOf(request).endsWith('/events/')),
  }),
  defineDeviation({
    name: 'integration-token-beginning-alone',
    requirement: 'auth.legacy-required',
    caughtBy: 'auth.legacy-required.one-character',
    description: 'Only the first 20 characters of an integration token are compared.',
    wrap: (next) => {
      let accepted: string | undefined
      return async (request) => {
        const response = await next(request.clone())
        const authorization = request.headers.get('authorization') ?? ''
        if (response.status < 300 && isIntegration(request)) accepted ??= authorization
        return response.status === 401 && accepted !== undefined && authorization.slice(0, 27) === accepted.slice(0, 27)
          ? await next(withAuthorization(request, accepted))
          : response
      }
    },
  }),
  defineDeviation({
    name: 'empty-api-key',
    requirement: 'auth.api-key-verified',
    caughtBy: 'auth.api-key-verified.empty',
    description: 'An empty user name is accepted as an API key.',
    wrap: (next) => {
      let accepted: string | undefined
      return async (request) => {
        const response = await next(request.clone())
        if (response.status < 300 && schemeOf(request) === 'basic') accepted ??= request.headers.get('authorization')!
        return response.status === 401 &&
          accepted !== undefined &&
          request.headers.get('authorization') === `Basic ${btoa(':')}`
          ? await next(withAuthorization(request, accepted))
          : response
      }
    },
  }),
  defineDeviation({
    name: 'dsn-refused',
    requirement: 'auth.dsn',
    caughtBy: 'auth.dsn.accepted',
    description: 'No DSN is accepted.',
    wrap: refuse((request) => schemeOf(request) === 'dsn'),
  }),
  defineDeviation({
    name: 'any-dsn',
    requirement: 'auth.dsn-verified',
    caughtBy: 'auth.dsn-verified.wrong',
    description: 'Any DSN is accepted.',
    wrap: takeAny('dsn'),
  }),
  defineDeviation({
    name: 'api-key-refused',
    requirement: 'auth.api-key',
    caughtBy: 'auth.api-key.accepted',
    description: 'No API key is accepted.',
    wrap: refuse((request) => schemeOf(request) === 'basic'),
  }),
  defineDeviation({
    name: 'api-key-needs-a-password',
    requirement: 'auth.api-key',
    caughtBy: 'auth.api-key.accepted',
    description: 'An API key is refused when the password is empty.',
    wrap: refuse(
      (request) =>
        schemeOf(request) === 'basic' &&
        atob((request.headers.get('authorization') ?? '').slice('Basic '.length)).endsWith(':'),
    ),
  }),
  defineDeviation({
    name: 'any-api-key',
    requirement: 'auth.api-key-verified',
    caughtBy: 'auth.api-key-verified.wrong',
    description: 'Any user name is accepted as an API key.',
    wrap: takeAny('basic'),
  }),
  defineDeviation({
    name: 'api-key-of-another-project',
    requirement: 'legacy.projects-key',
    caughtBy: 'legacy.projects.key-bound',
    description: 'An API key is shown another project than its own.',
    wrap: changeProjects((own) => [otherThan(own)]),
  }),
  defineDeviation({
    name: 'api-key-of-all-projects',
    requirement: 'legacy.projects-key',
    caughtBy: 'legacy.projects.key-bound',
    description: 'An API key is shown other projects beside its own.',
    wrap: changeProjects((own) => [otherThan(own), own]),
  }),
]
