/** Sends one request, redirects aside, as a network would. */
export type Send = (request: Request) => Promise<Response>

export interface FetchSemantics {
  /** Whether the client's abort must reach a body that is still being read. */
  readonly abortable: boolean
  /** Whether a redirect that is not followed is hidden, as browsers do; Node shows it. */
  readonly opaqueRedirects: boolean
  /** `Response.type`. */
  readonly type: (url: string) => ResponseType
}

const redirectStatuses = [301, 302, 303, 307, 308]

/** How many redirects a client follows before it gives up. */
export const mostRedirects = 20

/** Whether an answer sends the client elsewhere, if it also says where. */
export function isRedirect({ status }: Response): boolean {
  return redirectStatuses.includes(status)
}

/**
 * What `fetch` makes of the answers to a request: redirects, aborts, `url`, `redirected` and `type`, by the Fetch standard.
 * @throws TypeError for what the standard calls a network error; the signal's reason when it aborts.
 */
export async function fetchWith(send: Send, request: Request, semantics: FetchSemantics): Promise<Response> {
  const { signal, redirect } = request
  let current = request
  for (let redirects = 0; ; redirects++) {
    const spare = redirect === 'follow' && current.body ? current.clone() : current
    const response = await unlessAborted(() => send(current), signal)
    const url = withoutFragment(current.url)
    if (isRedirect(response)) {
      if (redirect === 'error')
        throw new TypeError('fetch failed', {
          cause: new Error(`unexpected redirect of ${url}, with redirect: 'error'`),
        })
      if (redirect === 'manual')
        return semantics.opaqueRedirects
          ? opaqueRedirect(url)
          : described(response, { url, redirected: false, type: semantics.type(url) })
      const location = response.headers.get('location')
      if (location !== null) {
        if (redirects === mostRedirects)
          throw new TypeError('fetch failed', { cause: new Error('redirect count exceeded') })
        void response.body?.cancel()
        current = toRedirected(spare, response.status, location)
        continue
      }
    }
    const body =
      semantics.abortable && response.body ? new Response(abortable(response.body, request), response) : response
    // What came over the network knows its URL.
    return described(body, {
      url: response.url || url,
      redirected: redirects > 0 || response.redirected,
      type: response.url ? response.type : semantics.type(url),
    })
  }
}

/**
 * A body that ends when the client gives up. It holds the request while anyone reads: Node lets a Request go that nothing
 * else holds, and with it what passes the client's abort on to its signal.
 */
function abortable(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  request: Request,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const held = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      if (!request.signal.aborted) controller.enqueue(chunk)
    },
  })
  return body.pipeThrough(held, { signal: request.signal })
}

function unlessAborted(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    send()
      .then((response) => {
        // It came too late for anyone to read it.
        if (signal.aborted) void response.body?.cancel().catch(() => {})
        return resolve(response)
      }, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * The next request of a redirect: https://fetch.spec.whatwg.org/#http-redirect-fetch.
 * @throws TypeError for a location that no client can fetch.
 */
export function toRedirected(request: Request, status: number, location: string): Request {
  const url = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('fetch failed', {
      cause: new Error(`a redirect leads to ${JSON.stringify(location)}, which is no address that can be fetched`),
    })
  const { method, signal, credentials, cache, referrerPolicy } = request
  const headers = new Headers(request.headers)
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST'
  if (becomesGet)
    for (const name of ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'])
      headers.delete(name)
  // What proves the caller to one server must not reach another.
  if (url.origin !== new URL(request.url).origin)
    for (const name of ['authorization', 'proxy-authorization', 'cookie', 'host']) headers.delete(name)
  const body = becomesGet || !request.body ? {} : { body: request.body, duplex: 'half' }
  return new Request(url, {
    method: becomesGet ? 'GET' : method,
    headers,
    signal,
    credentials,
    cache,
    referrerPolicy,
    ...body,
  })
}

interface ResponseFacts {
  readonly url: string
  readonly redirected: boolean
  readonly type: ResponseType
}

/** A response that says of itself, and its clones say, what only a network can give it. */
function described(response: Response, facts: ResponseFacts): Response {
  return Object.defineProperties(response, {
    ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { value, configurable: true }])),
    clone: { value: () => described(Response.prototype.clone.call(response), facts), configurable: true },
  })
}

function opaqueRedirect(url: string): Response {
  return described(Response.error(), { url, redirected: false, type: 'opaqueredirect' })
}

function withoutFragment(url: string): string {
  const end = url.indexOf('#')
  return end < 0 ? url : url.slice(0, end)
}
