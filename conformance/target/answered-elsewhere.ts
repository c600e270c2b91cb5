// Tells whether something else answers in the place of a service: a redirect of all addresses, a page to sign in, the
// page of a firewall.
import { findOperation } from '../catalogue/operations.ts'
import type { Exchange, SentRequest } from '../conclusions/exchange.ts'
import { grantForm } from './grant-form.ts'
import type { Target } from './target-file.ts'

/** The credentials and the address of a target. */
export type AskedTarget = Pick<Target, 'baseUrl' | 'credentials'>

const accept = { accept: 'application/json' }

/** The request that any service of this API answers with JSON (clause 4.9), if it has the legacy API. */
export function firstProbe({ baseUrl }: AskedTarget): SentRequest {
  return { method: 'GET', url: `${baseUrl}${findOperation('legacy.root').path}`, headers: accept }
}

/** Requests that a service answers differently: without credentials, with those of the target, and for no address. */
export function furtherProbes(target: AskedTarget): readonly SentRequest[] {
  const { baseUrl, credentials = {} } = target
  const get = (path: string, authorization?: string): SentRequest => ({
    method: 'GET',
    url: `${baseUrl}${path}`,
    headers: authorization === undefined ? accept : { ...accept, authorization },
  })
  const { token, integrationToken, apiKey, oauth } = credentials
  const legacy = findOperation('legacy-projects.list').path
  return [
    get('/nothing-is-served-here'),
    get('/1.13/environments'),
    ...(token === undefined ? [] : [get('/1.13/environments', `Bearer ${token}`)]),
    ...(integrationToken === undefined ? [] : [get(legacy, `Bearer ${integrationToken}`)]),
    ...(apiKey === undefined ? [] : [get(legacy, `Basic ${btoa(`${apiKey}:`)}`)]),
    ...(oauth === undefined ? [] : [grantRequest(target)]),
  ]
}

function grantRequest(target: AskedTarget): SentRequest {
  return {
    method: 'POST',
    url: `${target.baseUrl}${findOperation('oauth.token').path}`,
    headers: { ...accept, 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(grantForm(target as Target))),
  }
}

/** Returns true if an answer may come from something in front of a service: a redirect, or a page. */
export function mayBeElsewhere({ response }: Exchange): boolean {
  return (
    hasRedirectTarget(response) || (response.json === undefined && isHtmlPage(response) && pages.has(response.status))
  )
}

/** The statuses by which something in front of a service shows a page for whatever is asked. */
const pages: ReadonlySet<number> = new Set([200, 401, 403, 407, 451, 511])

type Answer = Exchange['response']

const hasRedirectTarget = ({ status, headers }: Answer): boolean =>
  status >= 300 && status < 400 && headers['location'] !== undefined

const isHtmlPage = ({ text }: Answer): boolean => /^\s*<(?:!doctype|html|head|body)\b/i.test(text)

/**
 * The intermediary that answers in place of a service, and what to do about it; undefined if the service itself
 * answers.
 * @param exchanges Answers to different questions.
 */
export function answeredElsewhere(exchanges: readonly Exchange[], baseUrl: string): string | undefined {
  if (exchanges.length < 2 || !exchanges.every(mayBeElsewhere)) return undefined
  const [first] = exchanges
  const { status } = first!.response
  if (exchanges.some(({ response }) => hasRedirectTarget(response) !== hasRedirectTarget(first!.response)))
    return undefined
  if (!hasRedirectTarget(first!.response)) {
    if (exchanges.some(({ response }) => response.status !== status)) return undefined
    return `everything is answered by a page (${status}, text/html)${pageTitle(first!)}, whatever is asked: something in front of the API answers, such as a page to sign in or a firewall. Give the address of the API itself, and what the way there takes as headers in the target file`
  }
  const bases = new Set(exchanges.map((exchange) => redirectedBase(exchange, baseUrl)))
  const [base] = bases
  if (bases.size === 1 && base !== undefined)
    return `everything redirects to ${base} (${status}): declare that as the base URL`
  const places = new Set(exchanges.map((exchange) => redirectTarget(exchange)))
  if (places.size > 1) return undefined
  return `everything redirects to ${[...places][0]} (${status}), whatever is asked: something in front of the API answers, such as a page to sign in. Give the address of the API itself, and what the way there takes as headers in the target file`
}

function redirectUrl({ request, response }: Exchange): URL | undefined {
  const location = response.headers['location']!
  return URL.canParse(location, request.url) ? new URL(location, request.url) : undefined
}

/** The base URL that a redirect leads to, where it keeps the path after the base; undefined for another redirect. */
function redirectedBase(exchange: Exchange, baseUrl: string): string | undefined {
  const to = redirectUrl(exchange)
  const path = new URL(exchange.request.url).pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length)
  const whole = to && `${to.origin}${to.pathname}`
  return whole?.endsWith(path) && whole.slice(0, -path.length) !== baseUrl ? whole.slice(0, -path.length) : undefined
}

/** The address of a redirect, without its query: that often names the address that was requested. */
function redirectTarget(exchange: Exchange): string {
  const to = redirectUrl(exchange)
  return to ? `${to.origin}${to.pathname}` : ''
}

function pageTitle({ response: { text } }: Exchange): string {
  const title = /<title[^>]*>([^<]{1,100})/i.exec(text)?.[1]?.trim()
  return title === undefined || title === '' ? '' : `, “${title}”`
}
