import type { ResourceCollection } from '../../model/resources/resources.ts'
import { resourceByCollection, resourceCollections } from '../../model/resources/resources.ts'
import type { Middleware, RequestContext } from '../../model/contract/request-context.ts'
import { asksForNextPage, isAuthenticated } from './scenario.ts'

/** The ends of the ids, in the order of creation. Locales sort them in the opposite order. */
const ends = ['ZA', 'Za', 'zA', 'za'] as const

function listedCollection({ endpoint: { answer } }: RequestContext): ResourceCollection | undefined {
  return answer.kind === 'list' || answer.kind === 'legacyList'
    ? resourceCollections.find((name) => resourceByCollection[name] === answer.resource)
    : undefined
}

/** Ids that differ only in case. */
export const idsInOtherCase = {
  title: 'Lists change while they are read',
  scenarios: {
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
  },
}
