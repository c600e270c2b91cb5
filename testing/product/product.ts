import type { Fault } from './law.ts'
import { idsInRequests } from './laws/ids-in-requests.ts'
import { strangers } from './laws/strangers.ts'

/** Every fault of the product: law × place × condition. */
export const product: readonly Fault[] = [...strangers, ...idsInRequests]
