// Forwards headers without hop-by-hop ones, and makes links to the service lead to the proxy.
import type { NameAndValue } from '../../../conformance/proxy/traffic.ts'
import { ofOneHop } from '../../../conformance/send/hop-by-hop.ts'

/** The end-to-end headers, in their original order and form. */
export function endToEnd(rawHeaders: readonly string[]): readonly NameAndValue[] {
  const pairs = headerPairs(rawHeaders)
  const named = pairs.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.split(',').map((option) => option.trim().toLowerCase()) : [],
  )
  // A client could name headers that determine the body or the receiver.
  const dropped = new Set(named.filter((name) => name !== 'host' && name !== 'content-length'))
  return pairs.filter(([name]) => !ofOneHop.has(name.toLowerCase()) && !dropped.has(name.toLowerCase()))
}

/** Converts Node's flat list to pairs. */
function headerPairs(rawHeaders: readonly string[]): readonly NameAndValue[] {
  return rawHeaders.flatMap((name, index): readonly NameAndValue[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
}

/** Headers with addresses that a client follows. Addresses in bodies pass unchanged. */
const followed: ReadonlySet<string> = new Set(['content-location', 'link', 'location'])

/** Makes a function that rewrites absolute links in headers, so that a client that follows them stays on the proxy. */
export function createLinkRewriter(
  proxyOrigin: string,
  service: URL,
): (headers: readonly NameAndValue[]) => readonly NameAndValue[] {
  const usualPort = service.port === '' ? `(?::${service.protocol === 'https:' ? 443 : 80})?` : ''
  const origin = service.origin.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const links = new RegExp(String.raw`(?<![^\s<"',;=])${origin}${usualPort}(?=[/?#\s>"',;]|$)`, 'gi')
  return (headers) =>
    headers.map(([name, value]) =>
      followed.has(name.toLowerCase()) ? [name, value.replaceAll(links, proxyOrigin)] : [name, value],
    )
}
