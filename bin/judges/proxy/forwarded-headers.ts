// Headers as they pass: without those of one connection, and with links to the service leading to the proxy.
import type { NameAndValue } from '../../../conformance/proxy/traffic.ts'
import { ofOneHop } from '../../../conformance/send/hop-by-hop.ts'

/** The headers that are for the other end, in the order and form in which they came. */
export function endToEnd(rawHeaders: readonly string[]): readonly NameAndValue[] {
  const pairs = pairsOf(rawHeaders)
  const named = pairs.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.split(',').map((option) => option.trim().toLowerCase()) : [],
  )
  // A client could name what decides about the body or the receiver.
  const dropped = new Set(named.filter((name) => name !== 'host' && name !== 'content-length'))
  return pairs.filter(([name]) => !ofOneHop.has(name.toLowerCase()) && !dropped.has(name.toLowerCase()))
}

/** Pairs of the flat list that Node gives. */
export function pairsOf(rawHeaders: readonly string[]): readonly NameAndValue[] {
  return rawHeaders.flatMap((name, index): readonly NameAndValue[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
}

/** Headers whose addresses a client follows. Addresses in bodies pass as they are. */
const followed: ReadonlySet<string> = new Set(['content-location', 'link', 'location'])

/** Makes the change of headers by which a client that follows an absolute link of the service stays at the proxy. */
export function linksTo(
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
