import type { OperationId } from './operation-ids.ts'
import type { TemplatePart } from './template.ts'

/**
 * The differences of an answer that no other convention covers. Members are named by paths: names with dots between
 * them, `[]` for the items of an array, and `{}` for the members of a map by id. The path of the whole body is empty.
 */
export interface AnswerForm {
  /** The status of a refusal, or of a result that the specification does not show. */
  readonly status?: number
  readonly mediaType?: string
  /** The values of headers by their names in lower case, with holes such as `$requestId`; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The values of cookies, with their attributes, by name. */
  readonly cookies?: Readonly<Record<string, string>>
  /**
   * Methods by whether the path has them, in the answer to OPTIONS and when they are sent: false removes HEAD or an
   * operation that the specification does not document, and true adds one to the Allow header. `*` means all.
   */
  readonly allow?: Readonly<Record<string, boolean>>
  /** Further relations of the Link header, and further attributes, by name. */
  readonly relations?: Readonly<Record<string, readonly string[]>>
  /** The paths of members that are left out. */
  readonly without?: readonly string[]
  /**
   * Members by their paths, added if the body lacks them or has another type. In a refusal, `$message` is its message.
   */
  readonly members?: Readonly<Record<string, TemplatePart>>
  /** The parameters that a redirect adds. */
  readonly query?: Readonly<Record<string, string>>
  /** A body that is not JSON. */
  readonly text?: string
}

/**
 * The forms of answers by operation, and `$default` for the others, and by outcome: `success`, `options`, the code of a
 * refusal, by itself or with the mistake (`not_found starting_after`), or `refusal` for every other one. With `redirect`,
 * requests that read without its parameters are redirected to the address with them, and with `slash` those to a path
 * with its trailing slash added or removed. `$default` may also have the status of a success, such as `201`.
 */
export type AnswerForms = {
  readonly [Operation in OperationId | '$default']?: Readonly<Record<string, AnswerForm>>
}
