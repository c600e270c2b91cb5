import {
  attachNote,
  describeResponse,
  readNote,
  responseClass,
  streamOfText,
  withoutFragment,
} from '../api/dialect/noted-response.ts'

/** Sends one request without following redirects. */
export type Send = (request: Request) => Promise<Response>

/** The behaviour of `fetch` that depends on the environment. */
export interface FetchSemantics {
  /** True if the client's abort must end a body that is still being read. */
  readonly abortable: boolean
  /** False for a body that is a stream: a redirect that sends it again is then a TypeError. */
  readonly repeatable: boolean
  /** True if `redirect: 'manual'` gives an opaque response, as in browsers. Node returns the redirect itself. */
  readonly opaqueRedirects: boolean
  /** The value of `Response.type` for a URL. */
  readonly type: (url: string) => ResponseType
}

const redirectStatuses = [301, 302, 303, 307, 308]

/** The number of redirects that `fetch` follows before it fails. */
export const mostRedirects = 20

/** Returns true if the status is a redirect. A redirect without `Location` is not followed. */
export function isRedirect({ status }: Response): boolean {
  return redirectStatuses.includes(status)
}

/**
 * Adds to `send` the behaviour that the Fetch standard requires of `fetch`: redirects, aborts, `url`, `redirected` and
 * `type`.
 * @throws TypeError for a network error as the standard defines it; the signal's reason when the signal aborts.
 */
export async function sendAsFetch(send: Send, request: Request, semantics: FetchSemantics): Promise<Response> {
  const { signal, redirect } = request
  let current = request
  for (let redirects = 0; ; redirects++) {
    const spare = redirect === 'follow' && semantics.repeatable && current.body ? current.clone() : current
    const response = await raceAbort(() => send(current), signal)
    const url = withoutFragment(current.url)
    if (isRedirect(response)) {
      if (redirect === 'error')
        throw new TypeError('fetch failed', {
          cause: new Error(`unexpected redirect of ${url}, with redirect: 'error'`),
        })
      if (redirect === 'manual')
        return semantics.opaqueRedirects
          ? opaqueRedirect(url)
          : describeResponse(response, { url, redirected: false, type: semantics.type(url) })
      const location = response.headers.get('location')
      if (location !== null) {
        if (current.body && response.status !== 303 && !semantics.repeatable)
          throw new TypeError('fetch failed', { cause: new Error(`a stream cannot be sent again to ${location}`) })
        if (redirects === mostRedirects)
          throw new TypeError('fetch failed', { cause: new Error('redirect count exceeded') })
        void response.body?.cancel().catch(() => {})
        current = toRedirected(spare, response.status, location)
        continue
      }
    }
    const body = semantics.abortable && response.body ? makeAbortable(response, response.body, request) : response
    // A response from the network may have followed redirects.
    return describeResponse(body, {
      url: response.url || url,
      redirected: redirects > 0 || response.redirected,
      type: /basic|default/.test(response.type) ? semantics.type(url) : response.type,
    })
  }
}

/** Unpacks the body of a stub that sends `Content-Encoding`, as `fetch` does. */
export function decompressResponse(response: Response): Response {
  const coding = response.headers.get('content-encoding')
  if (!response.body || (coding !== 'gzip' && coding !== 'deflate')) return response
  return new Response(response.body.pipeThrough(new DecompressionStream(coding)), response)
}

type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Copies a response with a body that the client's abort ends. It keeps a reference to the request: Node collects a
 * Request without references, and then no longer passes the client's abort on to `request.signal`.
 */
function makeAbortable(response: Response, body: ByteStream, request: Request): Response {
  const note = readNote(response)
  if (!note?.isBody || !responseClass().takesStreams) return new Response(abortableStream(body, request), response)
  // A string is ready at once, so checking the signal on reading is enough. Listening to it takes far longer.
  const beforeReading = () => request.signal.throwIfAborted()
  return attachNote(new Response(streamOfText(note.text, beforeReading), response), { ...note, beforeReading })
}

function abortableStream(body: ByteStream, request: Request): ByteStream {
  const reader = body.getReader()
  let stop = () => {}
  return new ReadableStream(
    {
      type: 'bytes',
      start(controller) {
        stop = runOnAbort(request.signal, (reason) => {
          controller.error(reason)
          void reader.cancel(reason).catch(() => {})
        })
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (request.signal.aborted) return
        // A stream of bytes transfers the buffer of each piece, which may be part of a larger one.
        if (!done) return controller.enqueue(value.slice())
        stop()
        controller.close()
        controller.byobRequest?.respond(0)
      },
      cancel(reason) {
        stop()
        return reader.cancel(reason)
      },
    },
    // It reads only as much as its reader requests.
    { highWaterMark: 0 },
  )
}

/** Calls `run` with the reason when the signal aborts, or has aborted. Returns a function that prevents it. */
function runOnAbort(signal: AbortSignal, run: (reason: unknown) => void): () => void {
  const abort = () => run(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return () => signal.removeEventListener('abort', abort)
}

function raceAbort(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = runOnAbort(signal, reject)
    send().then(
      (response) => {
        stop()
        // The client has already been rejected; release the response.
        if (signal.aborted) void response.body?.cancel().catch(() => {})
        return resolve(response)
      },
      (error: unknown) => {
        stop()
        reject(error as Error)
      },
    )
  })
}

/**
 * Makes the request that follows a redirect: https://fetch.spec.whatwg.org/#http-redirect-fetch.
 * @throws TypeError when the location is not an http(s) URL.
 */
export function toRedirected(request: Request, status: number, location: string): Request {
  const url = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('fetch failed', {
      cause: new Error(`the redirect to ${JSON.stringify(location)} is not an http(s) URL`),
    })
  const { method, signal, credentials, cache, referrerPolicy } = request
  const headers = new Headers(request.headers)
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST'
  if (becomesGet)
    for (const name of ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'])
      headers.delete(name)
  // Credentials must not reach another origin.
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

function opaqueRedirect(url: string): Response {
  return describeResponse(Response.error(), { url, redirected: false, type: 'opaqueredirect' })
}
