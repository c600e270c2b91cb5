import type { Exchange } from '../conclusions/exchange.ts'
import { answer, type Phrase, phrase } from '../conclusions/phrase.ts'

/** An answer with the request that got it, where several places were asked. */
export function servedAnswer(exchange: Exchange): Phrase {
  const { method, url } = exchange.request
  return phrase`${method} ${new URL(url).pathname} answers ${answer(exchange)}`
}
