import type { TObject, TSchema } from 'typebox'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { parseId } from '../../model/resources/ids.ts'
import type { JournalNotes } from '../../model/contract/context.ts'
import { referencedCollection } from '../../model/resources/resources.ts'
import { ApiError } from '../dialect/api-error.ts'
import { trimField } from '../../tools/raw-headers.ts'
import { shortJson, shortPath } from '../../tools/short-text.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { boundsFault } from '../../tools/json-bounds.ts'
import { parseParameter, onlyValue } from './read-parameters.ts'
import {
  describeFaults,
  type Faults,
  type JsonSchema,
  keyword,
  type SchemaFault,
  pointerNames,
} from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import { isObject } from '../../tools/is-object.ts'

/** A media type without its parameters, in lower case. */
export function requestMediaType(request: Request): string {
  return trimField((request.headers.get('content-type') ?? '').split(';', 1)[0]!).toLowerCase()
}

/**
 * Reads the text of a body.
 * @param limit The maximum size in bytes.
 * @param draft Records the text for the journal.
 * @throws ApiError `tooLarge` above the limit; `mediaType` for a compressed body; `refused` when the body is not UTF-8 or breaks off.
 */
export async function readBodyText(request: Request, limit: number, draft?: JournalNotes): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  const tooLarge = () =>
    new ApiError('tooLarge', `The body must have at most ${limit} bytes; this one has more. Send less.`)
  if (declared > limit) throw tooLarge()
  if (!request.body) return ''
  assertPlain(request)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    reader = request.body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.byteLength
      if (bytes > limit) throw tooLarge()
      text += decoder.decode(read.value, { stream: true })
    }
    text += decoder.decode()
  } catch (error) {
    // Not awaited: it would only resolve with the body of a clone, if the sender keeps one.
    void reader?.cancel(error).catch(() => {})
    if (error instanceof ApiError) throw error
    throw new ApiError('refused', 'The body is not valid UTF-8, or it broke off.', { requirement: 'http.json-body' })
  }
  draft?.noteBody(text)
  return text
}

/** RFC 9110, 15.5.16: a refusal of a content coding lists the accepted ones. @throws ApiError `mediaType`. */
function assertPlain({ headers }: Request): void {
  for (const [name, plain] of [
    ['Content-Encoding', /^(?:identity)?$/i],
    ['Transfer-Encoding', /^(?:identity|chunked)?$/i],
  ] as const) {
    const coding = trimField(headers.get(name) ?? '')
    if (!plain.test(coding))
      throw new ApiError(
        'mediaType',
        `The body must not be compressed; got ${name}: ${shortPath(coding)}. Send it uncompressed.`,
        { headers: { 'Accept-Encoding': 'identity' } },
      )
  }
}

/** The limit of bodies that may contain long texts, in bytes. */
export const largeBody: number = 4 * 1_048_576

/** The bounds of a body: its size in bytes, and the members and items that it may have in all. */
interface BodyBounds {
  readonly bodyLimit: number
  readonly mostValues?: number | undefined
}

/**
 * Reads a JSON body. Returns undefined for an empty one.
 * @throws ApiError `mediaType` for another Content-Type; `refused` for invalid JSON; `tooLarge`.
 */
export async function readJsonBody(
  request: Request,
  { bodyLimit, mostValues }: BodyBounds,
  draft?: JournalNotes,
): Promise<unknown> {
  const text = await readBodyText(request, bodyLimit, draft)
  if (text === '') return undefined
  const mediaType = requestMediaType(request)
  if (mediaType !== 'application/json') {
    throw new ApiError(
      'mediaType',
      `The body must have Content-Type: application/json; got ${mediaType === '' ? 'none' : mediaType}.`,
      { requirement: 'http.json-body' },
    )
  }
  const fault = boundsFault(text, mostValues)
  if (fault !== undefined) throw new ApiError('refused', fault, { requirement: 'http.json-body' })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ApiError(
      'refused',
      `The body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`,
      { requirement: 'http.json-body' },
    )
  }
}

/**
 * Adds the members in the query string (clause 4) to a body.
 * @param properties The schemas of the body's members. Other parameters are ignored.
 * @throws ApiError `refused` for a member with two values.
 */
