import type { ReferredTo } from '../resources/define-resource.ts'
import type {
  CatalogProductRecord,
  ConfigurationRecord,
  GroupRecord,
  IssueEventRecord,
  ResourceRecords,
} from '../resources/resource-records.ts'
import {
  type DeclaredResources,
  resourceByCollection,
  type ResourceCollection,
  resourceCollections,
} from '../resources/resources.ts'

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

/** The type of the bodies that an operation answers with. */
const body = <Body>(): Body => undefined as Body

/**
 * The operations that the specification documents, and those of consent pages and of MCP, each with the bodies of its
 * answers under any conventions. Every member is optional: a stub only needs those that its test is about.
 */
const particular = {
  'oauth.token': body<{
    readonly access_token?: string
    readonly token_type?: 'Bearer'
    readonly expires_in?: number
    readonly refresh_token?: string
    readonly scope?: string
    readonly expires_at?: string
  }>(),
  'access-tokens.list': body<List<AccessToken, 'access_tokens'>>(),
  'access-tokens.create': body<Single<NewAccessToken, 'access_token'>>(),
  'access-tokens.rename': body<Single<AccessToken, 'access_token'>>(),
  'access-tokens.revoke': body<Single<AccessToken, 'access_token'>>(),
  'connect.prepare': body<{
    readonly state?: string
    readonly expires_in?: number
    readonly prepare_state?: string
    readonly code?: string
  }>(),
  'connect.browser': body<string>(),
  'connect.decide': body<string>(),
  'connect.authorize': body<string>(),
  'services.capabilities': body<
    | {
        readonly commands?: readonly {
          readonly name?: string
          readonly description?: string
          readonly inputSchema?: AnySchema
          readonly outputSchema?: AnySchema
        }[]
      }
    | Readonly<Record<string, AnySchema>>
  >(),
  'services.invoke': body<unknown>(),
  mcp: body<unknown>(),
  'configurations.list': body<List<Partial<ConfigurationRecord>, 'configurations'>>(),
  'configurations.value': body<unknown>(),
  'configurations.update': body<unknown>(),
  'configurations.delete': body<Single<Partial<ConfigurationRecord>, 'configuration'>>(),
  'products.list': body<List<Partial<CatalogProductRecord>, 'products'>>(),
  'products.create': body<Single<Partial<CatalogProductRecord>, 'product'>>(),
}

const legacy = {
  'legacy.root': body<{ readonly version?: string; readonly user?: null; readonly auth?: null }>(),
  'legacy.projects': body<LegacyProject | readonly LegacyProject[]>(),
  'legacy.groups.list': body<LegacyList<Partial<GroupRecord>>>(),
  'legacy.groups.create': body<Single<Partial<GroupRecord>, 'group'>>(),
  'legacy.events.list': body<LegacyList<Partial<IssueEventRecord>>>(),
}

/** The operations of a resource by the general rules of clause 4. */
const actions = ['list', 'create', 'retrieve', 'update', 'delete'] as const

/** The collections of the resources that the general rules hold for. */
type GeneralCollection = Exclude<ResourceCollection, 'configurations'>

/** The operations of a resource by the general rules. */
type GeneralOperation<
  Name extends GeneralCollection,
  Action extends (typeof actions)[number],
> = `${DeclaredResources[Name]['segment']}.${Action}`

/** The operation that lists a resource below its parent. The products of a catalog have another path. */
type NestedList<Name extends ResourceCollection> = Name extends 'catalog_products'
  ? never
  : `${DeclaredResources[Extract<ReferredTo<DeclaredResources[Name]['members']>, ResourceCollection>]['plural']}.${ListedAs<DeclaredResources[Name]>}.list`

type ListedAs<Declared extends { readonly segment: string }> = Declared extends {
  readonly listedAs: infer Listed extends string
}
  ? Listed
  : Declared['segment']

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

/** The bodies of the answers of each operation. */
export type AnswerBodies = typeof particular & typeof legacy & Lists & Objects

/** One of `operationIds`. */
export type OperationId = keyof AnswerBodies

/** The operation ids of every endpoint, as faults, the journal and the OpenAPI document use them. */
export const operationIds: readonly OperationId[] = [
  ...Object.keys(particular),
  ...resourceCollections
    .filter((collection) => collection !== 'configurations')
    .flatMap((collection) => actions.map((action) => `${resourceByCollection[collection].segment}.${action}`)),
  ...resourceCollections
    .filter((collection) => collection !== 'catalog_products')
    .flatMap((collection) => nestedList(collection)),
  ...Object.keys(legacy),
] as readonly OperationId[]

function nestedList(collection: ResourceCollection): readonly string[] {
  const { parent } = resourceByCollection[collection]
  return parent ? [`${resourceByCollection[parent.collection].plural}.${parent.listedAs}.list`] : []
}
