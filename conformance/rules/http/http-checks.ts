import { fail, insufficient } from '../../catalogue/verdict.ts'
import { mediaType, methodsIn } from '../../reading/headers.ts'
import { serves } from '../../reading/served.ts'
import type { Call } from '../../run/call.ts'
import { type Check, defineCheck, type Observer } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { documentedEndpoints } from '../documented-endpoints.ts'
import { getRoot } from '../legacy/legacy-answers.ts'
import { pageOf } from '../lists/pages.ts'
import { groupsPath, legacyCredential } from '../paths.ts'

function isJson(exchange: Exchange): boolean {
  const type = mediaType(exchange)
  return type === 'application/json' || type.endsWith('+json')
}

const id = '[^/]+'
/** The documented paths whose answers are stated to be JSON: not the page of connect, MCP, or hooks. */
const jsonPaths = new RegExp(
  `/(?:${[
    'oauth/token',
    `[\\w-]*tokens(?:/${id})?`,
    `services/${id}/${id}`,
    `[\\d.]+/(?:environments|resources|configurations/${id}|pulse/catalogs/${id}/products)`,
    `0/(?:projects/(?:${id}/groups/)?|issues/${id}/events/)?`,
    `app/${id}/prepare-connect`,
  ].join('|')})$`,
)

/**
 * Whether an answer is stated to be JSON. Of errors only the 400 is stated. A 400 for characters that no path should
 * have may come from a proxy.
 */
function statedAsJson({ request, response: { status, text } }: Exchange): boolean {
  const { pathname } = new URL(request.url)
  const isStated = (status >= 200 && status < 300) || (status === 400 && /^[\w./~-]*$/.test(pathname))
  return isStated && jsonPaths.test(pathname) && !['OPTIONS', 'HEAD'].includes(request.method) && text !== ''
}

function jsonObserver(): Observer {
  const wrong: Exchange[] = []
  const texts = new Set<string>()
  let seen = 0
  return {
    evidence: wrong,
    record(exchange) {
      if (!statedAsJson(exchange)) return
      seen++
      // A few are enough.
      if (wrong.length < 3 && (!isJson(exchange) || exchange.response.json === undefined)) wrong.push(exchange)
      if (texts.size < 2) texts.add(exchange.response.text)
    },
    conclude() {
      if (wrong[0]) fail('JSON with a JSON Content-Type', typeAndPlace(wrong[0]))
      if (texts.size < 2)
        insufficient(seen === 0 ? 'no answer of the run had a body' : 'every answer of the run was the same')
      return { remark: `${seen} answers` }
    },
  }
}

function typeAndPlace({ request, response }: Exchange): string {
  return `${response.headers['content-type'] ?? 'no Content-Type'} at ${request.method} ${request.url}`
}

/** Whether a header lists a method; undefined when it lists none. */
function lists(header: string | undefined, method: string): boolean | undefined {
  const methods = methodsIn(header)
  return methods.size === 0 ? undefined : methods.has(method) || methods.has('*')
}

/** Whether an answer has a JSON body with something in it that differs from the answer to GET. */
async function isDescription(session: Session, call: Call, exchange: Exchange): Promise<boolean> {
  const { json } = exchange.response
  if (typeof json !== 'object' || json === null || Object.keys(json).length === 0 || !serves(exchange)) return false
  const got = await session.send(call)
  const [own, other] = [pageOf(session, exchange)?.ids ?? [], pageOf(session, got)?.ids ?? []]
  return JSON.stringify(json) !== JSON.stringify(got.response.json) && !own.some((id) => other.includes(id))
}

/** How OPTIONS describes the endpoint is not shown: by a header that lists methods, or by a JSON body. */
async function assertDescribed(session: Session, call: Call): Promise<void> {
  const exchange = await session.send({ ...call, method: 'OPTIONS' })
  const { status, headers } = exchange.response
  if (status === 401 || status === 403) insufficient(`OPTIONS ${call.path} answered ${status}`)
  const described =
    status >= 200 &&
    status < 300 &&
    (lists(headers['allow'], 'GET') ??
      lists(headers['access-control-allow-methods'], 'GET') ??
      (await isDescription(session, call, exchange)))
  if (!described)
    fail(
      `OPTIONS ${call.path} to describe the endpoint: Allow with GET, or a JSON body that says something`,
      `${summary(exchange)}${headers['allow'] === undefined ? ', no Allow' : `, Allow: ${headers['allow']}`}`,
    )
}

/** HTTP in general (clause 4). */
export const httpChecks: readonly Check[] = [
  defineCheck({
    id: 'http.json.everywhere',
    requirement: 'http.json',
    reads: documentedEndpoints,
    description:
      'Reads every answer of the run that is stated to be JSON, including each 400: ' +
      'its Content-Type is a JSON media type, and its body parses.',
    observe: jsonObserver,
  }),
  defineCheck({
    id: 'http.options.environments',
    requirement: 'http.options',
    effect: 'read',
    needs: ['bearer'],
    after: ['environments.list.get'],
    description:
      'OPTIONS on the list of environments describes it: Allow has GET, or a JSON body differs from that of GET.',
    run: (session) => assertDescribed(session, { path: `/${session.run.version}/environments` }),
  }),
  defineCheck({
    id: 'http.options.legacy-root',
    requirement: 'http.options',
    effect: 'read',
    after: ['legacy.root.version'],
    description: 'OPTIONS on /0/ describes it: Allow has GET, or a JSON body differs from that of GET.',
    run: async (session) =>
      assertDescribed(session, {
        path: '/0/',
        as:
          (await getRoot(session)).request.headers['authorization'] === undefined ? 'none' : legacyCredential(session),
      }),
  }),
  defineCheck({
    id: 'http.options.legacy-groups',
    requirement: 'http.options',
    effect: 'read',
    needs: ['projectId', 'legacy'],
    after: ['legacy.groups.list'],
    description:
      'OPTIONS on the groups of samples.projectId describes them: Allow has GET, ' +
      'or a JSON body differs from that of GET.',
    run: (session) => assertDescribed(session, { path: groupsPath(session), as: legacyCredential(session) }),
  }),
]
