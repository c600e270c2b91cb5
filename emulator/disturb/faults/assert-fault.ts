import { assertOperation } from '../../api/endpoints/assert-operation.ts'
import { isWorldName } from '../../api/auth/sent-credential.ts'
import { EmulatorError } from '../../tools/emulator-error.ts'
import { describeFaults, keyword, pointerStep } from '../../tools/json-schema.ts'
import { findFaults } from '../../tools/schema-validator.ts'
import { unknownMemberText } from '../../tools/nearest.ts'
import { deepestNesting, nestsTooDeep } from '../../tools/json-bounds.ts'
import { shortJson } from '../../tools/short-text.ts'
import { parseDuration } from '../../tools/time.ts'
import { longestDelay } from './delay-of.ts'
import { effectNames, effects } from './effects.ts'
import type { Fault } from './fault.ts'
import { faultSchema } from './fault.ts'

const example = "{ operation: 'products.list', status: 503, times: 2 }"

const faultMemberNames = () => Object.keys(keyword(faultSchema(), 'properties') as object)

const stubExample = "{ operation: 'products.list', answer: ({ request }) => ({ data: [] }) }"

/**
 * Refuses a misspelt member of a stub, which has one more member than a fault. @throws EmulatorError `invalid_fault`.
 */
export function assertStubMembers(stub: object): void {
  const known = [...faultMemberNames(), 'answer']
  const [unknown, value] = Object.entries(stub).find(([name]) => !known.includes(name)) ?? []
  if (unknown === undefined) return
  const fault = `${pointerStep(unknown)} ${unknownMemberText(unknown, value, known)}`
  throw invalidFault(`A stub is an object such as ${stubExample}: ${fault}.`)
}

/**
 * Refuses a fault that does not match its schema, or has effects that exclude each other.
 * @throws EmulatorError `invalid_fault`; `unknown_operation`.
 */
export function assertFault(input: unknown): asserts input is Fault {
  const faults = findFaults(faultSchema(), input)
  if (faults.length > 0) throw invalidFault(`A fault is an object such as ${example}: ${describeFaults(faults)}.`)
  const fault = input as Fault
  if (fault.operation !== undefined) assertOperation(fault.operation)
  if (fault.world !== undefined && !isWorldName(fault.world))
    throw invalidFault(`/world must be the name of a world, such as blue; got ${shortJson(fault.world)}.`)
  assertEffects(fault)
  assertHeaders(fault)
  assertBody(fault)
  assertDelay(fault)
  assertDuration('/drip/interval', fault.drip?.interval)
}

function assertEffects(fault: Fault): void {
  const exclusive = effectNames.filter((name) => effects[name].exclusive)
  const all = [...exclusive, ...effectNames.filter((name) => !exclusive.includes(name))]
  if (all.every((name) => fault[name] === undefined))
    throw invalidFault(`A fault must have one of ${all.join(', ')}; got none of them.`)
  const together = exclusive.filter(
    (name) => fault[name] !== undefined && !(name === 'body' && fault.status !== undefined),
  )
  if (together.length > 1)
    throw invalidFault(
      `A fault has at most one of ${exclusive.join(', ')}; got ${together.join(' and ')}. Add two faults: they act on two requests.`,
    )
  const header = effectNames.find((name) => fault[name] !== undefined && 'headers' in effects[name])
  if (fault.drop !== undefined && header !== undefined)
    throw invalidFault(`A dropped connection has no headers; leave out ${header} or drop.`)
}

/** Headers that say where a body ends. A wrong one would end the connection, or confuse the next answer on it. */
const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer']

function assertHeaders({ headers = {} }: Fault): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw invalidFault(`/headers must have names of headers; got ${shortJson(name)}.`)
    if (!/^[ -~]*$/.test(value))
      throw invalidFault(
        `/headers${pointerStep(name)} must be a string on one line, in ASCII; got ${shortJson(value)}.`,
      )
    if (framing.includes(name.toLowerCase()))
      throw invalidFault(
        `/headers cannot set ${name}, which the body decides; use drop, truncate or drip to break an answer.`,
      )
  }
}

const statusesWithoutBody = [204, 205, 304]

function assertBody({ body, status = 200 }: Fault): void {
  if (body === undefined) return
  if (statusesWithoutBody.includes(status)) throw invalidFault(`An answer with ${status} has no body; leave out body.`)
  let text: string | undefined
  try {
    text = JSON.stringify(body)
  } catch (error) {
    throw invalidFault(
      `/body must be a string or JSON; got a value that has no JSON: ${(error as Error).message.split('\n')[0]}.`,
    )
  }
  if (text === undefined) throw invalidFault(`/body must be a string or JSON; got a ${typeof body}.`)
  if (typeof body !== 'string' && nestsTooDeep(text))
    throw invalidFault(`/body must nest at most ${deepestNesting} levels deep.`)
}

function assertDelay({ delay }: Fault): void {
  if (typeof delay !== 'object') return assertDuration('/delay', delay)
  assertDuration('/delay/p50', delay.p50)
  assertDuration('/delay/p99', delay.p99)
  const [median, high] = [parseDuration(delay.p50), parseDuration(delay.p99)]
  if (median < 1) throw invalidFault('/delay/p50 must be at least 1 ms: a spread has a factor between p50 and p99.')
  if (high < median) throw invalidFault(`/delay/p99 must be at least p50; got ${high} ms, below ${median} ms.`)
}

function assertDuration(at: string, duration: number | string | undefined): void {
  if (duration === undefined) return
  const length = tryParseDuration(duration)
  if (length !== undefined && length <= longestDelay) return
  const wanted =
    length === undefined
      ? 'a number of milliseconds from 0 or a string such as 2s'
      : `at most ${longestDelay} ms (24 days)`
  throw invalidFault(`${at} must be ${wanted}; got ${shortJson(duration)}.`)
}

function tryParseDuration(duration: number | string): number | undefined {
  try {
    return parseDuration(duration)
  } catch {
    return undefined
  }
}

/** The error for a fault or a stub that cannot be. */
export function invalidFault(message: string): EmulatorError {
  return new EmulatorError('invalid_fault', message)
}
