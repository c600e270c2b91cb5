import { type Static, Type } from 'typebox'
import { pointerNames, type JsonSchema, withoutSchema } from '../../tools/json-schema.ts'
import { findFaults, schemaFault } from '../../tools/schema-validator.ts'
import { shortJson } from '../../tools/short-text.ts'
import { assertNames, pathName } from './define-adapter.ts'
import { RecordId } from './define-command.ts'
import type { Adapter, Command } from '../../model/contract/adapter.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { ApiError } from '../dialect/api-error.ts'

type Members = Readonly<Record<string, unknown>>

const describedText = (description: string) => Type.String({ minLength: 1, description })
const nameSchema = (pattern: string, example: string) =>
  Type.String({ pattern, description: 'Lowercase letters, digits and hyphens.', examples: [example] })
const jsonSchema = (description: string) => Type.Optional(Type.Unsafe<Members>({ type: 'object', description }))
const kindOfRecord = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_-]*$', description, examples: ['orders'] }))

const DeclaredCommand = Type.Object(
  {
    name: nameSchema(`^(?!capabilities$)${pathName}$`, 'create-order'),
    description: describedText('Its purpose, in a sentence.'),
    body: jsonSchema('The JSON Schema 2020-12 of its body.'),
    result: jsonSchema('The JSON Schema 2020-12 of its result.'),
    does: Type.Object(
      {
        create: kindOfRecord('Stores the body as a new record of this kind, and returns it with its id.'),
        list: kindOfRecord('Returns the records of this kind that match every member of the body, newest first.'),
        retrieve: kindOfRecord('Takes an id, and returns the record of this kind.'),
        update: kindOfRecord('Takes an id, changes the other members of the body, and returns the record.'),
        remove: kindOfRecord('Takes an id, and removes and returns the record.'),
        returns: Type.Optional(Type.Unknown({ description: 'Always returns this value.' })),
      },
      {
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
        description: 'Its behaviour, and the kind of its records.',
        examples: [{ create: 'orders' }],
      },
    ),
  },
  { additionalProperties: false, description: 'A command of the Services API.' },
)

/** An adapter in its declarative form. */
export const DeclaredAdapter = Type.Object(
  {
    name: nameSchema(`^${pathName}$`, 'my-shop'),
    title: describedText('Its name for people.'),
    kind: describedText('Its category, such as commerce.'),
    commands: Type.Array(DeclaredCommand, { description: 'Its commands, each with another name.' }),
  },
  { additionalProperties: false, description: 'An adapter of the Services API and its commands.' },
)

type Verb = keyof Static<typeof DeclaredCommand>['does']

const id = { properties: { id: RecordId }, required: ['id'] } as const
/** The body schemas of commands without `body`. */
const usualBody: Readonly<Record<Verb, JsonSchema>> = {
  create: { type: 'object' },
  list: { type: 'object' },
  retrieve: { type: 'object', ...id, additionalProperties: false },
  update: { type: 'object', ...id },
  remove: { type: 'object', ...id, additionalProperties: false },
  returns: { type: 'object' },
}

/**
 * Reads an adapter from its declarative form, as JSON text or a parsed value.
 *
 * `does` declares the behaviour of a command and names the kind of its records:
 * - `{"create": "orders"}` stores the body as a new record and returns it with its id;
 * - `{"list": "orders"}` returns `{"orders": […]}`, newest first: the records that match every member of the body;
 * - `{"retrieve": "orders"}` and `{"remove": "orders"}` take `id` and return the record;
 * - `{"update": "orders"}` takes `id`, changes the other members of the body and returns the record;
 * - `{"returns": value}` always returns that value.
 *
 * `body` and `result` are JSON Schema 2020-12. A command without `result` may return anything. A command without
 * `body` takes any object, or only the id for `retrieve` and `remove`. Mark a member that holds the id of a record
 * with `"x-id": true`, so that clients may send it bare or prefixed. `id` is marked automatically.
 *
 * @example
 * ```json
 * {
 *   "name": "library", "title": "Library", "kind": "lending",
 *   "commands": [
 *     { "name": "lend-book", "description": "Lends a book.", "does": { "create": "loans" },
 *       "body": { "type": "object", "properties": { "title": { "type": "string" } }, "required": ["title"] } },
 *     { "name": "list-loans", "description": "Lists loans.", "does": { "list": "loans" } }
 *   ]
 * }
 * ```
 * @throws EmulatorError `invalid_adapter` that names the position of the mistake, such as `commands[1].does`.
 */
