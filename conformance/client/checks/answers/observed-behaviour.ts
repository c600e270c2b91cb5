// Observations of behaviour that the specification leaves to clients (clauses 4, 7 and 8).
import { type Phrase, phrase } from '../../../conclusions/phrase.ts'
import { isAfter, isSame, isUnauthenticated } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { type ClientCheck, defineClientCheck, type ClientConclusion, neverDone } from '../define-client-check.ts'

/** Observes whether a client repeats a refused request unchanged. */
export const badRequestRepeated: ClientCheck = defineClientCheck({
  id: 'client.bad-request-repeated',
  requirement: 'client.bad-request-repeated',
  trap: 'A request is refused with 400, or with what the service has for input that is not valid.',
  concerns: () => true,
  judge({ transcript: { requests }, dialect }) {
    const refused = requests.filter((request) => {
      const statuses = [400, 422, dialect.refusals(request.servedAs).refused]
      return statuses.includes(request.answer?.status ?? 0) && !isUnauthenticated(request, dialect)
    })
    if (refused.length === 0) return neverDone(phrase`No request was refused with 400`)
    const again = requests.filter((request) =>
      refused.some((first) => isAfter(request, first) && isSame(request, first) && request.body === first.body),
    )
    return observed(
      again.length === 0
        ? phrase`The client does not repeat a request that was refused with 400.`
        : phrase`The client repeated a request that was refused with 400, ${again.length} time(s).`,
      [...refused, ...again.filter((request) => !refused.includes(request))],
    )
  },
})

/** Observes the number of connections that a client opens. */
export const connections: ClientCheck = defineClientCheck({
  id: 'client.connections',
  requirement: 'client.connections',
  trap: 'The client sends two requests or more over connections of its own.',
  concerns: () => true,
  judge({ transcript: { requests } }) {
    const numbers = requests.flatMap(({ connection }) => (connection === undefined ? [] : [connection]))
    if (numbers.length < 2) return neverDone(phrase`Fewer than two requests came over connections`)
    return observed(phrase`${numbers.length} requests came over ${new Set(numbers).size} connection(s).`, [])
  },
})

/** Observes the number of requests that a client has under way at once. */
export const concurrency: ClientCheck = defineClientCheck({
  id: 'client.concurrency',
  requirement: 'client.concurrency',
  trap: 'The client sends two requests or more.',
  concerns: () => true,
  judge({ transcript: { requests } }) {
    if (requests.length < 2) return neverDone(phrase`Fewer than two requests came`)
    const moments = requests.flatMap(({ arrived, answered }) => [
      { at: arrived, by: 1 },
      { at: answered ?? Infinity, by: -1 },
    ])
    let underWay = 0
    let most = 0
    for (const { by } of moments.toSorted((moment, other) => moment.at - other.at))
      most = Math.max(most, (underWay += by))
    return observed(phrase`The client had at most ${most} request(s) under way.`, [])
  },
})

function observed(remark: Phrase, evidence: readonly ReceivedRequest[]): ClientConclusion {
  return { kind: 'observed', remark, evidence }
}
