import { byHand } from './by-hand.ts'
import { combinations, described, openCombination } from './product/product.ts'
import type { RightServer } from './right-server.ts'

/** Every server that the kit must not blame, by theme. */
export const rightServers: Readonly<Record<string, readonly RightServer[]>> = {
  'by hand': byHand,
  'by product': combinations.map((combination) => ({
    name: described(combination),
    make: () => openCombination(combination),
    // Each socket takes its own time, so that another request is the one at which a record comes or goes.
    varies: combination['sendings'] && combination['writers'] ? 'writers-over-sockets' : undefined,
  })),
}
