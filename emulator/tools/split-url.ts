/** Splits an absolute URL and leaves its parts as they are. A URL object would normalize paths that must be refused. */
export function splitUrl(url: string): { readonly origin: string; readonly path: string; readonly search: string } {
  const [, origin = '', path = '', search = ''] = parts.exec(url) ?? []
  return { origin, path: path === '' ? '/' : path, search }
}

/** The expression of RFC 3986 appendix B. It leaves out the fragment, which is never sent. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i
