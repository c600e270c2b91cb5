import type { JsonBodyOperation, OperationId } from '../../catalogue/operations.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { type Check, defineCheck, type Observer } from '../../judge/define-check.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import { isSuccessStatus } from '../../reading/success.ts'

/** The documented requests with a JSON body that a run sends. */
const writes: Readonly<Record<JsonBodyOperation, Phrase>> = {
  'access-tokens.create': phrase`the creation of a token`,
  'access-tokens.rename': phrase`the renaming of a token`,
  'groups.create': phrase`the creation of a group`,
  'services.invoke': phrase`a command`,
}

const hasJsonBody = (operation: OperationId | undefined): operation is JsonBodyOperation =>
  operation !== undefined && Object.hasOwn(writes, operation)

/** Names the documented write that a request with a JSON body carries out; undefined for any other request. */
function writeOf({ operation, method, headers, body }: Exchange['request']): Phrase | undefined {
  if (method !== 'POST' || body === undefined || headers['content-type'] !== 'application/json') return undefined
  return hasJsonBody(operation) ? writes[operation] : undefined
}

/** Reads the answers to JSON bodies. A 415 means nothing if the same request is also accepted. */
function jsonBodyObserver(): Observer {
  const accepted = new Set<Phrase>()
  const refused = new Map<Phrase, Exchange>()
  const texts = new Set<string>()
  let sent = 0
  return {
    get evidence() {
      return [...refused.values()]
    },
    record(exchange) {
      const { status, text } = exchange.response
      if (texts.size < 2) texts.add(text)
      const write = writeOf(exchange.request)
      if (!write) return
      sent++
      if (isSuccessStatus(status)) accepted.add(write)
      else if (status === 415 && !refused.has(write)) refused.set(write, exchange)
    },
    conclude() {
      for (const write of accepted) refused.delete(write)
      const [wrong] = refused
      if (wrong) {
        const [what, at] = wrong
        fail({
          expected: phrase`${what} to be accepted as JSON with Content-Type: application/json`,
          fact: { kind: 'status', wanted: 'success', at },
        })
      }
      if (sent === 0)
        notApplicable(because.writes, phrase`it writes: give --allow-writes, or allowWrites in the target file`)
      if (accepted.size === 0) insufficient(because.refused, phrase`no request with a JSON body was accepted`)
      if (texts.size < 2) insufficient(because.alike, phrase`every answer of the run was the same`)
      return { remark: phrase`${{ list: [...accepted] }}` }
    },
  }
}

/** JSON bodies (clause 4). */
export const jsonBodyChecks: readonly Check[] = [
  defineCheck({
    id: 'http.json-body.everywhere',
    reads: ['pat.create.token', 'pat.name-updatable.rename', 'legacy.groups-post.body', 'services.invoke.result'],
    description:
      'Reads the answers to the documented requests with a JSON body that the run sends: none for tokens, groups and commands is refused for the media type application/json.',
    observe: jsonBodyObserver,
  }),
]
