import type { TSchema } from 'typebox'
import { highestId } from '../../model/resources/ids.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { isObject } from '../../tools/is-object.ts'
import { describeFaults } from '../../tools/json-schema.ts'
import { deepestNesting, nestsTooDeep } from '../../tools/json-bounds.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import { shortJson } from '../../tools/short-text.ts'
import { version } from '../../tools/version.ts'
import { caseFormat, type CaseFile, CaseWithoutEvents, eventSchema, mostBytes } from '../../case/case-file.ts'
import { longestSecret } from '../../case/case-texts.ts'

/**
 * Reads a case. A case is only data: nothing in it is run, and no file is opened because of it.
 * @throws EmulatorError `invalid_case` for a file that is damaged or not a case; `case_version` for a case of another
 * version.
 */
export function readCase(bytes: Uint8Array): CaseFile {
  const text = unpackCase(bytes)
  if (nestsTooDeep(text)) throw invalidCase(`The case nests more than ${deepestNesting} levels deep, as no case does.`)
  if (text.length + longestSecret * (text.split('\u2039').length - 1) > mostBytes)
    throw invalidCase(
      `A case must have at most ${mostBytes.toLocaleString('en')} bytes with its secrets in place; this one has more.`,
    )
  const json = parseCaseJson(text)
  if (!isObject(json) || typeof json['format'] !== 'string' || !json['format'].startsWith(formatName))
    throw invalidCase(
      `A case must have the member "format": "${caseFormat}"; got ${shortJson(isObject(json) ? json['format'] : json)}.`,
    )
  if (json['version'] !== version)
    throw new EmulatorError(
      'case_version',
      `The case was made by version ${shortJson(json['version'])} of the emulator; this is ${version}, and another version may give other answers. Run npx @platform-data/emulator@${shortVersion(json['version'])} replay instead.`,
    )
  if (json['format'] !== caseFormat)
    throw new EmulatorError(
      'case_version',
      `Expected a case of the format ${caseFormat}, as version ${version} writes it; got ${shortJson(json['format'])}. Open it with the emulator that wrote it.`,
    )
  assertCasePart(CaseWithoutEvents, json, 'the case')
  assertEvents(json as unknown as CaseFile)
  return json as unknown as CaseFile
}

/** The format without its number. */
const formatName = caseFormat.slice(0, caseFormat.lastIndexOf('/') + 1)

function invalidCase(message: string, options?: ErrorOptions): EmulatorError {
  return new EmulatorError('invalid_case', message, options)
}

/** A version as a command names it: a stranger's text must not become a command. */
function shortVersion(of: unknown): string {
  return typeof of === 'string' && /^\d+\.\d+\.\d+(?:-[\w.]{1,30})?$/.test(of) ? of : 'VERSION'
}

function unpackCase(bytes: Uint8Array): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    throw invalidCase(
      'A case must be a gzip file, as a failed test leaves it; this file is not gzipped. Name a file that ends in .case.gz.',
    )
  try {
    const { gunzipSync } = process.getBuiltinModule('node:zlib')
    return new TextDecoder('utf-8', { fatal: true }).decode(gunzipSync(bytes, { maxOutputLength: mostBytes }))
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw invalidCase(
        `A case must have at most ${mostBytes.toLocaleString('en')} bytes when it is unpacked; this one has more. The emulator writes none so large.`,
      )
    throw invalidCase('The case must be a whole gzip file of JSON text; it is cut off or damaged. Save it again.', {
      cause: error,
    })
  }
}

function parseCaseJson(text: string): unknown {
  try {
    // The name __proto__ would be a normal member until it is copied. Checking each name is slow.
    if (!text.includes('__proto__')) return JSON.parse(text)
    return JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
  } catch (error) {
    throw invalidCase('The case must be JSON below its gzip; it is damaged. Save it again.', { cause: error })
  }
}

function assertCasePart(schema: TSchema, value: unknown, name: string): void {
  const details = findFaults(schema, value)
  if (details.length > 0) throw invalidCase(`The case is damaged: ${describeFaults(details, name)}. Save it again.`)
}

/** @throws EmulatorError `invalid_case` for an invalid event, and for one with an unknown world or request. */
function assertEvents({ ids, worlds, events }: CaseFile): void {
  const names = new Set(worlds.map(({ name }) => name))
  let requests = 0
  for (const [place, event] of events.entries()) {
    const schema = eventSchema(event)
    if (!schema)
      throw invalidCase(
        `The case is damaged: events[${place}] must be an event that this version knows; got ${shortJson(event)}. Save it again.`,
      )
    assertCasePart(schema, event, `events[${place}]`)
    if ('world' in event && !names.has(event.world))
      throw invalidCase(`events[${place}] names the world ${shortJson(event.world)}, which the case does not have.`)
    if (event.kind === 'request') requests++
    if (event.kind === 'answer' && event.number > requests)
      throw invalidCase(`events[${place}] answers the request ${event.number} before it arrives.`)
  }
  const states = [{ ids }, ...worlds, ...events.filter((event) => event.kind === 'ids')]
  if (states.some((state) => state.ids.last > highestId))
    throw invalidCase('The case is damaged: its ids end where no id can follow. Save it again.')
}
