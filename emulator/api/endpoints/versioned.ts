import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { resourceByCollection, type ResourceCollection, resourceCollections } from '../../model/resources/resources.ts'
import { createEndpoint, itemEndpoints, listEndpoint } from './resource-endpoints.ts'

/** The documented lists of clause 4.4. */
const documentedLists: Readonly<Partial<Record<ResourceCollection, readonly RequirementId[]>>> = {
  environments: ['environments.list', 'environments.fields'],
  resources: ['resources.list'],
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
  return [listEndpoint({ ...place, documented: { list: ['products.list'], alwaysPaged: true } }), createEndpoint(place)]
}

/** All versioned endpoints except those of configurations and personal access tokens. */
export function versionedEndpoints(): readonly Endpoint[] {
  const flat = resourceCollections
    .filter((collection) => collection !== 'configurations')
    .flatMap((collection) => {
      const resource: Resource = resourceByCollection[collection]
      const place = { collection, resource, path: `/{version}/${resource.segment}`, operations: resource.segment }
      const list = documentedLists[collection]
      return [
        listEndpoint({ ...place, ...(list ? { documented: { list } } : {}) }),
        createEndpoint(place),
        ...itemEndpoints(place),
      ]
    })
  return [...catalogProducts(), ...flat, ...nestedLists()]
}
