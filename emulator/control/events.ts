import { Type } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { JournalWatch } from '../journal/journal-watch.ts'
import type { RequestFilter } from '../journal/request-filter.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { eventStream, type StreamSource } from './event-stream.ts'
import { readFilter, selectorQuery } from './request-selector.ts'

/** Streams the requests of a world. */
export const eventEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'events',
    method: 'GET',
    path: '/events',
    summary:
      "Streams the requests of the request's world as server-sent events: what `GET /requests/lines` shows, at most ten events a second. It begins with the next request, or after the one that Last-Event-ID or `after` names.",
    query: Type.Object({
      ...selectorQuery,
      after: Type.Optional(Type.Integer({ minimum: 0, description: 'As Last-Event-ID, which goes before it.' })),
    }),
    answers: [
      {
        status: 200,
        description:
          'Events of the type `requests`, and one of the type `gone` when the world was dropped, replaced or evicted.',
        schema: Type.String(),
        mediaType: 'text/event-stream',
      },
    ],
    handle: ({ world, emulator, request, query, streams }) => {
      const after = readLastEventId(request.headers.get('last-event-id')) ?? query.after
      const source = worldSource(emulator.worlds, world, readFilter(query), after)
      // Nobody would read the stream after a preflight, a HEAD request or a disconnect.
      const isRead = request.method === 'GET' && !request.signal.aborted
      const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
      if (!isRead) return { stream: new ReadableStream(), headers }
      return { stream: eventStream({ ...source, release: streams.open(), signal: request.signal }), headers }
    },
  }),
]

/** Watches a world. A world that does not exist yet is watched as soon as a request creates it. */
function worldSource(
  worlds: Worlds,
  world: World,
  filter: RequestFilter,
  after: number | undefined,
): Pick<StreamSource, 'watch' | 'isGone'> {
  let watched = worlds.isCurrent(world) ? world : undefined
  let watch = watched && new JournalWatch(watched.requests, filter, after)
  return {
    watch: () => {
      watched ??= worlds.peek(world.name)
      return (watch ??= watched && new JournalWatch(watched.requests, filter, 0))
    },
    isGone: () => watched !== undefined && !worlds.isCurrent(watched),
  }
}

function readLastEventId(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new ApiError(
    'refused',
    `Last-Event-ID must be the index of a request, from 0; got ${JSON.stringify(text.slice(0, 100))}.`,
  )
}
