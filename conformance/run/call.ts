/** Who a request comes from. */
export type Credential =
  /** The Bearer token of the target file, or one that its OAuth client gets. The default. */
  | 'bearer'
  | 'none'
  | 'integrationToken'
  | 'apiKey'
  | 'dsn'
  | { readonly bearer: string }
  /** The whole value of Authorization. */
  | { readonly authorization: string }

/** A request as a check describes it: the session adds the base URL and the credential. */
export interface Call {
  /** Default: GET. */
  readonly method?: string
  /** A path after the target's base URL, with its leading slash; or an absolute URL. Sent as it is. */
  readonly path: string
  /** Encoded and appended; undefined leaves a parameter out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** The credential that it carries. Default: `bearer`. */
  readonly as?: Credential
  /** The body, as JSON. */
  readonly json?: unknown
  /** The body, as a form. */
  readonly form?: Readonly<Record<string, string>>
  /** Headers beside those that the kit sets. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the text of the body is complete enough to stop reading, for a body that the target may keep open. */
  readonly enough?: (text: string) => boolean
  /**
   * Whether the request may be carried out twice, and so is tried again when its connection broke.
   * Default: GET, HEAD, OPTIONS and DELETE.
   */
  readonly repeatable?: boolean
}
