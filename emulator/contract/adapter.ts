import type { JsonSchema } from '../tools/json-schema.ts'

/** A record that a command keeps: plain JSON with the id that it was given. */
export type Kept = { readonly id: string } & Readonly<Record<string, unknown>>

/** The records of one kind that the commands of one adapter connection keep. */
export interface Shelf {
  /** Oldest first. */
  all(): readonly Kept[]
  get(id: string): Kept | undefined
  insert(members: Readonly<Record<string, unknown>>): Kept
  /** @throws ApiError `unknown` when there is no such record. */
  update(id: string, changes: Readonly<Record<string, unknown>>): Kept
  /** @throws ApiError `unknown` when there is no such record. */
  remove(id: string): Kept
}

/** What a command gets apart from its body. */
export interface CommandContext {
  /** Virtual time, as RFC 3339 in UTC. */
  readonly now: string
  /** The adapter connection that the command is invoked on. */
  readonly connectionId: string
  shelf(kind: string): Shelf
}

/**
 * One typed operation of an adapter (clause 4.7). `handle` gets a body that matches the schema and must finish at
 * once, without awaiting.
 */
export interface Command {
  readonly name: string
  readonly description: string
  readonly body: JsonSchema
  readonly result: JsonSchema
  // eslint-disable-next-line typescript/no-explicit-any -- the body has the shape of the command's own schema
  readonly handle: (context: CommandContext, body: any) => unknown
}

/** A connected service, with the commands that the Services API and MCP invoke (clauses 4.7 and 4.8). */
export interface Adapter {
  /** The name in paths such as `/app/{adapter}/prepare-connect`. */
  readonly name: string
  readonly title: string
  readonly kind: string
  readonly commands: readonly Command[]
}

/** The adapters that an emulator serves, by name. */
export type AdapterRegistry = ReadonlyMap<string, Adapter>
