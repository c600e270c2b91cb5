import type { BrokenRacingClient } from './broken-racing-client.ts'
import { overtakenClients } from './overtaken-clients.ts'
import { sharedTokenClients } from './shared-token-clients.ts'

/** Every client that is broken when requests race. */
export const racingClients: readonly BrokenRacingClient[] = [...sharedTokenClients, ...overtakenClients]
