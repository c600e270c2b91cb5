import Type, { type TSchema } from 'typebox'
import { assertOperation } from '../endpoints/assert-operation.ts'
import { FaultSchema } from '../faults/fault-schema.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { World } from '../world/world.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { wholeNumber } from './read-control.ts'

const query = Type.Object({
  operation: Type.Optional(Type.String({ description: 'An operation id.' })),
  method: Type.Optional(Type.String()),
  status: Type.Optional(Type.Integer()),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Shows only the latest requests. Default: all kept requests.' }),
  ),
})

const nullable = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description })
const Parameters = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]))

const Entry = Type.Object(
  {
    index: Type.Integer({ description: 'From 1, in the order of arrival.' }),
    at: Type.String({ description: 'Virtual time, RFC 3339.' }),
    operation: nullable(Type.String(), 'Null when the request matched no endpoint.'),
    method: Type.String(),
    path: Type.String(),
    query: Parameters,
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Unknown({
      description:
        'The value of JSON, the parameters of a form, or a note about any other body; null when none was read.',
    }),
    credentials: Type.String({ description: 'The kind of the accepted credentials, or none, refused or unchecked.' }),
    status: nullable(Type.Integer(), 'Null while the request is served, and when the connection was dropped.'),
    refusal: nullable(
      Type.Object(
        {
          code: Type.String(),
          requirement: nullable(Type.String(), 'The requirement that the request broke.'),
          message: Type.String(),
        },
        { additionalProperties: false },
      ),
      'Why the request was refused.',
    ),
    requirements: Type.Array(Type.String()),
    fault: nullable(FaultSchema, 'The fault that was applied.'),
    durationMs: nullable(Type.Number(), 'Real time until the answer began; null while the request is served.'),
  },
  { title: 'JournalEntry', additionalProperties: false },
)

const Unread = Type.Object(
  {
    kind: Type.Enum(['parameter', 'member', 'body']),
    name: Type.String(),
    nearest: nullable(Type.String(), 'The known name that was probably meant.'),
    operation: Type.String(),
    request: Type.String(),
  },
  { title: 'Unread', additionalProperties: false },
)

const answer = Type.Object(
  {
    requests: Type.Array(Entry, { description: 'Oldest first, secrets replaced.' }),
    unread: Type.Array(Unread, { description: 'The parts of all kept requests that no endpoint read.' }),
    truncated: Type.Boolean({ description: 'Whether earlier requests were dropped.' }),
    dropped: Type.Integer({ description: 'How many earlier requests were dropped.' }),
  },
  { title: 'Journal', additionalProperties: false },
)

/** Shows and clears the journal. */
export const requestEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'requests.list',
    method: 'GET',
    path: '/requests',
    summary: "Lists the requests that the request's world received, without control requests.",
    query,
    answers: [{ status: 200, description: 'The requests.', schema: answer }],
    handle: ({ world, query }) => {
      const limit = wholeNumber('limit', query.get('limit'))
      const found = find(world, query)
      const { truncated, dropped } = world.requests
      return {
        body: {
          requests: limit === undefined ? found : found.slice(-limit),
          unread: world.requests.unread(),
          truncated,
          dropped,
        },
      }
    },
  }),
  defineControl({
    id: 'requests.clear',
    method: 'DELETE',
    path: '/requests',
    summary: 'Clears the journal.',
    answers: [{ status: 204, description: 'The journal is empty.' }],
    handle: ({ world }) => {
      world.requests.clear()
      return { status: 204 }
    },
  }),
]

function find({ requests }: World, query: ReadonlyMap<string, string>): readonly JournalEntry[] {
  const operation = query.get('operation')
  if (operation !== undefined) assertOperation(operation)
  return requests.find({
    operation,
    method: query.get('method'),
    status: wholeNumber('status', query.get('status')),
  })
}
