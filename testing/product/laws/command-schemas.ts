// Each keyword of a command's schema is enforced, and capabilities are those of one connection (clause 4.7).
import { Ajv, type ErrorObject } from 'ajv/dist/ajv.js'
import addFormats from 'ajv-formats'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import {
  around,
  mapAnswer,
  mapList,
  on,
  remember,
} from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { readJson, type Members, listedRecords } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'
import { type Fault, lawFaults } from '../law.ts'

/** Tells by the objections of the schema to a refused body, the body and the schema whether it is taken. */
type IsTaken = (errors: readonly ErrorObject[], body: unknown, schema: Members) => boolean

/** Answers bodies that the schema refuses as the last good one of the same command, where `isTaken`. */
const acceptRefusedBodies = (isTaken: IsTaken): FetchWrapper =>
  remember(() => {
    const schemas = new Map<string, Members>()
    const good = new Map<string, Response>()
    const note = mapAnswer('services.capabilities', async (response) => {
      for (const { name, inputSchema } of listedRecords(await readJson(response)))
        if (typeof name === 'string' && isObject(inputSchema)) schemas.set(name, inputSchema)
      return response
    })
    const take = on('services.invoke', async (intercepted) => {
      const response = await intercepted.send()
      const name = intercepted.operation?.params?.['command'] ?? ''
      if (response.ok) good.set(name, response.clone())
      const schema = schemas.get(name)
      const like = good.get(name)
      if (response.status !== 400 || schema === undefined || like === undefined) return response
      const validator = new Ajv({ strict: false, allErrors: true, verbose: true })
      addFormats.default(validator)
      const body = await readJson(intercepted.request)
      if (body === undefined || validator.validate(schema, body)) return response
      return isTaken(validator.errors ?? [], body, schema) ? like.clone() : response
    })
    return around(take, note)
  })

/** How deep in a body the value is that an objection is about: 1 for its members. */
function objectionDepth({ instancePath, keyword }: ErrorObject): number {
  const depth = instancePath.split('/').length - 1
  return keyword === 'required' || keyword === 'additionalProperties' ? depth + 1 : depth
}

const depths = {
  everywhere: { says: 'wherever it stands', isMeant: () => true },
  top: { says: 'at the top of the body', isMeant: (error) => objectionDepth(error) <= 1 },
  within: { says: 'below the top of the body', isMeant: (error) => objectionDepth(error) > 1 },
} as const satisfies Readonly<Record<string, { says: string; isMeant: (error: ErrorObject) => boolean }>>

type Depth = keyof typeof depths

const anywhere: readonly Depth[] = ['everywhere', 'top', 'within']
const once: readonly Depth[] = ['everywhere']

/** The keywords of the schema of the declared command, and the depths at which it has each. */
const keywords: Readonly<Record<string, readonly Depth[]>> = {
  type: anywhere,
  required: anywhere,
  additionalProperties: anywhere,
  minLength: anywhere,
  maxLength: once,
  pattern: once,
  minimum: once,
  maximum: once,
  exclusiveMinimum: once,
  multipleOf: once,
  enum: once,
  const: once,
  minItems: once,
  maxItems: once,
  uniqueItems: once,
  format: once,
}

const ignoredKeywords: readonly Fault[] = Object.entries(keywords).flatMap(([keyword, conditions]) =>
  lawFaults({
    id: 'command-keyword',
    way: keyword,
    requirement: 'services.validated',
    breaks: `The server takes a body that breaks only the keyword ${keyword} of the command's schema.`,
    places: ['services.invoke'],
    conditions,
    says: (depth) => depths[depth].says,
    fault: (_place, depth) =>
      acceptRefusedBodies((errors) =>
        errors.every((error) => error.keyword === keyword && depths[depth].isMeant(error)),
      ),
  }),
)

/** Parts of a body that a validator may pass over. */
const parts = {
  items: /^\/items\/\d/,
  'later-items': /^\/items\/[1-9]/,
  'nested-object': /^\/ship_to/,
} as const satisfies Readonly<Record<string, RegExp>>

const ignoredParts: readonly Fault[] = lawFaults({
  id: 'command-part-is-validated',
  requirement: 'services.validated',
  breaks: 'The server does not validate a part of the body of a command.',
  places: ['services.invoke'],
  conditions: Object.keys(parts) as readonly (keyof typeof parts)[],
  says: (part) => `in the part ${part}`,
  fault: (_place, part) =>
    acceptRefusedBodies((errors) => errors.every(({ instancePath }) => parts[part].test(instancePath))),
})

const isNumeric = (data: unknown): boolean => typeof data === 'string' && data !== '' && !Number.isNaN(Number(data))

const hasOption = (options: unknown, text: unknown): boolean =>
  Array.isArray(options) && options.some((option) => String(option).toLowerCase() === text)

