import { type Check, defineCheck, type Observer } from '../define-check.ts'
import type { Exchange } from '../exchange.ts'
import { summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { Conclusion, fail, insufficient } from '../verdict.ts'
import { mediaType, methodsIn } from './legacy.ts'

function isJson(exchange: Exchange): boolean {
  const type = mediaType(exchange)
  return type === 'application/json' || type.endsWith('+json')
}

/** Answers that the specification states to be JSON: not the page of connect, not MCP, not what a hook answers. */
function statedAsJson({ request, response }: Exchange): boolean {
  const { pathname } = new URL(request.url)
  const documented = /\/(?:oauth\/token|access-tokens|services\/[^/]+\/[^/]+|environments|resources|products|configurations\/[^/]+|0\/|groups\/|events\/|projects\/|prepare-connect)/.test(pathname)
  return documented && !pathname.includes('/_') && request.method !== 'OPTIONS' && request.method !== 'HEAD' && response.status >= 200 && response.status < 300 && response.text !== ''
}

function jsonObserver(): Observer {
  const wrong: Exchange[] = []
  let seen = 0
  return {
    evidence: wrong,
    see(exchange) {
      if (!statedAsJson(exchange)) return
      seen++
      if (!isJson(exchange) || exchange.response.json === undefined) wrong.push(exchange)
      // A few show it as well as all would.
      if (wrong.length > 3) wrong.pop()
    },
    conclude() {
      if (wrong[0]) throw new Conclusion('fail', `expected JSON with a JSON Content-Type; got ${wrong[0].response.headers['content-type'] ?? 'no Content-Type'} at ${wrong[0].request.method} ${wrong[0].request.url}`)
      if (seen === 0) throw new Conclusion('insufficientEvidence', 'no answer of the run had a body')
      return { remark: `${seen} answers` }
    },
  }
}

async function assertDescribed(session: Session, path: string): Promise<void> {
  const exchange = await session.send({ method: 'OPTIONS', path })
  const { status, headers, text, json } = exchange.response
  if (status === 401 || status === 403) insufficient(`OPTIONS ${path} answered ${status}`)
  const described = methodsIn(headers['allow']).has('GET') || (json !== undefined && /\bget\b/i.test(text))
  if (status >= 300 || !described) fail(`OPTIONS ${path} to describe the endpoint: Allow, or a JSON body, that names GET`, `${summary(exchange)}${headers['allow'] === undefined ? ', no Allow' : `, Allow: ${headers['allow']}`}`)
}

/** HTTP in general (clause 4). */
export const httpChecks: readonly Check[] = [
  defineCheck({
    id: 'http.json.everywhere', requirement: 'http.json', description: 'Reads every answer of the run that is stated to be JSON: its Content-Type is a JSON media type and its body parses.',
    observe: jsonObserver,
  }),
  defineCheck({
    id: 'http.options.environments', requirement: 'http.options', effect: 'read', needs: ['bearer'], after: ['environments.list.served'], description: 'OPTIONS on the list of environments names GET in Allow or in a JSON body.',
    run: (session) => assertDescribed(session, `/${session.run.version}/environments`),
  }),
  defineCheck({
    id: 'http.options.legacy-root', requirement: 'http.options', effect: 'read', after: ['legacy.root.version'], description: 'OPTIONS on /0/ names GET in Allow or in a JSON body.',
    run: (session) => assertDescribed(session, '/0/'),
  }),
]
