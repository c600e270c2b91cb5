import Type, { type TSchema } from 'typebox'
import type { OperationId } from '../endpoints/operation-ids.ts'
import { FaultSchema } from '../faults/fault.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { World } from '../world/world.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { ApiError } from '../dialect/api-error.ts'

const query = Type.Object({
  operation: Type.Optional(Type.String({ description: 'An operation id.' })),
  method: Type.Optional(Type.String()),
  status: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'How many, the latest. Default: all that are kept.' })),
})

const nullable = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description })
const Parameters = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]))

const Entry = Type.Object(
  {
    index: Type.Integer({ description: 'From 1, in the order in which requests came.' }),
    at: Type.String({ description: 'Virtual time, RFC 3339.' }),
    operation: nullable(Type.String(), 'Null when no endpoint was found.'),
    method: Type.String(),
    path: Type.String(),
    query: Parameters,
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Unknown({
      description: 'JSON as its value, a form as its parameters, of anything else its length; null when none was read.',
    }),
    credentials: Type.String({ description: 'The kind of those that were accepted, or none, refused or unchecked.' }),
    status: nullable(Type.Integer(), 'Null while it is served, and when the connection was dropped.'),
    refusal: nullable(
      Type.Object(
        {
          code: Type.String(),
          requirement: nullable(Type.String(), 'The requirement that the request broke.'),
          message: Type.String(),
        },
        { additionalProperties: false },
      ),
      'Why it was refused.',
    ),
    requirements: Type.Array(Type.String()),
    fault: nullable(FaultSchema, 'The fault that struck it.'),
    durationMs: nullable(Type.Number(), 'Real time until the answer began; null while it is served.'),
  },
  { title: 'JournalEntry', additionalProperties: false },
)

const Unread = Type.Object(
  {
    kind: Type.Enum(['parameter', 'member', 'body']),
    name: Type.String(),
    nearest: nullable(Type.String(), 'What was probably meant.'),
    operation: Type.String(),
    request: Type.String(),
  },
  { title: 'Unread', additionalProperties: false },
)

const answer = Type.Object(
  {
    requests: Type.Array(Entry, { description: 'Oldest first, secrets replaced.' }),
    unread: Type.Array(Unread, { description: 'What came and nothing read, of all requests that are kept.' }),
    truncated: Type.Boolean({ description: 'Whether earlier requests are not kept any more.' }),
    dropped: Type.Integer({ description: 'How many.' }),
  },
  { title: 'Journal', additionalProperties: false },
)

/** Shows and empties the journal. */
export const requestEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'requests.list',
    method: 'GET',
    path: '/requests',
    summary: 'Shows what came in to the world of the request, control requests aside.',
    query,
    answers: [{ status: 200, description: 'The requests.', schema: answer }],
    handle: ({ world, query }) => {
      const limit = integerOf('limit', query.get('limit'))
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
    summary: 'Forgets what came in.',
    answers: [{ status: 204, description: 'It is forgotten.' }],
    handle: ({ world }) => {
      world.requests.clear()
      return { status: 204 }
    },
  }),
]

function find({ requests }: World, query: ReadonlyMap<string, string>): readonly JournalEntry[] {
  return requests.find({
    operation: query.get('operation') as OperationId | undefined,
    method: query.get('method'),
    status: integerOf('status', query.get('status')),
  })
}

function integerOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new ApiError('refused', `${name} must be a whole number from 1; got ${JSON.stringify(text)}.`)
}
