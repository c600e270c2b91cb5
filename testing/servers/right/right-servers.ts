import { byHand } from './by-hand.ts'
import { combinations, described, openCombination } from './product/product.ts'
import type { RightServer } from './right-server.ts'

/**
 * The factors by which a server counts requests, or tokens. Another order of requests is another one at which a record
 * comes or goes, or a refusal comes, and a socket takes its own time.
 */
const counting = ['writers', 'interruptions', 'quotas'] as const

/** Every server that the kit must not blame, by theme. */
export const rightServers: Readonly<Record<string, readonly RightServer[]>> = {
  'by hand': byHand,
  'by product': combinations.map((combination) => ({
    name: described(combination),
    make: () => openCombination(combination),
    varies: counting.some((factor) => factor in combination) ? 'counts-requests' : undefined,
  })),
}
