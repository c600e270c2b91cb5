import type { Exchange } from '../conclusions/exchange.ts'
import { wordOrMadeUp } from './template.ts'

/** The most parameters that a redirect adds. */
const mostAdded = 5

/**
 * The redirect that an answer is, or that led to it: its status, and `slash` for the path with its trailing slash added
 * or removed, the added parameters, or `elsewhere`. Undefined without one, and for a redirect to another origin.
 * @param sent All exchanges of the question, in order.
 */
export function redirectForm(exchange: Exchange, sent: readonly Exchange[]): string | undefined {
  let at = sent.findIndex(({ request }) => request === exchange.request)
  while (at > 0 && sameOriginTarget(sent[at - 1]!)?.href === sent[at]!.request.url) at--
  const first = sent[at] ?? exchange
  const target = sameOriginTarget(first)
  const change = target && redirectChange(target, new URL(first.request.url))
  // The page of a browser leads anywhere.
  if (change === undefined || (change === 'elsewhere' && first.request === exchange.request)) return undefined
  return `${first.response.status} ${change}`
}

function sameOriginTarget({ request: { url }, response: { status, headers } }: Exchange): URL | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  const target = URL.parse(location, url)
  return target?.origin === new URL(url).origin ? target : undefined
}

const slashlessPath = ({ pathname }: URL): string => (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname)

function redirectChange(to: URL, from: URL): string {
  if (to.pathname !== from.pathname) return slashlessPath(to) === slashlessPath(from) ? 'slash' : 'elsewhere'
  const added = [...to.searchParams].filter(([name]) => !from.searchParams.has(name))
  const isPlain = added.length > 0 && added.length <= mostAdded && added.every(([name]) => /^[\w-]{1,40}$/.test(name))
  if (!isPlain) return 'elsewhere'
  return new URLSearchParams(added.map(([name, value]) => [name, String(wordOrMadeUp(value))])).toString()
}
