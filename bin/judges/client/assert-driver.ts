import { taskNames } from '../../../conformance/client/tasks/names.ts'
import { KitError } from '../../../conformance/kit-error.ts'
import { nearest } from '../../../conformance/nearest.ts'
import type { ClientDriver } from './driver.ts'

const known: readonly string[] = [...taskNames, 'open']

/**
 * Refuses a function whose name is nearly that of a task, as `getToken`: its task would be skipped without a word.
 * Other names may be helpers of the driver.
 * @throws KitError `invalid_driver`
 */
export function assertDriver(driver: ClientDriver): void {
  for (const [name, member] of Object.entries(driver)) {
    if (known.includes(name) || typeof member !== 'function') continue
    const meant = nearest(name, known)
    if (meant !== undefined)
      throw new KitError(
        'invalid_driver',
        `a driver's functions have the names of tasks; got ${JSON.stringify(name)}. Name it '${meant}', or otherwise if it is no task.`,
      )
  }
}
