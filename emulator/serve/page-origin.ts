// Decides which web pages may use an emulator: those of this machine, and those that its owner allows.
import { EmulatorError } from '../tools/emulator-error.ts'

/** The headers in which a browser names the page that sent a request. Pages cannot forge them. */
export interface PageHeaders {
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
  readonly 'sec-fetch-mode'?: string | string[] | undefined
  readonly 'sec-fetch-dest'?: string | string[] | undefined
}

/**
 * The sender of a request. `own`: no page, or one of the emulator's own origin. `allowed`: a page of another origin
 * that may read answers. `visitor`: a page of another site that may only look, such as one with a link that a person
 * followed. `foreign`: any other page.
 */
export type PageKind = 'own' | 'allowed' | 'visitor' | 'foreign'

/** Returns the kind of page that sent a request. */
export type KindOfPage = (method: string | undefined, headers: PageHeaders) => PageKind

/** Origins that may use an emulator. */
export interface AllowedOrigins {
  /** The kind of page for the API. */
  readonly api: KindOfPage
  /** The kind of page for the control API, which `*` does not open. */
  readonly control: KindOfPage
}

/**
 * Makes the rule for pages. Pages on localhost and on addresses of loopback are allowed; names such as
 * `evil.localhost` are not, since anybody may register a service under one.
 * @param texts Further origins: exact ones, `null` for pages without an origin, or `*` for all.
 * @param publicUrl The public base URL, whose pages are the emulator's own.
 * @throws EmulatorError `invalid_option` for a string that is not an origin.
 */
export function allowOrigins(texts: readonly string[], publicUrl: string | undefined): AllowedOrigins {
  const origins = new Set(texts.map(readOrigin))
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  const isListed = (origin: string) =>
    (origin !== '*' && origins.has(origin)) || origin === publicOrigin || isLoopbackOrigin(origin)
  return {
    api: (method, headers) => pageKind(method, headers, (origin) => origins.has('*') || isListed(origin)),
    control: (method, headers) => pageKind(method, headers, isListed),
  }
}

function pageKind(method: string | undefined, headers: PageHeaders, isListed: (origin: string) => boolean): PageKind {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  if (origin !== undefined) {
    if (isListed(origin)) return 'allowed'
    // A form sends the origin null if its page has the referrer policy no-referrer.
    if (origin === 'null' ? site === 'same-origin' : originHost(origin) === host.toLowerCase()) return 'own'
    return 'foreign'
  }
  // Pages on other ports of loopback are same-site, and so are pages on other hosts of the same domain.
  if (site === 'same-site' ? isLoopbackOrigin(`http://${host.toLowerCase()}`) : site !== 'cross-site') return 'own'
  if (isListed('*')) return 'visitor'
  const isVisit =
    (method === 'GET' || method === 'HEAD') &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  return isVisit ? 'visitor' : 'foreign'
}

function originHost(origin: string): string | undefined {
  const match = /^https?:\/\/([^/?#@]+)$/.exec(origin)
  return match?.[1]?.toLowerCase()
}

const loopback = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/

/** Returns true if an origin is on loopback, as browsers write origins. */
function isLoopbackOrigin(origin: string): boolean {
  return loopback.test(origin)
}

function readOrigin(address: string): string {
  if (address === '*' || address === 'null') return address
  // URL gives an extension's address the origin null, so only its form is checked.
  const text = typeof address === 'string' ? address.replace(/\/$/, '').toLowerCase() : ''
  if (/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/.test(text) && URL.canParse(text))
    return text.startsWith('http') ? new URL(text).origin : text
  throw new EmulatorError(
    'invalid_option',
    `allowOrigins (--allow-origin) takes origins such as https://app.example:3000, or * for all; got ${JSON.stringify(address)?.slice(0, 200)}.`,
  )
}
