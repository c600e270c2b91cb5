import type { CollectionName } from '../../emulator/model/contract/stored-records.ts'
import { highestId, idAlphabet } from '../../emulator/model/resources/ids.ts'
import { resourceByCollection, resourceCollections } from '../../emulator/model/resources/resources.ts'
import { collectionNames } from '../../emulator/world/collections.ts'
import { recordSchema } from '../../emulator/world/read-records.ts'
import { snapshotFormat } from '../../emulator/world/snapshot.ts'
import { fault } from './fault.ts'
import { scenario } from './scenario.ts'
import { atMost, namesSchema, withoutExtensions, type Schema } from './schema.ts'

const id = { $ref: '#/definitions/id' }
const year = '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2})-'

/** A record as a snapshot holds it: complete. */
function complete(collection: CollectionName): Schema {
  const schema = withoutExtensions(recordSchema(collection))
  const isResource = resourceCollections.includes(collection as never)
  return isResource ? { ...schema, properties: { ...(schema['properties'] as Schema), id } } : schema
}

/** A record of a fixture file: what has a default may be left out. */
function partial(collection: (typeof resourceCollections)[number]): Schema {
  const schema = withoutExtensions(resourceByCollection[collection].schema)
  const properties = schema['properties'] as Readonly<Record<string, Schema>>
  const optional = ['id', 'name', 'created_at']
  return {
    ...schema,
    properties: { ...properties, id },
    required: Object.keys(properties).filter((name) => !optional.includes(name) && !('default' in properties[name]!)),
  }
}

const records: Schema = {
  description: 'Records by collection. What a record leaves out is filled in.',
  properties: {
    ...namesSchema,
    faults: { type: 'array', items: fault, description: 'Faults in every new world.' },
    scenarios: { type: 'array', items: scenario, description: 'Scenarios in every new world.' },
    ...Object.fromEntries(
      resourceCollections.map((collection) => [collection, { type: 'array', items: partial(collection) }]),
    ),
  },
  additionalProperties: false,
}

const snapshot: Schema = {
  description: 'A world that an emulator exported.',
  properties: {
    ...namesSchema,
    format: { const: snapshotFormat },
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
        collectionNames.map((collection) => [collection, { type: 'array', items: complete(collection) }]),
      ),
      additionalProperties: false,
    },
  },
  required: ['format', 'clock', 'ids', 'collections'],
}

/** A fixture file: records by collection, or a snapshot. */
export const fixture: Schema = {
  type: 'object',
  description: 'The data that an emulator begins with: records by collection, or a snapshot.',
  if: { required: ['format'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: snapshot,
  else: records,
  definitions: {
    id: {
      type: 'string',
      pattern: atMost(highestId, idAlphabet),
      description: `An id: 27 characters from A-Z, a-z and 0-9, at most ${highestId}.`,
    },
  },
}
