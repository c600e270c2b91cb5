// Commands of adapter connections (clause 4.7).
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Service } from './service.ts'

const address = {
  type: 'object',
  properties: {
    street: { type: 'string', minLength: 1 },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
  },
  required: ['street', 'country'],
  additionalProperties: false,
}

const builtInCommands = (isOther: boolean): Readonly<Record<string, object>> =>
  isOther
    ? {
        'sync-stock': {
          type: 'object',
          properties: { warehouse: { type: 'string' }, full: { type: 'boolean' } },
          required: ['warehouse'],
          additionalProperties: false,
        },
      }
    : {
        'create-shipment': {
          type: 'object',
          properties: {
            reference: { type: 'string', minLength: 3, maxLength: 40 },
            parcels: { type: 'array', minItems: 1, items: { type: 'number', exclusiveMinimum: 0, maximum: 70 } },
            to: address,
            service: { enum: ['standard', 'express'] },
          },
          required: ['reference', 'parcels', 'to'],
          additionalProperties: false,
        },
        'list-carriers': { type: 'object', properties: { country: { type: 'string' } }, additionalProperties: false },
      }

/** The commands of the sample connection. */
export const sampleCommands: readonly string[] = Object.keys(builtInCommands(false))

/** A command of the service with a body that it takes. */
export const sampleCommand: { readonly name: string; readonly validBody: object } = {
  name: 'create-shipment',
  validBody: {
    reference: 'R-1001',
    parcels: [1.5, 20],
    to: { street: 'Main Street 1', country: 'DE' },
    service: 'express',
  },
}

const validators = new Map<object, (body: unknown) => boolean>()

function isValid(schema: object, body: unknown): boolean {
  const key = JSON.stringify(schema)
  const known = [...validators].find(([inputSchema]) => JSON.stringify(inputSchema) === key)?.[1]
  const validate = known ?? new Ajv2020({ strict: false }).compile(schema)
  if (!known) validators.set(schema, validate)
  return validate(body)
}

function servedCommands(service: Service, connection: string): Readonly<Record<string, object>> {
  if (connection === service.connection) return builtInCommands(false)
  return connection === service.otherConnection
    ? builtInCommands(true)
    : service.refuse('unknown', 'no such connection')
}

export function showCapabilities(service: Service, connection: string): Response {
  const { policy } = service
  const isNothing = policy.unknown === 'nothing' && ![service.connection, service.otherConnection].includes(connection)
  return service.answer(policy.capabilities(isNothing ? {} : servedCommands(service, connection)))
}

export function invoke(service: Service, connection: string, command: string, body: unknown): Response {
  const schema = servedCommands(service, connection)[command]
  if (schema === undefined) return service.refuse('unknown', 'no such command')
  if (!isValid(schema, body)) return service.refuse('invalidBody', 'the body does not fit the schema of the command')
  return service.policy.result(service.newId())
}
