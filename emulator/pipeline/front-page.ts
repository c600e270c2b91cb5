// Answers at the addresses that people and tools open first: the root, and `/_emulator/` in a browser.
import { isWorldName } from '../api/auth/sent-credential.ts'
import { addCors } from '../api/dialect/cors.ts'
import { version } from '../tools/version.ts'
import type { RequestContext, Step } from './context.ts'
import { dropHeadBody } from './refuse.ts'

/** Returns true for the icon that a browser requests automatically, which would be noise in the journal. */
function isFavicon({ method, headers }: Request, path: string): boolean {
  return path === '/favicon.ico' && method === 'GET' && (headers.get('accept') ?? '').startsWith('image/')
}

/** Returns true if an `Accept` header names HTML and ranks it above JSON, as browsers do. `*` does not count. */
export function prefersHtml(accept: string): boolean {
  const ranks = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return [type, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
  return (ranks.get('text/html') ?? 0) > (ranks.get('application/json') ?? 0)
}

/**
 * Answers a browser with the console or a redirect to it, and a program with the available addresses. Tools that wait
 * for a server request its root.
 */
export function frontPage(hasControl: boolean): Step {
  return function answerFrontPage(context, next) {
    const { request, sender, isBelowBase, path, pathWorld, app } = context
    if (isFavicon(request, path)) return answerFavicon()
    const isRoot = path === '/'
    if (!isRoot && path !== '/_emulator/' && path !== '/_emulator') return next(context)
    if (!isBelowBase || (request.method !== 'GET' && request.method !== 'HEAD')) return next(context)
    if (pathWorld !== undefined && !isWorldName(pathWorld)) return next(context)
    const wantsPage = hasControl && prefersHtml(request.headers.get('accept') ?? '')
    const page = wantsPage ? sender.consolePage : undefined
    if (isRoot) return app.router.find(path) ? next(context) : answerRoot(context, page !== undefined, hasControl)
    return page ? answerWithPage(request, page) : next(context)
  }
}

async function answerFavicon(): Promise<Response> {
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'max-age=86400' } })
}

async function answerWithPage(request: Request, page: () => Promise<Response>): Promise<Response> {
  return dropHeadBody(request, await page())
}

async function answerRoot(context: RequestContext, toConsole: boolean, hasControl: boolean): Promise<Response> {
  const { request, sender, baseUrl, app } = context
  const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' }
  if (toConsole) return new Response(null, { status: 307, headers: { ...headers, Location: `${baseUrl}/_emulator/` } })
  const control = {
    health: `${baseUrl}/_emulator/health`,
    openapi: `${baseUrl}/_emulator/api/openapi.json`,
    control: `${baseUrl}/_emulator/`,
    controlOpenapi: `${baseUrl}/_emulator/openapi.json`,
    ...(sender.consolePage ? { console: `${baseUrl}/_emulator/` } : {}),
  }
  const addresses = {
    name: 'Platform Data API emulator',
    version,
    api: baseUrl,
    mcp: `${baseUrl}${app.dialect.conventions.mcpPath}`,
    ...(hasControl ? control : {}),
  }
  return dropHeadBody(request, addCors(Response.json(addresses, { headers }), sender.cors))
}
