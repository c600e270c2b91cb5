// Refuses requests before they reach the service.
import type { IncomingMessage } from 'node:http'
import { localHosts } from '../../../emulator/serve/local-hosts.ts'
import { allowOrigins } from '../../../emulator/serve/page-origin.ts'

/** A refusal by the proxy itself. */
export interface ProxyRefusal {
  readonly status: number
  readonly code: 'foreign_origin' | 'misdirected_request' | 'no_connect' | 'no_upgrade' | 'not_http'
  readonly message: string
}

/** RFC 9110, 9.3.7: `OPTIONS *` asks about the server as a whole and belongs to no operation. */
export const isAboutServer = ({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): boolean =>
  method === 'OPTIONS' && url === '*'

const quoteShort = (text: string): string => JSON.stringify(text.slice(0, 200))

/**
 * Makes the guard of a proxy. It detects DNS rebinding, in which a browser sends the name of another host, and pages of
 * other sites, which could use the credentials that a browser keeps.
 */
export function makeProxyGuard(host: string): (request: IncomingMessage) => ProxyRefusal | undefined {
  const isOwnHost = localHosts([host])
  const { api: kindOfPage } = allowOrigins([], undefined)
  return ({ method, url = '', headers }) => {
    if (!url.startsWith('/') && !isAboutServer({ method, url }))
      return {
        status: 421,
        code: 'misdirected_request',
        message: `Expected a path that begins with a slash, as this proxy serves one address; got ${quoteShort(url)}. Use the address in PLATFORM_BASE_URL as a base URL, not as a forward proxy.`,
      }
    if (headers.host !== undefined && !isOwnHost(headers.host))
      return {
        status: 421,
        code: 'misdirected_request',
        message: `The proxy does not answer for the host ${quoteShort(headers.host)}. Use localhost or 127.0.0.1.`,
      }
    if (kindOfPage(method, headers) === 'foreign')
      return {
        status: 403,
        code: 'foreign_origin',
        message: 'The proxy refuses requests from pages of other sites. Pages on localhost and 127.0.0.1 may use it.',
      }
    const { upgrade } = headers
    // A client may offer HTTP/2 with any request, and continues in HTTP/1.1 if the offer is ignored.
    if (upgrade !== undefined && !/^\s*h2c?\s*$/i.test(upgrade))
      return {
        status: 501,
        code: 'no_upgrade',
        message: `The proxy passes only HTTP; got Upgrade: ${quoteShort(upgrade)}. Ask the service without it.`,
      }
    return undefined
  }
}
