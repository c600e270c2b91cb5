// Every right server. A new file of servers needs a line here.
import { behaviourServers } from './behaviours.ts'
import { credentialServers } from './credentials.ts'
import { declaringServers } from './declared.ts'
import { emulatorServers } from './emulators.ts'
import { envelopeServers } from './envelopes.ts'
import { gatewayServers } from './gateways.ts'
import { listServers } from './lists.ts'
import { mixedUnsteadyServers, unsteadyServers } from './unsteady-servers.ts'
import type { RightServer } from './right-server.ts'
import { secondServices } from './second-service.ts'
import { serviceServers } from './services.ts'
import { statusServers } from './statuses.ts'
import { tokenServers } from './tokens.ts'
import { transportServers } from './transports.ts'
import { wrappedTokenServers } from './wrapped-tokens.ts'

/** Every server that the kit must not blame, by theme. */
export const rightServers: Readonly<Record<string, readonly RightServer[]>> = {
  'the second service': secondServices,
  emulators: emulatorServers,
  envelopes: envelopeServers,
  statuses: statusServers,
  lists: listServers,
  credentials: credentialServers,
  services: serviceServers,
  declarations: declaringServers,
  behaviours: behaviourServers,
  moods: unsteadyServers,
  'several moods': mixedUnsteadyServers,
  tokens: tokenServers,
  transports: transportServers,
  gateways: gatewayServers,
  'tokens in other forms': wrappedTokenServers,
}
