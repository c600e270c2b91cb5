import { type Endpoint, defineEndpoint, bearerCredentials } from './define-endpoint.ts'
import type { Resource } from '../contract/resource.ts'
import { resourceByCollection, type ResourceCollection, resourceCollections } from '../resources/resources.ts'
import { createEndpoint, itemEndpoints, listEndpoint, readPage } from './resource-endpoints.ts'

/** `GET {base_url}/1.13/environments` (clause 4.4): paged, or whole under the convention `environmentsPaged`. */
function environmentsList(): Endpoint {
  const resource = resourceByCollection.environments
  const listed = listEndpoint({
    collection: 'environments',
    resource,
    path: '/{version}/environments',
    operations: 'environments',
    documented: { list: ['environments.list', 'environments.fields'] },
  })
  return defineEndpoint({
    ...listed,
    conventions: [...(listed.conventions ?? []), 'environmentsPaged'],
    credentials: bearerCredentials,
    handle: (context) => {
      if (context.conventions.environmentsPaged) return listed.handle(context as never)
      const {
        limit: _limit,
        starting_after: _after,
        ending_before: _before,
        ...query
      } = context.query as Record<string, unknown>
      const limit = context.world.collection('environments').size + 1
      const page = readPage(
        {
          ...context,
          query,
          conventions: { ...context.conventions, defaultLimit: limit, maximumLimit: limit },
        } as never,
        'environments',
      )
      return { kind: 'list', resource, page, paged: false }
    },
  })
}

/** The parents whose path also lists their children: a workspace has projects, a flow its runs (clause 2.4). */
function nestedLists(): readonly Endpoint[] {
  return resourceCollections.flatMap((collection) => {
    const resource: Resource = resourceByCollection[collection]
    if (!resource.parent || collection === 'catalog_products') return []
    const parent: Resource = resourceByCollection[resource.parent.collection as ResourceCollection]
    const segment =
      collection === 'adapter_connections'
        ? 'connections'
        : collection === 'flow_runs'
          ? 'runs'
          : collection === 'issue_events'
            ? 'events'
            : resource.segment
    return [
      listEndpoint({
        collection,
        resource,
        path: `/{version}/${parent.segment}/{${resource.parent.member}}/${segment}`,
        operations: `${parent.plural}.${segment}`,
        fixed: resource.parent.member,
      }),
    ]
  })
}

/** The products of a catalog (clause 4.4), where they are also created, retrieved, updated and deleted. */
function catalogProducts(): readonly Endpoint[] {
  const place = {
    collection: 'catalog_products',
    resource: resourceByCollection.catalog_products as Resource,
    path: '/{version}/pulse/catalogs/{catalog_id}/products',
    operations: 'products',
    fixed: 'catalog_id',
  } as const
  return [listEndpoint({ ...place, documented: { list: ['products.list'] } }), createEndpoint(place)]
}

/** Every versioned endpoint but those of configurations and personal access tokens. */
export function versionedEndpoints(): readonly Endpoint[] {
  const flat = resourceCollections
    .filter((collection) => collection !== 'configurations')
    .flatMap((collection) => {
      const resource: Resource = resourceByCollection[collection]
      const place = { collection, resource, path: `/{version}/${resource.segment}`, operations: resource.segment }
      const list =
        collection === 'environments'
          ? environmentsList()
          : listEndpoint(collection === 'resources' ? { ...place, documented: { list: ['resources.list'] } } : place)
      return [list, createEndpoint(place), ...itemEndpoints(place)]
    })
  return [...catalogProducts(), ...flat, ...nestedLists()]
}
