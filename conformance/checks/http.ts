import { type Check, defineCheck, type Observer } from '../define-check.ts'
import { groupsPath, legacyCredential } from '../discovery/link-pages.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { Call, Session } from '../session.ts'
import { Conclusion, fail, insufficient } from '../verdict.ts'
import { getRoot, mediaType, methodsIn } from './legacy.ts'

function isJson(exchange: Exchange): boolean {
  const type = mediaType(exchange)
  return type === 'application/json' || type.endsWith('+json')
}

const id = '[^/]+'
/** The documented paths whose answers are stated to be JSON: not the page of connect, not MCP, not what a hook answers. */
const jsonPaths = new RegExp(`/(?:oauth/token|[\\w-]*tokens(?:/${id})?|services/${id}/${id}|[\\d.]+/(?:environments|resources|configurations/${id}|pulse/catalogs/${id}/products)|0/(?:projects/(?:${id}/groups/)?|issues/${id}/events/)?|app/${id}/prepare-connect)$`)

function statedAsJson({ request, response }: Exchange): boolean {
  return jsonPaths.test(new URL(request.url).pathname) && !['OPTIONS', 'HEAD'].includes(request.method) && response.status >= 200 && response.status < 300 && response.text !== ''
}

function jsonObserver(): Observer {
  const wrong: Exchange[] = []
  const texts = new Set<string>()
  let seen = 0
  return {
    evidence: wrong,
    see(exchange) {
      if (!statedAsJson(exchange)) return
      seen++
      // A few show it as well as all would.
      if (wrong.length < 3 && (!isJson(exchange) || exchange.response.json === undefined)) wrong.push(exchange)
      if (texts.size < 2) texts.add(exchange.response.text)
    },
    conclude() {
      if (wrong[0]) throw new Conclusion('fail', `expected JSON with a JSON Content-Type; got ${wrong[0].response.headers['content-type'] ?? 'no Content-Type'} at ${wrong[0].request.method} ${wrong[0].request.url}`)
      if (texts.size < 2) throw new Conclusion('insufficientEvidence', seen === 0 ? 'no answer of the run had a body' : 'every answer of the run was the same')
      return { remark: `${seen} answers` }
    },
  }
}

/** That it describes is stated, how is not: a header that lists methods, or a JSON body that names them. */
async function assertDescribed(session: Session, call: Call): Promise<void> {
  const exchange = await session.send({ ...call, method: 'OPTIONS' })
  const { status, headers, text, json } = exchange.response
  if (status === 401 || status === 403) insufficient(`OPTIONS ${call.path} answered ${status}`)
  const described = ['allow', 'access-control-allow-methods'].some((name) => methodsIn(headers[name]).has('GET')) || (typeof json === 'object' && /\bget\b/i.test(text))
  if (status < 200 || status >= 300 || !described) fail(`OPTIONS ${call.path} to describe the endpoint: Allow, or a JSON body, that names GET`, `${summary(exchange)}${headers['allow'] === undefined ? ', no Allow' : `, Allow: ${headers['allow']}`}`)
}

/** HTTP in general (clause 4). */
export const httpChecks: readonly Check[] = [
  defineCheck({
    id: 'http.json.everywhere', requirement: 'http.json', description: 'Reads every answer of the run that is stated to be JSON: its Content-Type is a JSON media type and its body parses.',
    observe: jsonObserver,
  }),
  defineCheck({
    id: 'http.options.environments', requirement: 'http.options', effect: 'read', needs: ['bearer'], after: ['environments.list.get'], description: 'OPTIONS on the list of environments names GET, in Allow or in a JSON body.',
    run: (session) => assertDescribed(session, { path: `/${session.run.version}/environments` }),
  }),
  defineCheck({
    id: 'http.options.legacy-root', requirement: 'http.options', effect: 'read', after: ['legacy.root.version'], description: 'OPTIONS on /0/ names GET, in Allow or in a JSON body.',
    run: async (session) => assertDescribed(session, { path: '/0/', as: (await getRoot(session)).request.headers['authorization'] === undefined ? 'none' : legacyCredential(session) }),
  }),
  defineCheck({
    id: 'http.options.legacy-groups', requirement: 'http.options', effect: 'read', needs: ['projectId', 'legacy'], after: ['legacy.groups.list'], description: 'OPTIONS on the groups of samples.projectId names GET, in Allow or in a JSON body.',
    run: (session) => assertDescribed(session, { path: groupsPath(session), as: legacyCredential(session) }),
  }),
]
