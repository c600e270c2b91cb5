import { Type, type TObject, type TSchema } from 'typebox'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { Resource } from '../../model/contract/resource.ts'
import type { OpenMembers } from '../../model/resources/resources.ts'
import { BareId } from '../../model/resources/define-resource.ts'
import { schemaOf } from '../../model/resources/resources.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import type { Dialect } from './dialect.ts'
import { shownOf } from './shown-members.ts'
import { faultsOf } from '../../tools/schema-validator.ts'

/** The schema of a resource's records in answers, under the conventions. */
export function recordSchema(
  resource: Resource,
  { conventions }: Pick<Dialect, 'conventions'>,
  openMembers: OpenMembers,
): TSchema {
  const full = resource.answerSchema?.(conventions)
  const members = shownOf(resource, conventions)
  if (!members && full) return full
  if (members) {
    const { names, added } = members
    const { properties } = (full ?? schemaOf(resource, openMembers)) as TObject
    const known = names.filter((name) => Object.hasOwn(properties, name))
    const named = known.map((name) => [name, name === 'id' ? BareId : properties[name]!] as const)
    const more = Object.keys(added).map((name) => [name, Type.Unknown()] as const)
    return Type.Object(Object.fromEntries([...more, ...named]), {
      title: resource.name,
      ...(openMembers ? { additionalProperties: true } : {}),
    })
  }
  return schemaOf(resource, openMembers)
}

/** Returns true for a status whose answers have no body. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205
}

/**
 * The schema of an endpoint's answer under the conventions; undefined when it is not JSON or has no body.
 * @param openMembers Which members and values records have beside those of their resource.
 */
export function answerSchema({ answer }: Endpoint, dialect: Dialect, openMembers: OpenMembers): TSchema | undefined {
  const { conventions } = dialect
  switch (answer.kind) {
    case 'list':
      return dialect.envelopes.list.schema(
        Type.Array(recordSchema(answer.resource, dialect, openMembers)),
        answer.resource.plural,
      )
    case 'legacyList':
      return dialect.envelopes.legacyList.schema(
        Type.Array(recordSchema(answer.resource, dialect, openMembers)),
        answer.resource.plural,
      )
    case 'object': {
      const record = recordSchema(answer.resource, dialect, openMembers)
      const extra = answer.extra?.(conventions)
      const isInRecord = extra && !dialect.envelopes.object.takesSecret
      return enveloped(isInRecord ? withMembers(record, extra) : record, answer.resource.name, dialect)
    }
    case 'deleted':
      return hasNoBody(conventions.deletedStatus)
        ? undefined
        : enveloped(recordSchema(answer.resource, dialect, openMembers), answer.resource.name, dialect)
    case 'json': {
      const schema = answer.schema(conventions)
      return answer.name === undefined ? schema : enveloped(schema, answer.name, dialect, false)
    }
    default:
      return undefined
  }
}

function withMembers(record: TSchema, extra: TSchema): TSchema {
  const base = record as { properties: Record<string, TSchema>; additionalProperties?: unknown }
  const more = extra as { properties: Record<string, TSchema> }
  const additionalProperties = base.additionalProperties === true
  return Type.Object({ ...base.properties, ...more.properties }, { additionalProperties })
}

function enveloped(schema: TSchema, singular: string, { envelopes }: Dialect, isRecord = true): TSchema {
  return envelopes.object.schema(schema, singular, isRecord)
}

const known = new WeakMap<Dialect, Map<string, TSchema | undefined>>()

/**
 * Checks a response against the schema that its endpoint declares.
 * @throws Error when it does not match: a bug of the emulator, never a fault of the client.
 */
export async function assertMatches(
  endpoint: Endpoint,
  response: Response,
  dialect: Dialect,
  { openMembers }: Pick<WorldAccess, 'openMembers'>,
): Promise<void> {
  let schemas = known.get(dialect)
  if (!schemas) known.set(dialect, (schemas = new Map()))
  const key = `${endpoint.id} ${JSON.stringify(openMembers)}`
  if (!schemas.has(key)) schemas.set(key, answerSchema(endpoint, dialect, openMembers))
  const schema = schemas.get(key)
  if (!schema || response.status >= 300 || hasNoBody(response.status)) return
  const faults = faultsOf(schema, await response.clone().json())
  if (faults.length === 0) return
  const list = faults.map(({ at, message }) => `${at} ${message}`).join('; ')
  throw new Error(`The answer of ${endpoint.id} does not match its schema: ${list}`)
}
