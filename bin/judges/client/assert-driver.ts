import { taskNames } from '../../../conformance/client/tasks/names.ts'
import { KitError } from '../../../conformance/kit-error.ts'
import { nearest } from '../../../conformance/nearest.ts'
import { shortJson } from '../../../emulator/tools/short-text.ts'
import type { ClientDriver } from './driver.ts'

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
