import { assertOperation } from '../endpoints/assert-operation.ts'
import { EmulatorError } from '../tools/emulator-error.ts'
import { faultsOf, type SchemaFault } from '../tools/json-schema.ts'
import { parseDuration } from '../tools/time.ts'
import { effectNames, effects } from './effects.ts'
import type { Fault } from './fault.ts'
import { FaultSchema } from './fault-schema.ts'

const example = "{ operation: 'products.list', status: 503, times: 2 }"

/** One message for each member with a union type, instead of a message for each part of the union. */
const expectations: Readonly<Record<string, string>> = {
  times: "a whole number from 1, or 'always'",
  retryAfter: 'whole seconds from 0, or a text on one line',
  delay: 'milliseconds from 0, or a text such as 2s',
  'drip/interval': 'milliseconds from 0, or a text such as 2s',
}

/**
 * Refuses a fault that does not match its schema, or has effects that exclude each other.
 * @throws EmulatorError `invalid_fault`; `unknown_operation`.
 */
export function assertFault(input: unknown): asserts input is Fault {
  const faults = faultsOf(FaultSchema, input)
  if (faults.length > 0) throw invalid(`A fault is an object such as ${example}: ${describe(faults)}.`)
  const fault = input as Fault
  if (fault.operation !== undefined) assertOperation(fault.operation)
  assertEffects(fault)
  assertDuration('delay', fault.delay)
  assertDuration('drip.interval', fault.drip?.interval)
}

function assertEffects(fault: Fault): void {
  const exclusive = effectNames.filter((name) => effects[name].exclusive)
  const all = [...exclusive, ...effectNames.filter((name) => !exclusive.includes(name))]
  if (all.every((name) => fault[name] === undefined))
    throw invalid(`A fault must have one of ${all.join(', ')}; got none of them.`)
  const together = exclusive.filter((name) => fault[name] !== undefined)
  if (together.length > 1)
    throw invalid(`A fault has at most one of ${exclusive.join(', ')}; got ${together.join(' and ')}. Add two faults.`)
  if (fault.drop !== undefined && fault.contentType !== undefined)
    throw invalid('A dropped connection has no Content-Type; leave out contentType or drop.')
  if (fault.retryAfter !== undefined && fault.status === undefined)
    throw invalid('retryAfter needs a status, as in { status: 429, retryAfter: 2 }; got none.')
}

/** The longest delay of a timer, in milliseconds. A timer with a longer delay fires at once. */
const longest = 2 ** 31 - 1

function assertDuration(name: string, duration: number | string | undefined): void {
  if (duration === undefined) return
  try {
    if (parseDuration(duration) <= longest) return
  } catch (error) {
    throw invalid(`${name}: ${(error as Error).message}`)
  }
  throw invalid(`${name} must be at most ${longest} ms (24 days); got ${JSON.stringify(duration)}.`)
}

function describe(faults: readonly SchemaFault[]): string {
  const texts = faults.map(({ at, message }) => {
    const name = at.slice(1)
    const expectation = message.startsWith('is required') ? undefined : expectations[name]
    return expectation === undefined ? `${name || 'it'} ${message}` : `${name} must be ${expectation}`
  })
  return [...new Set(texts)].join('; ')
}

function invalid(message: string): EmulatorError {
  return new EmulatorError('invalid_fault', message)
}
