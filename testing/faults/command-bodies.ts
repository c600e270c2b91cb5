import { jsonOf, type Members, recordsIn } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { capabilities, command } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import {
  answer,
  mapBody,
  mapList,
  mapAnswer,
  on,
  remember,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { InterceptedRequest } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { faultsOf } from '../../emulator/tools/json-schema.ts'
import { isObject } from '../../emulator/tools/is-object.ts'
import { type Violation, violations } from './violations.ts'

/** The changes that a lenient validator makes to a schema, and to a body. */
interface Lenience {
  readonly schema?: (schema: Members) => Members
  readonly body?: (body: Members) => Members
}

/** The schema that capabilities show for the command of a request. */
async function listedSchema(intercepted: InterceptedRequest): Promise<Members | undefined> {
  const name = intercepted.operation?.params['command']
  const url = intercepted.request.url.replace(/\/[^/]*$/, '/capabilities')
  const commands = recordsIn(await jsonOf(await intercepted.send({ url, method: 'GET' })))
  const schema = commands.find((command) => command['name'] === name)?.['inputSchema']
  return isObject(schema) ? schema : undefined
}

/** Accepts bodies that a more lenient validator would, and answers them as the first right one. */
const lenient = ({ schema: change = (schema) => schema, body: trim = (body) => body }: Lenience): FetchWrapper =>
  remember(() => {
    let first: Response | undefined
    return on(command, async (intercepted) => {
      const response = await intercepted.send()
      if (response.ok) first ??= response.clone()
      if (response.status !== 400 || !first) return response
      const schema = await listedSchema(intercepted)
      const body = await jsonOf(intercepted.request)
      const isTaken = schema && isObject(body) && faultsOf(change(schema), trim(body)).length === 0
      return isTaken ? first.clone() : response
    })
  })

/** Changes every schema within a schema, the innermost first. */
function everywhere(schema: unknown, change: (schema: Members) => Members): unknown {
  if (Array.isArray(schema)) return schema.map((element) => everywhere(element, change))
  if (!isObject(schema)) return schema
  return change(Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, everywhere(value, change)])))
}

const inEverySchema = (change: (schema: Members) => Members): FetchWrapper =>
  lenient({ schema: (schema) => everywhere(schema, change) as Members })

/** Does not look at a keyword. */
const ignoring = (keyword: string): FetchWrapper => inEverySchema(({ [keyword]: _ignored, ...others }) => others)

/** Changes the schemas of members at the top. */
const inMembers = (change: (schema: Members, name: string, schemas: Members) => unknown): FetchWrapper =>
  lenient({
    schema: (schema) => {
      const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Members>>)
      const changed = properties.map(([name, member]) => [name, change(member, name, schema)])
      return { ...schema, properties: Object.fromEntries(changed) }
    },
  })

const isRequired = ({ required }: Members, name: string) => Array.isArray(required) && required.includes(name)

/** The sample has another list of commands. */
const sample = 'create-order'

const foreign = (name: string) => ({
  name,
  description: 'A command of another connection.',
  inputSchema: { type: 'object', properties: { to: { type: 'array' } }, required: ['to'] },
})

const ofShop = (commands: readonly Members[]) => commands.some(({ name }) => name === sample)

