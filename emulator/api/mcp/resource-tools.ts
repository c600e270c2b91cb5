import { Type } from 'typebox'
import { selectFilters, listQuery, readCollectionPage } from '../input/list-query.ts'
import { answerRecordSchema } from '../dialect/answer-schema.ts'
import { readQuery } from '../input/read-parameters.ts'
import { setMemberValues } from '../../model/resources/define-resource.ts'
import { resourceByCollection, resourceCollections, memberValues } from '../../model/resources/resources.ts'
import type { ResourceCollection } from '../../model/resources/resources.ts'
import { assertArguments, type McpContext, type Tool } from './tool.ts'

/** The lists that the specification documents; with `versionedResources: off`, these are the only ones. */
const documented: readonly ResourceCollection[] = ['environments', 'resources', 'catalog_products']

/** The input schema of each list. One object each, so that Ajv compiles it once. */
const inputSchemas = new Map(
  resourceCollections.map((collection) => {
    const { properties } = listQuery(resourceByCollection[collection])
    return [collection, Type.Object({ ...properties }, { additionalProperties: false })]
  }),
)

/**
 * Makes a read-only tool for each list, such as `list_flow_runs`. Configurations are read by path and have no list.
 */
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
  const schema = setMemberValues(inputSchemas.get(collection)!, memberValues(resource, context.world.openMembers))
  const words = resource.plural.replaceAll('_', ' ')
  return {
    name: `list_${resource.plural}`,
    title: `List ${words}`,
    scope: `${resource.family}:read`,
    description: `Lists ${words}, newest first, at most ${conventions.maximumLimit} at once. search is a partial match, the other filters are exact, and all of them must match. While has_more is true, call again with starting_after set to the last id.`,
    inputSchema: schema,
    outputSchema: Type.Object({
      data: Type.Array(answerRecordSchema(resource, dialect, context.world.openMembers)),
      has_more: Type.Boolean(),
    }),
    annotations: { readOnlyHint: true },
    call: (input) => {
      assertArguments(schema, input)
      const query = readQuery(
        schema,
        new Map(Object.entries(input).map(([name, value]) => [name, [String(value)]])),
        conventions,
      )
      const { items, hasMore } = readCollectionPage(context, collection, query, selectFilters(resource, query))
      return { data: items.map((record) => dialect.visible(resource, record)), has_more: hasMore }
    },
  }
}
