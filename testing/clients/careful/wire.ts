import type { DriverContext } from '../../../bin/judges/client/driver.ts'
import type { Dialect } from './dialect.ts'
import { readWait } from './retry-after.ts'

/** The options of a client. */
export interface ClientOptions extends Pick<DriverContext, 'baseUrl' | 'fetch' | 'credentials'> {
  readonly dialect: Dialect
  /** Waits so many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** A request to be sent. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer, read to its end. */
export interface Answer {
  /** The address that was asked last: that of the call, or where it was redirected to. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The parameters of a query. Those that are undefined are not sent. */
export type Query = Readonly<Record<string, string | number | undefined>>

/** The error of a request, as the user of the client sees it. */
export class PlatformError extends Error {
  readonly kind: string
  readonly status: number | undefined

  constructor(kind: string, message: string, status?: number) {
    super(message)
    this.kind = kind
    this.status = status
  }
}

const mostAttempts = 4
const mostRedirects = 5
/** The longest wait of a client before it tries again, in milliseconds. */
const longestWait = 600_000

/** Sends requests, and sends them again where that can do no harm. */
export class Wire {
  protected readonly options: ClientOptions
  protected readonly dialect: Dialect

  constructor(options: ClientOptions) {
    this.options = options
    this.dialect = options.dialect
  }

  /** The address of a path below the base URL. */
  protected address(path: string, query: Query = {}): string {
    const text = this.queryText(query)
    return `${this.options.baseUrl.replace(/\/$/, '')}${path}${text === '' ? '' : `?${text}`}`
  }

  protected queryText(query: Query): string {
    return Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
      .join('&')
  }

  /** Sends a request until it is answered, or until it must not be sent again. */
  protected async send(call: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.exchange(call).catch((error: unknown) => {
        if (error instanceof PlatformError) throw error
        if (attempt < mostAttempts && this.mayRepeat(call)) return undefined
        throw new PlatformError('connection', `${call.method} ${call.url} had no answer: ${String(error)}`)
      })
      if (answer && (attempt === mostAttempts || !this.isTransient(call, answer))) return answer
      await this.options.sleep(this.waitBefore(attempt, answer))
    }
  }

  /** Returns true if a request may be sent again although it may have been done. */
  protected mayRepeat({ method }: Call): boolean {
    return method === 'GET'
  }

  /** Returns true if the same request may be answered otherwise a little later. */
  protected isTransient(call: Call, { status }: Answer): boolean {
    return status === 429 || (status >= 500 && this.mayRepeat(call))
  }

  protected waitBefore(attempt: number, answer: Answer | undefined): number {
    return Math.min(longestWait, (answer && readWait(answer.headers)) ?? 100 * 2 ** attempt)
  }

  /** Sends a request once, and follows redirects within the service. */
  protected async exchange(call: Call): Promise<Answer> {
    let { url } = call
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const { method, headers = {}, body } = call
      const response = await this.options.fetch(url, {
        method,
        headers,
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      })
      const target = this.redirectOf(call, response)
      const text = await response.text()
      if (target === undefined) return { url, status: response.status, headers: response.headers, text }
      url = this.withinService(new URL(target, url))
    }
    throw new PlatformError('redirects', `${call.url} redirects more than ${mostRedirects} times.`)
  }

  private redirectOf({ method }: Call, { status, headers }: Response): string | undefined {
    const isFollowed = method === 'GET' ? [301, 302, 307, 308].includes(status) : [307, 308].includes(status)
    return isFollowed ? (headers.get('location') ?? undefined) : undefined
  }

  /** An address that may be sent credentials. */
  protected withinService(url: URL): string {
    if (url.origin === new URL(this.options.baseUrl).origin) return url.href
    throw new PlatformError('foreign-address', `The service led to another origin: ${url.origin}.`)
  }

  /** The answer, unless it is a refusal. */
  protected accepted(answer: Answer): Answer {
    if (answer.status >= 200 && answer.status < 300) return answer
    throw new PlatformError(
      'refused',
      `${answer.url} was answered with ${answer.status}: ${answer.text.slice(0, 200)}`,
      answer.status,
    )
  }

  protected json({ url, status, text }: Answer): unknown {
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new PlatformError('unreadable', `${url} was answered with no JSON: ${text.slice(0, 200)}`, status)
    }
  }
}
