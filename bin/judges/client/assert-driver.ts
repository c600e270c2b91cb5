import { taskNames } from '../../../conformance/client/tasks/names.ts'
import { KitError } from '../../../conformance/kit-error.ts'
import { nearest } from '../../../conformance/nearest.ts'
import { shortJson } from '../../../emulator/tools/short-text.ts'
import type { ClientDriver } from './driver.ts'
import { EmulatorError } from '../../../emulator/tools/emulator-error.ts'
import { assertListOption } from '../../../emulator/tools/assert-members.ts'

const known: readonly string[] = [...taskNames, 'open']

/**
 * Refuses values that are not drivers, and functions with nearly the name of a task, such as `getToken`: the task would
 * be skipped silently. Other functions may be helpers.
 * @throws KitError `invalid_driver`
 */
export function assertDriver(driver: ClientDriver): void {
  if (typeof driver !== 'object' || driver === null)
    throw new KitError(
      'invalid_driver',
      `a driver is an object with a function for each task, such as { 'get-token': async () => {} }; got ${shortJson(driver)}.`,
    )
  for (const name of memberNames(driver)) {
    const member: unknown = Reflect.get(driver, name)
    if (known.includes(name)) {
      if (member === undefined || typeof member === 'function') continue
      throw new KitError(
        'invalid_driver',
        `'${name}' of a driver must be a function; got ${shortJson(member)}. Leave out what the client does not do.`,
      )
    }
    const meant = typeof member === 'function' ? nearest(name, known) : undefined
    if (meant !== undefined)
      throw new KitError(
        'invalid_driver',
        `a driver's functions have the names of tasks; got ${JSON.stringify(name)}. Name it '${meant}', or give it another name if it is not a task.`,
      )
  }
}

/** The names of an object's members, including inherited ones. */
function memberNames(object: object): readonly string[] {
  const names = new Set<string>()
  for (
    let holder: object | null = object;
    holder && holder !== Object.prototype;
    holder = Reflect.getPrototypeOf(holder)
  )
    for (const name of Object.getOwnPropertyNames(holder)) names.add(name)
  return [...names].filter((name) => name !== 'constructor')
}

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
  for (const [name, patterns] of Object.entries({ only, skip }))
    if (patterns !== undefined) assertListOption(name, patterns)
  assertNumber('jobs', jobs, (number) => Number.isInteger(number) && number >= 1, 'a whole number of at least 1')
  assertNumber('timeout', timeout, (number) => number > 0 && number <= longest, `milliseconds from 1 to ${longest}`)
  assertNumber('races', races, (number) => Number.isInteger(number) && number >= 0, 'a whole number of at least 0')
}

function assertNumber(name: string, value: unknown, isRight: (number: number) => boolean, expected: string): void {
  if (value === undefined || (typeof value === 'number' && isRight(value))) return
  const got = typeof value === 'number' ? String(value) : shortJson(value)
  throw new EmulatorError('invalid_option', `${name} must be ${expected}; got ${got}.`)
}
