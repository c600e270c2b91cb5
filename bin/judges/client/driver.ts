// The types of a user's driver, which judges a client in process: a function for each task.
import type { ClientCredentials } from '../../../conformance/client/evidence/world-facts.ts'
import type { TaskName } from '../../../conformance/client/tasks/names.ts'

/** Ids that a client lists. */
export interface ListedIds {
  /** Bare ids, as they were received. */
  readonly ids: readonly string[]
}

/** The input and the result of each task. A result of type `object | void` may be nothing. */
export interface ClientTasks {
  /** Gets a token by client credentials. */
  readonly 'get-token': { input: object; value: object | void }
  /** The first page of the environments. */
  readonly 'list-environments': { input: object; value: ListedIds }
  /** All products of a catalog, newest first. */
  readonly 'walk-products': { input: WalkProductsInput; value: ListedIds }
  /** All products that are newer than `from`, by `ending_before`, in any order. */
  readonly 'walk-products-back': { input: { readonly catalogId: string; readonly from: string }; value: ListedIds }
  /** The configuration value at a dotted path. */
  readonly 'get-configuration': {
    input: { readonly scopeId: string; readonly path: string }
    value: { readonly value: unknown }
  }
  /** Creates a personal access token. `scopes` and `expiresAt` have the form of the request body. */
  readonly 'create-access-token': {
    input: { readonly name: string; readonly scopes: readonly unknown[]; readonly expiresAt: string | number }
    value: { readonly id: string; readonly secret: string }
  }
  /** Renames a personal access token. */
  readonly 'rename-access-token': {
    input: { readonly id: string; readonly name: string }
    value: { readonly name: string }
  }
  /** Revokes a personal access token. */
  readonly 'revoke-access-token': { input: { readonly id: string }; value: object | void }
  /** Lists the environments with a personal access token. */
  readonly 'use-access-token': { input: { readonly secret: string }; value: ListedIds }
  /** An absolute URL that a browser opens to connect. */
  readonly 'prepare-connect': { input: { readonly adapter: string }; value: { readonly url: string } }
  /** Invokes a command of an adapter. */
  readonly invoke: {
    input: { readonly adapterConnectionId: string; readonly command: string; readonly body: unknown }
    value: { readonly result: unknown }
  }
  /** The names of the commands of a connection, in any order. */
  readonly capabilities: {
    input: { readonly adapterConnectionId: string }
    value: { readonly commands: readonly string[] }
  }
  /** The projects of the legacy API, requested with the named credential. */
  readonly 'list-projects': {
    input: { readonly credential: 'integrationToken' | 'apiKey' | 'dsn' }
    value: ListedIds
  }
  /** All groups of a project, by the Link header. */
  readonly 'walk-groups': { input: { readonly projectId: string }; value: ListedIds }
  /** All events of an issue, by the Link header. */
  readonly 'walk-events': { input: { readonly issueId: string }; value: ListedIds }
  /** The events since a last page, whose `Link` header is `after`. */
  readonly 'poll-events': { input: { readonly issueId: string; readonly after: string }; value: ListedIds }
}

/** The input of `walk-products`: a catalog and filters for its products. */
export interface WalkProductsInput {
  /** A bare id. */
  readonly catalogId: string
  /** The page size that the user asked for. */
  readonly pageSize?: number
  /** A filter: an exact match. */
  readonly brand?: string
  /** A filter: an exact match. */
  readonly category?: string
  /** A filter: one of the values of its list. */
  readonly status?: string
  /** Free text: a partial match in any case. */
  readonly search?: string
}

/** The connection of a client under test to the API. It is the same for all concurrent tasks of one client. */
export interface ClientConnection {
  /** The base URL of the API. Only `fetch` below answers it. */
  readonly baseUrl: string
  /** Answers the requests of the client. It opens no socket. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** The credentials of clause 5, as in the PLATFORM_* variables. */
  readonly credentials: ClientCredentials
}

/** The context of a driver for one task. */
export interface DriverContext<Input = object, Client = undefined> extends ClientConnection {
  /** The input of the task. */
  readonly input: Input
  /** The client that `open` of the driver returned. */
  readonly client: Client
}

/**
 * A client under test: a function for each task that it supports. A rejection is an error of the client; its `status`
 * is used if it is a number. A task without a function is not applicable.
 *
 * @example
 * ```ts
 * import { type ClientDriver, judgeClient } from '@platform-data/emulator/client'
 *
 * const driver: ClientDriver = {
 *   'list-environments': async ({ baseUrl, fetch, credentials }) => {
 *     const headers = { authorization: `Bearer ${credentials.token}` }
 *     const response = await fetch(`${baseUrl}/1.13/environments`, { headers })
 *     if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
 *     const { data } = (await response.json()) as { data: { id: string }[] }
 *     return { ids: data.map(({ id }) => id) }
 *   },
 * }
 * const { conformant } = await judgeClient(driver)
 * ```
 */
export type ClientDriver<Client = any> = {
  readonly [Name in TaskName]?: (
    context: DriverContext<ClientTasks[Name]['input'], Client>,
  ) => Promise<ClientTasks[Name]['value']>
} & {
  /**
   * Creates the client that tasks receive as `context.client`. It is called once per run; concurrent tasks of one run
   * share the client, and so its token. A driver without it may store a client by `context.fetch`.
   */
  readonly open?: (connection: ClientConnection) => Client | Promise<Client>
}
