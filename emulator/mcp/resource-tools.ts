import Type, { type TObject } from 'typebox'
import { listQuery, readPage } from '../endpoints/resource-endpoints.ts'
import { ApiError } from '../dialect/api-error.ts'
import { recordSchema } from '../dialect/answer-schema.ts'
import { readQuery } from '../input/read-parameters.ts'
import { faultsOf } from '../tools/json-schema.ts'
import { resourceByCollection, type ResourceCollection, resourceCollections } from '../resources/resources.ts'
import type { McpContext, ObjectSchema, Tool } from './tool.ts'

/** The lists that the specification documents: all there is where the convention `versionedResources` is off. */
const documented: readonly ResourceCollection[] = ['environments', 'resources', 'catalog_products']

/** One schema object for each list, so that it is compiled once. */
const inputSchemas = new Map(
  resourceCollections.map((collection) => {
    const { properties } = listQuery(resourceByCollection[collection]) as TObject
    return [collection, Type.Object({ ...properties }, { additionalProperties: false })]
  }),
)

/** A read-only tool for listing each resource, such as `list_flow_runs`. Configurations have no list: they are read by path. */
export function resourceTools(context: McpContext): readonly Tool[] {
  const { versionedResources } = context.conventions
  return resourceCollections
    .filter(
      (collection) =>
        collection !== 'configurations' && (versionedResources === 'on' || documented.includes(collection)),
    )
    .map((collection) => listTool(context, collection))
}

function listTool(context: McpContext, collection: ResourceCollection): Tool {
  const { dialect, conventions } = context
  const resource = resourceByCollection[collection]
  const schema = inputSchemas.get(collection)!
  const words = resource.plural.replaceAll('_', ' ')
  return {
    name: `list_${resource.plural}`,
    title: `List ${words}`,
    scope: `${resource.family}:read`,
    description: `Lists ${words}, newest first, at most ${conventions.maximumLimit} at once. search is a partial match, the other filters are exact, and all of them must match. While has_more is true, go on with starting_after set to the last id.`,
    inputSchema: schema as unknown as ObjectSchema,
    outputSchema: Type.Object({
      data: Type.Array(recordSchema(resource, dialect)),
      has_more: Type.Boolean(),
    }) as unknown as ObjectSchema,
    annotations: { readOnlyHint: true },
    call: (input) => {
      const faults = faultsOf(schema, input)
      if (faults.length > 0)
        throw new ApiError(
          'refused',
          `The arguments do not fit: ${faults.map(({ at, message }) => `${at || 'they'} ${message}`).join('; ')}.`,
          { details: faults },
        )
      const query = readQuery(
        schema,
        new Map(Object.entries(input).map(([name, value]) => [name, [String(value)]])),
        conventions,
      )
      const { items, hasMore } = readPage({ ...context, query }, collection)
      return { data: items.map((record) => dialect.visible(resource, record)), has_more: hasMore }
    },
  }
}
