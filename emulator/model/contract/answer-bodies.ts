import type {
  CatalogProductRecord,
  ConfigurationRecord,
  GroupRecord,
  IssueEventRecord,
  ResourceRecords,
} from '../resources/resource-records.ts'
import type { DeclaredResources } from '../resources/resources.ts'
import type { GeneralCollection, GeneralOperation, NestedList } from './operation-ids.ts'

/** A list, in each of its envelopes. */
type List<Item, Plural extends string> =
  | readonly Item[]
  | { readonly data: readonly Item[]; readonly has_more?: boolean }
  | { readonly items: readonly Item[]; readonly next_cursor?: string | null }
  | ({ readonly [Name in Plural]: readonly Item[] } & { readonly has_more?: boolean })

/** A list of the legacy API. */
type LegacyList<Item> = readonly Item[] | { readonly data: readonly Item[] }

/** One object, in each of its envelopes. */
type Single<Item, Singular extends string> = Item | { readonly data: Item } | { readonly [Name in Singular]: Item }

type Lists = {
  readonly [Name in GeneralCollection as GeneralOperation<Name, 'list'> | NestedList<Name>]: List<
    Partial<ResourceRecords[Name]>,
    DeclaredResources[Name]['plural']
  >
}

type Objects = {
  readonly [Name in GeneralCollection as GeneralOperation<Name, 'create' | 'retrieve' | 'update' | 'delete'>]: Single<
    Partial<ResourceRecords[Name]>,
    DeclaredResources[Name]['name']
  >
}

interface AccessToken {
  readonly id?: string
  readonly name?: string
  readonly scopes?:
    | readonly string[]
    | readonly { readonly resource?: string; readonly action?: string }[]
    | string
    | readonly { readonly name?: string; readonly description?: string }[]
  readonly expires_at?: string | number
  readonly created_at?: string
}

interface NewAccessToken extends AccessToken {
  readonly token?: string
  readonly secret?: string
  readonly value?: string
}

interface LegacyProject {
  readonly id?: string
  readonly name?: string
}

type AnySchema = Readonly<Record<string, unknown>>

/**
 * The bodies of the answers of each operation, under any conventions. Every member is optional: a stub only needs those
 * that its test is about.
 */
export interface AnswerBodies extends Lists, Objects {
  readonly 'oauth.token': {
    readonly access_token?: string
    readonly token_type?: 'Bearer'
    readonly expires_in?: number
    readonly refresh_token?: string
    readonly scope?: string
    readonly expires_at?: string
  }
  readonly 'access-tokens.list': List<AccessToken, 'access_tokens'>
  readonly 'access-tokens.create': Single<NewAccessToken, 'access_token'>
  readonly 'access-tokens.rename': Single<AccessToken, 'access_token'>
  readonly 'access-tokens.revoke': Single<AccessToken, 'access_token'>
  readonly 'connect.prepare': {
    readonly state?: string
    readonly expires_in?: number
    readonly prepare_state?: string
    readonly code?: string
  }
  readonly 'connect.browser': string
  readonly 'connect.decide': string
  readonly 'connect.authorize': string
  readonly 'services.capabilities':
    | {
        readonly commands?: readonly {
          readonly name?: string
          readonly description?: string
          readonly inputSchema?: AnySchema
          readonly outputSchema?: AnySchema
        }[]
      }
    | Readonly<Record<string, AnySchema>>
  readonly 'services.invoke': unknown
  readonly mcp: unknown
  readonly 'configurations.list': List<Partial<ConfigurationRecord>, 'configurations'>
  readonly 'configurations.value': unknown
  readonly 'configurations.update': unknown
  readonly 'configurations.delete': Single<Partial<ConfigurationRecord>, 'configuration'>
  readonly 'products.list': List<Partial<CatalogProductRecord>, 'products'>
  readonly 'products.create': Single<Partial<CatalogProductRecord>, 'product'>
  readonly 'legacy.root': { readonly version?: string; readonly user?: null; readonly auth?: null }
  readonly 'legacy.projects': LegacyProject | readonly LegacyProject[]
  readonly 'legacy.groups.list': LegacyList<Partial<GroupRecord>>
  readonly 'legacy.groups.create': Single<Partial<GroupRecord>, 'group'>
  readonly 'legacy.events.list': LegacyList<Partial<IssueEventRecord>>
}
