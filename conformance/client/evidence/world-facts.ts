// The contents of a run's world as plain data. The value of a task is compared with them.
import type { TimeFormat } from '../../reading/times.ts'

/** A product as the API returns it. */
export interface ProductFacts {
  readonly id: string
  readonly brand: string
  readonly category: string
  readonly status: string
  /** The texts that `search` matches. */
  readonly searched: readonly string[]
}

/** A personal access token. */
export interface AccessTokenFacts {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly secret: string | undefined
}

/** A connection of an adapter. */
export interface AdapterConnectionFacts {
  readonly id: string
  readonly adapter: string
  readonly commands: readonly string[]
}

/** The data of a world at one moment. Lists have the order of the API: newest first, legacy lists oldest first. */
export interface WorldFacts {
  /** The time of the world, in milliseconds since 1970. */
  readonly now: number
  readonly environments: readonly string[]
  /** The products of each catalog, by its id. */
  readonly catalogs: ReadonlyMap<string, readonly ProductFacts[]>
  /** The configuration of each scope, by its prefixed id. */
  readonly configurations: ReadonlyMap<string, unknown>
  readonly accessTokens: readonly AccessTokenFacts[]
  readonly adapters: readonly string[]
  readonly adapterConnections: readonly AdapterConnectionFacts[]
  readonly projects: readonly string[]
  /** The project that the API key and the DSN are bound to. */
  readonly boundProject: string
  /** The groups of each project, by its id. */
  readonly groups: ReadonlyMap<string, readonly string[]>
  /** The events of each issue, by its id. */
  readonly events: ReadonlyMap<string, readonly string[]>
}

/** The statuses of an operation's refusals. */
export interface RefusalStatuses {
  /** For a credential that is not accepted. */
  readonly unauthenticated: number
  /** For a credential that does not allow the request. */
  readonly forbidden: number
  /** For invalid input. A malformed id and an invalid enum value are 400 (clause 7). */
  readonly refused: number
  /** For an id that no object has. */
  readonly unknown: number
}

/** The choices that the specification leaves to the service and that a judge must know to prepare a task. */
export interface DialectFacts {
  /** The default page size of the versioned API, and the largest. */
  readonly pageSize: { readonly default: number; readonly largest: number }
  readonly legacyPageSize: number
  /** The path of personal access tokens, such as `/access-tokens`. */
  readonly accessTokensPath: string
  readonly expiresAt: TimeFormat
  /** Converts a scope to its form in requests and answers. */
  readonly toScope: (scope: string) => unknown
  readonly issuesRefreshToken: boolean
  /** The statuses of refusals by operation (`ClientExchange.servedAs`). */
  readonly refusals: (servedAs: string | undefined) => RefusalStatuses
  /** The lifetime of an access token in seconds if the answer has it, under any name. */
  readonly toldLifetime: number | undefined
  /**
   * Returns true if a page of an operation says that no page follows; undefined if it is unknown how the operation says
   * so.
   */
  readonly isLastPage: (servedAs: string | undefined, json: unknown) => boolean | undefined
  /** The served versions, such as `1.13`. */
  readonly versions: readonly string[]
  /** The path of the MCP endpoint. */
  readonly mcpPath: string
}

/** The credentials that a client was given. */
export interface ClientCredentials {
  /** The id of the OAuth client (clause 5.2). */
  readonly clientId: string
  /** The secret of the OAuth client (clause 5.2). */
  readonly clientSecret: string
  /** An access token that is sent as Bearer (clause 5.1). */
  readonly token: string
  /** Sent as Bearer on the legacy API (clause 5.4). */
  readonly integrationToken: string
  /** The user name of Basic authentication on the legacy API (clause 5.6). */
  readonly apiKey: string
  /** Sent with the scheme DSN on the legacy API (clause 5.5). */
  readonly dsn: string
}
