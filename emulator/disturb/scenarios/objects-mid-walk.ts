import type { Middleware, RequestContext } from '../../model/contract/request-context.ts'
import type { ResourceRecords } from '../../model/resources/resource-records.ts'
import type { ResourceCollection } from '../../model/resources/resources.ts'
import { parseSearch } from '../../api/input/read-parameters.ts'
import { parseId } from '../../model/resources/ids.ts'
import { resourceByCollection, resourceCollections } from '../../model/resources/resources.ts'
import { asksForNextPage, isAuthenticated, onFirst } from './scenario.ts'

interface CursorObject {
  readonly collection: ResourceCollection
  readonly record: ResourceRecords[ResourceCollection]
}

/** Returns the object that the id cursor of a request names. */
function cursorObject({ endpoint, search, world }: RequestContext): CursorObject | undefined {
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

/** Changes a list before a client's first page with an id cursor. */
function changing(change: (context: RequestContext, object: CursorObject) => void): Middleware {
  return onFirst(
    (context) => asksForNextPage(context) && isAuthenticated(context) && cursorObject(context) !== undefined,
    (context, next) => {
      change(context, cursorObject(context)!)
      return next(context)
    },
  )
}

function remove({ world }: RequestContext, { collection, record }: CursorObject): void {
  world.remove(collection, record.id)
}

function create({ world }: RequestContext, { collection, record }: CursorObject): void {
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
      begin: (): Middleware =>
        changing((context, object) => {
          remove(context, object)
          create(context, object)
        }),
    },
    'objects-added-mid-walk': {
      clause: '4.6',
      description: `Before the emulator serves the first request with an id cursor, it creates ${created} new objects in the list.`,
      begin: (): Middleware =>
        changing((context, object) => {
          for (let count = 0; count < created; count++) create(context, object)
        }),
    },
    'cursor-object-deleted': {
      clause: '4.6',
      description:
        'Before the emulator serves the first request with an id cursor, it deletes the object that the cursor names. The convention unknownCursor decides whether the cursor still works.',
      begin: (): Middleware => changing(remove),
    },
  },
}
