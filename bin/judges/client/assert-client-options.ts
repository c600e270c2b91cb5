import { EmulatorError } from '../../../emulator/tools/emulator-error.ts'
import { assertList } from '../../../emulator/tools/assert-members.ts'
import { shortJson } from '../../../emulator/tools/short-text.ts'

/** The checked options. Invalid values would make a run hang, or end every task at once. */
interface ClientOptionValues {
  readonly only?: unknown
  readonly skip?: unknown
  readonly jobs?: unknown
  readonly timeout?: unknown
  readonly races?: unknown
}

/** The longest delay of a timer. */
const longest = 2 ** 31 - 1

/** @throws EmulatorError `invalid_option` for an invalid value. */
export function assertClientOptions({ only, skip, jobs, timeout, races }: ClientOptionValues): void {
  for (const [name, patterns] of Object.entries({ only, skip })) if (patterns !== undefined) assertList(name, patterns)
  assertNumber('jobs', jobs, (number) => Number.isInteger(number) && number >= 1, 'a whole number of at least 1')
  assertNumber('timeout', timeout, (number) => number > 0 && number <= longest, `milliseconds from 1 to ${longest}`)
  assertNumber('races', races, (number) => Number.isInteger(number) && number >= 0, 'a whole number of at least 0')
}

function assertNumber(name: string, value: unknown, isRight: (number: number) => boolean, expected: string): void {
  if (value === undefined || (typeof value === 'number' && isRight(value))) return
  const got = typeof value === 'number' ? String(value) : shortJson(value)
  throw new EmulatorError('invalid_option', `${name} must be ${expected}; got ${got}.`)
}