/** Violations of clause 4.7 by validators that leave something out, and by lists of commands. */
export const commandBodyFaults: readonly Violation[] = [
  ...violations('services.validated', 'services.validated.invalid-body', {
    'command-ignores-maximum': ['Commands do not look at maximum.', ignoring('maximum')],
    'command-ignores-minimum': ['Commands do not look at minimum.', ignoring('minimum')],
    'command-ignores-exclusive-minimum': ['Commands do not look at exclusiveMinimum.', ignoring('exclusiveMinimum')],
    'command-ignores-multiple-of': ['Commands do not look at multipleOf.', ignoring('multipleOf')],
    'command-ignores-max-length': ['Commands do not look at maxLength.', ignoring('maxLength')],
    'command-ignores-min-length': ['Commands do not look at minLength.', ignoring('minLength')],
    'command-ignores-pattern': ['Commands do not look at pattern.', ignoring('pattern')],
    'command-ignores-const': ['Commands do not look at const.', ignoring('const')],
    'command-ignores-enum': ['Commands do not look at enum.', ignoring('enum')],
    'command-ignores-max-items': ['Commands do not look at maxItems.', ignoring('maxItems')],
    'command-ignores-min-items': ['Commands do not look at minItems.', ignoring('minItems')],
    'command-ignores-unique-items': ['Commands do not look at uniqueItems.', ignoring('uniqueItems')],
    'command-takes-fractions': [
      'Commands take a number with a fraction for an integer.',
      inEverySchema((schema) => (schema['type'] === 'integer' ? { ...schema, type: 'number' } : schema)),
    ],
    'command-takes-an-option-in-lower-case': [
      'Commands compare the values of an enum without case.',
      inEverySchema(({ enum: options, ...others }) =>
        Array.isArray(options)
          ? { ...others, enum: [...options, ...options.map((option) => String(option).toLowerCase())] }
          : others,
      ),
    ],
    'command-checks-the-first-required-member': [
      'Commands only look whether the first required member is there.',
      lenient({
        schema: (schema) => ({ ...schema, required: ((schema['required'] ?? []) as readonly unknown[]).slice(0, 1) }),
      }),
    ],
    'command-checks-the-first-item': [
      'Commands only validate the first item of a list.',
      lenient({
        body: (body) =>
          Object.fromEntries(
            Object.entries(body).map(([name, value]) => [
              name,
              Array.isArray(value) && value.length < 100 && isObject(value[0]) ? value.slice(0, 1) : value,
            ]),
          ),
      }),
    ],
    'command-checks-no-members-within': [
      'Commands take unknown members in the objects of a list.',
      inMembers((schema) =>
        schema['type'] === 'array' ? everywhere(schema, ({ additionalProperties: _any, ...others }) => others) : schema,
      ),
    ],
    'command-checks-no-optional-members': [
      'Commands do not validate the members that may be left out.',
      inMembers((schema, name, whole) => (isRequired(whole, name) ? schema : {})),
    ],
    'command-checks-no-optional-objects': [
      'Commands do not look into objects that may be left out.',
      inMembers((schema) => (schema['type'] === 'object' ? { type: 'object' } : schema)),
    ],
    'command-checks-no-types-within': [
      'Commands take items of a list that are no objects.',
      inMembers((schema) =>
        schema['type'] === 'array'
          ? { ...schema, items: { ...(schema['items'] as Members), type: undefined } }
          : schema,
      ),
    ],
  }),
  ...violations('services.validated', 'services.validated.shown-schema', {
    'capabilities-stricter-than-commands': [
      'Capabilities show a member as required that commands do not need.',
      mapList(capabilities, (commands) =>
        commands.map((command) => {
          const schema = command['inputSchema']
          const required = isObject(schema) && Array.isArray(schema['required']) ? schema['required'] : []
          return command['name'] === sample && isObject(schema)
            ? { ...command, inputSchema: { ...schema, required: [...required, 'email'] } }
            : command
        }),
      ),
    ],
  }),
  ...violations('services.capabilities', 'services.capabilities.schemas', {
    'capabilities-bare-names': [
      'Capabilities are a list of names.',
      mapBody(capabilities, (body) => ({ commands: recordsIn(body).map(({ name }) => name) })),
    ],
    'capabilities-null-schemas': [
      'Capabilities have null for the schema of each command.',
      mapBody(capabilities, (body) => Object.fromEntries(recordsIn(body).map(({ name }) => [name, null]))),
    ],
  }),
  ...violations('services.validated', 'services.validated.listed', {
    'other-command-bodies-not-validated': [
      'Commands other than the one of the sample accept any body.',
      answer(
        command,
        () => Response.json({ done: true }),
        ({ operation }) => !['create-order', undefined].includes(operation?.params['command']),
      ),
    ],
  }),
  ...violations('services.capabilities-own', 'services.capabilities-own.listed', {
    'capabilities-list-foreign-commands': [
      'Capabilities list commands of another connection behind its own.',
      mapList(capabilities, (commands) =>
        ofShop(commands) ? [...commands, foreign('send-message'), foreign('list-messages')] : commands,
      ),
    ],
    'capabilities-list-a-command-that-is-gone': [
      'Capabilities list a command that no connection has.',
      mapList(capabilities, (commands) => (ofShop(commands) ? [...commands, foreign('archive-order')] : commands)),
    ],
  }),
  ...violations('services.capabilities-own', 'services.capabilities-own.other', {
    'capabilities-of-the-first-connection': [
      'Every connection has the capabilities of the first that was asked for.',
      remember(() => {
        let first: Response | undefined
        return mapAnswer(capabilities, (response) => {
          first ??= response.clone()
          return first.clone()
        })
      }),
    ],
  }),
]
