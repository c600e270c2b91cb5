import type { TSchema } from 'typebox'
import type { ResourceCollection } from '../../emulator/model/contract/resource-records.ts'
import { definitions } from '../../emulator/api/dialect/convention-definitions.ts'
import { endpoints } from '../../emulator/api/endpoints/endpoints.ts'
import { faultSchema } from '../../emulator/disturb/faults/fault-schema.ts'
import { referenceOf } from '../../emulator/model/resources/define-resource.ts'
import { resourceByCollection, resourceCollections } from '../../emulator/model/resources/resources.ts'
import { answerBodies } from './answer-bodies.ts'
import { formatted, header } from '../../testing/committed.ts'
import { literals, nameList, quoted } from './name-lists.ts'
import { recordName } from './record-name.ts'
import { checkIds } from './check-ids.ts'
import { requirementStatements } from './requirement-statements.ts'
import { type Anything, describedMembers, docComment, typeOf } from './schema-types.ts'

/**
 * Types that follow from lists and schemas are generated, so that readers of the declarations see names and sentences.
 */

/** The doc comments of members whose schema has no description. A member means the same in every record. */
const sentences: Readonly<Record<string, string>> = {
  name: 'The name that people see.',
  title: 'The name in full.',
  slug: 'The name in addresses.',
  kind: 'The sort of the record.',
  type: 'The sort of the resource.',
  status: 'The state that it is in.',
  level: 'The severity.',
  message: 'A description of what happened.',
  description: 'A text for people.',
  brand: 'The brand of the product.',
  category: 'The category of the product.',
  sku: 'The stock keeping unit.',
  price: 'The price, in `currency`.',
  currency: 'The currency of `price`.',
  provider: 'The service that it connects to.',
  adapter: 'The name of the adapter.',
  scope_type: 'The kind of record that the configuration belongs to.',
  scope_id: 'The bare id of the project, environment or flow.',
  value: 'Any JSON.',
  created_at: 'RFC 3339, UTC.',
}

function memberLine([name, schema]: readonly [string, TSchema]): string {
  const target = referenceOf(schema)
  const { description = sentences[name] } = schema as Anything
  const doc = target ? `The bare id of a record in \`${target}\`.` : description
  if (!doc) throw new TypeError(`emulator/model/resources/resources.ts: give the member ${name} a description.`)
  return `${docComment(doc)}\nreadonly ${name}: ${typeOf(schema)}`
}

function collectionLine(collection: ResourceCollection): string {
  return `  /** A record of \`${collection}\`. */\n  readonly ${collection}: ${recordName(collection)}`
}

/** The members of a collection's records, with their doc comments. */
function memberLines(collection: ResourceCollection): readonly string[] {
  const properties = resourceByCollection[collection].schema.properties as Readonly<Record<string, TSchema>>
  return Object.entries(properties).map(memberLine)
}

function recordTypes(): string {
  const all = resourceCollections.map((collection) => ({ collection, lines: memberLines(collection) }))
  const shared = all[0]!.lines.filter((line) => all.every(({ lines }) => lines.includes(line)))
  const records = all.map(({ collection, lines }) => {
    const particular = lines.filter((line) => !shared.includes(line)).join('\n')
    return `/** A record of \`${collection}\`. */\nexport type ${recordName(collection)} = CommonRecord & {\n${particular}\n}`
  })
  const defaults = resourceCollections.map((collection) => {
    const names = Object.entries(resourceByCollection[collection].members).flatMap(([name, schema]) =>
      'default' in schema ? [quoted(name)] : [],
    )
    return `  readonly ${collection}: ${names.join(' | ') || 'never'}`
  })
  return `${header}
// Types instead of interfaces: an interface is not assignable to StoredRecord, which has an index signature.

/** The members of every record. */
export type CommonRecord = {
${shared.join('\n')}
}

${records.join('\n\n')}

/** The type of a collection's records, by the collection's name. */
export interface ResourceRecords {
${resourceCollections.map(collectionLine).join('\n')}
}

/** The name of a resource's collection. */
export type ResourceCollection = keyof ResourceRecords

/** The members whose schema has a default, by the collection's name. */
export interface DefaultedMembers {
${defaults.join('\n')}
}
`
}

function faultType(): string {
  const { description } = faultSchema() as { readonly description?: string }
  return `${header}
import type { OperationId } from '../../model/contract/operation-ids.ts'

${docComment(description!)}
export interface Fault {
${describedMembers(faultSchema())}
}
`
}

/** The type of a value, as wide as its kind. */
function widened(value: unknown): string {
  return Array.isArray(value) ? `readonly ${widened(value[0])}[]` : typeof value
}

function conventionsType(): string {
  const members = Object.entries(definitions).map(([name, definition]) => {
    const { kind, what, default: initial } = definition
    const type =
      kind === 'choice' && initial !== true
        ? [literals(definition.values), ...(definition.more ? [definition.more.type] : [])].join(' | ')
        : widened(initial)
    const isPerOperation = kind === 'choice' && definition.perOperation === true
    return { name, type, isPerOperation, doc: docComment(what) }
  })
  const ofOperations = members.filter(({ isPerOperation }) => isPerOperation)
  return `${header}
import type { PerOperation, Template, TemplatePart } from './template.ts'

/**
 * The emulator's answers to what the specification marks "not shown" or does not mention. Each can be changed, for
 * users who know the real shape.
 */
export interface Conventions {
${members.map(({ name, type, isPerOperation, doc }) => `${doc}\nreadonly ${name}: ${isPerOperation ? `PerOperation<${type}>` : type}`).join('\n')}
}

/** A convention for which operations may have values of their own. */
export type PerOperationName = ${ofOperations.map(({ name }) => quoted(name)).join(' | ')}

/** The conventions of one operation. */
export interface OperationConventions extends Omit<Conventions, PerOperationName> {
${ofOperations.map(({ name, type, doc }) => `${doc}\nreadonly ${name}: ${type}`).join('\n')}
}

/** The name of a convention: one of \`conventionNames\`. */
export type ConventionName = keyof Conventions
`
}

/** The files of types and lists by their paths from the root, as they should be now. */
export async function typeFiles(): Promise<ReadonlyMap<string, string>> {
  const files = [
    [
      'emulator/model/contract/operation-ids.ts',
      nameList(
        'operationIds',
        'OperationId',
        'The operation ids of every endpoint: what faults, the journal and the OpenAPI document call them.',
        endpoints.map(({ id }) => id),
      ),
    ],
    ['emulator/model/contract/resource-records.ts', recordTypes()],
    ['emulator/model/contract/answer-bodies.ts', answerBodies()],
    ['emulator/disturb/faults/fault.ts', faultType()],
    ['emulator/model/contract/conventions.ts', conventionsType()],
    ['emulator/control/requirement-statements.ts', requirementStatements()],
    ['conformance/catalogue/check-ids.ts', checkIds()],
  ] as const
  return new Map(await Promise.all(files.map(async ([path, text]) => [path, await formatted(path, text)] as const)))
}
