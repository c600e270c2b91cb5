import { Type, type TUnsafe } from 'typebox'
import type { Fault } from './fault.ts'
import { once } from '../../tools/once.ts'
import { recordOf } from '../../tools/record-of.ts'

/** The largest count. A fault that never ends says `always`. */
const maximum = Number.MAX_SAFE_INTEGER

const milliseconds = [Type.Number({ minimum: 0 }), Type.String()] as const

const duration = (description: string) => Type.Union([...milliseconds], { description })

/** The form of a fault, made when it is asked for: most tests add none. The type `Fault` is generated from it. */
export const faultSchema: () => TUnsafe<Fault> = once(() =>
  Type.Unsafe<Fault>(
    Type.Object(
      {
        operation: Type.Optional(
          Type.String({ description: 'The operation that it strikes. Default: every operation.' }),
        ),
        world: Type.Optional(
          Type.String({
            description:
              'The world that it strikes. Default: the one that it is added to, and for a fault of a new emulator every one. A fault of the default world may name another.',
          }),
        ),
        times: Type.Optional(
          Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Literal('always')], {
            description:
              'The number of requests that it strikes. Default: 1, or always with a probability or a spread of delays.',
          }),
        ),
        skip: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum,
            description: 'The number of requests that it lets pass first. Default: 0.',
          }),
        ),
        probability: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 1,
            description:
              'The share of the requests that it strikes, from 0 to 1. Which ones follows from the seed. Default: 1.',
          }),
        ),
        status: Type.Optional(
          Type.Integer({
            minimum: 200,
            maximum: 599,
            description:
              'Answers with this status, from 200 to 599. Without body, a status from 400 on comes with an error body of the API, and a lower one without a body. The endpoint does nothing.',
          }),
        ),
        body: Type.Optional(
          Type.Unknown({
            description:
              'Answers with this body, and with 200 without status: a text as it is, any other value as JSON. A text is text/plain, or text/html where it begins with <, unless headers say otherwise. The endpoint does nothing.',
          }),
        ),
        headers: Type.Optional(
          recordOf(Type.String(), {
            description: 'Sets headers of the answer, by name. They replace those that the answer has.',
          }),
        ),
        retryAfter: Type.Optional(
          Type.Union([Type.Integer({ minimum: 0, maximum }), Type.String({ pattern: '^[ -~]+$' })], {
            description: 'Sends the header Retry-After with status: seconds, or the text of the header.',
          }),
        ),
        delay: Type.Optional(
          Type.Union(
            [
              ...milliseconds,
              Type.Object(
                {
                  p50: duration('Half of the delays are shorter: milliseconds, or a text such as 2s.'),
                  p99: duration('One of a hundred delays is longer.'),
                },
                { additionalProperties: false },
              ),
            ],
            {
              description:
                'Waits first, in real time: milliseconds, or a text such as 2s. { p50, p99 } is a spread of delays (log-normal), which follow from the seed. Ends early when the client aborts.',
            },
          ),
        ),
        drop: Type.Optional(
          Type.Enum(['before', 'after'], {
            description:
              'Closes the connection without an answer, before the endpoint does anything or after it has done everything.',
          }),
        ),
        truncate: Type.Optional(
          Type.Literal(true, { description: 'Closes the connection in the middle of the body.' }),
        ),
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
      },
      {
        title: 'Fault',
        additionalProperties: false,
        description:
          'An answer of your own, or something that goes wrong on purpose, for a number of requests. A fault has at most one of status (also with body), drop, truncate, breakJson and drip. delay can be combined with all of them, headers with all but drop.',
      },
    ),
  ),
)
