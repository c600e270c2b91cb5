import { type Exchange, type SentRequest, toEvidence } from '../wire/exchange.ts'
import { isKitError } from '../kit-error.ts'
import type { Run } from './run.ts'
import { Conclusion, insufficient } from './verdict.ts'

/** Who a request comes from. */
export type Credential =
  /** The Bearer token of the target file, or one that its OAuth client gets. The default. */
  | 'bearer'
  | 'none'
  | 'integrationToken'
  | 'apiKey'
  | 'dsn'
  | { readonly bearer: string }
  /** The value of Authorization, whole. */
  | { readonly authorization: string }

/** A request as a check describes it: the session adds the base URL and the credential. */
export interface Call {
  /** Default: GET. */
  readonly method?: string
  /** Behind the target's base URL, beginning with a slash; or an absolute URL. Sent as it is. */
  readonly path: string
  /** Encoded and appended; undefined leaves a parameter out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly as?: Credential
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Whether what has come of a body is all that is waited for, where the target may leave it open. */
  readonly enough?: (text: string) => boolean
  /** Whether it may be carried out twice, and is tried again where its connection broke. Default: GET, HEAD, OPTIONS and DELETE. */
  readonly repeatable?: boolean
}

/** What one check sends, and the evidence that it collects. */
export class Session {
  readonly run: Run
  /** The evidence: heads of bodies, as whole ones would fill the memory. */
  readonly exchanges: Exchange[] = []

  constructor(run: Run) {
    this.run = run
  }

  /**
   * Sends a request and keeps the exchange as evidence.
   * @throws Conclusion `insufficientEvidence` at a limit of the run, `blocked` when no token can be had or no whole response comes.
   */
  send(call: Call): Promise<Exchange> {
    return handled(this.#send(call))
  }

  /** The value of a shared piece of knowledge, found out once in a run. Its exchanges are evidence here too. */
  fact<T>(key: string, find: (session: Session) => Promise<T>): Promise<T> {
    return handled(this.#fact(key, find))
  }

  async #send(call: Call): Promise<Exchange> {
    const request = await this.#toRequest(call)
    const exchange = await this.#deliver(request, call)
    this.exchanges.push(toEvidence(exchange))
    this.run.see(exchange)
    const { cutShort } = exchange.response
    if (exchange.response.status === 401 && this.#wasSuperseded(call, request)) return await this.#send(call)
    if (cutShort !== undefined)
      insufficient(`${request.method} ${request.url} answered ${exchange.response.status}, but ${cutShort}`)
    return exchange
  }

  async #fact<T>(key: string, find: (session: Session) => Promise<T>): Promise<T> {
    const { value, exchanges } = this.run.fact(key, find)
    try {
      return await value
    } finally {
      this.exchanges.push(...exchanges)
    }
  }

  /** Whether the token of the run's own client was refused, and one that was given to the client since may be why. */
  #wasSuperseded({ as = 'bearer' }: Call, { headers }: SentRequest): boolean {
    const { credentials = {} } = this.run.target
    return (
      as === 'bearer' &&
      credentials.token === undefined &&
      this.run.tokens.isSuperseded((headers['authorization'] ?? '').slice('Bearer '.length))
    )
  }

  async #deliver(request: SentRequest, { enough, repeatable }: Call): Promise<Exchange> {
    try {
      return await this.run.sender.send(request, enough, repeatable)
    } catch (error) {
      if (isKitError(error, 'unreachable')) throw new Conclusion('blocked', error.message, { unanswered: true })
      throw error
    }
  }

  async #toRequest({
    method = 'GET',
    path,
    query = {},
    as = 'bearer',
    json,
    form,
    headers = {},
  }: Call): Promise<SentRequest> {
    const url = `${/^https?:\/\//.test(path) ? '' : this.run.baseUrl}${path}`
    const parameters = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    const authorization = await this.#authorization(as, url)
    const body = json === undefined ? (form ? new URLSearchParams(form).toString() : undefined) : JSON.stringify(json)
    const type = json === undefined ? (form ? 'application/x-www-form-urlencoded' : undefined) : 'application/json'
    return {
      method,
      url: parameters.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${parameters.join('&')}`,
      headers: {
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...(type ? { 'content-type': type } : {}),
        ...lowerCase(headers),
      },
      body,
    }
  }

  /** Credentials never go to another origin than the target's. */
  async #authorization(as: Credential, url: string): Promise<string | undefined> {
    if (as === 'none' || new URL(url).origin !== new URL(this.run.baseUrl).origin) return undefined
    if (typeof as === 'object') return 'bearer' in as ? `Bearer ${as.bearer}` : as.authorization
    const { credentials = {} } = this.run.target
    switch (as) {
      case 'bearer':
        return `Bearer ${await this.run.bearer(this)}`
      case 'integrationToken':
        return `Bearer ${credentials.integrationToken ?? ''}`
      case 'apiKey':
        return `Basic ${btoa(`${credentials.apiKey ?? ''}:`)}`
      case 'dsn':
        return `DSN ${credentials.dsn ?? ''}`
    }
  }
}

/** A header given in another case must replace the one that is there, not join it. */
function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Whoever awaits it hears of the rejection. Nobody may, where a check that asks several things at once ends at the first: that must not end the process. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
