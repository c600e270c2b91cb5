// The form of a fault: its schema, and its type, which follows from the schema. The comments are for editors, and the
// descriptions for the command line and for documents. Both say the same.
import { type TUnsafe, Type } from 'typebox'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import { member } from '../../model/resources/define-resource.ts'
import { once } from '../../tools/once.ts'
import { recordOf } from '../../tools/record-of.ts'

/** The largest count. A fault that never ends says `always`. */
const maximum = Number.MAX_SAFE_INTEGER

type Values<Members extends Readonly<Record<string, TUnsafe<unknown>>>> = {
  readonly [Name in keyof Members]: Members[Name]['~unsafe']
}

/** An object with these members and no others. */
const exactly = <Members extends Readonly<Record<string, TUnsafe<unknown>>>>(
  members: Members,
  options: { readonly description?: string } = {},
): TUnsafe<Values<Members>> => Type.Unsafe(Type.Object(members, { additionalProperties: false, ...options }))

const duration = (description: string) =>
  member(Type.Union([Type.Number({ minimum: 0 }), Type.String()], { description }))

/** Schemas are made when they are asked for: most tests add no fault. */
const members = once(() => ({
  /** The operation that it strikes. Default: every operation. */
  operation: Type.Unsafe<OperationId>(
    Type.String({ description: 'The operation that it strikes. Default: every operation.' }),
  ),
  /**
   * The world that it strikes. Default: the one that it is added to, and for a fault of a new emulator every one.
   * A fault of the default world may name another.
   */
  world: member(
    Type.String({
      description:
        'The world that it strikes. Default: the one that it is added to, and for a fault of a new emulator every one. A fault of the default world may name another.',
    }),
  ),
  /** The number of requests that it strikes. Default: 1, or always with a probability or a spread of delays. */
  times: member(
    Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Literal('always')], {
      description:
        'The number of requests that it strikes. Default: 1, or always with a probability or a spread of delays.',
    }),
  ),
  /** The number of requests that it lets pass first. Default: 0. */
  skip: member(
    Type.Integer({
      minimum: 0,
      maximum,
      description: 'The number of requests that it lets pass first. Default: 0.',
    }),
  ),
  /** The share of the requests that it strikes, from 0 to 1. Which ones follows from the seed. Default: 1. */
  probability: member(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'The share of the requests that it strikes, from 0 to 1. Which ones follows from the seed. Default: 1.',
    }),
  ),
  /**
   * Waits first, in real time: milliseconds, or a text such as 2s. { p50, p99 } is a spread of delays (log-normal),
   * which follow from the seed. Ends early when the client aborts.
   */
  delay: member(
    Type.Union(
      [
        Type.Number({ minimum: 0 }),
        Type.String(),
        exactly({
          /** Half of the delays are shorter: milliseconds, or a text such as 2s. */
          p50: duration('Half of the delays are shorter: milliseconds, or a text such as 2s.'),
          /** One of a hundred delays is longer. */
          p99: duration('One of a hundred delays is longer.'),
        }),
      ],
      {
        description:
          'Waits first, in real time: milliseconds, or a text such as 2s. { p50, p99 } is a spread of delays (log-normal), which follow from the seed. Ends early when the client aborts.',
      },
    ),
  ),
  /** Sets headers of the answer, by name. They replace those that the answer has. */
  headers: Type.Unsafe<Readonly<Record<string, string>>>(
    recordOf(Type.String(), {
      description: 'Sets headers of the answer, by name. They replace those that the answer has.',
    }),
  ),
  /** Sets the header Retry-After: seconds, or its text. */
  retryAfter: member(
    Type.Union([Type.Integer({ minimum: 0, maximum }), Type.String({ pattern: '^[ -~]+$' })], {
      description: 'Sets the header Retry-After: seconds, or its text.',
    }),
  ),
  /**
   * Answers with this status, from 200 to 599. Without body, a status from 400 on comes with an error body of the API,
   * and a lower one without a body. The endpoint does nothing.
   */
  status: member(
    Type.Integer({
      minimum: 200,
      maximum: 599,
      description:
        'Answers with this status, from 200 to 599. Without body, a status from 400 on comes with an error body of the API, and a lower one without a body. The endpoint does nothing.',
    }),
  ),
  /**
   * Answers with this body, and with 200 without status: a text as it is, any other value as JSON. A text is
   * text/plain, or text/html where it begins with <, unless headers say otherwise. The endpoint does nothing.
   */
  body: member(
    Type.Unknown({
      description:
        'Answers with this body, and with 200 without status: a text as it is, any other value as JSON. A text is text/plain, or text/html where it begins with <, unless headers say otherwise. The endpoint does nothing.',
    }),
  ),
  /** Closes the connection without an answer, before the endpoint does anything or after it has done everything. */
  drop: member(
    Type.Enum(['before', 'after'], {
      description:
        'Closes the connection without an answer, before the endpoint does anything or after it has done everything.',
    }),
  ),
  /** Closes the connection in the middle of the body. */
  truncate: member(Type.Literal(true, { description: 'Closes the connection in the middle of the body.' })),
  /** Sends a complete body that is not JSON. */
  breakJson: member(Type.Literal(true, { description: 'Sends a complete body that is not JSON.' })),
  /** Sends the body in pieces. */
  drip: exactly(
    {
      /** The size of each piece in bytes. */
      bytes: member(Type.Integer({ minimum: 1, maximum, description: 'The size of each piece in bytes.' })),
      /** Real time before each piece: milliseconds, or a text such as 2s. */
      interval: duration('Real time before each piece: milliseconds, or a text such as 2s.'),
    },
    { description: 'Sends the body in pieces.' },
  ),
}))

/**
 * An answer of your own, or something that goes wrong on purpose, for a number of requests. A fault has at most one of
 * status (also with body), drop, truncate, breakJson and drip. delay can be combined with all of them, headers and
 * retryAfter with all but drop.
 */
export type Fault = Partial<Values<ReturnType<typeof members>>>

/** The schema of a fault. */
export const faultSchema: () => TUnsafe<Fault> = once(() =>
  Type.Unsafe<Fault>(
    Type.Object(Object.fromEntries(Object.entries(members()).map(([name, schema]) => [name, Type.Optional(schema)])), {
      title: 'Fault',
      additionalProperties: false,
      description:
        'An answer of your own, or something that goes wrong on purpose, for a number of requests. A fault has at most one of status (also with body), drop, truncate, breakJson and drip. delay can be combined with all of them, headers and retryAfter with all but drop.',
    }),
  ),
)
