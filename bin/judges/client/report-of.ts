import { phrase } from '../../../conformance/conclusions/phrase.ts'
import type { TaskReport } from '../../../conformance/client/tasks/task.ts'

/** The report of a driver's function, in the form of the last line of a driver process. */
export async function reportOutcome(work: () => Promise<unknown>): Promise<TaskReport> {
  let value: unknown
  try {
    value = (await work()) ?? {}
  } catch (error) {
    const told = toReportedError(error)
    const thrown =
      told.status === undefined ? tryRead(() => (error instanceof Error ? error.stack : undefined)) : undefined
    return { kind: 'error', error: told, ...(typeof thrown === 'string' ? { thrown } : {}) }
  }
  try {
    return { kind: 'value', value: JSON.parse(JSON.stringify(value)) as unknown }
  } catch (error) {
    return { kind: 'unreadable', why: phrase`a value that is not JSON: ${thrownMessage(error)}` }
  }
}

function toReportedError(error: unknown): { readonly kind: string; readonly status?: number } {
  const status = tryRead(() =>
    typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined,
  )
  return { kind: thrownMessage(error), ...(typeof status === 'number' ? { status } : {}) }
}

/** The message of a thrown value, which may be anything, such as a proxy or an object with getters that throw. */
function thrownMessage(error: unknown): string {
  const message = tryRead(() => {
    if (!(error instanceof Error)) return typeof error === 'object' ? toString.call(error) : String(error)
    const { message, name } = error
    return message === '' ? name : message
  })
  return typeof message === 'string' ? message : 'an error without a message that can be read'
}

const { toString } = Object.prototype

/** Reads a value of the client; undefined if that throws. */
function tryRead(value: () => unknown): unknown {
  try {
    return value()
  } catch {
    return undefined
  }
}
