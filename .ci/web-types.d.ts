// The platform types that the published types use. They come from the DOM library or @types/node, with a minimal
// fallback so that the package compiles in a program with neither. The build copies this file to dist/.

/** An HTTP request. */
export type Request = typeof globalThis extends { Request: { prototype: infer Type } } ? Type : MinimalRequest

/** An HTTP response. */
export type Response = typeof globalThis extends { Response: { prototype: infer Type } } ? Type : MinimalResponse

/** The second argument of `fetch`. */
export type RequestInit = typeof globalThis extends { Request: new (input: never, init?: infer Type) => unknown }
  ? NonNullable<Type>
  : MinimalRequestInit

/** An absolute URL. */
export type URL = typeof globalThis extends { URL: { prototype: infer Type } } ? Type : MinimalURL

/** A signal that aborts a call. */
export type AbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer Type } }
  ? Type
  : MinimalAbortSignal

interface MinimalHeaders {
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
  append(name: string, value: string): void
  delete(name: string): void
  forEach(visit: (value: string, name: string) => void): void
}

interface MinimalMessage {
  readonly headers: MinimalHeaders
  readonly bodyUsed: boolean
  text(): Promise<string>
  json(): Promise<unknown>
  arrayBuffer(): Promise<ArrayBuffer>
}

interface MinimalRequest extends MinimalMessage {
  readonly method: string
  readonly url: string
  readonly signal: AbortSignal
  clone(): MinimalRequest
}

interface MinimalResponse extends MinimalMessage {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly redirected: boolean
  clone(): MinimalResponse
}

interface MinimalRequestInit {
  method?: string
  headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  body?: string | ArrayBuffer | Uint8Array | null
  signal?: AbortSignal | null
  redirect?: 'follow' | 'error' | 'manual'
}

interface MinimalURL {
  readonly href: string
}

interface MinimalAbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}
