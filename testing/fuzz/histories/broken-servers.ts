// Servers that lose, repeat or forget when clients meet: the histories must show each.
import type { FetchLike } from '../../../emulator/disturb/deviations/deviation.ts'

const isProduct = ({ url }: Request) => /\/catalog-products\/\w+$/.test(url)

/** Every broken server, with the kind of object whose histories show it. */
export const brokenServers: Readonly<Record<string, readonly [kind: string, wrap: (next: FetchLike) => FetchLike]>> = {
  'loses what others changed between its reading and its writing': [
    'product',
    (next) => async (request) => {
      if (request.method !== 'PUT' || !isProduct(request)) return next(request)
      const { url, headers } = request
      const changes = (await request.json()) as object
      const before = await next(new Request(url, { headers: { authorization: headers.get('authorization')! } }))
      if (!before.ok) return before
      const { name, brand } = (await before.json()) as Readonly<Record<string, string>>
      await new Promise(setImmediate)
      return next(new Request(url, { method: 'PUT', headers, body: JSON.stringify({ name, brand, ...changes }) }))
    },
  ],
  'marks a code as used only some time after it looked': [
    'code',
    (next) => async (request) => {
      if (request.method !== 'POST' || !request.url.includes('/connect?')) return next(request)
      const look = await next(new Request(request.url))
      await new Promise(setImmediate)
      const used = await next(request)
      return look.ok && !used.ok ? new Response('Connected.', { headers: { 'content-type': 'text/html' } }) : used
    },
  ],
  'revokes a token only some time after it said so': [
    'token',
    (next) => async (request) => {
      if (request.method !== 'DELETE' || !request.url.includes('/access-tokens/')) return next(request)
      setImmediate(() => void next(request))
      return new Response(null, { status: 204 })
    },
  ],
  'exchanges a refresh token as often as it is sent': [
    'refresh',
    (next) => {
      const answers = new Map<string, Response>()
      return async (request) => {
        if (!request.url.endsWith('/oauth/token')) return next(request)
        const form = `${request.url} ${await request.clone().text()}`
        const answer = answers.get(form) ?? (await next(request))
        if (answer.ok && form.includes('refresh_token=')) answers.set(form, answer.clone())
        return answer
      }
    },
  ],
  'answers from a cache that no write empties': [
    'product',
    (next) => {
      const cache = new Map<string, Response>()
      return async (request) => {
        if (request.method !== 'GET' || !isProduct(request)) return next(request)
        const cached = cache.get(request.url) ?? (await next(request))
        if (cached.ok) cache.set(request.url, cached.clone())
        return cached
      }
    },
  ],
}
