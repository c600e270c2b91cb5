/** The parts of an absolute URL, each as it came: a URL object would decode and normalize what must be refused. */
export function splitUrl(url: string): { readonly origin: string; readonly path: string; readonly search: string } {
  const [, origin = '', path = '', search = ''] = parts.exec(url) ?? []
  return { origin, path: path === '' ? '/' : path, search }
}

/** By RFC 3986 appendix B. A fragment is not sent, so it belongs to none. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i
