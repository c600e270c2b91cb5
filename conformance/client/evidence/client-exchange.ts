import type { AnyExchange } from '../../conclusions/exchange.ts'
import { withNames } from '../../reading/with-names.ts'
import { jsonOf } from './read-request.ts'
import type { ReceivedRequest } from './transcript.ts'

/** Any origin: reports show addresses of clients without it. */
export const clientOrigin = 'http://emulator.test'

/** A request of a transcript as an exchange. */
export function toClientExchange(received: ReceivedRequest): AnyExchange {
  const { operation, method, path, search, headers, body, answer, at } = received
  return {
    request: {
      ...(operation === undefined ? {} : { operation }),
      method,
      url: `${clientOrigin}${path}${search}`,
      headers: withNames(headers),
      ...(body === undefined || body === '' ? {} : { body }),
    },
    response: answer && {
      status: answer.status,
      headers: answer.headers,
      text: answer.body ?? '',
      json: jsonOf({ body: answer.body }),
    },
    startedAt: at,
    durationMs: 0,
  }
}
