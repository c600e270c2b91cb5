import type { TaskName } from '../../../conformance/client/tasks/names.ts'
import type { Reported } from '../../../conformance/client/tasks/outcome.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'

/**
 * Opens the address that a client reported for `prepare-connect`, as a browser would. Addresses elsewhere are not
 * opened. @returns the status of the answer.
 */
export async function openReported(
  task: TaskName,
  reported: Reported,
  baseUrl: string,
  fetch: Emulator['fetch'],
): Promise<number | undefined> {
  if (task !== 'prepare-connect' || reported.kind !== 'value') return undefined
  const { url } = (reported.value ?? {}) as { readonly url?: unknown }
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).origin !== new URL(baseUrl).origin) return undefined
  const { status } = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })
  return status
}
