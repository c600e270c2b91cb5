// The part of the control API that judges a client while it uses the emulator. The emulator does not depend on the
// judge, so the program that has both adds these endpoints.
import { Type } from 'typebox'
import { type ControlContext, type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'
import type { ClientWatches } from './client-watches.ts'
import { assertSameOrigin } from './refusing.ts'
import { reportEndpoint } from './report-formats.ts'
import { Order, Status, type WatchOrder } from '../client/watch/watch-schemas.ts'

const path = '/client'
const forbidden = 'watch clients'

/** The endpoints that start, follow and end the judgement of a client. */
export function clientEndpoints(watches: ClientWatches): readonly ControlEndpoint[] {
  return [
    defineControl({
      id: 'client.watch',
      method: 'POST',
      path,
      summary: "Judges the client that uses the request's world from now on, or all clients. One watch at a time.",
      body: Order,
      bodyOptional: true,
      answers: [{ status: 202, description: 'The watch has begun.', schema: Status }],
      handle: async (context: ControlContext<unknown, WatchOrder>) => {
        assertSameOrigin(context, forbidden)
        await watches.start(context.body, context.emulator, context.world.name)
        return { body: await watches.status(undefined) }
      },
    }),
    defineControl({
      id: 'client.status',
      method: 'GET',
      path,
      summary: 'Shows the state of the latest watch, with its verdicts so far.',
      query: Type.Object({
        known: Type.Optional(
          Type.Integer({ minimum: 0, description: 'A revision: its verdicts are left out if it is the latest.' }),
        ),
      }),
      answers: [{ status: 200, description: 'The watch.', schema: Status }],
      handle: async ({ query }) => ({ body: await watches.status(query.known) }),
    }),
    defineControl({
      id: 'client.stop',
      method: 'DELETE',
      path,
      summary: 'Ends the watch. A task that the client has not done counts as not done from then on.',
      answers: [{ status: 200, description: 'The watch with its last verdicts.', schema: Status }],
      handle: async (context) => {
        assertSameOrigin(context, forbidden)
        await watches.stop()
        return { body: await watches.status(undefined) }
      },
    }),
    reportEndpoint({
      id: 'client.report',
      path: `${path}/report`,
      summary:
        'Writes the report of the latest watch, so far or in the end, in one of the formats of GET /_emulator/report-formats.',
      report: (format) => watches.report(format),
      none: 'No client was watched yet. POST /_emulator/client begins to watch one.',
    }),
  ]
}
