import { defineEndpoint, bearerCredentials } from './define-endpoint.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { resourceByCollection, resourceCollections } from '../../model/resources/resources.ts'
import { selectFilters, listQuery } from '../input/list-query.ts'
import { createEndpoint, itemEndpoints, listEndpoint } from './resource-endpoints.ts'

/** `GET {base_url}/1.13/environments` (clause 4.4): in pages or whole, by the convention `environmentsPaged`. */
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
    query: listQuery(resource),
    paged: ({ environmentsPaged }) => environmentsPaged,
    conventions: [...(listed.conventions ?? []), 'environmentsPaged'],
    credentials: bearerCredentials,
    handle: (context) => {
      if (context.conventions.environmentsPaged) return listed.handle(context)
      const environments = context.world.collection('environments')
      const { search } = context.query
      const page = environments.page({
        where: selectFilters(resource, context.query),
        search,
        limit: environments.size + 1,
      })
      return { kind: 'list', resource, page }
    },
  })
}

/** The lists of children below their parents: the projects of a workspace, the runs of a flow (clause 2.4). */
function nestedLists(): readonly Endpoint[] {
  return resourceCollections.flatMap((collection) => {
    const resource: Resource = resourceByCollection[collection]
    // The specification has another path for the products of a catalog.
    if (!resource.parent || collection === 'catalog_products') return []
    const { member, listedAs = resource.segment } = resource.parent
    const parent: Resource = resourceByCollection[resource.parent.collection]
    const path = `/{version}/${parent.segment}/{${member}}/${listedAs}`
    return [listEndpoint({ collection, resource, path, operations: `${parent.plural}.${listedAs}`, fixed: member })]
  })
}

/** The endpoints that list and create the products of a catalog (clause 4.4). */
function catalogProducts(): readonly Endpoint[] {
  const place = {
    collection: 'catalog_products',
    resource: resourceByCollection.catalog_products,
    path: '/{version}/pulse/catalogs/{catalog_id}/products',
    operations: 'products',
    fixed: 'catalog_id',
  } as const
  return [listEndpoint({ ...place, documented: { list: ['products.list'] } }), createEndpoint(place)]
}

/** All versioned endpoints except those of configurations and personal access tokens. */
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
