import type { Scope } from '../../model/contract/credentials.ts'
import type { Context } from '../../model/contract/context.ts'
import { ApiError } from '../dialect/api-error.ts'
import { describeFaults, type JsonSchema, keyword } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'

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
export function isObjectSchema(schema: JsonSchema): schema is ToolSchema {
  return keyword(schema, 'type') === 'object'
}

/** Checks the arguments of a call. @throws ApiError that lists every fault. */
export function assertArguments(schema: JsonSchema, input: Readonly<Record<string, unknown>>): void {
  const faults = findFaults(schema, input)
  if (faults.length === 0) return
  const list = describeFaults(faults, 'they')
  throw new ApiError('refused', `The arguments are invalid: ${list}.`, { details: faults })
}
