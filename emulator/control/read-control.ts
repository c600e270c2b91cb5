import { ApiError } from '../api/dialect/api-error.ts'
import { JsonAssembly } from '../tools/json-assembly.ts'
import { didYouMean } from '../tools/nearest.ts'
import { nestsTooDeep, tooDeep } from '../tools/nesting.ts'
import { shortJson } from '../tools/short-text.ts'
import { mediaTypeOf, readText } from '../api/input/read-body.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import { describeFaults, faultsOf } from '../tools/json-schema.ts'
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

/** Reads a parameter that is a whole number. @throws ApiError unless it is one of at least `least`. */
export function wholeNumber(name: string, text: string | undefined, least: 0 | 1 = 1): number | undefined {
  if (text === undefined) return undefined
  if (/^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) >= least) return Number(text)
  throw new ApiError('refused', `${name} must be a whole number of at least ${least}; got ${shortJson(text)}.`)
}

/** @throws ApiError for a body that is too large, has another media type, is not JSON, is missing, or is invalid. */
export async function readControlBody(endpoint: ControlEndpoint, request: Request): Promise<unknown> {
  const { opens } = endpoint
  if (endpoint.body && opens) return checked(endpoint, await readLong(endpoint, request, opens))
  const takesNoBody = endpoint.body === undefined
  // A body that is not taken is read only as far as shows that there is one.
  const text = await readText(request, takesNoBody ? 0 : (endpoint.bodyLimit ?? defaultBodyLimit)).catch((error) => {
    if (takesNoBody) return 'some'
    throw error
  })
  if (takesNoBody) {
    if (text !== '')
      throw new ApiError('refused', `${endpoint.method} /_emulator${endpoint.path} takes no body. Leave it out.`)
    return undefined
  }
  if (text === '') {
    if (endpoint.bodyOptional) return undefined
    throw missingBody(endpoint)
  }
  assertJson(request)
  if (nestsTooDeep(text)) throw new ApiError('refused', tooDeep)
  return checked(
    endpoint,
    parsing(() => JSON.parse(text)),
  )
}

/** Reads a body that may be longer than a string. */
async function readLong(
  endpoint: ControlEndpoint,
  request: Request,
  opens: NonNullable<ControlEndpoint['opens']>,
): Promise<unknown> {
  const assembly = new JsonAssembly(opens)
  let isEmpty = true
  await readText(request, endpoint.bodyLimit ?? defaultBodyLimit, undefined, (piece) => {
    if (piece === '') return
    if (isEmpty) assertJson(request)
    isEmpty = false
    parsing(() => assembly.write(piece))
  })
  if (isEmpty) throw missingBody(endpoint)
  return parsing(() => assembly.end())
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

function parsing<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new ApiError(
      'refused',
      `The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
