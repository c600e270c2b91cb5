import type { TSchema } from 'typebox'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { JournalNotes } from '../../model/contract/context.ts'
import type { ServedEndpoint } from '../../model/contract/endpoint.ts'
import { ApiError } from '../dialect/api-error.ts'
import { requestMediaType, readBodyText } from './read-body.ts'
import { shortPath } from '../../tools/short-text.ts'
import { describeFaults } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'

/** The media type of forms. */
export const formMediaType = 'application/x-www-form-urlencoded'

/** The number of parameters that a form may have. Nobody needs a tenth, and half a million take seconds to parse. */
const mostParameters = 1000

/** Returns true if a form-urlencoded text has more parameters than are read. */
export function hasTooManyParameters(text: string): boolean {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) if (++count > mostParameters) return true
  return false
}

/** The requirement of a form at the token endpoint. The page of a connection sends one, too. */
const formRequired = 'oauth.client-credentials'

/**
 * Reads a form-urlencoded body (clause 4.1).
 * @throws ApiError `mediaType` for another Content-Type; `refused` for a repeated or missing parameter; `tooLarge`.
 */
export async function readForm(
  schema: TSchema,
  request: Request,
  conventions: Conventions,
  draft: JournalNotes | undefined,
  { requirements }: Pick<ServedEndpoint, 'requirements'>,
): Promise<Readonly<Record<string, string>>> {
  // The text is read before the Content-Type is checked, so that the journal shows a body with the wrong type.
  const text = await readBodyText(request, conventions.bodyLimit, draft)
  const mediaType = requestMediaType(request)
  if (mediaType !== formMediaType) {
    throw new ApiError(
      'mediaType',
      `The body must have Content-Type: ${formMediaType}; got ${mediaType === '' ? 'none' : mediaType}.`,
      requirements?.includes(formRequired) ? { requirement: formRequired } : {},
    )
  }
  if (hasTooManyParameters(text))
    throw new ApiError('refused', `The form has more than ${mostParameters} parameters; send those that are needed.`)
  const form: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(form, name))
      throw new ApiError('refused', `The parameter ${shortPath(name)} was sent twice; send it once.`)
    form[name] = value
  }
  const plain = { ...form }
  const faults = findFaults(schema, plain)
  if (faults.length > 0)
    throw new ApiError('refused', `The form does not fit: ${describeFaults(faults).replaceAll(/(^|; )\//g, '$1')}.`, {
      details: faults,
    })
  return plain
}
