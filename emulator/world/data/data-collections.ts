import type { ResourceCollection } from '../../model/resources/resources.ts'
import { isResourceCollection, resourceByCollection, resourceCollections } from '../../model/resources/resources.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { nearest, suggestion } from '../../tools/nearest.ts'
import type { DataCollection } from './data-records.ts'

/** Collections that are read-only here: the endpoints of the API keep them in step with the credentials. */
const readOnlyCollections = ['access_tokens', 'adapter_records'] as const

/** The collections that `emulator.data` can read. */
export const dataCollections: readonly DataCollection[] = [...resourceCollections, ...readOnlyCollections]

/**
 * Finds a collection by its name, with hyphens or underscores, or by the name of its list: `products`, `events`.
 * @throws EmulatorError `unknown_collection`, which suggests the nearest and lists all.
 */
export function readCollection(name: string): DataCollection {
  const wanted = name.replaceAll('-', '_')
  const called = resourceCollections.find((collection) => resourceByCollection[collection].plural === wanted) ?? wanted
  assertKnown(called)
  return called
}

/** @throws EmulatorError `read_only_collection`; `unknown_collection`. */
export function assertWritable(collection: string): asserts collection is ResourceCollection {
  assertKnown(collection)
  if (isResourceCollection(collection)) return
  throw new EmulatorError(
    'read_only_collection',
    `${collection} can only be read here; the endpoints of the API create and remove its records.`,
  )
}

/** @throws EmulatorError `unknown_collection`. */
export function assertKnown(collection: string): asserts collection is DataCollection {
  if ((dataCollections as readonly string[]).includes(collection)) return
  const all = `The collections are ${dataCollections.join(', ')}.`
  if (typeof collection !== 'string')
    throw new EmulatorError(
      'unknown_collection',
      `The name of a collection must be a string; got ${JSON.stringify(collection)}. ${all}`,
    )
  const guess =
    resourceCollections.find((candidate) => resourceByCollection[candidate].plural === collection) ??
    nearest(collection, dataCollections) ??
    dataCollections.find((candidate) => collection !== '' && candidate.includes(collection.replace(/s$/, '')))
  throw new EmulatorError(
    'unknown_collection',
    `There is no collection ${JSON.stringify(collection.slice(0, 100))}${suggestion(guess)} ${all}`,
  )
}
