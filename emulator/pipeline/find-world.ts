import { defaultWorldName } from '../api/auth/world-suffix.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { shown } from '../tools/shown.ts'
import type { Worlds } from '../world/worlds.ts'
import type { ServedScope } from './exchange.ts'
import { type NamingCredential, visibleCredentials } from './naming-credentials.ts'
import type { Address } from './read-address.ts'

/**
 * Finds the world of a request by its path, its header `x-emulator-world` and its credentials. The first use of a name
 * creates the world, but a wrong credential never does: it is refused in the default world.
 * @throws ApiError when the places name different worlds; EmulatorError `invalid_world_name`.
 */
export function findWorld(
  worlds: Worlds,
  address: Address,
  credentials: readonly NamingCredential[],
): Pick<ServedScope, 'world' | 'worldSuffix'> {
  const byAddress = worldOfAddress(address)
  const [first] = credentials
  const found = (name: string, worldSuffix = '') => ({ world: worlds.use(name), worldSuffix })
  if (!first) return found(byAddress ?? defaultWorldName)
  const suffix = `~${first.world}`
  const named = [
    ...(byAddress === undefined
      ? []
      : [{ place: address.pathWorld === undefined ? header : 'the path', world: byAddress }]),
    ...credentials,
  ]
  assertOneWorld(named)
  if (byAddress !== undefined) return found(byAddress, suffix)
  if (worlds.has(first.world) || worlds.isEvicted(first.world)) return found(first.world, suffix)
  const isKnown = credentials.some(({ isKnownTo }) => isKnownTo(worlds.preview(first.world)))
  return isKnown ? found(first.world, suffix) : found(defaultWorldName)
}

/**
 * Refuses a GET that would create a world: a page of another site must not fill the memory.
 * @throws ApiError when it names a world that does not exist.
 */
export function assertWorldExists(worlds: Worlds, request: Request, address: Address): void {
  const named = [worldOfAddress(address), ...visibleCredentials(request, address).map(({ world }) => world)]
  const missing = named.find((name) => name !== undefined && !worlds.has(name))
  if (missing === undefined) return
  throw new ApiError(
    'unknown',
    `There is no world ${shown(missing)}, and a page of another site cannot create one. ` +
      'Send a request of your own first.',
    { code: 'unknown_world' },
  )
}

const header = 'the header x-emulator-world'

/** The world that the path or the header names. @throws ApiError when they name different ones. */
export function worldOfAddress({ pathWorld, headerWorld }: Address): string | undefined {
  if (pathWorld !== undefined && headerWorld !== undefined)
    assertOneWorld([
      { place: 'the path', world: pathWorld },
      { place: header, world: headerWorld },
    ])
  return pathWorld ?? headerWorld
}

function assertOneWorld(named: readonly { readonly place: string; readonly world: string }[]): void {
  const [first, ...others] = named
  const other = others.find(({ world }) => world !== first!.world)
  if (!first || !other) return
  const [one, two] = [first, other].map(({ place, world }) => `${place} names ${shown(world)}`)
  throw new ApiError(
    'refused',
    `A request must name one world; in this one ${one} and ${two}. Name it in one place, or the same in all.`,
  )
}
