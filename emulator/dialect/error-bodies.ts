import Type, { type TSchema } from 'typebox'
import type { Conventions } from '../contract/conventions.ts'
import type { Refusal } from '../contract/refusal.ts'
import { refusals } from './api-error.ts'

/** A shape of error bodies: `write` makes one, and `schema` describes it. */
interface ErrorBody {
  readonly mediaType: 'application/json' | 'application/problem+json'
  readonly write: (refusal: Refusal, status: number) => object
  readonly schema: TSchema
}

const Code = Type.Enum(Object.values(refusals).map(({ code }) => code))
const Allowed = Type.Optional(Type.Array(Type.Unknown()))
const Details = Type.Array(
  Type.Object({
    at: Type.String({ description: 'A JSON pointer into the body, or the name of a parameter.' }),
    message: Type.String(),
    allowed: Type.Optional(Type.Array(Type.Unknown(), { description: 'The values of an enum.' })),
  }),
)
const closed = { additionalProperties: false } as const
const titled = { title: 'Error', additionalProperties: false } as const

/** The shapes that the convention `errorBody` chooses from. */
export const errorBodies: Readonly<Record<Conventions['errorBody'], ErrorBody>> = {
  error: {
    mediaType: 'application/json',
    write: ({ code, message, details }) => ({ error: { code, message, details } }),
    schema: Type.Object(
      { error: Type.Object({ code: Code, message: Type.String(), details: Details }, closed) },
      titled,
    ),
  },
  problem: {
    mediaType: 'application/problem+json',
    write: ({ code, message, details }, status) => ({
      type: 'about:blank',
      title: code,
      status,
      detail: message,
      errors: details,
    }),
    schema: Type.Object(
      {
        type: Type.Literal('about:blank'),
        title: Code,
        status: Type.Integer(),
        detail: Type.String(),
        errors: Details,
      },
      titled,
    ),
  },
  message: {
    mediaType: 'application/json',
    write: ({ message, details }) => {
      const allowed = details.flatMap((detail) => detail.allowed ?? [])
      return allowed.length > 0 ? { message, allowed } : { message }
    },
    schema: Type.Object({ message: Type.String(), allowed: Allowed }, titled),
  },
  errors: {
    mediaType: 'application/json',
    // A single error has the message of the refusal. Each of several says where it is.
    write: ({ code, message, details, more = 0 }) => ({
      errors:
        details.length > 1
          ? [
              ...details.map((detail) => ({ code, ...detail, message: `${detail.at} ${detail.message}` })),
              ...(more > 0 ? [{ code, message: `and ${more.toLocaleString('en')} more` }] : []),
            ]
          : [{ code, ...details[0], message }],
    }),
    schema: Type.Object(
      {
        errors: Type.Array(
          Type.Object({ code: Code, message: Type.String(), at: Type.Optional(Type.String()), allowed: Allowed }),
          { minItems: 1 },
        ),
      },
      titled,
    ),
  },
}
