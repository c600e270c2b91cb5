import { type DeclaredResources, resourceByCollection, resourceCollections } from '../resources/resources.ts'

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

/** What a resource has by the general rules of clause 4. */
const actions = ['list', 'create', 'retrieve', 'update', 'delete'] as const

/** The resources that the general rules hold for. */
type General = Omit<DeclaredResources, 'configurations'>[Exclude<keyof DeclaredResources, 'configurations'>]

/** The resources that are also listed below their parents. The products of a catalog have another path. */
type Nested = Extract<
  Omit<DeclaredResources, 'catalog_products'>[Exclude<keyof DeclaredResources, 'catalog_products'>],
  { readonly parent: object }
>

type NestedOperation<Resource> = Resource extends { readonly segment: infer Segment; readonly parent: infer Parent }
  ? Parent extends { readonly collection: infer Collection extends keyof DeclaredResources }
    ? `${DeclaredResources[Collection]['plural']}.${Parent extends { readonly listedAs: infer Listed extends string } ? Listed : Segment & string}.list`
    : never
  : never

/** One of `operationIds`. */
export type OperationId =
  | (typeof particular)[number]
  | `${General['segment']}.${(typeof actions)[number]}`
  | NestedOperation<Nested>
  | (typeof legacy)[number]

/** The operation ids of every endpoint: what faults, the journal and the OpenAPI document call them. */
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

function nestedList(collection: keyof DeclaredResources): readonly string[] {
  const { parent, segment } = resourceByCollection[collection]
  if (!parent) return []
  return [`${resourceByCollection[parent.collection].plural}.${parent.listedAs ?? segment}.list`]
}
