/** Splits an absolute URL without changing its parts. A URL object would normalize paths that must be refused. */
export function splitUrl(url: string): { readonly origin: string; readonly path: string; readonly search: string } {
  const fragment = url.indexOf('#')
  // It is never sent.
  const sent = fragment < 0 ? url : url.slice(0, fragment)
  const query = sent.indexOf('?')
  const end = query < 0 ? sent.length : query
  const slash = sent.indexOf('/', sent.indexOf('://') + 3)
  const start = slash < 0 || slash > end ? end : slash
  return { origin: sent.slice(0, start), path: start === end ? '/' : sent.slice(start, end), search: sent.slice(end) }
}
