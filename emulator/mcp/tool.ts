import type { Scope } from '../contract/scope.ts'
import type { Context } from '../endpoints/define-endpoint.ts'
import type { JsonSchema } from '../tools/json-schema.ts'

/** What tools work with: the part of an endpoint's context that does not depend on its schemas. */
export type McpContext = Context<unknown, unknown, unknown>

/** A schema whose root MCP accepts: an object. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

/** A tool, and what running it takes. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  /** Absent where a result may be something else than an object. */
  readonly outputSchema?: ObjectSchema
  readonly annotations?: { readonly readOnlyHint: boolean }
  /** What the caller's scopes must allow. */
  readonly scope: Scope
  /** @throws ApiError for arguments that do not fit, and for what is refused. */
  readonly call: (input: Readonly<Record<string, unknown>>) => unknown
}

/** Whether a schema is that of an object, as tools of MCP must have it. */
export function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return (schema as { type?: unknown }).type === 'object'
}
