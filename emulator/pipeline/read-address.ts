import { ApiError } from '../api/dialect/api-error.ts'
import { shownPath } from '../tools/shown.ts'
import { splitUrl } from '../tools/split-url.ts'

/** The address of a request. */
export interface Address {
  /** Whether the path is below the base path. Nothing is served elsewhere. */
  readonly isOwn: boolean
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

/** Reads the address of a request. */
export function readAddress(request: Request, basePath: string, publicUrl: string | undefined): Address {
  const { origin, path, search } = splitUrl(request.url)
  const isOwn = basePath === '' || path === basePath || path.startsWith(`${basePath}/`)
  const ownPath = isOwn ? path.slice(basePath.length) || '/' : path
  const base = publicUrl ?? (basePath === '' ? origin : `${origin}${basePath}`)
  const baseUrl = base.endsWith('/') ? base.slice(0, -1) : base
  const [tilde] = (ownPath[1] === '~' || ownPath[1] === '%' ? worldMark.exec(ownPath) : null) ?? []
  const headerWorld = request.headers.get('x-emulator-world') ?? undefined
  if (!tilde) return { isOwn, pathWorld: undefined, headerWorld, baseUrl, path: ownPath, search }
  const slash = ownPath.indexOf('/', tilde.length)
  const end = slash < 0 ? ownPath.length : slash
  return {
    isOwn,
    pathWorld: ownPath.slice(tilde.length, end),
    headerWorld,
    baseUrl: `${baseUrl}${ownPath.slice(0, end)}`,
    path: ownPath.slice(end) || '/',
    search,
  }
}

/** Some clients write the tilde as %7E, which is equivalent (RFC 3986, 2.3). */
const worldMark = /^\/(?:~|%7e)/i

/** The refusal of a path that is not below the base path. */
export function foreignPath(path: string, basePath: string): ApiError {
  return new ApiError('unknownPath', `There is no endpoint at ${shownPath(path)}: every path begins with ${basePath}.`)
}
