import { fail, insufficient } from '../../catalogue/verdict.ts'
import { mediaType } from '../../reading/headers.ts'
import { type Check, defineCheck, type Observer } from '../../run/define-check.ts'
import type { Exchange } from '../../wire/exchange.ts'
import { documentedEndpoints } from '../documented-endpoints.ts'
import { jsonBodyChecks } from './json-body-checks.ts'
import { optionsChecks } from './options-checks.ts'
import { queryChecks } from './query-checks.ts'

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
  ...jsonBodyChecks,
  ...optionsChecks,
  ...queryChecks,
]
