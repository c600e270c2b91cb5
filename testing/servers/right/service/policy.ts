// Everything that SPEC.md leaves to a server, each a choice of the service.
import type { Kind, StoredRecord } from './store.ts'

type Members = Readonly<Record<string, unknown>>

/** A page of a list. */
export interface Page {
  readonly url: URL
  readonly hasMore: boolean
  readonly last: string | undefined
}

/** Why a request is refused. */
export type Reason =
  | 'refused'
  | 'malformedId'
  | 'stranger'
  | 'forbidden'
  | 'unknown'
  | 'method'
  | 'mediaType'
  | 'invalidBody'
  | 'quota'

export interface Refusal {
  readonly status: number
  readonly reason: Reason
  readonly detail: string
  /** The allowed values of an enum filter. */
  readonly options: readonly string[] | undefined
}

/** The operations whose success may have another status than 200. */
type Success = 'created' | 'renamed' | 'deleted' | 'posted' | 'granted' | 'prepared'

/** An entry of a Link header. */
export interface LinkEntry {
  readonly rel: string
  readonly url: string
  readonly results: boolean
}

export interface Policy {
  /** Clause 4: the envelope is not shown. */
  readonly list: (kind: Kind, records: readonly unknown[], page: Page) => unknown
  readonly single: (kind: Kind, record: Members) => unknown
  /** Clause 2.4: fields beyond id and name are not shown. */
  readonly show: (kind: Kind, record: Members) => Members
  /** Clause 7: error bodies are not shown. */
  readonly error: (refusal: Refusal) => unknown
  /** Clause 7: status codes other than 400 are not shown. 400 is only for malformed ids and enum values. */
  readonly status: Readonly<Record<Exclude<Reason, 'malformedId'> | Success, number>>
  readonly headers: (status: number) => Readonly<Record<string, string>>
  /** Clause 4: what OPTIONS says beside Allow. */
  readonly options: (allow: string) => Response
  readonly data: {
    readonly counts: Readonly<Record<'product' | 'environment' | 'resource' | 'event' | 'group', number>>
    readonly names: readonly string[]
    readonly brands: readonly string[]
    readonly categories: readonly string[]
    readonly statuses: readonly string[]
    readonly groupStatuses: readonly string[]
  }
  /** Clause 8: maximum and default of limit are not shown. */
  readonly limit: {
    readonly usual: number
    readonly least: number
    readonly most: number
    readonly above: 'clamp' | number
  }
  readonly paged: readonly Kind[]
  readonly search: readonly string[] | undefined
  readonly unknownParameter: number | undefined
  /** Clause 4.6 does not mention these. */
  readonly cursors: {
    /** A cursor whose record was deleted keeps its place, or is refused, as what is unknown or otherwise. */
    readonly deleted: 'kept' | 'refused' | 'unknown'
    readonly both: 'refused' | 'the first is read'
    /** The order within a page before a cursor. */
    readonly before: 'falls' | 'rises'
    readonly behindLast: 'an empty page' | 'unknown'
  }
  /** Clause 7 states no 404: what is unknown is refused, or is a thing that has nothing. */
  readonly unknown: 'refused' | 'nothing'
  readonly linkPageSize: number
  /** The order of events. */
  readonly events: 'newest first' | 'oldest first'
  readonly link: (entry: LinkEntry) => string
  /** The header of both entries, `previous` first. */
  readonly links: (entries: readonly LinkEntry[], write: (entry: LinkEntry) => string) => string
  /** The paths where HEAD is served. Clause 4 does not name it among the methods; clause 4.9 does, for the legacy root. */
  readonly head: 'everywhere' | 'at the legacy root'
  /** Clause 2.1: the encoding of the timestamp in an id is not shown. */
  readonly id: (now: number, serial: number) => string
  /** Clause 2.2: the formats of scopes and expires_at are not shown. */
  readonly expiry: {
    readonly read: (value: unknown, now: number) => number | undefined
    readonly show: (expiry: number) => unknown
    /** True if a moment is within 7 days and 2 years. */
    readonly isAllowed: (expiry: number, now: number) => boolean
  }
  readonly scopes: { readonly known: readonly string[]; readonly show: (scopes: readonly string[]) => unknown }
  readonly secret: (token: Members, secret: string) => Members
  readonly token: {
    readonly paged: boolean
    /** The effect of a rename with other members: they are ignored, or the request is refused. */
    readonly otherMembers: 'ignored' | 'refused'
    readonly answersDeleted: boolean
    /** True if two tokens of a user may have one name. */
    readonly uniqueNames: boolean
  }
  /** Clause 5.2: lifetime, expiry field and refresh tokens are not shown. */
  readonly oauth: {
    /** Seconds. */
    readonly lifetime: number
    /** Seconds for which a token still works after its end. */
    readonly grace: number
    /** Seconds. */
    readonly refreshLifetime: number
    /** The scopes that the client lacks. */
    readonly lacks: readonly string[]
    /** `now` is the time of the service, in milliseconds. */
    readonly answer: (issued: Members, now: number) => Members
    /** A refresh token that stays is repeated in each answer, or is shown once. */
    readonly refresh: 'none' | 'rotates' | 'stays' | 'stays, told once'
    /** True if a new access token ends the one before it. */
    readonly onlyLast: boolean
    /** The access tokens that the client may have; a new one ends the oldest. */
    readonly mostTokens: number
    /**
     * The tokens of one log-in share their end: a refresh ends the access token before it, or the reuse of a spent refresh
     * token ends them all (RFC 9700).
     */
    readonly family: 'nothing' | 'a refresh replaces' | 'reuse ends'
    readonly status: { readonly client: number; readonly grant: number }
    /** The form of every Bearer token. */
    readonly token: (text: string) => string
  }
  readonly codeName: string
  /** The number of times that a state code may be opened. */
  readonly codeUses: number
  /** Seconds. */
  readonly codeLifetime: number
  /** The answer of GET connect to a good code, and to any other. */
  readonly connect: (isGood: boolean, code: string) => Response
  /** The answer to a command that was done. */
  readonly result: (job: string) => Response
  readonly capabilities: (commands: Readonly<Record<string, object>>) => unknown
  /** Clause 4.8 shows no behaviour. `random` makes the ids of sessions. */
  readonly mcp: ((random: () => string, request: Request) => Promise<Response>) | undefined
  readonly configuration: (value: unknown, path: string) => unknown
  /** The answer of GET /0/projects/. */
  readonly projects: (project: StoredRecord, isKey: boolean) => unknown
  readonly groupNeedsStatus: boolean
  readonly moods: {
    /** Milliseconds that an answer takes. */
    readonly latency: number
    /** Milliseconds by which lists are late. */
    readonly listLag: number
    /** Milliseconds by which everything is late that was changed, credentials included. */
    readonly lag: number
    /** Milliseconds by which the clock is ahead of the client's. */
    readonly skew: number
    /** True if answers have a Date. */
    readonly dated: boolean
    /** The number of requests after which others create a record of each kind, or delete some. */
    readonly createsEvery: number
    readonly deletesEvery: number
    /** The tokens that a user may have. */
    readonly quota: number
    /** The requests in ten seconds above which the answer is 429; 0 for no limit. */
    readonly rate: number
    /** The failed log-ins after which an address is blocked. */
    readonly addressLock: number
    readonly addressLockStatus: number
    /** True if requests without credentials count, too. */
    readonly addressLockByAnyRefusal: boolean
    /** The refusals after which an OAuth client is locked. */
    readonly clientLock: number
  }
  /** The fault of a wrong server: it changes a request or an answer. */
  readonly fault: (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>
}
