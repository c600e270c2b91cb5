// Observations of behaviour that the specification leaves to clients (clauses 4, 7 and 8).
import type { ClientFact } from '../../conclusions/client-fact.ts'
import { type Phrase, phrase } from '../../../conclusions/phrase.ts'
import { isAfter, isSame } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { type ClientCheck, defineClientCheck, type ClientConclusion, neverDone } from '../define-client-check.ts'

/** Observes whether a client repeats a refused request unchanged. */
export const badRequestRepeated: ClientCheck = defineClientCheck({
  id: 'client.bad-request-repeated',
  requirement: 'client.bad-request-repeated',
  trap: 'A request is refused with 400 or 422.',
  concerns: () => true,
  judge({ transcript: { requests } }) {
    const refused = requests.filter(({ answer }) => answer?.status === 400 || answer?.status === 422)
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

/** Observes whether a client waits as long as Retry-After says. */
export const retryAfterKept: ClientCheck = defineClientCheck({
  id: 'client.retry-after',
  requirement: 'client.retry-after',
  trap: 'A request is refused with 429 or 503 and Retry-After.',
  concerns: () => true,
  judge({ transcript: { requests } }) {
    const told = requests.flatMap((request) => {
      const { answer } = request
      const isRefused = answer?.status === 429 || answer?.status === 503
      const wait = isRefused ? waitOf(answer.headers, request.at) : undefined
      return wait === undefined ? [] : [{ request, wait }]
    })
    if (told.length === 0) return neverDone(phrase`No answer with Retry-After came`)
    for (const { request, wait } of told) {
      const again = requests.find((other) => isAfter(other, request) && isSame(other, request))
      if (!again) continue
      // Rounding loses up to a second of the world's clock.
      const waited = Math.max(again.at - request.at, again.afterMs - request.afterMs)
      const enough = waited >= wait - 1000
      return observed(
        enough
          ? phrase`The client waits as long as Retry-After says.`
          : phrase`The client came again after ${Math.round(waited)} ms; Retry-After said ${wait} ms.`,
        [request, again],
        { kind: 'waited', after: request, at: again, enough },
      )
    }
    return observed(
      phrase`The client did not come again after Retry-After.`,
      told.map(({ request }) => request),
    )
  },
})

/** Milliseconds that Retry-After says, in seconds or as a date. */
function waitOf(headers: Readonly<Record<string, string>>, at: number): number | undefined {
  const value = headers['retry-after'] ?? ''
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - at
  return Number.isNaN(wait) ? undefined : wait
}

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

function observed(remark: Phrase, evidence: readonly ReceivedRequest[], fact?: ClientFact): ClientConclusion {
  return { kind: 'observed', remark, fact, evidence }
}
