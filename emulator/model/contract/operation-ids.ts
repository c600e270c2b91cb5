import type { ReferredTo } from '../resources/define-resource.ts'
import {
  type DeclaredResources,
  resourceByCollection,
  type ResourceCollection,
  resourceCollections,
} from '../resources/resources.ts'

/** The operations that the specification documents, and those of consent pages and of MCP. */
const particular = [
  'oauth.token',
  'access-tokens.list',
  'access-tokens.create',
  'access-tokens.rename',
  'access-tokens.revoke',
  'connect.prepare',
  'connect.browser',
  'connect.decide',
  'connect.authorize',
  'services.capabilities',
  'services.invoke',
  'mcp',
  'configurations.list',
  'configurations.value',
  'configurations.update',
  'configurations.delete',
  'products.list',
  'products.create',
] as const

const legacy = [
  'legacy.root',
  'legacy.projects',
  'legacy.groups.list',
  'legacy.groups.create',
  'legacy.events.list',
] as const

/** The operations of a resource by the general rules of clause 4. */
const actions = ['list', 'create', 'retrieve', 'update', 'delete'] as const

/** The collections of the resources that the general rules hold for. */
export type GeneralCollection = Exclude<ResourceCollection, 'configurations'>

/** The operations of a resource by the general rules. */
export type GeneralOperation<
  Name extends GeneralCollection,
  Action extends (typeof actions)[number],
> = `${DeclaredResources[Name]['segment']}.${Action}`

/** The operation that lists a resource below its parent. The products of a catalog have another path. */
export type NestedList<Name extends ResourceCollection> = Name extends 'catalog_products'
  ? never
  : `${DeclaredResources[Extract<ReferredTo<DeclaredResources[Name]['members']>, ResourceCollection>]['plural']}.${ListedAs<DeclaredResources[Name]>}.list`

type ListedAs<Declared extends { readonly segment: string }> = Declared extends {
  readonly listedAs: infer Listed extends string
}
  ? Listed
  : Declared['segment']

/** One of `operationIds`. */
export type OperationId =
  | (typeof particular)[number]
  | { [Name in GeneralCollection]: GeneralOperation<Name, (typeof actions)[number]> }[GeneralCollection]
  | { [Name in ResourceCollection]: NestedList<Name> }[ResourceCollection]
  | (typeof legacy)[number]

/** The operation ids of every endpoint, as faults, the journal and the OpenAPI document use them. */
export const operationIds: readonly OperationId[] = [
  ...particular,
  ...resourceCollections
    .filter((collection) => collection !== 'configurations')
    .flatMap((collection) => actions.map((action) => `${resourceByCollection[collection].segment}.${action}`)),
  ...resourceCollections
    .filter((collection) => collection !== 'catalog_products')
    .flatMap((collection) => nestedList(collection)),
  ...legacy,
] as readonly OperationId[]

function nestedList(collection: ResourceCollection): readonly string[] {
  const { parent } = resourceByCollection[collection]
  return parent ? [`${resourceByCollection[parent.collection].plural}.${parent.listedAs}.list`] : []
}
