import { Type, type TObject, type TSchema } from 'typebox'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { type OpenMembers, resourceSchema } from '../../model/resources/resources.ts'
import { BareId } from '../../model/resources/define-resource.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import { type Dialect, visibleMembers } from './dialect.ts'
import { optionalHoles } from './templates/holes.ts'
import { findFaults } from '../../tools/schema-validator.ts'

/** The schema of a resource's records in answers, under the conventions. */
export function answerRecordSchema(
  resource: Resource,
  { conventions }: Pick<Dialect, 'conventions'>,
  openMembers: OpenMembers,
): TSchema {
  const full = resource.answerSchema?.(conventions)
  const members = visibleMembers(resource, conventions)
  if (!members && full) return full
  if (members) {
    const { names, added } = members
    const { properties } = (full ?? resourceSchema(resource, openMembers)) as TObject
    const known = names.filter((name) => Object.hasOwn(properties, name))
    const named = known.map((name) => [name, name === 'id' ? BareId : properties[name]!] as const)
    const more = Object.keys(added).map((name) => [name, Type.Unknown()] as const)
    return Type.Object(Object.fromEntries([...more, ...named]), {
      title: resource.name,
      ...(openMembers ? { additionalProperties: true } : {}),
    })
  }
  return resourceSchema(resource, openMembers)
}

/** Returns true for a status whose answers have no body. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205
}

/**
 * The schema of an endpoint's answer under the conventions; undefined when it is not JSON or has no body.
 * @param openMembers Members and values that records have in addition to those of their resource.
 */
export function answerSchema({ answer }: Endpoint, dialect: Dialect, openMembers: OpenMembers): TSchema | undefined {
  const { conventions } = dialect
  switch (answer.kind) {
    case 'list':
    case 'legacyList':
      return answerListSchema(
        answer.kind,
        answerRecordSchema(answer.resource, dialect, openMembers),
        answer.resource.plural,
        dialect,
      )
    case 'object': {
      const record = answerRecordSchema(answer.resource, dialect, openMembers)
      const extra = answer.extra?.(conventions)
      const isInRecord = extra && !dialect.shows('objectEnvelope', '$secret')
      return envelopeSchema(isInRecord ? extendRecordSchema(record, extra) : record, answer.resource.name, dialect)
    }
    case 'deleted':
      return hasNoBody(conventions.deletedStatus)
        ? undefined
        : envelopeSchema(answerRecordSchema(answer.resource, dialect, openMembers), answer.resource.name, dialect)
    case 'json': {
      const schema = answer.schema(conventions)
      return answer.name === undefined ? schema : envelopeSchema(schema, answer.name, dialect, false)
    }
    case 'template':
      return dialect
        .template(answer.template)
        .schema({ $requestId: Type.String(), ...answer.holes }, { optional: optionalHoles(answer.template) })
    default:
      return undefined
  }
}

function extendRecordSchema(record: TSchema, extra: TSchema): TSchema {
  const base = record as { properties: Record<string, TSchema>; additionalProperties?: unknown }
  const more = extra as { properties: Record<string, TSchema> }
  const additionalProperties = base.additionalProperties === true
  return Type.Object({ ...base.properties, ...more.properties }, { additionalProperties })
}

/** A cursor of the legacy API (clause 4.10). */
const LegacyCursor = Type.String({ pattern: String.raw`^\d+:\d+:[01]$` })

function answerListSchema(kind: 'list' | 'legacyList', record: TSchema, plural: string, dialect: Dialect): TSchema {
  const [name, cursor] =
    kind === 'list' ? (['listEnvelope', BareId] as const) : (['legacyListEnvelope', LegacyCursor] as const)
  const holes = {
    $items: Type.Array(record),
    $hasMore: Type.Boolean(),
    $next: Type.Union([cursor, Type.Null()]),
    $last: Type.Union([BareId, Type.Null()]),
    $requestId: Type.String(),
    ...recordHoles(record),
  }
  return dialect.template(name).schema(holes, { names: { $kind: plural } })
}

/** @param isRecord False for a value that has no id, such as that of a configuration. */
function envelopeSchema(object: TSchema, singular: string, dialect: Dialect, isRecord = true): TSchema {
  const holes = {
    ...recordHoles(object),
    ...(isRecord ? {} : { $members: object }),
    $secret: Type.String(),
    $requestId: Type.String(),
  }
  const optional = new Set(isRecord ? [] : ['$id'])
  return dialect.template('objectEnvelope').schema(holes, { optional, names: { $kind: singular } })
}

/** The schemas of the holes that a record fills. */
function recordHoles(record: TSchema): Readonly<Record<'$item' | '$id' | '$members', TSchema>> {
  const { properties, additionalProperties } = record as {
    readonly properties?: Readonly<Record<string, TSchema>>
    readonly additionalProperties?: boolean | TSchema
  }
  const { id = Type.String(), ...members } = properties ?? {}
  return {
    $item: record,
    $id: id,
    $members: properties
      ? Type.Object(members, additionalProperties === undefined ? {} : { additionalProperties })
      : Type.Unknown(),
  }
}

const known = new WeakMap<Dialect, Map<string, TSchema | undefined>>()

/**
 * Checks a response against the schema that its endpoint declares.
 * @throws Error when it does not match: a bug of the emulator, never a fault of the client.
 */
export async function assertAnswerMatches(
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
  const faults = findFaults(schema, await response.clone().json())
  if (faults.length === 0) return
  const list = faults.map(({ at, message }) => `${at} ${message}`).join('; ')
  throw new Error(`The answer of ${endpoint.id} does not match its schema: ${list}`)
}
