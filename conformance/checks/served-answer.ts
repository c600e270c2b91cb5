import type { Exchange } from '../conclusions/exchange.ts'
import { answer, type Phrase, phrase } from '../conclusions/phrase.ts'

/** An answer with its request, for checks that send several. */
export function servedAnswer(exchange: Exchange): Phrase {
  const { method, url } = exchange.request
  return phrase`${method} ${new URL(url).pathname} answers ${answer(exchange)}`
}
