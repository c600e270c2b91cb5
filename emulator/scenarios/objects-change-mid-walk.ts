import { parseSearch } from '../input/read-parameters.ts'
import { parseId } from '../resources/ids.ts'
import type { Operation } from '../contract/intercept.ts'
import { resourceByCollection, resourceCollections } from '../resources/resources.ts'
import type { ResourceCollection, ResourceRecords } from '../contract/resource-records.ts'
import { defineScenario, asksForNextPage, isAuthenticated, once, type Scenario } from './scenario.ts'

interface CursorObject {
  readonly collection: ResourceCollection
  readonly record: ResourceRecords[ResourceCollection]
}

/** Returns the object that the id cursor of a request names. */
function cursorObject({ endpoint, scope: { search, world } }: Operation): CursorObject | undefined {
  const { answer } = endpoint
  const collection =
    answer.kind === 'list'
      ? resourceCollections.find((name) => resourceByCollection[name] === answer.resource)
      : undefined
  const parameters = parseSearch(search)
  const id = parseId((parameters.get('starting_after') ?? parameters.get('ending_before'))?.[0] ?? '')?.bare
  const record = collection === undefined || id === undefined ? undefined : world.get(collection, id)
  return collection === undefined || record === undefined ? undefined : { collection, record }
}

/** Changes a list while a client walks it. */
export const objectsChangeMidWalk: Scenario = defineScenario({
  name: 'objects-change-mid-walk',
  clause: '4.6',
  description:
    'Before the emulator serves the first request with an id cursor, it creates a new object in the list ' +
    'and deletes the object that the cursor names.',
  begin: () =>
    once(
      (operation) => asksForNextPage(operation) && isAuthenticated(operation) && cursorObject(operation) !== undefined,
      (operation, next) => {
        const { collection, record } = cursorObject(operation)!
        const { world } = operation.scope
        world.remove(collection, record.id)
        world.insert(collection, {
          ...record,
          id: world.nextId(),
          name: `${record.name} (created in the meantime)`,
          created_at: world.timestamp(),
        })
        return next()
      },
    ),
})
