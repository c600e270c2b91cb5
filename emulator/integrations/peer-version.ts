// The packages that users bring along. Their ranges in package.json are open: npm refuses to install the package next
// to a version out of range, even if the user needs no integration. So each integration checks its own package.
import { EmulatorError } from '../tools/emulator-error.ts'

/** A package that an integration needs. */
interface Peer {
  readonly name: string
  /** The oldest major and minor version that works. */
  readonly least: readonly [major: number, minor: number]
  /** The part of this package that needs the peer. */
  readonly neededBy: string
  /** The alternative that works without the peer. */
  readonly otherwise: string
}

export const vitestPeer: Peer = {
  name: 'vitest',
  least: [4, 0],
  neededBy: '@platform-data/emulator/vitest',
  otherwise: 'use createEmulator() of @platform-data/emulator, which works in every test runner',
}

export const playwrightPeer: Peer = {
  name: '@playwright/test',
  least: [1, 40],
  neededBy: 'the `test` of @platform-data/emulator/playwright',
  otherwise: 'use its routeTo()',
}

/** @throws EmulatorError `missing_package` for a version that is too old. */
export function assertPeer(peer: Peer, version: string): void {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  const [leastMajor, leastMinor] = peer.least
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  throw new EmulatorError(
    'missing_package',
    `${capitalized(peer.neededBy)} needs ${peer.name} ${leastMajor}.${leastMinor} or later; got ${version}. Run npm install --save-dev ${peer.name}@latest, or ${peer.otherwise}.`,
  )
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
