// Reads requests to the control API.
import { type TInteger, type TOptional, Type } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { defaultConventions } from '../api/dialect/conventions.ts'
import { readJsonBody, readBodyText } from '../api/input/read-body.ts'
import { onlyValue, parseSearch, readQuery } from '../api/input/read-parameters.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import type { PipelineContext, Step } from '../pipeline/context.ts'
import { describeFaults } from '../tools/json-schema.ts'
import { shortPath } from '../tools/short-text.ts'
import { findFaults } from '../tools/schema-validator.ts'
import type { ControlEndpoint } from './define-control.ts'

/** The conventions of the control API. People type its URLs by hand, so a slash at the end is ignored. */
export const controlConventions: Conventions = {
  ...defaultConventions,
  trailingSlash: 'any',
  unknownParameters: 'refuse',
}

/** The limit of bodies that may contain long texts, in bytes. */
export const largeBody: number = 4 * 1_048_576
const defaultBodyLimit = 65_536

/** The number of items that a list shows at once. */
const largestPage = 1000

/** A whole number in a query. */
export const wholeNumber = (least: 0 | 1, description?: string): TOptional<TInteger> =>
  Type.Optional(Type.Integer({ minimum: least, ...(description ? { description } : {}) }))

/** The parameter `limit` of a list. */
export const limitParameter: TOptional<TInteger> = wholeNumber(1, `At most ${largestPage}, which is the default.`)

/** How many items of a list are shown. */
export function limitItems(limit: number = largestPage): number {
  return Math.min(limit, largestPage)
}

/** The endpoint of a request to the control API. */
export function controlEndpoint({ endpoint }: PipelineContext): ControlEndpoint {
  return endpoint as unknown as ControlEndpoint
}

/** Reads and checks the parameters and the body. @throws ApiError */
export const readControlInput: Step = async (context, next) => {
  const { rawParams, search, path, request } = context
  const endpoint = controlEndpoint(context)
  assertEncoded(path)
  const parameters = parseSearch(search)
  const others = endpoint.moreQuery === undefined ? [] : [...parameters.keys()]
  context.params = rawParams
  context.query = readQuery(endpoint.query, parameters, controlConventions, others)
  context.body = await readControlBody(endpoint, request)
  return await next(context)
}

/** @throws ApiError for invalid percent-encoding. */
function assertEncoded(path: string): void {
  try {
    decodeURIComponent(path)
  } catch {
    throw new ApiError('refused', `The path must be valid percent-encoding; got ${shortPath(path)}.`)
  }
}

/** The additional parameters of an endpoint with `moreQuery`. @throws ApiError for a repeated one. */
export function additionalParameters(
  { query, moreQuery }: ControlEndpoint,
  search: string,
): ReadonlyMap<string, string> {
  const known = query?.properties ?? {}
  const others = moreQuery === undefined ? [] : [...parseSearch(search)].filter(([name]) => !Object.hasOwn(known, name))
  return new Map(others.map(([name, values]) => [name, onlyValue(name, values, controlConventions)]))
}

async function readControlBody(endpoint: ControlEndpoint, request: Request): Promise<unknown> {
  const { body: schema, bodyOptional, bodyLimit = defaultBodyLimit } = endpoint
  if (schema === undefined) return await assertNoBody(endpoint, request)
  const mostValues = bodyLimit > largeBody ? Infinity : undefined
  const body = await readJsonBody(request, { bodyLimit, mostValues })
  if (body === undefined && bodyOptional) return undefined
  if (body === undefined) throw missingBody(endpoint)
  const faults = findFaults(schema, body)
  if (faults.length === 0) return body
  throw new ApiError('refused', `The body is invalid: ${describeFaults(faults)}. OPTIONS shows its schema.`, {
    details: faults,
  })
}

/** Rejects a non-empty body without reading all of it. */
async function assertNoBody({ method, path }: ControlEndpoint, request: Request): Promise<undefined> {
  const text = await readBodyText(request, 0).catch(() => 'some')
  if (text !== '') throw new ApiError('refused', `${method} /_emulator${path} takes no body. Leave it out.`)
}

function missingBody({ method, path }: ControlEndpoint): ApiError {
  return new ApiError('refused', `${method} /_emulator${path} needs a JSON body; got none. OPTIONS shows its schema.`)
}
