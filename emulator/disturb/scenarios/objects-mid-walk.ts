import type { Interceptor, RoutedRequest } from '../../model/contract/routed-request.ts'
import type { ResourceRecords } from '../../model/resources/resource-records.ts'
import type { ResourceCollection } from '../../model/resources/resources.ts'
import { parseSearch } from '../../api/input/read-parameters.ts'
import { parseId } from '../../model/resources/ids.ts'
import { resourceByCollection, resourceCollections } from '../../model/resources/resources.ts'
import { asksForNextPage, isAuthenticated, once } from './scenario.ts'

interface CursorObject {
  readonly collection: ResourceCollection
  readonly record: ResourceRecords[ResourceCollection]
}

/** Returns the object that the id cursor of a request names. */
function cursorObject({ endpoint, search, world }: RoutedRequest): CursorObject | undefined {
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

/** Changes a list before the first page that a client asks for with an id cursor. */
function changing(change: (routed: RoutedRequest, object: CursorObject) => void): Interceptor {
  return once(
    (routed) => asksForNextPage(routed) && isAuthenticated(routed) && cursorObject(routed) !== undefined,
    (routed, next) => {
      change(routed, cursorObject(routed)!)
      return next()
    },
  )
}

function remove({ world }: RoutedRequest, { collection, record }: CursorObject): void {
  world.remove(collection, record.id)
}

function create({ world }: RoutedRequest, { collection, record }: CursorObject): void {
  world.insert(collection, {
    ...record,
    id: world.nextId(),
    name: `${record.name} (created in the meantime)`,
    created_at: world.timestamp(),
  })
}

/** The number of objects to create in the meantime. */
const created = 3

/** Scenarios in which the objects of a list change while a client walks it. */
export const objectsMidWalk = {
  title: 'Lists change while they are read',
  scenarios: {
    'objects-change-mid-walk': {
      clause: '4.6',
      description:
        'Before the emulator serves the first request with an id cursor, it creates a new object in the list and deletes the object that the cursor names.',
      begin: (): Interceptor =>
        changing((routed, object) => {
          remove(routed, object)
          create(routed, object)
        }),
    },
    'objects-added-mid-walk': {
      clause: '4.6',
      description: `Before the emulator serves the first request with an id cursor, it creates ${created} new objects in the list.`,
      begin: (): Interceptor =>
        changing((routed, object) => {
          for (let count = 0; count < created; count++) create(routed, object)
        }),
    },
    'cursor-object-deleted': {
      clause: '4.6',
      description:
        'Before the emulator serves the first request with an id cursor, it deletes the object that the cursor names. The convention unknownCursor decides whether the cursor still works.',
      begin: (): Interceptor => changing(remove),
    },
  },
}
