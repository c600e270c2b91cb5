// Keeps what passes between a client and a service in this process, as `emulator proxy` keeps it.
import type { RecordedExchange } from '../../../conformance/conclusions/exchange.ts'
import { recordedRequest, recordedResponse, type Traffic } from '../../../conformance/proxy/traffic.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'

/** A `fetch` that keeps what passes. */
export interface KeptFetch {
  readonly fetch: FetchFunction
  readonly traffic: () => Traffic
}

/** Keeps what passes this `fetch`. */
export function keepTraffic(fetch: FetchFunction): KeptFetch {
  const exchanges: RecordedExchange[] = []
  let moments = 0
  return {
    fetch: async (request) => {
      const { method, url } = request
      const arrived = ++moments
      const text = await request.clone().text()
      const response = await fetch(request)
      const { status } = response
      const answer = { text: await response.clone().text() }
      exchanges.push({
        request: recordedRequest({ method, url, headers: [...request.headers] }, { text }),
        response: recordedResponse({ status, headers: [...response.headers] }, answer),
        arrived,
        answered: ++moments,
        startedAt: arrived,
        durationMs: 1,
        connection: 1,
      })
      return response
    },
    traffic: () => ({ exchanges, unkept: 0, startedAt: 0, durationMs: moments }),
  }
}