export function addQueryMembers(
  properties: Readonly<Record<string, JsonSchema>>,
  json: object,
  parameters: ReadonlyMap<string, readonly string[]>,
  conventions: Conventions,
): Readonly<Record<string, unknown>> {
  const body = new Map<string, unknown>(Object.entries(json))
  for (const [name, values] of parameters) {
    const property = Object.hasOwn(properties, name) ? properties[name]! : undefined
    if (!property) continue
    const value =
      keyword(property, 'type') === 'array'
        ? values.flatMap((text) => text.split(','))
        : parseParameter(onlyValue(name, values, conventions), property)
    if (body.has(name) && JSON.stringify(body.get(name)) !== JSON.stringify(value)) {
      throw new ApiError(
        'refused',
        `${name} is ${shortJson(body.get(name))} in the body and ${shortJson(value)} in the query; send it once.`,
        { details: [{ at: `/${name}`, message: 'is given twice' }] },
      )
    }
    body.set(name, value)
  }
  return Object.fromEntries(body)
}

/**
 * Combines a JSON body with the members in the query string (clause 4), makes its ids bare, and checks it against the
 * schema.
 * @throws ApiError `malformedId` or `refused`, with a JSON Pointer for every fault.
 */
export function toBody(
  schema: TObject,
  json: unknown,
  parameters: ReadonlyMap<string, readonly string[]>,
  conventions: Conventions,
): Readonly<Record<string, unknown>> {
  if (json !== undefined && !isObject(json)) {
    throw new ApiError('refused', `The body must be a JSON object; got ${shortJson(json)}.`, {
      requirement: 'http.json-body',
    })
  }
  const properties: Readonly<Record<string, TSchema>> = schema.properties
  const sent = Object.entries(addQueryMembers(properties, json ?? {}, parameters, conventions))
  const isKnown = (name: string) => Object.hasOwn(properties, name) || keyword(schema, 'additionalProperties') === true
  const known = Object.fromEntries(sent.filter(([name]) => isKnown(name)))
  if (conventions.unknownMembers !== 'ignore') {
    const unknown = sent.flatMap(([name]) => (isKnown(name) ? [] : [name]))
    if (unknown.length > 0) throw unknownBodyMembers(unknown, Object.keys(properties), memberFaults(schema, known))
  }
  const body = bareMemberIds(properties, known)
  const faults = findFaults(schema, body)
  if (faults.length > 0)
    throw new ApiError('refused', `The body does not fit: ${describeFaults(faults)}.`, {
      details: faults,
      requirement: citedRequirement(properties, body, faults),
    })
  return body
}

/** The requirement cited by the schema of a faulty member. Sent members come before missing ones. */
function citedRequirement(
  properties: Readonly<Record<string, TSchema>>,
  body: object,
  faults: readonly SchemaFault[],
): RequirementId | undefined {
  const names = faults.map(({ at }) => pointerNames(at)[0] ?? '')
  const name = names.find((name) => Object.hasOwn(body, name)) ?? names[0]!
  return keyword(properties[name], 'x-requirement') as RequirementId | undefined
}

/** The faults of members that were sent. A missing member may be the correct spelling of an unknown one. */
function memberFaults(schema: TSchema, body: object): Faults {
  return findFaults(schema, body).filter(({ at }) => Object.hasOwn(body, pointerNames(at)[0] ?? ''))
}

/** @param others The faults of the known members. */
function unknownBodyMembers(names: readonly string[], known: readonly string[], others: Faults): ApiError {
  const [name = ''] = names
  const faults = [...names.slice(0, mostUnknown).map(unknownFault), ...others]
  const also = faults.length === 1 ? '' : ` The body also does not fit: ${describeFaults(faults.slice(1))}.`
  return new ApiError(
    'refused',
    `The member ${shortJson(name)} is not known here${didYouMean(name, known)} The members are: ${known.join(', ') || 'none'}.${also}`,
    { details: faults },
  )
}

/** The number of unknown members to name. */
const mostUnknown = 20

const unknownFault = (name: string): SchemaFault => ({ at: `/${name}`, message: 'is not known here' })

/** Makes the ids among the members bare. @throws ApiError `malformedId`. */
function bareMemberIds(
  properties: Readonly<Record<string, TSchema>>,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const bare: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    const value = body[name]
    if (!referencedCollection(property) || typeof value !== 'string') continue
    const id = parseId(value)
    if (!id)
      throw new ApiError('malformedId', `${name} must be an id, bare or prefixed; got ${shortJson(value)}.`, {
        requirement: 'ids.prefixed-body',
        details: [{ at: `/${name}`, message: 'is not an id' }],
      })
    bare[name] = id.bare
  }
  return { ...body, ...bare }
}
