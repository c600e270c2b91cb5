import { defaultWorldName } from '../api/auth/world-suffix.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import type { ControlScope } from '../model/contract/control.ts'
import { shortJson } from '../tools/short-text.ts'
import { splitUrl } from '../tools/split-url.ts'
import type { Sender } from './sender.ts'

/** A request as it was received, with its sender and the parts of its address. */
export interface ReceivedRequest {
  readonly request: Request
  readonly sender: Sender
  /** True if the path is below the base path. Nothing is served elsewhere. */
  readonly isBelowBase: boolean
  /** The world that the path names (`{base}/~{world}/…`). */
  readonly pathWorld: string | undefined
  /** The world that the header `x-emulator-world` names. */
  readonly headerWorld: string | undefined
  /** Everything before the path, as clients see it. */
  readonly baseUrl: string
  /** The path after the base path and the world, as received. */
  readonly path: string
  readonly search: string
}

/** The addresses of an emulator. */
interface ServedAt {
  readonly basePath: string
  readonly publicUrl: string | undefined
}

/** The longest address in characters. A server takes less; in process, megabytes of parameters take half a second. */
export const longestAddress = 65_536

/** @throws ApiError `refused` for an address that is too long to be looked at. */
export function assertAddressLength({ length }: string): void {
  if (length <= longestAddress) return
  throw new ApiError(
    'refused',
    `The address of a request must have at most ${longestAddress} characters; this one has ${length}. Send fewer parameters, or shorter ones.`,
  )
}

/** Reads the address of a request. */
export function receiveRequest(request: Request, sender: Sender, { basePath, publicUrl }: ServedAt): ReceivedRequest {
  const { origin, path: wholePath, search } = splitUrl(request.url)
  const isBelowBase = basePath === '' || wholePath === basePath || wholePath.startsWith(`${basePath}/`)
  const path = isBelowBase ? wholePath.slice(basePath.length) || '/' : wholePath
  const base = publicUrl ?? (basePath === '' ? origin : `${origin}${basePath}`)
  const baseUrl = base.endsWith('/') ? base.slice(0, -1) : base
  const [mark] = (path[1] === '~' || path[1] === '%' ? worldMark.exec(path) : null) ?? []
  const headerWorld = request.headers.get('x-emulator-world') ?? undefined
  if (!mark) return { request, sender, isBelowBase, pathWorld: undefined, headerWorld, baseUrl, path, search }
  const slash = path.indexOf('/', mark.length)
  const end = slash < 0 ? path.length : slash
  return {
    request,
    sender,
    isBelowBase,
    pathWorld: path.slice(mark.length, end),
    headerWorld,
    baseUrl: `${baseUrl}${path.slice(0, end)}`,
    path: path.slice(end) || '/',
    search,
  }
}

/** Some clients write the tilde as %7E, which is equivalent (RFC 3986, 2.3). */
const worldMark = /^\/(?:~|%7e)/i

/** The place of a world's name in a request, for messages. */
export const pathPlace = 'the path'
export const headerPlace = 'the header x-emulator-world'

/** The world that the path or the header names. @throws ApiError when they name different ones. */
export function worldOfAddress({ pathWorld, headerWorld }: ReceivedRequest): string | undefined {
  if (pathWorld !== undefined && headerWorld !== undefined)
    assertSameWorld([
      { place: pathPlace, world: pathWorld },
      { place: headerPlace, world: headerWorld },
    ])
  return pathWorld ?? headerWorld
}

/** Refuses a request that names several worlds. @throws ApiError `refused`. */
export function assertSameWorld(named: readonly { readonly place: string; readonly world: string }[]): void {
  const [first, ...others] = named
  const other = others.find(({ world }) => world !== first!.world)
  if (!first || !other) return
  const [left, right] = [first, other].map(({ place, world }) => `${place} names ${shortJson(world)}`)
  throw new ApiError(
    'refused',
    `A request must name one world; in this one ${left} and ${right}. Name it in one place, or the same in all.`,
  )
}

const controlRoot = '/_emulator'

/** Reads the world and the path of a request to the control API; undefined for a request to the emulated API. */
export function controlScope(received: ReceivedRequest): ControlScope | undefined {
  const { path, search, baseUrl } = received
  if (path !== controlRoot && !path.startsWith(`${controlRoot}/`)) return undefined
  const worldName = worldOfAddress(received) ?? defaultWorldName
  return { worldName, path: path.slice(controlRoot.length), search, baseUrl }
}
