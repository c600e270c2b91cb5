import Type, { type TUnsafe } from 'typebox'
import type { Fault } from './fault.ts'

/** The largest count. A fault that never ends says `always`. */
const maximum = Number.MAX_SAFE_INTEGER

const duration = (description: string) => Type.Union([Type.Number({ minimum: 0 }), Type.String()], { description })

const schema = Type.Object(
  {
    operation: Type.Optional(Type.String({ description: 'The operation that it strikes. Default: every operation.' })),
    times: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Literal('always')], {
        description: 'How many requests it strikes. Default: 1.',
      }),
    ),
    skip: Type.Optional(
      Type.Integer({ minimum: 0, maximum, description: 'How many requests it lets pass first. Default: 0.' }),
    ),
    status: Type.Optional(
      Type.Integer({
        minimum: 400,
        maximum: 599,
        description:
          'Answers with this status, from 400 to 599, and an error body of the API. The endpoint does nothing.',
      }),
    ),
    retryAfter: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum }), Type.String({ pattern: '^[ -~]+$' })], {
        description: 'Sends the header Retry-After with status: seconds, or the text of the header.',
      }),
    ),
    delay: Type.Optional(
      duration('Waits first, in real time: milliseconds, or a text such as 2s. Ends early when the client aborts.'),
    ),
    drop: Type.Optional(
      Type.Enum(['before', 'after'], {
        description:
          'Closes the connection without an answer, before the endpoint does anything or after it has done everything.',
      }),
    ),
    truncate: Type.Optional(Type.Literal(true, { description: 'Closes the connection in the middle of the body.' })),
    breakJson: Type.Optional(Type.Literal(true, { description: 'Sends a complete body that is not JSON.' })),
    drip: Type.Optional(
      Type.Object(
        {
          bytes: Type.Integer({ minimum: 1, maximum, description: 'The size of each piece in bytes.' }),
          interval: duration('Real time before each piece: milliseconds, or a text such as 2s.'),
        },
        { additionalProperties: false, description: 'Sends the body in pieces.' },
      ),
    ),
    contentType: Type.Optional(Type.String({ pattern: '^[ -~]+$', description: 'Replaces the Content-Type.' })),
  },
  {
    title: 'Fault',
    additionalProperties: false,
    description:
      'Something that goes wrong on purpose, for a number of requests. A fault has at most one of status, drop, ' +
      'truncate, breakJson and drip. delay can be combined with all of them, contentType with all but drop.',
  },
)

/** The form of a fault. The type `Fault` is generated from it. */
export const FaultSchema: TUnsafe<Fault> = Type.Unsafe<Fault>(schema)
