// The tools of MCP: the commands of adapter connections, and lists of resources.
import type { Scope } from '../../model/contract/credentials.ts'
import type { Context } from '../../model/contract/context.ts'
import { ApiError } from '../dialect/api-error.ts'
import { describeFaults, type JsonSchema, keyword } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import { hashSecret } from '../../tools/hash.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import { connectionAdapter, isEnabled } from '../services/connections.ts'
import type { Adapter, Command } from '../../model/contract/adapter.ts'
import { invokeCommand } from '../services/invoke-command.ts'
import { Type } from 'typebox'
import { selectFilters, listQuery, readCollectionPage } from '../input/list-query.ts'
import { answerRecordSchema } from '../dialect/answer-schema.ts'
import { readQuery } from '../input/read-parameters.ts'
import { setMemberValues } from '../../model/resources/define-resource.ts'
import {
  resourceByCollection,
  resourceCollections,
  memberValues,
  type ResourceCollection,
} from '../../model/resources/resources.ts'

/** The context of an MCP request: an endpoint's context without the types of its schemas. */
export type McpContext = Context<unknown, unknown, unknown>

/** The schema of an object; MCP accepts no other at the root. */
export interface ToolSchema {
  readonly type: 'object'
}

/** An MCP tool. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ToolSchema
  /** Absent when a result may be anything but an object. */
  readonly outputSchema?: ToolSchema
  readonly annotations?: { readonly readOnlyHint: boolean }
  /** The scope that the caller needs. */
  readonly scope: Scope
  /** Runs the tool. @throws ApiError for invalid arguments and for refused calls. */
  readonly call: (input: Readonly<Record<string, unknown>>) => unknown
}

/** Returns true if a schema describes an object, as MCP requires of the schemas of a tool. */
function isObjectSchema(schema: JsonSchema): schema is ToolSchema {
  return keyword(schema, 'type') === 'object'
}

/** Checks the arguments of a call. @throws ApiError that lists every fault. */
function assertArguments(schema: JsonSchema, input: Readonly<Record<string, unknown>>): void {
  const faults = findFaults(schema, input)
  if (faults.length === 0) return
  const list = describeFaults(faults, 'they')
  throw new ApiError('refused', `The arguments are invalid: ${list}.`, { details: faults })
}

/** The longest tool name, in characters. MCP allows 128, but some clients accept only 64. */
const maximumLength = 64

/**
 * Makes a tool of each command of every enabled adapter connection, such as `shop_create-order`. When an adapter has
 * several connections, the names end in the id of the connection, so that a name always means the same connection.
 */
export function commandTools(context: McpContext, taken: ReadonlySet<string>): readonly Tool[] {
  const { world, adapters } = context
  const connections = world
    .collection('adapter_connections')
    .all()
    .flatMap((connection) => {
      const adapter = connectionAdapter(world, adapters, connection)
      return adapter ? [{ connection, adapter }] : []
    })
  const count = new Map<Adapter, number>()
  for (const { adapter } of connections) count.set(adapter, (count.get(adapter) ?? 0) + 1)
  return connections
    .filter(({ connection }) => isEnabled(connection))
    .flatMap(({ connection, adapter }) =>
      adapter.commands.map((command) => {
        const plain = `${adapter.name}_${command.name}`
        const ambiguous = count.get(adapter)! > 1 || taken.has(plain)
        return commandTool(context, connection, command, shortenName(plain, ambiguous ? `_${connection.id}` : ''))
      }),
    )
}

function shortenName(name: string, suffix: string): string {
  if (name.length + suffix.length <= maximumLength) return name + suffix
  const hash = `_${hashSecret(name).slice(0, 8)}`
  return name.slice(0, maximumLength - suffix.length - hash.length) + hash + suffix
}

function commandTool(
  { world, checkResponses }: McpContext,
  connection: StoredRecord,
  command: Command,
  name: string,
): Tool {
  const wrapped = isWrapped(command.body)
  const inputSchema = wrapped
    ? ({
        type: 'object',
        properties: { body: command.body },
        required: ['body'],
        additionalProperties: false,
        ...definitionsOf(command.body),
      } as const)
    : ({ ...command.body, type: 'object' } as const)
  return {
    name,
    title: `${String(connection['name'])}: ${command.name}`,
    scope: 'services:write',
    description: `${command.description} Adapter connection: ${String(connection['name'])} (${connection.id}).`,
    inputSchema,
    ...(isObjectSchema(command.result) ? { outputSchema: command.result } : {}),
    call: (input) =>
      invokeCommand({
        world,
        connectionId: connection.id,
        command,
        body: wrapped ? unwrapInput(inputSchema, input) : input,
        checkResult: checkResponses,
      }),
  }
}

/** The definitions of a schema, to which its references lead from the schema that has it as a member, too. */
function definitionsOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const names = ['$defs', 'definitions'].filter((name) => keyword(schema, name) !== undefined)
  return Object.fromEntries(names.map((name) => [name, keyword(schema, name)]))
}

/** Returns true if the command's body is the argument `body`: arguments are always an object, and this body is not. */
function isWrapped(body: JsonSchema): boolean {
  const type = keyword(body, 'type')
  return type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object'))
}

function unwrapInput(schema: ToolSchema, input: Readonly<Record<string, unknown>>): unknown {
  assertArguments(schema, input)
  return input['body']
}

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
