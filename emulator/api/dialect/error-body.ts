import { Type, type TSchema } from 'typebox'
import type { Refusal } from '../../model/contract/refusal.ts'
import { controlErrorCodes, errorCodes } from './error-codes.ts'
import type { AnswerTemplate } from './templates/answer-template.ts'
import { optionalHoles } from './templates/holes.ts'

/** The JSON text of a refusal; empty if the template omits its body. */
export function refusalBody(
  template: AnswerTemplate,
  { kind, code, message, details, more = 0 }: Refusal,
  status: number,
  requestId?: string,
): string {
  const options = details.flatMap((detail) => detail.allowed ?? [])
  // The suggestions for a path are not values of a parameter.
  const allowed = kind === 'unknownPath' ? [] : options
  const filled = (values: readonly unknown[]) => (values.length > 0 ? values : undefined)
  return template.write(
    {
      $code: code,
      $message: message,
      $allowed: filled(allowed),
      $options: filled(options),
      $details: JSON.stringify(details),
      $status: status,
      $requestId: requestId,
    },
    {
      $allowed: () => allowed.map((option) => ({ $option: option })),
      // A single error has the message of the refusal. Several errors each name their place.
      $details: () =>
        details.length > 1
          ? [
              ...details.map(({ at, message: text, allowed: values }) => ({
                $at: at,
                $message: `${at} ${text}`,
                $allowed: values,
              })),
              ...(more > 0 ? [{ $message: `and ${more.toLocaleString('en')} more`, $allowed: undefined }] : []),
            ]
          : [{ $at: details[0]?.at, $allowed: details[0]?.allowed }],
    },
  )
}

/** The schemas of codes: those of the API, those of the control API, or any code, since adapters define their own. */
const codeSchemas = {
  known: () => Type.Enum([...errorCodes]),
  control: () => Type.Enum([...controlErrorCodes]),
  any: () => Type.String({ description: 'A code of `Error`, or one of the adapter.' }),
}

const refusedDetails = () =>
  Type.Array(
    Type.Object({
      at: Type.String({ description: 'A JSON pointer into the body, or the name of a parameter.' }),
      message: Type.String(),
      allowed: Type.Optional(Type.Array(Type.Unknown(), { description: 'The values of an enum.' })),
    }),
  )

/** The schema of the error bodies of an operation. */
export function errorSchema(template: AnswerTemplate, codes: keyof typeof codeSchemas = 'known'): TSchema {
  const values = Type.Array(Type.Unknown())
  const holes = {
    $code: codeSchemas[codes](),
    $message: Type.String(),
    $allowed: values,
    $options: values,
    $option: Type.Unknown(),
    $details: refusedDetails(),
    $at: Type.String(),
    $status: Type.Integer(),
    $requestId: Type.String(),
  }
  const title = codes === 'any' ? 'CommandError' : 'Error'
  return template.schema(holes, { optional: optionalHoles('errorBody'), title })
}
