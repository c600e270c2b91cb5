import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { suiteClock, suiteSeed } from '../suite/suite-seed.ts'
import { addNetworkTraps } from './network-traps.ts'

/** The facts for a client under test, as JSON that can be sent to a page. */
export interface Facts {
  readonly baseUrl: string
  /** Another server on the network, which must stay reachable. */
  readonly otherUrl: string
  readonly token: string
  readonly clientId: string
  readonly clientSecret: string
  readonly catalogId: string
  readonly issueId: string
}

export interface Scene {
  readonly emulator: Emulator
  /** The emulator with the paths of network-traps.ts. */
  readonly answering: ReturnType<typeof addNetworkTraps>
  readonly facts: Facts
}

/** No such host exists, so answers can only come from the emulator. */
export const baseUrl = 'https://api.example.invalid/platform'

/** An emulator with the suite's data, the same in Node and in pages. */
export function createScene(otherUrl: string): Scene {
  const emulator = createEmulator({
    fixtures: suiteSeed,
    clock: suiteClock,
    conventions: { connectFlow: 'redirect' },
    basePath: '/platform',
    checkResponses: true,
  })
  const { token, clientId, clientSecret } = emulator.credentials
  const { catalogId, issueId } = emulator.samples
  return {
    emulator,
    answering: addNetworkTraps(emulator),
    facts: { baseUrl, otherUrl, token, clientId, clientSecret, catalogId: catalogId!, issueId: issueId! },
  }
}
