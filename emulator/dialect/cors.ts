/** Headers that a browser client may read (clause 4.10 needs `Link`). */
const exposedHeaders =
  'Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Allow, WWW-Authenticate, ' +
  'X-Emulator-Requirement, X-Emulator-Code'

/** The answer to a CORS preflight; undefined when the OPTIONS request is not a preflight. */
export function preflight(request: Request, allow: string): Response | undefined {
  if (!request.headers.has('origin') || !request.headers.has('access-control-request-method')) return undefined
  return new Response(null, {
    status: 204,
    headers: {
      Allow: allow,
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': request.headers.get('access-control-request-headers') ?? '*',
      'Access-Control-Max-Age': '600',
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  })
}

/** The headers that let a page of any origin read an answer. */
export const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
}

/** Lets a page of any origin read a response. Responses from a library may have immutable headers. */
export function withCors(response: Response): Response {
  try {
    setCors(response.headers)
    return response
  } catch {
    const copy = new Response(response.body, response)
    setCors(copy.headers)
    return copy
  }
}

function setCors(headers: Headers): void {
  for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value)
}
