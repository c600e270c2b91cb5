// The part of the control API that judges a client while it uses the emulator. The emulator does not depend on the
// judge, so the program that has both adds these endpoints.
import { type Static, Type } from 'typebox'
import { type ControlContext, type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'
import type { ClientWatches } from './client-watches.ts'
import { assertSameOrigin } from './assert-same-origin.ts'
import { clientVerdicts } from '../../../conformance/client/catalogue/verdicts.ts'
import { reportEndpoint } from './report-formats.ts'

const Patterns = Type.Array(Type.String({ minLength: 1 }), {
  description: 'Ids of requirements or checks of clients; `*` matches any text.',
})

const Order = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The name of the client in reports. Default: client.' }),
    ),
    allWorlds: Type.Optional(
      Type.Boolean({ description: "Whether to watch all worlds. Default: only the request's world." }),
    ),
    since: Type.Optional(
      Type.Enum(['now', 'journal'], {
        description:
          'Whether to begin with the next request, or with what the journal holds. A journal that has dropped requests or answers shows failures, but proves nothing. Default: now.',
      }),
    ),
    only: Type.Optional(Patterns),
    skip: Type.Optional(Patterns),
  },
  { additionalProperties: false },
)

/** A fact or a cause, whose `kind` determines its other members. */
const withKind = (description: string) =>
  Type.Object({ kind: Type.String() }, { additionalProperties: true, description })

const ConsoleVerdict = Type.Object(
  {
    check: Type.String(),
    requirement: Type.String(),
    clause: Type.String(),
    level: Type.Enum(['stated', 'implied', 'silent']),
    statement: Type.String({ description: 'The sentence of the requirement.' }),
    verdict: Type.Enum([...clientVerdicts]),
    sprung: Type.Boolean({ description: 'Whether the client triggered the check.' }),
    message: Type.String(),
    fact: Type.Optional(withKind('The fact that shows a failure, as in the JSON report.')),
    cause: Type.Optional(withKind('The reason why it could not be decided, as in the JSON report.')),
    careful: Type.String({
      description: 'The behaviour of a careful client; empty unless the requirement was broken.',
    }),
    evidence: Type.Array(Type.String(), { description: 'The requests that show it, without secrets.' }),
  },
  { additionalProperties: false },
)

const Status = Type.Object(
  {
    state: Type.Enum(['idle', 'watching', 'ended']),
    client: Type.Union([Type.String(), Type.Null()]),
    world: Type.Union([Type.String(), Type.Null()], { description: 'Null for all worlds.' }),
    requests: Type.Integer({ description: 'The number of requests.' }),
    revision: Type.Integer({ description: 'Increases with each judgement.' }),
    results: Type.Union([Type.Array(ConsoleVerdict), Type.Null()], {
      description: 'Null, like summary, if `known` names this revision.',
    }),
    summary: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
    why: Type.Union([Type.String(), Type.Null()], { description: 'Why the watch ended by itself.' }),
  },
  { title: 'ClientWatch', additionalProperties: false },
)

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
      handle: async (context: ControlContext<unknown, Static<typeof Order> | undefined>) => {
        assertSameOrigin(context, forbidden)
        await watches.start(context.body ?? {}, context.emulator, context.world.name)
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
