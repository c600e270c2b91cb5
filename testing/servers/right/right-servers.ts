// Every right server. A new file of servers needs a line here.
import { envelopeServers } from './envelopes.ts'
import type { RightServer } from './right-server.ts'
import { secondServices } from './second-service.ts'

/** Every server that the kit must not blame, by theme. */
export const rightServers: Readonly<Record<string, readonly RightServer[]>> = {
  envelopes: envelopeServers,
  'the second service': secondServices,
}
