// Keeps what passes between a client and a service in this process, as `emulator proxy` keeps it.
import type { PassedExchange, Traffic } from '../../../conformance/proxy/passed-exchange.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'

/** A `fetch` that keeps what passes. */
export interface KeptFetch {
  readonly fetch: FetchFunction
  readonly traffic: () => Traffic
}

/** Keeps what passes this `fetch`. */
export function keepTraffic(fetch: FetchFunction): KeptFetch {
  const exchanges: PassedExchange[] = []
  let moments = 0
  return {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const arrived = ++moments
      const text = await request.clone().text()
      const response = await fetch(request)
      const headers = [...response.headers]
      exchanges.push({
        arrived,
        answered: ++moments,
        startedAt: arrived,
        durationMs: 1,
        connection: 1,
        method: request.method,
        address: `${pathname}${search}`,
        headers: [...request.headers],
        body: { text },
        answer: {
          status: response.status,
          headers,
          passedHeaders: headers,
          body: { text: await response.clone().text() },
          isWhole: true,
        },
      })
      return response
    },
    traffic: () => ({ exchanges, unkept: 0, startedAt: 0, durationMs: moments }),
  }
}
