import type { TimeLimits } from './connections.ts'

/** The options of `serve`. */
export interface ServeOptions {
  /** The port to listen on. 0 takes a free port. Default: 4113. */
  readonly port?: number
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string
  /** Further host names that the emulator answers for, such as `emulator.internal`. */
  readonly allowedHosts?: readonly string[]
  /**
   * Origins of web pages that may use the emulator, in addition to those on loopback: `https://app.example`, or `*` for
   * all. `*` does not open the control API.
   */
  readonly allowOrigins?: readonly string[]
  /**
   * The token that control requests must send as `Authorization: Bearer`. Without a token, the control API is served
   * only if the emulator listens only on loopback.
   */
  readonly controlToken?: string
  /**
   * True to replace the global Request and Response with lighter classes, which are faster. Default: false, because the
   * globals belong to the caller.
   */
  readonly overrideGlobalObjects?: boolean
  /** The certificate and its private key as PEM, to serve HTTPS. Default: plain HTTP. */
  readonly tls?: {
    /** The certificate, with the chain that leads to its authority. */
    readonly cert: string
    /** The private key. */
    readonly key: string
  }
  /** The time that requests under way may take after `close`, in milliseconds. Default: 5000. */
  readonly grace?: number
  /** The time limits of clients, for tests. @internal */
  readonly timeLimits?: Partial<TimeLimits>
  /** Called with each request that is refused before it reaches the emulator, and with its answer. @internal */
  readonly onRefused?: (request: Request, response: Response) => void
}

/** An emulator that listens on a port. */
export interface RunningServer {
  /** The base URL for clients, with the base path. */
  readonly url: string
  /** The port that it listens on. */
  readonly port: number
  /**
   * Stops listening. Requests under way may take up to `grace`; then their connections are closed. A second call closes
   * them at once.
   */
  close(): Promise<void>
  /** Closes the server at the end of an `await using` scope, also of a test that fails. */
  [Symbol.asyncDispose](): Promise<void>
}
