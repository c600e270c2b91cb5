// Answers at the addresses that people and tools open first: the root, and `/_emulator/` in a browser.
import { isWorldName } from '../api/auth/sent-credential.ts'
import { addCors } from '../api/dialect/cors.ts'
import { version } from '../tools/version.ts'
import type { RequestContext, Rest, Step } from './context.ts'
import { dropHeadBody } from './refuse.ts'

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

/** Returns true for the root, `/_emulator/`, and the icon that a browser requests automatically. */
function isAsked({ request: { method, headers }, isBelowBase, path, pathWorld }: RequestContext): boolean {
  if (path === '/favicon.ico') return method === 'GET' && (headers.get('accept') ?? '').startsWith('image/')
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && isBelowBase && frontPath.test(path) && (pathWorld === undefined || isWorldName(pathWorld))
}

const frontPath = /^\/(?:_emulator\/?)?$/

/**
 * Answers a browser with the console or a redirect to it, and a program with the available addresses. Tools that wait
 * for a server request its root. The icon would be noise in the journal.
 */
export function frontPage(hasControl: boolean): Step {
  return (context, next) => (isAsked(context) ? answerFrontPage(context, next) : next(context))

  async function answerFrontPage(context: RequestContext, next: Rest): Promise<Response> {
    const { request, sender, path, baseUrl, app } = context
    if (path === '/favicon.ico')
      return new Response(null, { status: 204, headers: { 'Cache-Control': 'max-age=86400' } })
    const { consolePage, cors } = sender
    const page = hasControl && prefersHtml(request.headers.get('accept') ?? '') ? consolePage : undefined
    if (path !== '/') return page ? dropHeadBody(request, await page()) : await next(context)
    if (app.router.find(path)) return await next(context)
    const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' }
    const toConsole = { ...headers, Location: `${baseUrl}/_emulator/` }
    if (page) return new Response(null, { status: 307, headers: toConsole })
    const control = {
      health: `${baseUrl}/_emulator/health`,
      openapi: `${baseUrl}/_emulator/api/openapi.json`,
      control: `${baseUrl}/_emulator/`,
      controlOpenapi: `${baseUrl}/_emulator/openapi.json`,
      ...(consolePage ? { console: `${baseUrl}/_emulator/` } : {}),
    }
    const addresses = {
      name: 'Platform Data API emulator',
      version,
      api: baseUrl,
      mcp: `${baseUrl}${app.dialect.conventions.mcpPath}`,
      ...(hasControl ? control : {}),
    }
    return dropHeadBody(request, addCors(Response.json(addresses, { headers }), cors))
  }
}
