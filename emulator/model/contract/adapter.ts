import type { JsonSchema } from '../../tools/json-schema.ts'

/** The members of a record without a type from the adapter. */
type AnyMembers = Readonly<Record<string, unknown>>

/** A record that a command stores: plain JSON with its assigned id. */
export type StoredItem<Members extends object = AnyMembers> = {
  /** The assigned id. */
  readonly id: string
} & Readonly<Members>

/** The records of one kind that the commands of one adapter connection store. */
export interface Shelf<Members extends object = AnyMembers> {
  /** Oldest first. */
  all(): readonly StoredItem<Members>[]
  /** The record with an id, or undefined. */
  get(id: string): StoredItem<Members> | undefined
  /** Creates a record with a new id. */
  insert(members: Readonly<Members>): StoredItem<Members>
  /** Changes some members of a record. @throws ApiError `unknown` when there is no such record. */
  update(id: string, changes: Partial<Readonly<Members>>): StoredItem<Members>
  /** Deletes a record and returns it. @throws ApiError `unknown` when there is no such record. */
  remove(id: string): StoredItem<Members>
}

/** The context of a command: everything apart from its body. */
export interface CommandContext {
  /** Virtual time, as RFC 3339 in UTC. */
  readonly now: string
  /** The adapter connection that the command is invoked on. */
  readonly connectionId: string
  /** The stored records of one kind of this connection, as in `shelf<{ amount: number }>('amounts')`. */
  shelf<Members extends object = AnyMembers>(kind: string): Shelf<Members>
}

/**
 * One typed operation of an adapter (clause 4.7). `handle` gets a body that matches the schema and must finish at
 * once, without awaiting.
 */
export interface Command {
  /** The name in the path of an invocation. */
  readonly name: string
  /** A description for capabilities and MCP. */
  readonly description: string
  /** The schema of the body of an invocation. */
  readonly body: JsonSchema
  /** The schema of the result. */
  readonly result: JsonSchema
  // eslint-disable-next-line typescript/no-explicit-any -- the body has the shape of the command's own schema
  /** Runs the command. If it throws an ApiError, that is the answer. */
  readonly handle: (context: CommandContext, body: any) => unknown
}

/** A connected service, with the commands that the Services API and MCP invoke (clauses 4.7 and 4.8). */
export interface Adapter {
  /** The name in paths such as `/app/{adapter}/prepare-connect`. */
  readonly name: string
  /** The name that people see. */
  readonly title: string
  /** The kind of service, in a word. */
  readonly kind: string
  /** The commands that it offers. */
  readonly commands: readonly Command[]
}

/** The adapters that an emulator serves, by name. */
export type AdapterRegistry = ReadonlyMap<string, Adapter>
