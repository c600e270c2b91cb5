/** Headers that a browser client may read (clause 4.10 needs `Link`). */
const exposedHeaders =
  'Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Allow, WWW-Authenticate, X-Emulator-Requirement, X-Emulator-Code'

/**
 * The answer to a CORS preflight; undefined for any other request. The requested method is always allowed: otherwise a
 * browser would hide the 405 and its message.
 */
export function preflight({ method, headers }: Request, allow: string): Response | undefined {
  const asked = headers.get('access-control-request-method')
  if (method !== 'OPTIONS' || !headers.has('origin') || asked === null) return undefined
  return new Response(null, {
    status: 204,
    headers: {
      Allow: allow,
      'Access-Control-Allow-Methods': allow.split(', ').includes(asked) ? allow : `${allow}, ${asked}`,
      'Access-Control-Allow-Headers': headers.get('access-control-request-headers') ?? '*',
      'Access-Control-Max-Age': '600',
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  })
}

/** The headers that say which pages may read an answer. */
export type CorsHeaders = Readonly<Record<string, string>>

/** Lets a page of any origin read an answer. */
export const anyOrigin: CorsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
}

/** Lets no page of another origin read an answer. */
export const noOrigin: CorsHeaders = { Vary: 'Origin' }

const allowCredentials = 'Access-Control-Allow-Credentials'

/** Lets the pages of one origin read an answer, also to a request with `credentials: 'include'`. */
export function onlyOrigin(origin: string): CorsHeaders {
  return { ...anyOrigin, 'Access-Control-Allow-Origin': origin, [allowCredentials]: 'true', Vary: 'Origin' }
}

/** Allows pages to read a response. Responses from a library may have immutable headers. */
export function addCors(response: Response, cors: CorsHeaders): Response {
  try {
    setCors(response.headers, cors)
    return response
  } catch {
    const copy = new Response(response.body, response)
    setCors(copy.headers, cors)
    return copy
  }
}

function setCors(headers: Headers, cors: CorsHeaders): void {
  const vary = headers.get('Vary')
  // Deviations answer as if for any origin.
  for (const name of [...Object.keys(anyOrigin), allowCredentials]) headers.delete(name)
  for (const [name, value] of Object.entries(cors)) if (name !== 'Vary' || vary === null) headers.set(name, value)
  if (cors['Vary'] !== undefined && vary !== null && !/\borigin\b/i.test(vary)) headers.append('Vary', cors['Vary'])
}
