import type { JsonSchema } from '../../tools/json-schema.ts'
import { faultsOf, schemaFault } from '../../tools/schema-validator.ts'
import { linearPattern } from '../../tools/linear-pattern.ts'
import { shortJson } from '../../tools/short-text.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { withoutSchema } from '../../tools/without-schema.ts'
import { assertNames } from './define-adapter.ts'
import { RecordId } from './define-command.ts'
import type { Adapter, Command } from '../../model/contract/adapter.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { ApiError } from '../dialect/api-error.ts'
import { isObject } from '../../tools/is-object.ts'

type Members = Readonly<Record<string, unknown>>

const verbs = ['create', 'list', 'retrieve', 'update', 'remove', 'returns'] as const
type Verb = (typeof verbs)[number]

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
  const adapter = members(withoutSchema(typeof json === 'string' ? parseJson(json) : json), 'the adapter', [
    'name',
    'title',
    'kind',
    'commands',
  ])
  const { commands } = adapter
  if (!Array.isArray(commands)) throw mistake('commands', 'a list of commands', commands)
  // What is read here has the shape of an adapter, so that only its names are left to check.
  return assertNames({
    name: text(adapter['name'], 'name'),
    title: text(adapter['title'], 'title'),
    kind: text(adapter['kind'], 'kind'),
    commands: commands.map((command, index) => readCommand(command, `commands[${index}]`)),
  })
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new EmulatorError(
      'invalid_adapter',
      `The adapter is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

function readCommand(value: unknown, at: string): Command {
  const command = members(value, at, ['name', 'description', 'body', 'result', 'does'])
  const does = members(command['does'], `${at}.does`, verbs)
  const [verb, ...more] = Object.keys(does) as Verb[]
  if (verb === undefined || more.length > 0) throw mistake(`${at}.does`, `exactly one of ${verbs.join(', ')}`, does)
  const takesId = verb === 'retrieve' || verb === 'update' || verb === 'remove'
  const body = command['body'] === undefined ? usualBody[verb] : schema(command['body'], `${at}.body`)
  const result = command['result'] === undefined ? {} : schema(command['result'], `${at}.result`)
  const common = {
    name: text(command['name'], `${at}.name`),
    description: text(command['description'], `${at}.description`),
    result,
  }
  if (verb === 'returns') return { ...common, body, handle: returning(does['returns'], result, `${at}.does.returns`) }
  const handle = handlers[verb](kindOfRecord(does[verb], `${at}.does.${verb}`))
  return { ...common, body: takesId ? withId(body, `${at}.body`) : body, handle }
}

function kindOfRecord(value: unknown, at: string): string {
  if (typeof value === 'string' && /^[a-z][a-z0-9_-]*$/.test(value)) return value
  throw mistake(at, anyKind, value)
}

const anyKind = 'the name of a kind of record, in lowercase letters, digits, hyphens and underscores, such as orders'

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

function returning(value: unknown, result: JsonSchema, at: string): Command['handle'] {
  const [fault] = faultsOf(result, value)
  if (fault)
    throw new EmulatorError(
      'invalid_adapter',
      `${at} does not match the result of its command: ${fault.at || 'it'} ${fault.message}.`,
    )
  return () => value
}

/** Marks `id` as an id. @throws EmulatorError `invalid_adapter` when the schema does not require `id`. */
function withId(body: JsonSchema, at: string): JsonSchema {
  const { properties = {}, required } = body as {
    properties?: Readonly<Record<string, unknown>>
    required?: readonly string[]
  }
  if (!required?.includes('id'))
    throw mistake(`${at}.required`, 'a list with "id", by which this command finds its record', required)
  return { ...body, properties: { ...properties, id: RecordId } }
}

function members(value: unknown, at: string, known: readonly string[]): Members {
  if (!isObject(value)) throw mistake(at, `an object with ${known.join(', ')}`, value)
  for (const name of Object.keys(value)) if (!known.includes(name)) throw unknownMember(name, at, known)
  return value as Members
}

function unknownMember(name: string, at: string, known: readonly string[]): EmulatorError {
  const hint = didYouMean(name, known)
  return new EmulatorError(
    'invalid_adapter',
    `${at} has the unknown member ${shortJson(name)}${hint} The known members are: ${known.join(', ')}.`,
  )
}

function text(value: unknown, at: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw mistake(at, 'a non-empty string', value)
}

function schema(value: unknown, at: string): JsonSchema {
  if (!isObject(value)) throw mistake(at, 'a JSON Schema 2020-12, as an object', value)
  const fault = schemaFault(value as JsonSchema, linearPattern)
  if (fault) throw new EmulatorError('invalid_adapter', `${at} is not a JSON Schema 2020-12: ${fault}`)
  return value as JsonSchema
}

function mistake(at: string, expected: string, got: unknown): EmulatorError {
  return new EmulatorError(
    'invalid_adapter',
    `${at} must be ${expected}; ${got === undefined ? 'it is missing' : `got ${shortJson(got)}`}.`,
  )
}
