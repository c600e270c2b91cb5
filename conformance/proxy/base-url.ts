/** The parts of a base URL. */
export interface BaseUrl {
  readonly origin: string
  /** Without a trailing slash; empty for the root. */
  readonly path: string
}

export function splitBaseUrl(url: string): BaseUrl {
  const { origin, pathname } = new URL(url)
  return { origin, path: pathname.replace(/\/+$/, '') }
}

/** The part of an address below the path of a base URL; undefined for an address that does not begin with it. */
export function pathBelow(address: string, basePath: string): string | undefined {
  if (!address.startsWith(basePath)) return undefined
  const rest = address.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : undefined
}
