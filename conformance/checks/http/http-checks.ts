import { type OperationId, findOperation } from '../../catalogue/operations.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { mediaType } from '../../reading/headers.ts'
import type { DeclaredCheck, Observer } from '../../judge/define-check.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, countPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { documentedEndpoints } from '../documented-endpoints.ts'
import { optionsChecks } from './options-checks.ts'
import { queryChecks } from './query-checks.ts'
import { isSuccessStatus } from '../../reading/success.ts'
import { AnswerTraits } from '../traits.ts'

function hasJsonType(exchange: Exchange): boolean {
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
  const isJsonOperation = operation !== undefined && findOperation(operation).answer !== 'page'
  return isStated && isJsonOperation && !['OPTIONS', 'HEAD'].includes(method) && text !== ''
}

function jsonObserver(): Observer {
  const evidence: Exchange[] = []
  const answers = new AnswerTraits()
  let seen = 0
  return {
    evidence,
    record(exchange) {
      if (!statedAsJson(exchange)) return
      seen++
      const isRight = hasJsonType(exchange) && exchange.response.json !== undefined
      answers.add(exchange, isRight, { status: `with ${exchange.response.status}` })
      // A few are enough.
      if (!isRight && evidence.length < 3) evidence.push(exchange)
    },
    conclude() {
      const [at] = evidence
      if (at)
        fail({
          expected: phrase`JSON with a JSON Content-Type`,
          got: typeAndPlace(at),
          fact: hasJsonType(at) ? { kind: 'body', at } : { kind: 'header', name: 'content-type', at },
          ...answers.contrast(at),
          ...(hasJsonType(at) && {
            symptom: phrase`a body that is not JSON`,
            remedy: isCut(at.response.text)
              ? phrase`Send the whole body.`
              : phrase`Send a body that a JSON parser accepts.`,
          }),
        })
      if (seen === 0) insufficient(because.data, phrase`no answer of the run had a body`)
      return { remark: countPhrase(seen, 'answer') }
    },
  }
}

/** Returns true if a string has more opening brackets than closing ones: JSON that was cut. */
function isCut(text: string): boolean {
  const marks = text.replaceAll(/"(?:\\.|[^"\\])*"?/g, '')
  return (marks.match(/[[{]/g)?.length ?? 0) > (marks.match(/[\]}]/g)?.length ?? 0)
}

function typeAndPlace(exchange: Exchange): Phrase {
  const { request, response } = exchange
  const type = response.headers['content-type'] ?? phrase`no Content-Type`
  const place = phrase`at ${request.method} ${request.url}`
  return hasJsonType(exchange)
    ? phrase`${type} ${place} with a body that is not JSON${isCut(response.text) ? phrase`, as it ends after ${response.text.length} characters with open brackets` : ''}: ${answerPhrase(exchange)}`
    : phrase`${response.status} with ${type} ${place}`
}

/** Reads the answers to documented JSON bodies. A 415 means nothing if the same request is also accepted. */
function jsonBodyObserver(): Observer {
  const accepted = new Set<OperationId>()
  const refused = new Map<OperationId, Exchange>()
  let sent = 0
  return {
    get evidence() {
      return [...refused.values()]
    },
    record(exchange) {
      const { operation, body, headers } = exchange.request
      const documented = operation && findOperation(operation)
      if (body === undefined || headers['content-type'] !== 'application/json') return
      if (documented?.body !== 'json' || documented.answer === 'page' || documented.method !== exchange.request.method)
        return
      sent++
      const { status } = exchange.response
      if (isSuccessStatus(status)) accepted.add(documented.id)
      else if (status === 415 && !refused.has(documented.id)) refused.set(documented.id, exchange)
    },
    conclude() {
      for (const operation of accepted) refused.delete(operation)
      for (const [operation, at] of refused)
        fail({
          expected: phrase`${findOperation(operation).title} to be accepted as JSON with Content-Type: application/json`,
          fact: { kind: 'status', wanted: 'success', at },
        })
      if (sent === 0) notApplicable(because.writes, phrase`writes; needs --allow-writes (or allowWrites: true)`)
      if (accepted.size === 0) insufficient(because.refused, phrase`no request with a JSON body was accepted`)
      return { remark: phrase`${{ list: [...accepted].map((operation) => findOperation(operation).title) }}` }
    },
  }
}

/** HTTP in general (clause 4). */
export const httpChecks: readonly DeclaredCheck[] = [
  {
    id: 'http.json.everywhere',
    // That check requests a page with Accept: */*.
    reads: [...documentedEndpoints, 'environments.fields.id-name'],
    description:
      'Reads every answer of the run that is stated to be JSON, including each 400: its Content-Type is a JSON media type, and its body parses.',
    observe: jsonObserver,
  },
  {
    id: 'http.json-body.everywhere',
    reads: ['pat.create.token', 'pat.name-updatable.rename', 'legacy.groups-post.body', 'services.invoke.result'],
    description:
      'Reads the answers to the documented requests with a JSON body that the run sends: none for tokens, groups and commands is refused for the media type application/json.',
    observe: jsonBodyObserver,
  },
  ...optionsChecks,
  ...queryChecks,
]
