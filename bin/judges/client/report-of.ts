import { phrase } from '../../../conformance/conclusions/phrase.ts'
import type { Reported } from '../../../conformance/client/tasks/outcome.ts'

/** The report on a driver's function, as the last line of a driver process would say it. */
export async function reportOf(work: () => Promise<unknown>): Promise<Reported> {
  let value: unknown
  try {
    value = (await work()) ?? {}
  } catch (error) {
    return { kind: 'error', error: errorOf(error) }
  }
  try {
    return { kind: 'value', value: JSON.parse(JSON.stringify(value)) as unknown }
  } catch (error) {
    return { kind: 'unreadable', why: phrase`a value that is no JSON: ${messageOf(error)}` }
  }
}

function errorOf(error: unknown): { readonly kind: string; readonly status?: number } {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return { kind: messageOf(error), ...(typeof status === 'number' ? { status } : {}) }
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message
  return typeof error === 'object' ? Object.prototype.toString.call(error) : String(error)
}
