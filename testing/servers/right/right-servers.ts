import { byHand } from './by-hand.ts'
import { alone, type Combination, combinations, described, openCombination } from './product/product.ts'
import type { RightServer } from './right-server.ts'

/**
 * The factors by which a server counts requests, or tokens. Another order of requests is another one at which a record
 * comes or goes, or a refusal comes, and a socket takes its own time.
 */
const counting = ['writers', 'interruptions', 'quotas'] as const

/** Every server that the kit must not blame, by theme. */
export const rightServers: Readonly<Record<string, readonly RightServer[]>> = {
  'by hand': byHand,
  'by product': combinations.map(toServer),
}

/** A server for each value of each factor, which is otherwise usual. */
export const singleServers: readonly RightServer[] = alone.map(toServer)

function toServer(combination: Combination): RightServer {
  return {
    name: described(combination),
    make: () => openCombination(combination),
    varies: counting.some((factor) => factor in combination) ? 'counts-requests' : undefined,
  }
}
