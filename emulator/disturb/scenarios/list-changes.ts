import { fewerRecords } from './link-pages.ts'
import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import type { ResourceRecords } from '../../model/resources/resource-records.ts'
import { type ResourceCollection, resourceByCollection, resourceCollections } from '../../model/resources/resources.ts'
import { isPageless } from '../../api/input/list-query.ts'
import { parseSearch } from '../../api/input/read-parameters.ts'
import { parseId } from '../../model/resources/ids.ts'
import { asksForNextPage, isAuthenticated, actOnFirst, setQueryParameter } from './scenario.ts'

interface CursorObject {
  readonly collection: ResourceCollection
  readonly record: ResourceRecords[ResourceCollection]
}

/** Returns the object that the id cursor of a request names. */
function cursorObject(context: RoutedContext): CursorObject | undefined {
  const { endpoint, search, world } = context
  const collection = endpoint.answer.kind === 'list' ? listedCollection(context) : undefined
  const parameters = parseSearch(search)
  const id = parseId((parameters.get('starting_after') ?? parameters.get('ending_before'))?.[0] ?? '')?.bare
  const record = collection === undefined || id === undefined ? undefined : world.get(collection, id)
  return collection === undefined || record === undefined ? undefined : { collection, record }
}

/** Changes a list before a client's first page with an id cursor. */
function changeListOnce(change: (context: RoutedContext, object: CursorObject) => void): Middleware {
  return actOnFirst(
    (context) => asksForNextPage(context) && isAuthenticated(context) && cursorObject(context) !== undefined,
    (context, next) => {
      change(context, cursorObject(context)!)
      return next(context)
    },
  )
}

function removeObject({ world }: RoutedContext, { collection, record }: CursorObject): void {
  world.remove(collection, record.id)
}

function createObject({ world }: RoutedContext, { collection, record }: CursorObject): void {
  world.insert(collection, {
    ...record,
    id: world.nextId(),
    name: `${record.name} (created in the meantime)`,
    created_at: world.timestamp(),
  })
}

/** The number of objects to create in the meantime. */
const created = 3

/** The ends of the ids, in the order of creation. Locales sort them in the opposite order. */
const ends = ['ZA', 'Za', 'zA', 'za'] as const

function listedCollection({ endpoint: { answer } }: RoutedContext): ResourceCollection | undefined {
  return answer.kind === 'list' || answer.kind === 'legacyList'
    ? resourceCollections.find((name) => resourceByCollection[name] === answer.resource)
    : undefined
}

/** The page size that a request asks for; undefined if the list has no pages, or the size is refused. */
function requestedLimit({ endpoint, request, search, conventions }: RoutedContext): number | undefined {
  const { answer } = endpoint
  if (request.method !== 'GET' || answer.kind !== 'list' || isPageless(endpoint, conventions)) return undefined
  const { defaultLimit, maximumLimit, excessiveLimit } = conventions
  const [text] = parseSearch(search).get('limit') ?? []
  if (text === undefined) return defaultLimit
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return limit > maximumLimit ? (excessiveLimit === 'clamp' ? maximumLimit : undefined) : limit
}

/** Scenarios in which lists change while a client walks them, or look as if they did. */
export const listChanges = {
  title: 'Lists change while they are read',
  scenarios: {
    'objects-change-mid-walk': {
      clause: '4.6',
      description:
        'Before the emulator serves the first request with an id cursor, it creates a new object in the list and deletes the object that the cursor names.',
      begin: (): Middleware =>
        changeListOnce((context, object) => {
          removeObject(context, object)
          createObject(context, object)
        }),
    },
    'objects-added-mid-walk': {
      clause: '4.6',
      description: `Before the emulator serves the first request with an id cursor, it creates ${created} new objects in the list.`,
      begin: (): Middleware =>
        changeListOnce((context, object) => {
          for (let count = 0; count < created; count++) createObject(context, object)
        }),
    },
    'cursor-object-deleted': {
      clause: '4.6',
      description:
        'Before the emulator serves the first request with an id cursor, it deletes the object that the cursor names. The convention unknownCursor decides whether the cursor still works.',
      begin: (): Middleware => changeListOnce(removeObject),
    },
    'ids-differ-in-case': {
      clause: '2.1',
      description: `Before the first page of each list is served, ${ends.length} objects are created whose ids differ only in upper and lower case. They are copies of one object in the list, and sort differently by locale than by code unit.`,
      begin: (): Middleware => {
        const done = new Set<string>()
        return async (context, next) => {
          const { request, path, world } = context
          const collection = request.method === 'GET' ? listedCollection(context) : undefined
          if (!collection || done.has(path) || asksForNextPage(context) || !isAuthenticated(context))
            return next(context)
          const response = await next(context)
          const { id } = /"id":"(?<id>[0-9A-Za-z]{27})"/.exec(await response.clone().text())?.groups ?? {}
          const record = id === undefined || !response.ok ? undefined : world.get(collection, id)
          if (!record) return response
          // Another first page may have been served meanwhile.
          if (done.has(path)) return next(context)
          done.add(path)
          const start = world.nextId().slice(0, -2)
          for (const end of ends) {
            const twin = `${start}${end}`
            world.raiseIds(twin)
            world.insert(collection, {
              ...record,
              id: twin,
              name: `${record.name} (${end})`,
              created_at: world.timestamp(),
            })
          }
          return next(context)
        }
      },
    },
    'short-pages': {
      clause: '4.6',
      description:
        'Every page of a list has at most half as many objects as limit says, although more objects follow. limit is a page size, and a service may filter a page after cutting it.',
      begin: (): Middleware => (context, next) => {
        const limit = requestedLimit(context)
        const { minimumLimit } = context.conventions
        if (limit === undefined || limit < 2 || limit < minimumLimit) return next(context)
        return next(setQueryParameter(context, 'limit', String(Math.max(minimumLimit, Math.floor(limit / 2)))))
      },
    },
    ...fewerRecords,
  },
}
