/** The parts of an absolute URL, each as it came: a URL object would decode and normalize what must be refused. */
export function splitUrl(url: string): { readonly origin: string; readonly path: string; readonly search: string } {
  const pathStart = url.indexOf('/', url.indexOf('://') + 3)
  const hash = url.indexOf('#')
  const end = hash < 0 ? url.length : hash
  if (pathStart < 0) return { origin: url.slice(0, end), path: '/', search: '' }
  const query = url.indexOf('?', pathStart)
  const pathEnd = query < 0 || query > end ? end : query
  return { origin: url.slice(0, pathStart), path: url.slice(pathStart, pathEnd), search: url.slice(pathEnd, end) }
}
