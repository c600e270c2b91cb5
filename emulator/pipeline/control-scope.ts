import { defaultWorldName } from '../api/auth/world-suffix.ts'
import type { ControlScope } from '../model/contract/control.ts'
import { worldOfAddress } from './find-world.ts'
import type { Address } from './read-address.ts'

const root = '/_emulator'

/** Reads the world and the path of a request to the control API; undefined for a request to the emulated API. */
export function controlScope(address: Address): ControlScope | undefined {
  const { path, search, baseUrl } = address
  if (path !== root && !path.startsWith(`${root}/`)) return undefined
  return { worldName: worldOfAddress(address) ?? defaultWorldName, path: path.slice(root.length), search, baseUrl }
}
