import { hashSecret } from '../../tools/hash.ts'
import { type JsonSchema, keyword } from '../../tools/json-schema.ts'
import type { StoredRecord } from '../../model/contract/resource.ts'
import { connectionAdapter, isEnabled } from '../services/connections.ts'
import type { Adapter, Command } from '../../model/contract/adapter.ts'
import { invokeCommand } from '../services/invoke-command.ts'
import { assertArguments, isObjectSchema, type McpContext, type ToolSchema, type Tool } from './tool.ts'

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
    ? ({ type: 'object', properties: { body: command.body }, required: ['body'], additionalProperties: false } as const)
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

/** Returns true if the command's body is the argument `body`: arguments are always an object, and this body is not. */
function isWrapped(body: JsonSchema): boolean {
  const type = keyword(body, 'type')
  return type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object'))
}

function unwrapInput(schema: ToolSchema, input: Readonly<Record<string, unknown>>): unknown {
  assertArguments(schema, input)
  return input['body']
}
