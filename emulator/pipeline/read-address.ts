import { splitUrl } from '../tools/split-url.ts'
import { defaultWorldName } from '../world/worlds.ts'

/** The address of a request. */
export interface Address {
  /** Whether it is below the base path. Nothing is served elsewhere. */
  readonly isOwn: boolean
  readonly worldName: string
  /** Everything before the path, as clients see it. */
  readonly baseUrl: string
  /** The path after the base path and the world, as received. */
  readonly path: string
  readonly search: string
}

/**
 * Reads the address of a request. Its world is in the path (`{base}/~{world}/…`) or in the header `x-emulator-world`;
 * otherwise it is the default world.
 */
export function readAddress(request: Request, basePath: string, publicUrl: string | undefined): Address {
  const { origin, path, search } = splitUrl(request.url)
  const isOwn = basePath === '' || path === basePath || path.startsWith(`${basePath}/`)
  const ownPath = isOwn ? path.slice(basePath.length) || '/' : path
  const baseUrl = (publicUrl ?? `${origin}${basePath}`).replace(/\/$/, '')
  const [tilde] = worldMark.exec(ownPath) ?? []
  if (!tilde)
    return {
      isOwn,
      worldName: request.headers.get('x-emulator-world') ?? defaultWorldName,
      baseUrl,
      path: ownPath,
      search,
    }
  const slash = ownPath.indexOf('/', tilde.length)
  const end = slash < 0 ? ownPath.length : slash
  return {
    isOwn,
    worldName: ownPath.slice(tilde.length, end),
    baseUrl: `${baseUrl}${ownPath.slice(0, end)}`,
    path: ownPath.slice(end) || '/',
    search,
  }
}

/** Some clients write the tilde as %7E, which is equivalent (RFC 3986, 2.3). */
const worldMark = /^\/(?:~|%7e)/i
