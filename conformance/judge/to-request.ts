import type { OperationId } from '../catalogue/operations.ts'
import { toAddress, matchOperation, type Path } from '../catalogue/operation-paths.ts'
import { targetPathNames } from '../target/path-names.ts'
import { encode } from '../reading/encode.ts'
import type { Target } from '../target/target-file.ts'
import type { SentRequest } from '../conclusions/exchange.ts'
import { type Call, type Credential, NotJson } from './call.ts'

/** The address of the target, and a function that returns the Bearer value of the run. */
export interface Destination {
  readonly baseUrl: string
  readonly target: Target
  /** @throws Conclusion `blocked` when the run has no token for it. */
  readonly bearer: () => Promise<string>
}

/** The request of a call: with the base URL, the query, the credential and the body. */
export async function toRequest(
  { method = 'GET', path, query = {}, as = 'bearer', headers = {}, ...rest }: Call,
  destination: Destination,
): Promise<SentRequest> {
  const address = toAddress(path, targetPathNames(destination.target))
  const url = `${/^https?:\/\//.test(address) ? '' : destination.baseUrl}${address}`
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
  const authorization = await callAuthorization(as, url, destination)
  const { body, type } = encodeBody(rest)
  const { target } = destination
  const isTarget = URL.parse(url)?.origin === new URL(destination.baseUrl).origin
  const operation = operationOfPath(path, method, url, destination)
  return {
    ...(operation === undefined ? {} : { operation }),
    method,
    url: parameters.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${parameters.join('&')}`,
    headers: {
      ...(isTarget ? lowerCase(target.headers ?? {}) : {}),
      accept: 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...lowerCase(headers),
    },
    body,
    ...(isTarget && target.tls ? { tls: target.tls } : {}),
  }
}

/** The operation that a call names. For an address from the target, it is looked up in the table. */
function operationOfPath(
  path: Path,
  method: string,
  url: string,
  { baseUrl, target }: Pick<Destination, 'baseUrl' | 'target'>,
): OperationId | undefined {
  if (typeof path !== 'string') return path.operation
  return url.startsWith(`${baseUrl}/`)
    ? matchOperation(method, url.slice(baseUrl.length), targetPathNames(target))
    : undefined
}

/** Credentials are never sent to an origin other than the target's. */
async function callAuthorization(
  as: Credential,
  url: string,
  { baseUrl, target: { credentials = {} }, bearer }: Destination,
): Promise<string | undefined> {
  if (as === 'none' || new URL(url).origin !== new URL(baseUrl).origin) return undefined
  if (typeof as === 'object') return 'bearer' in as ? `Bearer ${as.bearer}` : as.authorization
  switch (as) {
    case 'bearer':
      return `Bearer ${await bearer()}`
    case 'integrationToken':
      return `Bearer ${credentials.integrationToken ?? ''}`
    case 'apiKey':
      return `Basic ${btoa(`${credentials.apiKey ?? ''}:`)}`
    case 'dsn':
      return `DSN ${credentials.dsn ?? ''}`
  }
}

function encodeBody({ json, form, escapedForm }: Pick<Call, 'json' | 'form' | 'escapedForm'>): {
  readonly body?: string
  readonly type?: string
} {
  if (json !== undefined)
    return { body: json instanceof NotJson ? json.text : JSON.stringify(json), type: 'application/json' }
  const sent = form ?? escapedForm
  if (!sent) return {}
  const body = new URLSearchParams(sent).toString()
  return { body: form ? body : body.replaceAll('_', '%5F'), type: 'application/x-www-form-urlencoded' }
}

/** A header in another case must replace the default header, not be added to it. */
function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