export function parseAdapter(json: unknown): Adapter {
  const adapter = withoutSchema(typeof json === 'string' ? parseAdapterJson(json) : json)
  const [fault] = findFaults(DeclaredAdapter, adapter)
  if (fault) throw adapterMistake(pointerPath(fault.at), fault.message)
  const { commands, ...rest } = adapter as Static<typeof DeclaredAdapter>
  // The schema has checked the members; only duplicate names are left to check.
  return assertNames({
    ...rest,
    commands: commands.map((command, index) => readCommand(command, `commands[${index}]`)),
  })
}

/** A JSON Pointer as a path, such as `commands[1].does`. */
const pointerPath = (pointer: string): string =>
  pointerNames(pointer).reduce((at, name) => (/^\d+$/.test(name) ? `${at}[${name}]` : at ? `${at}.${name}` : name), '')

function parseAdapterJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw adapterMistake('', `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readCommand(command: Static<typeof DeclaredCommand>, at: string): Command {
  const { name, description, does } = command
  const [verb] = Object.keys(does) as [Verb]
  const takesId = verb === 'retrieve' || verb === 'update' || verb === 'remove'
  const body = command.body === undefined ? usualBody[verb] : checkedSchema(command.body, `${at}.body`)
  const result = command.result === undefined ? anything : checkedSchema(command.result, `${at}.result`)
  const common = { name, description, result }
  if (verb === 'returns') return { ...common, body, handle: returnResult(does.returns, result, `${at}.does.returns`) }
  return { ...common, body: takesId ? markId(body, `${at}.body`) : body, handle: handlers[verb](does[verb]!) }
}

/** The result schema of commands without `result`. It is compiled once. */
const anything: JsonSchema = {}

const handlers: Readonly<Record<Exclude<Verb, 'returns'>, (kind: string) => Command['handle']>> = {
  create:
    (kind) =>
    ({ shelf }, body: Members) =>
      shelf(kind).insert(body),
  list:
    (kind) =>
    ({ shelf }, body: Members) => {
      const wanted = Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)] as const)
      return {
        [kind]: shelf(kind)
          .all()
          .filter((record) => wanted.every(([name, value]) => JSON.stringify(record[name]) === value))
          .toReversed(),
      }
    },
  retrieve:
    (kind) =>
    ({ shelf }, { id }: { id: string }) => {
      const record = shelf(kind).get(id)
      if (!record) throw new ApiError('unknown', `There is no record with the id ${id} in ${kind}.`)
      return record
    },
  update:
    (kind) =>
    ({ shelf }, { id, ...changes }: { id: string }) =>
      shelf(kind).update(id, changes),
  remove:
    (kind) =>
    ({ shelf }, { id }: { id: string }) =>
      shelf(kind).remove(id),
}

function returnResult(value: unknown, result: JsonSchema, at: string): Command['handle'] {
  const [fault] = result === anything ? [] : findFaults(result, value)
  if (fault) throw adapterMistake(at, `does not match the result of its command: ${fault.at || 'it'} ${fault.message}`)
  return () => value
}

/** Marks `id` as an id. @throws EmulatorError `invalid_adapter` when the schema does not require `id`. */
function markId(body: JsonSchema, at: string): JsonSchema {
  const { properties = {}, required } = body as {
    properties?: Readonly<Record<string, unknown>>
    required?: readonly string[]
  }
  if (!required?.includes('id'))
    throw adapterMistake(
      `${at}.required`,
      `must be a list with "id", by which this command finds its record; got ${required === undefined ? 'none' : shortJson(required)}`,
    )
  return { ...body, properties: { ...properties, id: RecordId } }
}

/** @throws EmulatorError `invalid_adapter` for a value that is not a JSON Schema. */
function checkedSchema(schema: JsonSchema, at: string): JsonSchema {
  const fault = schemaFault(schema)
  if (fault) throw adapterMistake(at, `is not a JSON Schema 2020-12: ${fault}`)
  return schema
}

const adapterMistake = (at: string, what: string): EmulatorError =>
  new EmulatorError('invalid_adapter', `${at || 'The adapter'} ${what}.`)
