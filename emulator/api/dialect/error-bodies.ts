import { Type, type TSchema } from 'typebox'
import type { OperationConventions } from '../../model/contract/conventions.ts'
import { isTemplate, type Template } from '../../model/contract/template.ts'
import { errorCodes } from './error-codes.ts'
import type { ErrorBody } from './templates/answer-forms.ts'
import { errorTemplate } from './templates/error-template.ts'

const knownCode = () => Type.Enum([...errorCodes])
const anyCode = () => Type.String({ description: 'A code of `Error`, or one of the adapter.' })
const allowedValues = () => Type.Optional(Type.Array(Type.Unknown()))
const refusedDetails = () =>
  Type.Array(
    Type.Object({
      at: Type.String({ description: 'A JSON pointer into the body, or the name of a parameter.' }),
      message: Type.String(),
      allowed: Type.Optional(Type.Array(Type.Unknown(), { description: 'The values of an enum.' })),
    }),
  )
const closed = { additionalProperties: false } as const

/** The shapes that the convention `errorBody` has names for. */
export const errorBodies: Readonly<Record<Exclude<OperationConventions['errorBody'], Template>, ErrorBody>> = {
  error: {
    mediaType: 'application/json',
    write: ({ code, message, details }) => ({ error: { code, message, details } }),
    schema: (code, title) =>
      Type.Object(
        { error: Type.Object({ code, message: Type.String(), details: refusedDetails() }, closed) },
        { ...closed, title },
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
    schema: (code, title) =>
      Type.Object(
        {
          type: Type.Literal('about:blank'),
          title: code,
          status: Type.Integer(),
          detail: Type.String(),
          errors: refusedDetails(),
        },
        { ...closed, title },
      ),
  },
  message: {
    mediaType: 'application/json',
    write: ({ message, details }) => {
      const allowed = details.flatMap((detail) => detail.allowed ?? [])
      return allowed.length > 0 ? { message, allowed } : { message }
    },
    schema: (_code, title) => Type.Object({ message: Type.String(), allowed: allowedValues() }, { ...closed, title }),
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
    schema: (code, title) =>
      Type.Object(
        {
          errors: Type.Array(
            Type.Object({ code, message: Type.String(), at: Type.Optional(Type.String()), allowed: allowedValues() }),
            { minItems: 1 },
          ),
        },
        { ...closed, title },
      ),
  },
}

/** The error body that a convention chooses. */
export function errorBodyOf(form: OperationConventions['errorBody']): ErrorBody {
  return isTemplate(form) ? errorTemplate(form, refusedDetails()) : errorBodies[form]
}

/** The schema of the error bodies of an operation: of the API's own codes, or of any where adapters have theirs. */
export function errorSchema({ schema }: ErrorBody, codes: 'known' | 'any' = 'known'): TSchema {
  return codes === 'known' ? schema(knownCode(), 'Error') : schema(anyCode(), 'CommandError')
}
