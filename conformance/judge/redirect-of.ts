import type { Exchange } from '../conclusions/exchange.ts'

/** The target of a redirect that keeps method and body; undefined for any other answer. */
export function redirectOf({ request, response: { status, headers } }: Exchange): URL | undefined {
  const { location } = headers
  if ((status !== 307 && status !== 308) || location === undefined) return undefined
  return URL.canParse(location, request.url) ? new URL(location, request.url) : undefined
}
