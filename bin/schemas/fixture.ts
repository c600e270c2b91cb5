import type { CollectionName } from '../../emulator/model/contract/stored-records.ts'
import { highestId, idAlphabet } from '../../emulator/model/resources/ids.ts'
import { referencedCollection } from '../../emulator/model/resources/resources.ts'
import { resourceByCollection, resourceCollections } from '../../emulator/model/resources/resources.ts'
import { collectionNames } from '../../emulator/world/collections.ts'
import { storedRecordSchema, valuedMembers } from '../../emulator/world/read-records.ts'
import { fixturePacks } from '../../fixtures/pack-options.ts'
import { snapshotFormat } from '../../emulator/world/snapshot.ts'
import { fault } from './fault.ts'
import { scenario } from './scenario.ts'
import { patternOfAtMost, namesSchema, removeExtensions, type Schema } from './schema.ts'

const id = { $ref: '#/definitions/id' }
const members = { $ref: '#/definitions/members' }
const year = '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2})-'

/** The schemas of the members of a record whose values `members` of its file can name. */
function schemaValueMembers(collection: CollectionName): readonly (readonly [name: string, member: Schema])[] {
  const { properties = {} } = removeExtensions(storedRecordSchema(collection))
  return valuedMembers(collection).map((name) => [name, (properties as Readonly<Record<string, Schema>>)[name]!])
}

/** The schema of a record. In a file that is open, members whose values it can name have any text. */
function fixtureRecord(collection: CollectionName, openMembers: boolean): Schema {
  const schema = removeExtensions(storedRecordSchema(collection, openMembers))
  if (!openMembers) return schema
  const texts = schemaValueMembers(collection).map(([name, { enum: _values, ...member }]) => [name, member])
  return { ...schema, properties: { ...(schema['properties'] as Schema), ...Object.fromEntries(texts) } }
}

/** A complete record, as in a snapshot. */
function completeRecordSchema(collection: CollectionName, openMembers: boolean): Schema {
  const schema = fixtureRecord(collection, openMembers)
  const isResource = resourceCollections.includes(collection as never)
  return isResource ? { ...schema, properties: { ...(schema['properties'] as Schema), id } } : schema
}

/** A record of a fixture file. Members with a default are optional. */
function partialRecordSchema(collection: (typeof resourceCollections)[number], openMembers: boolean): Schema {
  const schema = fixtureRecord(collection, openMembers)
  const properties = schema['properties'] as Readonly<Record<string, Schema>>
  const optional = ['id', 'name', 'created_at']
  return {
    ...schema,
    properties: { ...properties, id },
    required: Object.keys(properties).filter((name) => !optional.includes(name) && !('default' in properties[name]!)),
  }
}

/** A schema for each collection whose values a file can name, built from the schemas of those members. */
function schemasByCollection(
  schemaFor: (members: Readonly<Record<string, Schema>>) => Schema,
): Readonly<Record<string, Schema>> {
  const found = resourceCollections.map((collection) => [collection, schemaValueMembers(collection)] as const)
  const some = found.filter(([, members]) => members.length > 0)
  return Object.fromEntries(some.map(([collection, members]) => [collection, schemaFor(Object.fromEntries(members))]))
}

const texts = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, uniqueItems: true }

const membersOption: Schema = {
  description:
    'open: records may have members that no resource has. Values by collection and member: these also have those.',
  anyOf: [
    { enum: ['closed', 'open'] },
    {
      type: 'object',
      properties: schemasByCollection((named) => ({
        type: 'object',
        properties: Object.fromEntries(Object.keys(named).map((name) => [name, texts])),
        additionalProperties: false,
      })),
      additionalProperties: false,
    },
  ],
}

const isOpen = { properties: { members: { const: 'open' } }, required: ['members'] }

/** The values of members unless `members` names others. */
function usualValues(): Schema {
  const lists = schemasByCollection((named) => {
    const enums = Object.entries(named).flatMap(([name, { enum: values }]) =>
      values ? [[name, { enum: values }]] : [],
    )
    return { items: { properties: Object.fromEntries(enums) } }
  })
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: isOpen, then: { properties: { ...lists, collections: { properties: lists } } } }
}

