import { ApiError } from '../dialect/api-error.ts'
import { didYouMean } from '../tools/nearest.ts'
import { nestsTooDeep, tooDeep } from '../tools/nesting.ts'
import { mediaTypeOf, readText } from '../input/read-body.ts'
import { parseSearch } from '../input/read-parameters.ts'
import { faultsOf } from '../tools/json-schema.ts'
import type { ControlEndpoint } from './define-control.ts'

const defaultBodyLimit = 16 * 1_048_576

/** @throws ApiError for invalid percent-encoding. */
export function readControlParams(raw: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)]
      } catch {
        throw new ApiError(
          'refused',
          `${name} in the path must be valid percent-encoding; got ${JSON.stringify(value)}.`,
        )
      }
    }),
  )
}

/** @throws ApiError for a repeated parameter, and for an unknown one unless the endpoint has `moreQuery`. */
export function readControlQuery({ query, moreQuery }: ControlEndpoint, search: string): ReadonlyMap<string, string> {
  const known = Object.keys(query?.properties ?? {})
  const result = new Map<string, string>()
  for (const [name, values] of parseSearch(search)) {
    if (values.length > 1)
      throw new ApiError('refused', `The parameter ${name} was given ${values.length} times. Give it once.`)
    if (moreQuery === undefined && !known.includes(name)) {
      const hint = didYouMean(name, known)
      const list = `The known parameters are: ${known.join(', ') || 'none'}.`
      throw new ApiError('refused', `The parameter ${JSON.stringify(name)} is not known${hint} ${list}`)
    }
    result.set(name, values[0]!)
  }
  return result
}

/** @throws ApiError for a body that is too large, has another media type, is not JSON, is missing, or is invalid. */
export async function readControlBody(endpoint: ControlEndpoint, request: Request): Promise<unknown> {
  const text = await readText(request, endpoint.bodyLimit ?? defaultBodyLimit)
  if (!endpoint.body) {
    if (text !== '')
      throw new ApiError('refused', `${endpoint.method} /_emulator${endpoint.path} takes no body. Leave it out.`)
    return undefined
  }
  if (text === '') {
    if (endpoint.bodyOptional) return undefined
    throw new ApiError(
      'refused',
      `${endpoint.method} /_emulator${endpoint.path} needs a JSON body; got none. OPTIONS shows its schema.`,
    )
  }
  const mediaType = mediaTypeOf(request)
  if (mediaType !== 'application/json') {
    throw new ApiError(
      'mediaType',
      `The body must have Content-Type: application/json; got ${mediaType === '' ? 'none' : mediaType}.`,
    )
  }
  if (nestsTooDeep(text)) throw new ApiError('refused', tooDeep)
  const body = parse(text)
  const faults = faultsOf(endpoint.body, body)
  if (faults.length === 0) return body
  const message = faults
    .slice(0, 5)
    .map((fault) => `${fault.at || 'it'} ${fault.message}`)
    .join('; ')
  throw new ApiError('refused', `The body is invalid: ${message}. OPTIONS shows its schema.`, {
    details: faults,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ApiError(
      'refused',
      `The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
