// The types of answers, for `stub`.
import type { TSchema } from 'typebox'
import type { OperationConventions } from '../../emulator/model/contract/conventions.ts'
import type { Endpoint } from '../../emulator/model/contract/endpoint.ts'
import type { Resource } from '../../emulator/model/contract/resource.ts'
import { defaultConventions, describeConventions } from '../../emulator/api/dialect/conventions.ts'
import { conventionsOf } from '../../emulator/api/dialect/per-operation.ts'
import { endpoints } from '../../emulator/api/endpoints/endpoints.ts'
import { enumValues } from '../../emulator/model/resources/define-resource.ts'
import { resourceByCollection, resourceCollections } from '../../emulator/model/resources/resources.ts'
import { header } from '../../testing/committed.ts'
import { literals, quoted } from './name-lists.ts'
import { recordName } from './record-name.ts'
import type { Anything } from './schema-types.ts'

/** The default conventions, and each of its alternatives alone. */
const usual = conventionsOf(defaultConventions)
const variants: readonly OperationConventions[] = [
  usual,
  ...describeConventions(defaultConventions).flatMap(({ name, alternatives }) =>
    typeof alternatives === 'string' ? [] : alternatives.map((value) => ({ ...usual, [name]: value })),
  ),
]

/** The type of a schema. Every member is optional: a stub has those that its test is about. */
function partialTypeOf(schemas: readonly TSchema[]): string {
  const objects = schemas.filter((schema) => (schema as Anything).properties && !isOpen(schema))
  const others = schemas.filter((schema) => !objects.includes(schema)).map(otherTypeOf)
  const names = [...new Set(objects.flatMap((schema) => Object.keys((schema as Anything).properties!)))]
  const members = names.map((name) => {
    const ofMember = objects.flatMap((schema) => (schema as Anything).properties![name] ?? [])
    return `readonly ${name}?: ${partialTypeOf(ofMember)}`
  })
  const whole = members.length === 0 ? [] : [`{ ${members.join('; ')} }`]
  return [...new Set([...whole, ...others])].join(' | ')
}

function otherTypeOf(schema: TSchema): string {
  const { type, anyOf, const: value, items, patternProperties } = schema as Anything
  const values = value === undefined ? enumValues(schema) : [value]
  if (values) return literals(values)
  if (anyOf) return partialTypeOf(anyOf)
  if (items) return `readonly (${partialTypeOf([items])})[]`
  if (patternProperties) return `Readonly<Record<string, ${partialTypeOf(Object.values(patternProperties))}>>`
  if (type === 'integer') return 'number'
  if (type === 'object') return 'Readonly<Record<string, unknown>>'
  return type ?? 'unknown'
}

function isOpen(schema: TSchema): boolean {
  return (schema as { additionalProperties?: unknown }).additionalProperties === true
}

/** The type of a resource's records, as clients see them. */
function itemType(resource: Resource): string {
  const { answerSchema } = resource
  if (answerSchema) return partialTypeOf(variants.map(answerSchema))
  const collection = resourceCollections.find((name) => resourceByCollection[name] === resource)
  if (!collection) throw new TypeError(`.ci/generate/answer-bodies.ts has no type for records of ${resource.name}.`)
  return `Partial<${recordName(collection)}>`
}

function bodyType({ answer }: Endpoint): string {
  switch (answer.kind) {
    case 'list':
      return `List<${itemType(answer.resource)}, ${quoted(answer.resource.plural)}>`
    case 'legacyList':
      return `LegacyList<${itemType(answer.resource)}>`
    case 'deleted':
      return `Single<${itemType(answer.resource)}, ${quoted(answer.resource.name)}>`
    case 'object': {
      const extra = answer.extra ? ` & ${partialTypeOf(variants.map(answer.extra))}` : ''
      return `Single<${itemType(answer.resource)}${extra}, ${quoted(answer.resource.name)}>`
    }
    case 'json': {
      const type = partialTypeOf(variants.map(answer.schema))
      return answer.name === undefined || type === 'unknown' ? type : `Single<${type}, ${quoted(answer.name)}>`
    }
    case 'html':
      return 'string'
    default:
      return 'unknown'
  }
}

/** The text of emulator/model/contract/answer-bodies.ts. */
export function answerBodies(): string {
  const lines = endpoints.map((endpoint) => `readonly ${quoted(endpoint.id)}: ${bodyType(endpoint)}`)
  const used = resourceCollections.map(recordName).filter((name) => lines.some((line) => line.includes(name)))
  return `${header}
import type { ${used.join(', ')} } from '../resources/resource-records.ts'

/** A list, in each of its envelopes. */
type List<Item, Plural extends string> =
  | readonly Item[]
  | { readonly data: readonly Item[]; readonly has_more?: boolean }
  | { readonly items: readonly Item[]; readonly next_cursor?: string | null }
  | ({ readonly [Name in Plural]: readonly Item[] } & { readonly has_more?: boolean })

/** A list of the legacy API. */
type LegacyList<Item> = readonly Item[] | { readonly data: readonly Item[] }

/** One object, in each of its envelopes. */
type Single<Item, Singular extends string> = Item | { readonly data: Item } | { readonly [Name in Singular]: Item }

/**
 * The bodies of the answers of each operation, under any conventions. Every member is optional: a stub has those that
 * its test is about.
 */
export interface AnswerBodies {
${lines.join('\n')}
}
`
}
