import type { Path } from '../catalogue/operation-paths.ts'
import type { RunCredential } from '../conclusions/cause.ts'
import type { LedgerEntry } from './ledger.ts'

/** The credential of a request. */
export type Credential =
  /** The Bearer token of the target file, or one that its OAuth client gets. The default. */
  | 'bearer'
  | 'none'
  | 'integrationToken'
  | 'apiKey'
  | 'dsn'
  | { readonly bearer: string }
  /** The whole value of the Authorization header. */
  | { readonly authorization: string }

/** The wrong part of a request. A refresh token belongs to the client, a state code to the Bearer token. */
export type WrongCredential = RunCredential | 'refreshToken' | 'stateCode'

/** A request as a check describes it: the session adds the base URL and the credential. */
export interface Call {
  /** Default: GET. */
  readonly method?: string
  /** The documented operation, made by `at`, or another address. */
  readonly path: Path
  /** Parameters of the query; they are encoded and appended. Undefined leaves a parameter out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** The credential of the request. Default: `bearer`. */
  readonly as?: Credential
  /**
   * The credential that is wrong in this request: nearly right, made up, expired, or half of it missing. The runner
   * counts such requests, and afterwards repeats one with the right credential, as a target may lock a client out.
   */
  readonly wrong?: WrongCredential
  /** The ledger entry for the created object, if the check keeps one. */
  readonly entry?: LedgerEntry | undefined
  /**
   * True if the call leaves nothing to report: it moves the clock or deletes by a hook of the target file, or what it
   * starts ends by itself.
   */
  readonly leavesNothing?: boolean
  /** The body, as JSON, or a text in its place. */
  readonly json?: unknown
  /** The body, as a form. */
  readonly form?: Readonly<Record<string, string>>
  /** The body, as a form whose underscores are percent-encoded too. The meaning is the same. */
  readonly escapedForm?: Readonly<Record<string, string>>
  /** Headers in addition to those that the kit sets. */
  readonly headers?: Readonly<Record<string, string>>
  /** Returns true if reading can stop after this much of the body, as the target may keep the body open. */
  readonly enough?: (text: string) => boolean
  /**
   * True if the request may be carried out twice, so that it is retried after a broken connection. Default: GET, HEAD,
   * OPTIONS and DELETE.
   */
  readonly repeatable?: boolean
  /** True if a refusal is accepted as it is: the session does not find out whether the target knows the credential. */
  readonly refusalStands?: boolean
}

/** A text that is sent in place of JSON, with its media type. */
export class NotJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