/** Objections that a lenient validator does not make. */
const leniences: Readonly<Record<string, (error: ErrorObject, schema: Members) => boolean>> = {
  'an integer has a fraction': ({ keyword, params, data }) =>
    keyword === 'type' && params['type'] === 'integer' && typeof data === 'number',
  'a text in place of its number': ({ keyword, schema, data }) =>
    keyword === 'type' && ['number', 'integer'].includes(String(schema)) && isNumeric(data),
  'a number in place of its text': ({ keyword, schema, data }) =>
    keyword === 'type' && schema === 'string' && typeof data === 'number',
  'a text in place of its boolean': ({ keyword, schema, data }) =>
    (keyword === 'type' && schema === 'boolean' && data === 'true') || (keyword === 'const' && data === 'true'),
  'an item in place of its list': ({ keyword, schema, data }) =>
    keyword === 'type' && schema === 'array' && (typeof data === 'string' || isObject(data)),
  'null in place of no value': ({ keyword, data }) => keyword === 'type' && data === null,
  'an option is in lower case': ({ keyword, schema, data }) => keyword === 'enum' && hasOption(schema, data),
  'a required member but the first is missing': ({ keyword, params, schema }) =>
    keyword === 'required' && Array.isArray(schema) && params['missingProperty'] !== schema[0],
  'an item of a list is no object': ({ keyword, instancePath }) => keyword === 'type' && /\/\d+$/.test(instancePath),
  'an object of a list has an unknown member': ({ keyword, instancePath }) =>
    keyword === 'additionalProperties' && /\/\d+$/.test(instancePath),
  'a member that may be left out is wrong': ({ instancePath }, { required }) =>
    instancePath !== '' && Array.isArray(required) && !required.includes(instancePath.split('/')[1]),
}

const lenient: readonly Fault[] = lawFaults({
  id: 'command-validator-is-strict',
  requirement: 'services.validated',
  breaks: 'The server validates the body of a command leniently.',
  places: ['services.invoke'],
  conditions: Object.keys(leniences),
  says: (lenience) => `where ${lenience}`,
  fault: (_place, lenience) =>
    acceptRefusedBodies((errors, _body, schema) => errors.every((error) => leniences[lenience]!(error, schema))),
})

/** JSON that is not an object. */
const others = {
  null: (body) => body === null,
  array: (body) => Array.isArray(body),
  text: (body) => typeof body === 'string',
  number: (body) => typeof body === 'number',
  boolean: (body) => typeof body === 'boolean',
} as const satisfies Readonly<Record<string, (body: unknown) => boolean>>

const otherJson: readonly Fault[] = lawFaults({
  id: 'command-body-is-an-object',
  requirement: 'services.validated',
  breaks: "The server takes JSON that is not an object, where the command's schema wants one.",
  places: ['services.invoke'],
  conditions: Object.keys(others) as readonly (keyof typeof others)[],
  says: (kind) => `where the body is of the kind ${kind}`,
  fault: (_place, kind) => acceptRefusedBodies((_errors, body) => others[kind](body)),
})

/** Schemas that differ from what is enforced: each forbids a body that the server accepts. */
const otherSchemas = {
  'asks-for-more': (schema) => ({
    ...schema,
    required: [...((schema['required'] as string[] | undefined) ?? []), 'x'],
  }),
  'other-type': (schema) => ({ ...schema, type: 'array' }),
  'no-members': (schema) => ({ ...schema, properties: {} }),
} as const satisfies Readonly<Record<string, (schema: Members) => Members>>

const shownOtherwise: readonly Fault[] = lawFaults({
  id: 'capabilities-show-what-is-enforced',
  requirement: 'services.validated',
  breaks: 'Capabilities show a schema that forbids a body which the command takes.',
  places: ['services.capabilities'],
  conditions: Object.keys(otherSchemas) as readonly (keyof typeof otherSchemas)[],
  says: (change) => `as the schema is changed thus: ${change}`,
  fault: (place, change) =>
    mapList(place, (commands) =>
      commands.map((command) =>
        isObject(command['inputSchema'])
          ? { ...command, inputSchema: otherSchemas[change](command['inputSchema']) }
          : command,
      ),
    ),
})

/** The first connection's commands are shown for the others. */
const shownOfAnother: readonly Fault[] = lawFaults({
  id: 'capabilities-are-of-the-connection',
  requirement: 'services.capabilities-own',
  breaks: 'Capabilities show the commands of another connection.',
  places: ['services.capabilities'],
  conditions: ['second-parent'] as const,
  fault: (place) =>
    remember(() => {
      let first: string | undefined
      return on(place, async (intercepted) => {
        const response = await intercepted.send()
        if (response.ok) first ??= intercepted.id
        return response.ok ? intercepted.send({ id: first! }) : response
      })
    }),
})

/** The schemas of commands, and whose they are (clause 4.7). */
export const commandSchemas: readonly Fault[] = [
  ...ignoredKeywords,
  ...ignoredParts,
  ...lenient,
  ...otherJson,
  ...shownOtherwise,
  ...shownOfAnother,
]
