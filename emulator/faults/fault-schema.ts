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
          'Answers with this status, from 400 to 599, in place of the endpoint, which does nothing. ' +
          'The body is in the dialect of the API.',
      }),
    ),
    retryAfter: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum }), Type.String({ pattern: '^[ -~]+$' })], {
        description: 'The header Retry-After beside status: seconds, or a text that is sent as it is.',
      }),
    ),
    delay: Type.Optional(
      duration(
        'Waits before everything else, in real time: milliseconds, or a text such as 2s. ' +
          'The wait ends when the client gives up.',
      ),
    ),
    drop: Type.Optional(
      Type.Enum(['before', 'after'], {
        description:
          'Ends the connection without an answer: before the endpoint does anything, or after it did everything.',
      }),
    ),
    truncate: Type.Optional(Type.Literal(true, { description: 'Ends the connection in the middle of the body.' })),
    breakJson: Type.Optional(Type.Literal(true, { description: 'Sends a body that ends cleanly and is not JSON.' })),
    drip: Type.Optional(
      Type.Object(
        {
          bytes: Type.Integer({ minimum: 1, maximum, description: 'The size of each piece in bytes.' }),
          interval: duration('Real time before each piece: milliseconds, or a text such as 2s.'),
        },
        { additionalProperties: false, description: 'Sends the body in pieces.' },
      ),
    ),
    contentType: Type.Optional(
      Type.String({ pattern: '^[ -~]+$', description: 'Sends this Content-Type in place of the right one.' }),
    ),
  },
  {
    title: 'Fault',
    additionalProperties: false,
    description:
      'Something that goes wrong on purpose, for a number of requests. delay goes with everything, contentType with ' +
      'every answer. Of status, drop, truncate, breakJson and drip, a fault has at most one.',
  },
)

/** The form of a fault. The type `Fault` is generated from it. */
export const FaultSchema: TUnsafe<Fault> = Type.Unsafe<Fault>(schema)
