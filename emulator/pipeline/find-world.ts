import { defaultWorldName } from '../api/auth/world-suffix.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { shortJson } from '../tools/short-text.ts'
import { after, type Eventually } from '../tools/eventually.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { type NamingCredential, namingCredentials, visibleCredentials } from './naming-credentials.ts'
import { assertSameWorld, headerPlace, pathPlace, type ReceivedRequest, worldOfAddress } from './received-request.ts'

/** The world of a request. */
export interface RequestWorld {
  readonly world: World
  /** The suffix of issued secrets that leads them back to their world: `~` and its name, or nothing. */
  readonly worldSuffix: string
}

/**
 * Finds the world of a request by its path, its header `x-emulator-world` and its credentials. The first use of a name
 * creates the world, but a wrong credential never does: it is refused in the default world.
 * @param bodyLimit The maximum size of a form with credentials, in bytes.
 * @throws ApiError when the places name different worlds; EmulatorError `invalid_world_name`.
 */
export function findWorld(worlds: Worlds, received: ReceivedRequest, bodyLimit: number): Eventually<RequestWorld> {
  return after(namingCredentials(received, bodyLimit), (credentials) => worldOf(worlds, received, credentials))
}

function worldOf(worlds: Worlds, received: ReceivedRequest, credentials: readonly NamingCredential[]): RequestWorld {
  const byAddress = worldOfAddress(received)
  const [first] = credentials
  const use = (name: string, worldSuffix = '') => ({ world: worlds.use(name), worldSuffix })
  if (!first) return use(byAddress ?? defaultWorldName)
  const suffix = `~${first.world}`
  const places = [
    ...(byAddress === undefined
      ? []
      : [{ place: received.pathWorld === undefined ? headerPlace : pathPlace, world: byAddress }]),
    ...credentials,
  ]
  assertSameWorld(places)
  if (byAddress !== undefined) return use(byAddress, suffix)
  if (worlds.has(first.world) || worlds.isEvicted(first.world)) return use(first.world, suffix)
  const isKnown = credentials.some(({ isKnownTo }) => isKnownTo(worlds.preview(first.world)))
  return isKnown ? use(first.world, suffix) : use(defaultWorldName)
}

/**
 * Refuses a GET that would create a world: a page of another site must not fill the memory.
 * @throws ApiError when it names a world that does not exist.
 */
export function assertWorldExists(worlds: Worlds, received: ReceivedRequest): void {
  const named = [worldOfAddress(received), ...visibleCredentials(received).map(({ world }) => world)]
  const missing = named.find((name) => name !== undefined && !worlds.has(name))
  if (missing === undefined) return
  throw new ApiError(
    'unknown',
    `There is no world ${shortJson(missing)}, and a page of another site cannot create one. Send a request of your own first.`,
    { code: 'unknown_world' },
  )
}