const recordLists = (openMembers: boolean): Schema => ({
  description: 'Records by collection. What a record leaves out is filled in.',
  properties: {
    ...namesSchema,
    faults: { type: 'array', items: fault, description: 'Faults in every new world.' },
    scenarios: { type: 'array', items: scenario, description: 'Scenarios in every new world.' },
    members,
    ...Object.fromEntries(
      resourceCollections.map((collection) => [
        collection,
        { type: 'array', items: partialRecordSchema(collection, openMembers) },
      ]),
    ),
  },
  additionalProperties: false,
})

/** A record that replaces one of a pack. It may set any members except references to other records. */
function placedRecordSchema(collection: (typeof resourceCollections)[number], openMembers: boolean): Schema {
  const { properties, required: _required, ...schema } = fixtureRecord(collection, openMembers)
  const references = Object.entries(resourceByCollection[collection].schema.properties).flatMap(([name, member]) =>
    referencedCollection(member) === undefined ? [] : [name],
  )
  const kept = Object.entries(properties as Schema).filter(([name]) => !references.includes(name))
  return { ...schema, properties: { ...Object.fromEntries(kept), id } }
}

/** Additional members for the records of a collection. */
function addedMembersSchema(collection: (typeof resourceCollections)[number]): Schema {
  const known = Object.keys(resourceByCollection[collection].schema.properties)
  return { type: 'object', propertyNames: { not: { enum: known } } }
}

const packDeltaSchema = (openMembers: boolean): Schema => ({
  description: 'The records of a pack, with changes.',
  properties: {
    ...namesSchema,
    pack: { enum: [...fixturePacks], description: 'The pack whose records are changed.' },
    members,
    added: {
      type: 'object',
      description: 'Members that every record of a collection has in addition. They take members: open.',
      properties: Object.fromEntries(
        resourceCollections.map((collection) => [
          collection,
          openMembers ? addedMembersSchema(collection) : { ...addedMembersSchema(collection), maxProperties: 0 },
        ]),
      ),
      additionalProperties: false,
    },
    ...Object.fromEntries(
      resourceCollections.map((collection) => [
        collection,
        {
          type: 'array',
          items: placedRecordSchema(collection, openMembers),
          description: 'Records in place of the newest of the pack.',
        },
      ]),
    ),
  },
  additionalProperties: false,
})

const snapshotSchema = (openMembers: boolean): Schema => ({
  description: 'A world that an emulator exported.',
  properties: {
    ...namesSchema,
    format: { const: snapshotFormat },
    members,
    clock: {
      type: 'object',
      properties: {
        time: { type: 'string', pattern: year, anyOf: [{ format: 'date-time' }, { format: 'date' }] },
        frozen: { type: 'boolean' },
      },
      required: ['time', 'frozen'],
    },
    ids: { type: 'object', properties: { last: id, random: { type: 'integer' } }, required: ['last', 'random'] },
    collections: {
      type: 'object',
      properties: Object.fromEntries(
        collectionNames.map((collection) => [
          collection,
          { type: 'array', items: completeRecordSchema(collection, openMembers) },
        ]),
      ),
      additionalProperties: false,
    },
  },
  required: ['format', 'clock', 'ids', 'collections'],
})

/** A file whose records may have unknown members if it says so. */
const openIfAsked = (schemaOf: (openMembers: boolean) => Schema): Schema => ({
  if: { properties: { members: { not: { const: 'closed' } } }, required: ['members'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: schemaOf(true),
  else: schemaOf(false),
})

/** A fixture file: records by collection, changes to a pack, or a snapshot. */
export const fixture: Schema = {
  type: 'object',
  description: 'The data that an emulator begins with: records by collection, changes to a pack, or a snapshot.',
  if: { required: ['format'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: openIfAsked(snapshotSchema),
  else: {
    if: { required: ['pack'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: openIfAsked(packDeltaSchema),
    else: openIfAsked(recordLists),
  },
  allOf: [usualValues()],
  definitions: {
    members: membersOption,
    id: {
      type: 'string',
      pattern: patternOfAtMost(highestId, idAlphabet),
      description: `An id: 27 characters from A-Z, a-z and 0-9, at most ${highestId}.`,
    },
  },
}
