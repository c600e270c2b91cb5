import { defineDeviation, type Deviation, type FetchLike, type FetchWrapper, rewriteJson } from './define-deviation.ts'

const pathOf = ({ url }: { readonly url: string }) => new URL(url).pathname
const isCapabilities = (request: Request) =>
  request.method === 'GET' && /\/services\/[^/]+\/capabilities$/.test(pathOf(request))
const isCommand = (request: Request) => request.method === 'POST' && /\/services\/[^/]+\/[^/]+$/.test(pathOf(request))
const hasRightId = (request: Request) => /\/services\/(?:[a-z]{3}_)?[0-9A-Za-z]{27}\//.test(pathOf(request))
const isRight = (request: Request, { status }: Response) => isCapabilities(request) && status === 200

const problem = (status: number, code = 'refused') =>
  Response.json({ error: { code, message: 'It is not served.' } }, { status })

/** Answers commands without running them, once they are authenticated. */
function insteadOfCommand(answer: (request: Request) => Response): FetchWrapper {
  return (next) => async (request) => {
    const response = await next(request.clone())
    return isCommand(request) && response.status === 200 ? answer(request) : response
  }
}

interface Entry {
  readonly name: string
}

const commandsIn = (body: unknown) => (body as { readonly commands?: readonly Entry[] }).commands ?? []

/** Every id gets the capabilities of the last connection that had some. */
function sharedCapabilities(next: FetchLike): FetchLike {
  let last: string | undefined
  return async (request) => {
    const response = await next(request.clone())
    if (!isCapabilities(request)) return response
    if (response.status === 200) last = await response.clone().text()
    return response.status === 404 && last !== undefined
      ? new Response(last, { headers: { 'content-type': 'application/json' } })
      : response
  }
}

/** Takes a body that the command refuses where `isTaken` says so, by the members of the last one that was right. */
function lenient(
  isTaken: (body: Readonly<Record<string, unknown>>, right: readonly string[]) => boolean,
): FetchWrapper {
  return (next) => {
    let right: readonly string[] = []
    let result = '{}'
    return async (request) => {
      const body = isCommand(request) ? await request.clone().text() : ''
      const response = await next(request)
      if (!isCommand(request) || !body.startsWith('{')) return response
      const members = JSON.parse(body) as Readonly<Record<string, unknown>>
      if (response.status === 200) {
        right = Object.keys(members)
        result = await response.clone().text()
      }
      return response.status === 400 && hasRightId(request) && isTaken(members, right) ? resultOf(result) : response
    }
  }
}

const lacks = (body: Readonly<Record<string, unknown>>, right: readonly string[]) =>
  right.some((name) => !Object.hasOwn(body, name))

/** Serves the Services API behind a version alone. */
function versioned(next: FetchLike): FetchLike {
  return async (request) => {
    const url = new URL(request.url)
    if (/\/\d+\.\d+\/services\//.test(url.pathname)) {
      url.pathname = url.pathname.replace(/\/\d+\.\d+(?=\/services\/)/, '')
      return next(new Request(url, request))
    }
    return url.pathname.includes('/services/') && request.headers.has('authorization')
      ? problem(404, 'unknown_endpoint')
      : next(request)
  }
}

/** The result of a command that ran before. */
const resultOf = (json: string) => new Response(json, { headers: { 'content-type': 'application/json' } })

const isText = (value: unknown): boolean => typeof value === 'string'

/** Whether what a body has at its top is of the right types, and it is all there. */
function isRightAtTop(body: Readonly<Record<string, unknown>>, right: readonly string[]): boolean {
  const { customer, items } = body
  const isKnown = Object.keys(body).every((name) => right.includes(name))
  return !lacks(body, right) && isKnown && isText(customer) && Array.isArray(items) && items.length > 0
}

/** Runs the last command for any id that is no connection. */
function anyConnection(next: FetchLike): FetchLike {
  let last: string | undefined
  return async (request) => {
    const response = await next(request.clone())
    if (!isCommand(request)) return response
    if (response.status === 200) last = await response.clone().text()
    return response.status === 404 && last !== undefined && pathOf(request).endsWith('/create-order')
      ? resultOf(last)
      : response
  }
}

/** Takes an array around a body for the body. */
function unpacked(next: FetchLike): FetchLike {
  return async (request) => {
    const text = isCommand(request) ? await request.clone().text() : ''
    if (!text.startsWith('[')) return next(request)
    return next(
      new Request(request.url, {
        method: 'POST',
        headers: request.headers,
        body: JSON.stringify((JSON.parse(text) as readonly unknown[])[0]),
      }),
    )
  }
}

