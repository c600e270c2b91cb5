// The exchanges that a run keeps for a HAR file.
import { type Exchange, toEvidence } from '../conclusions/exchange.ts'

/** The most characters of one body in a HAR file, and of all bodies together. Later bodies are cut to their heads. */
const keptForHar = 65_536
const keptForHarInAll = 8_000_000
const headForHar = 500

/** Keeps the exchanges of a run for a HAR file, within these limits. */
export function keeperOf(exchanges: Exchange[]): (exchange: Exchange) => void {
  let kept = 0
  return function keep(exchange) {
    const evidence = toEvidence(exchange, kept < keptForHarInAll ? keptForHar : headForHar)
    kept += evidence.response.text.length
    exchanges.push(evidence)
  }
}
