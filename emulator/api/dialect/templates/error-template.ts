import { Type, type TSchema } from 'typebox'
import type { Refusal } from '../../../model/contract/refusal.ts'
import type { Template } from '../../../model/contract/template.ts'
import type { ErrorBody } from './answer-forms.ts'
import { fillTemplate } from './fill-template.ts'
import { mostAllowedBytes, mostEachBytes, optionalHoles } from './holes.ts'
import { readTemplate } from './read-template.ts'
import { eachIn, holesIn, type TemplateNode } from './template-node.ts'
import { TemplateSchema } from './template-schema.ts'

/**
 * The error body that a template makes.
 * @param details The schema of the details of a refusal.
 */
export function errorTemplate(template: Template, details: TSchema): ErrorBody {
  const { node, mediaType = 'application/json' } = readTemplate('errorBody', template)
  const each = eachIn(node, '$allowed')
  return {
    mediaType,
    mayBeEmpty: node.kind === 'when',
    write({ kind, code, message, details, more = 0 }: Refusal, status: number, requestId: string | undefined) {
      // What a path could be is no value of a parameter.
      const allowed =
        kind === 'unknownPath'
          ? []
          : withinBytes(
              details.flatMap((detail) => detail.allowed ?? []),
              each,
            )
      return fillTemplate(node, {
        $code: code,
        $message: more > 0 ? `${message} And ${more.toLocaleString('en')} more.` : message,
        $allowed: allowed.length > 0 ? allowed : undefined,
        $details: details,
        $status: status,
        $requestId: requestId,
      })
    },
    schema(code: TSchema, title: string) {
      const holes = {
        $code: code,
        $message: Type.String(),
        $allowed: Type.Array(Type.Unknown()),
        $details: details,
        $status: Type.Integer(),
        $requestId: Type.String(),
      }
      return new TemplateSchema(holes, optionalHoles('errorBody')).of(node, { title })
    },
  }
}

/** The first of some values that fit into an error body. A character takes at most 3 bytes. */
function withinBytes(
  values: readonly unknown[],
  each: Extract<TemplateNode, { kind: 'each' }> | undefined,
): readonly unknown[] {
  const times = each ? Math.max(1, holesIn(each.node).length) : 1
  const around = each ? mostEachBytes : 0
  let bytes = 0
  const first = values.findIndex(
    (value) => (bytes += times * (3 * JSON.stringify(value).length + 3) + around) > mostAllowedBytes,
  )
  return first < 0 ? values : values.slice(0, first)
}
