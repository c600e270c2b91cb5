import type { FetchLike, FetchWrapper } from './define-deviation.ts'

/** A record of a personal access token as answers show it. */
export interface ShownToken {
  readonly id: string
  readonly [member: string]: unknown
}

const path = /\/access-tokens(?:\/([^/]+))?$/

/** What a request asks of personal access tokens; undefined when it is about something else. */
export function tokenRequest(
  request: Request,
): { readonly kind: 'list' | 'create' | 'retrieve' | 'rename' | 'revoke'; readonly id: string } | undefined {
  const match = path.exec(new URL(request.url).pathname)
  if (!match) return undefined
  const id = match[1]?.slice(-27) ?? ''
  if (request.method === 'GET') return { kind: id === '' ? 'list' : 'retrieve', id }
  if (request.method === 'POST') return { kind: id === '' ? 'create' : 'rename', id }
  return request.method === 'DELETE' ? { kind: 'revoke', id } : undefined
}

export type Body = Readonly<Record<string, unknown>>

/** The JSON body of a message, which can be read again; an empty object where there is none. */
export async function bodyOf(message: Request | Response): Promise<Body> {
  const text = await message.clone().text()
  return text === '' ? {} : (JSON.parse(text) as Body)
}

/** The same request with another JSON body. */
export function withBody(request: Request, body: unknown): Request {
  return new Request(request.url, { method: request.method, headers: request.headers, body: JSON.stringify(body) })
}

/** An answer with another JSON body. */
export function withAnswer(response: Response, body: unknown, status: number = response.status): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(body), { status, headers })
}

function isToken(value: unknown): value is ShownToken {
  return typeof value === 'object' && value !== null && 'id' in value && 'expires_at' in value
}

/** A body with the records of tokens in it changed, in whatever envelope; undefined takes one out of a list. */
export function mapTokens(body: unknown, change: (token: ShownToken) => unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => mapTokens(item, change)).filter((item) => item !== undefined)
  if (isToken(body)) return change(body)
  if (typeof body === 'object' && body !== null)
    return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, mapTokens(member, change)]))
  return body
}

/** The tokens in an answer, whether it is one or a list. */
export function tokensIn(body: unknown): readonly ShownToken[] {
  const found: ShownToken[] = []
  mapTokens(body, (token) => {
    found.push(token)
    return token
  })
  return found
}

/** A deviation that changes the tokens in answers of some kinds. */
export function changeTokens(kinds: readonly string[], change: (token: ShownToken) => unknown): FetchWrapper {
  return (next) => async (request) => {
    const asked = tokenRequest(request)
    const response = await next(request)
    if (!asked || !kinds.includes(asked.kind) || response.status > 299 || response.status === 204) return response
    return withAnswer(response, mapTokens(await bodyOf(response), change))
  }
}

/** A deviation that answers some requests about tokens itself. */
export function handleTokens(
  handle: (
    next: FetchLike,
  ) => (request: Request, asked: NonNullable<ReturnType<typeof tokenRequest>>) => Promise<Response>,
): FetchWrapper {
  return (next) => {
    const own = handle(next)
    return (request) => {
      const asked = tokenRequest(request)
      return asked ? own(request, asked) : next(request)
    }
  }
}

const day = 86_400_000

/** `expires_at` so many days later, in the form in which it came. */
export function later(expiry: unknown, days: number): unknown {
  if (typeof expiry === 'number') return expiry + (expiry > 1e11 ? days * day : days * 86_400)
  return new Date(Date.parse(String(expiry)) + days * day).toISOString().replace('.000Z', 'Z')
}

/** Takes a token back that was only made to see whether it can be. */
export async function takeBack(next: FetchLike, creation: Request, response: Response): Promise<void> {
  for (const { id } of tokensIn(await bodyOf(response))) {
    const { origin, pathname } = new URL(creation.url)
    const headers = { authorization: creation.headers.get('authorization') ?? '' }
    await next(new Request(`${origin}${pathname}/${id}`, { method: 'DELETE', headers }))
  }
}