/** Violations of clause 4.7. */
export const serviceDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'capabilities-empty',
    requirement: 'services.capabilities',
    caughtBy: 'services.capabilities.schemas',
    description: 'The capabilities of a connection are empty.',
    wrap: rewriteJson(isRight, () => ({ commands: [] })),
  }),
  defineDeviation({
    name: 'capabilities-without-schemas',
    requirement: 'services.capabilities',
    caughtBy: 'services.capabilities.schemas',
    description: 'Capabilities name the commands without their schemas.',
    wrap: rewriteJson(isRight, (body) => ({ commands: commandsIn(body).map(({ name }) => ({ name })) })),
  }),
  defineDeviation({
    name: 'capabilities-lack-a-command',
    requirement: 'services.capabilities',
    caughtBy: 'services.capabilities.schemas',
    description: 'Capabilities leave out a command that the connection runs.',
    wrap: rewriteJson(isRight, (body) => ({
      commands: commandsIn(body).filter(({ name }) => name !== 'create-order'),
    })),
  }),
  defineDeviation({
    name: 'capabilities-lack-a-schema',
    requirement: 'services.capabilities',
    caughtBy: 'services.capabilities.schemas',
    description: 'Capabilities leave out the schema of one command.',
    wrap: rewriteJson(isRight, (body) => ({
      commands: commandsIn(body).map((one) => (one.name === 'create-order' ? { name: one.name } : one)),
    })),
  }),
  defineDeviation({
    name: 'capabilities-of-a-longer-name',
    requirement: 'services.capabilities',
    caughtBy: 'services.capabilities.schemas',
    description: 'Capabilities name another command, whose name begins as that of one that the connection runs.',
    wrap: rewriteJson(isRight, (body) => ({
      commands: commandsIn(body).map((one) => (one.name === 'create-order' ? { ...one, name: 'create-orders' } : one)),
    })),
  }),
  defineDeviation({
    name: 'capabilities-404',
    requirement: 'services.capabilities',
    caughtBy: 'services.capabilities.schemas',
    description: 'Capabilities are not served.',
    wrap: (next) => async (request) => {
      const response = await next(request.clone())
      return isRight(request, response) ? problem(404, 'unknown_endpoint') : response
    },
  }),
  defineDeviation({
    name: 'capabilities-of-any-id',
    requirement: 'services.capabilities-own',
    caughtBy: 'services.capabilities-own.unknown',
    description: 'An id that is no connection gets the capabilities of another.',
    wrap: sharedCapabilities,
  }),
  defineDeviation({
    name: 'command-not-served',
    requirement: 'services.invoke',
    caughtBy: 'services.invoke.result',
    description: 'Commands answer 404.',
    wrap: insteadOfCommand(() => problem(404, 'unknown_command')),
  }),
  defineDeviation({
    name: 'command-fails',
    requirement: 'services.invoke',
    caughtBy: 'services.invoke.result',
    description: 'Commands answer 500.',
    wrap: insteadOfCommand(() => problem(500)),
  }),
  defineDeviation({
    name: 'command-result-not-json',
    requirement: 'services.invoke',
    caughtBy: 'services.invoke.result',
    description: 'The result of a command is a page.',
    wrap: insteadOfCommand(() => new Response('<!doctype html><p>Done', { headers: { 'content-type': 'text/html' } })),
  }),
  defineDeviation({
    name: 'command-body-not-validated',
    requirement: 'services.validated',
    caughtBy: 'services.validated.invalid-body',
    description: 'Commands take any body.',
    wrap: lenient(() => true),
  }),
  defineDeviation({
    name: 'command-takes-missing-members',
    requirement: 'services.validated',
    caughtBy: 'services.validated.invalid-body',
    description: 'Commands take a body without the required members.',
    wrap: lenient(lacks),
  }),
  defineDeviation({
    name: 'command-takes-wrong-types',
    requirement: 'services.validated',
    caughtBy: 'services.validated.invalid-body',
    description: 'Commands take members of any type.',
    wrap: lenient((body, right) => !lacks(body, right)),
  }),
  defineDeviation({
    name: 'command-of-any-connection',
    requirement: 'services.invoke',
    caughtBy: 'services.invoke.unknown-connection',
    description: 'A command is run for an id that is no connection.',
    wrap: anyConnection,
  }),
  defineDeviation({
    name: 'command-takes-anything-within',
    requirement: 'services.validated',
    caughtBy: 'services.validated.invalid-body',
    description: 'Commands look at the members at the top of a body alone.',
    wrap: lenient(isRightAtTop),
  }),
  defineDeviation({
    name: 'command-takes-unknown-members',
    requirement: 'services.validated',
    caughtBy: 'services.validated.invalid-body',
    description: 'Commands take members that are not in their schema.',
    wrap: lenient((body) => Object.hasOwn(body, 'no_such_member')),
  }),
  defineDeviation({
    name: 'command-takes-an-array-around',
    requirement: 'services.validated',
    caughtBy: 'services.validated.invalid-body',
    description: 'Commands take an array around a body for the body.',
    wrap: unpacked,
  }),
  defineDeviation({
    name: 'services-behind-the-version',
    requirement: 'services.unversioned',
    caughtBy: 'services.unversioned.path',
    description: 'The Services API is served under the version alone.',
    wrap: versioned,
  }),
  defineDeviation({
    name: 'command-refuses-json',
    requirement: 'http.json-body',
    caughtBy: 'http.json-body.accepted',
    description: 'Commands refuse application/json with 415.',
    wrap: insteadOfCommand(() => problem(415, 'unsupported_media_type')),
  }),
]
