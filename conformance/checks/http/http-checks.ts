import { operationOf } from '../../catalogue/operations.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { mediaType } from '../../reading/headers.ts'
import { type Check, defineCheck, type Observer } from '../../judge/define-check.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { documentedEndpoints } from '../documented-endpoints.ts'
import { jsonBodyChecks } from './json-body-checks.ts'
import { optionsChecks } from './options-checks.ts'
import { queryChecks } from './query-checks.ts'
import { isSuccessStatus } from '../../reading/success.ts'

function isJson(exchange: Exchange): boolean {
  const type = mediaType(exchange)
  return type === 'application/json' || type.endsWith('+json')
}

/**
 * Returns true if the specification requires JSON for an answer. Among errors, it does so only for 400. A 400 for
 * characters that no path should have may come from a proxy.
 */
function statedAsJson({ request: { operation, method, url }, response: { status, text } }: Exchange): boolean {
  const { pathname } = new URL(url)
  const isStated = isSuccessStatus(status) || (status === 400 && /^[\w./~-]*$/.test(pathname))
  const isJsonOperation = operation !== undefined && operationOf(operation).answer !== 'page'
  return isStated && isJsonOperation && !['OPTIONS', 'HEAD'].includes(method) && text !== ''
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
      const [at] = wrong
      if (at)
        fail({
          expected: phrase`JSON with a JSON Content-Type`,
          got: typeAndPlace(at),
          fact: isJson(at) ? { kind: 'body', at } : { kind: 'header', name: 'content-type', at },
        })
      if (seen === 0) insufficient(because.data, phrase`no answer of the run had a body`)
      if (texts.size < 2) insufficient(because.alike, phrase`every answer of the run was the same`)
      return { remark: phrase`${seen} answers` }
    },
  }
}

function typeAndPlace({ request, response }: Exchange): Phrase {
  const type = response.headers['content-type'] ?? phrase`no Content-Type`
  return phrase`${type} at ${request.method} ${request.url}`
}

/** HTTP in general (clause 4). */
export const httpChecks: readonly Check[] = [
  defineCheck({
    id: 'http.json.everywhere',
    // That check requests a page with Accept: */*.
    reads: [...documentedEndpoints, 'environments.fields.id-name'],
    description:
      'Reads every answer of the run that is stated to be JSON, including each 400: its Content-Type is a JSON media type, and its body parses.',
    observe: jsonObserver,
  }),
  ...jsonBodyChecks,
  ...optionsChecks,
  ...queryChecks,
]
