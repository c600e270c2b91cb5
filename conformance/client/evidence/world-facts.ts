// The contents of a run's world, as plain data: the truth that the value of a task is compared with.
import type { TimeFormat } from '../../reading/times.ts'

/** A product, as the API shows it. */
export interface ProductFacts {
  readonly id: string
  readonly brand: string
  readonly category: string
  readonly status: string
  /** The texts that `search` looks in. */
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

/** The data of a world at one moment. Lists are in the order of the API: newest first, legacy lists oldest first. */
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

/** The statuses of what an operation refuses. */
export interface RefusalStatuses {
  /** For a credential that is not accepted. */
  readonly unauthenticated: number
  /** For a credential that does not allow the request. */
  readonly forbidden: number
  /** For input that is not valid. A malformed id and an invalid enum value are 400 (clause 7). */
  readonly refused: number
  /** For an id that no object has. */
  readonly unknown: number
}

/** The answers to what the specification leaves open that a judge must know to prepare a task. */
export interface DialectFacts {
  /** The default page size of the versioned API, and the largest. */
  readonly pageSize: { readonly default: number; readonly largest: number }
  readonly legacyPageSize: number
  /** The path of personal access tokens, as `/access-tokens`. */
  readonly accessTokensPath: string
  readonly expiresAt: TimeFormat
  /** Converts a scope to its form in requests and answers. */
  readonly toScope: (scope: string) => unknown
  readonly issuesRefreshToken: boolean
  readonly pagesEnvironments: boolean
  /** The statuses of refusals, which operations may differ in: by `ClientExchange.servedAs`. */
  readonly refusals: (servedAs: string | undefined) => RefusalStatuses
  /** The lifetime of an access token in seconds, where the answer tells it, under whatever name. */
  readonly toldLifetime: number | undefined
  /**
   * Returns true if a page says that nothing follows, by the operation that answered it; undefined where it is not
   * known what says so.
   */
  readonly isLastPage: (servedAs: string | undefined, json: unknown) => boolean | undefined
  /** The versions that are served, as `1.13`. */
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
