import { ApiError } from '../api/dialect/api-error.ts'
import { didYouMean } from '../tools/nearest.ts'
import { JsonBounds, mostValues } from '../tools/json-bounds.ts'
import { shortJson, shortPath } from '../tools/short-text.ts'
import { mediaTypeOf, readText } from '../api/input/read-body.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import { describeFaults } from '../tools/json-schema.ts'
import { faultsOf } from '../tools/schema-validator.ts'
import type { ControlEndpoint } from './define-control.ts'

/** The limit of bodies that may hold a text of any length, in bytes. */
export const largeBody: number = 4 * 1_048_576
const defaultBodyLimit = 65_536

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
      throw new ApiError('refused', `The parameter ${shortPath(name)} was given ${values.length} times. Give it once.`)
    if (moreQuery === undefined && !known.includes(name)) {
      const hint = didYouMean(name, known)
      const list = `The known parameters are: ${known.join(', ') || 'none'}.`
      throw new ApiError('refused', `The parameter ${shortJson(name)} is not known${hint} ${list}`)
    }
    result.set(name, values[0]!)
  }
  return result
}

/** Reads a whole number of at most ten digits. @throws ApiError unless it is one of at least `least`. */
export function wholeNumber(name: string, text: string | undefined, least: 0 | 1 = 1): number | undefined {
  if (text === undefined) return undefined
  if (/^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) >= least) return Number(text)
  throw new ApiError('refused', `${name} must be a whole number from ${least} to 9999999999; got ${shortJson(text)}.`)
}

/**
 * Reads the body of a request.
 * @throws ApiError for a body that is too large, has another media type, is not JSON, is missing, or is invalid.
 */
export async function readControlBody(endpoint: ControlEndpoint, request: Request): Promise<unknown> {
  if (endpoint.body === undefined) return assertNoBody(endpoint, request)
  const { bodyLimit = defaultBodyLimit } = endpoint
  const bounds = new JsonBounds(bodyLimit > largeBody ? Infinity : mostValues)
  let text = ''
  // A body beyond the bounds is refused before the rest is read.
  await readText(request, bodyLimit, undefined, (piece) => {
    if (text === '' && piece !== '') assertJson(request)
    text += piece
    const fault = bounds.write(piece)
    if (fault !== undefined) throw new ApiError('refused', fault)
  })
  if (text !== '') return checked(endpoint, parsing(text))
  if (endpoint.bodyOptional) return undefined
  throw missingBody(endpoint)
}

/** Reads a body that is not taken only as far as shows that there is one. */
async function assertNoBody({ method, path }: ControlEndpoint, request: Request): Promise<undefined> {
  const text = await readText(request, 0).catch(() => 'some')
  if (text !== '') throw new ApiError('refused', `${method} /_emulator${path} takes no body. Leave it out.`)
}

function missingBody({ method, path }: ControlEndpoint): ApiError {
  return new ApiError('refused', `${method} /_emulator${path} needs a JSON body; got none. OPTIONS shows its schema.`)
}

function assertJson(request: Request): void {
  const mediaType = mediaTypeOf(request)
  if (mediaType === 'application/json') return
  throw new ApiError(
    'mediaType',
    `The body must have Content-Type: application/json; got ${mediaType === '' ? 'none' : mediaType}.`,
  )
}

function checked(endpoint: ControlEndpoint, body: unknown): unknown {
  const faults = faultsOf(endpoint.body, body)
  if (faults.length === 0) return body
  throw new ApiError('refused', `The body is invalid: ${describeFaults(faults)}. OPTIONS shows its schema.`, {
    details: faults,
  })
}

/** @throws ApiError for what is not JSON. */
function parsing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new ApiError('refused', `The body is not valid JSON: ${error.message}.`)
    throw error
  }
}
