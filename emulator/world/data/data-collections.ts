import type { ResourceCollection } from '../../contract/resource-records.ts'
import { isResourceCollection, resourceByCollection, resourceCollections } from '../../resources/resources.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { nearest, suggestion } from '../../tools/nearest.ts'
import type { DataCollection } from './data-records.ts'

/** Collections that are shown but not written here: the endpoints keep them together with what authenticates. */
const readOnlyCollections = ['access_tokens', 'adapter_records'] as const

/** The collections that `emulator.data` shows. */
export const dataCollections: readonly DataCollection[] = [...resourceCollections, ...readOnlyCollections]

/**
 * The collection that a name means, with hyphens or underscores, or as lists are called: `products`, `events`.
 * @throws EmulatorError that names the nearest and all.
 */
export function readCollection(name: string): DataCollection {
  const wanted = name.replaceAll('-', '_')
  const called = resourceCollections.find((collection) => resourceByCollection[collection].plural === wanted) ?? wanted
  assertKnown(called)
  return called
}

/** @throws EmulatorError for a collection that is shown only. */
export function assertWritable(collection: string): asserts collection is ResourceCollection {
  assertKnown(collection)
  if (isResourceCollection(collection)) return
  throw new EmulatorError(
    'read_only_collection',
    `${collection} can only be read here; its records are made and removed by the endpoints of the API.`,
  )
}

/** @throws EmulatorError for a collection that does not exist. */
export function assertKnown(collection: string): asserts collection is DataCollection {
  if ((dataCollections as readonly string[]).includes(collection)) return
  if (typeof collection !== 'string')
    throw new EmulatorError(
      'unknown_collection',
      `A collection is named by a text; got ${JSON.stringify(collection)}. The collections are ${dataCollections.join(', ')}.`,
    )
  const guess =
    resourceCollections.find((candidate) => resourceByCollection[candidate].plural === collection) ??
    nearest(collection, dataCollections) ??
    dataCollections.find((candidate) => collection !== '' && candidate.includes(collection.replace(/s$/, '')))
  throw new EmulatorError(
    'unknown_collection',
    `There is no collection ${JSON.stringify(collection.slice(0, 100))}${suggestion(guess)} The collections are ${dataCollections.join(', ')}.`,
  )
}
