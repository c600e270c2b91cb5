import { defaultWorldName } from '../../../emulator/api/auth/world-suffix.ts'
import type { ControlContext } from '../../../emulator/control/define-control.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'

/** The target of a run that checks this emulator instead of a service elsewhere. */
export interface EmulatorSubject {
  readonly target: Readonly<Record<string, unknown>>
  readonly fetch: FetchFunction
}

/**
 * A copy of this emulator with the data of a new world, asked in process. A run touches nothing that somebody works
 * with, and needs no room among the worlds.
 */
export async function emulatorSubject({ emulator, request }: ControlContext): Promise<EmulatorSubject> {
  const { toTargetFile } = await import('../service/target-file.ts')
  const copy = emulator.fork()
  copy.restore(emulator.worlds.preview(defaultWorldName).snapshot())
  copy.faults.clear()
  copy.scenarios.clear()
  const inside = `${new URL(request.url).origin}${emulator.basePath}`
  const outside = (emulator.publicUrl ?? inside).replace(/\/$/, '')
  return {
    target: toTargetFile(copy, outside, true),
    fetch: (sent) =>
      // Links lead to the public URL, which only a proxy outside understands.
      copy.fetch(sent.url.startsWith(outside) ? new Request(inside + sent.url.slice(outside.length), sent) : sent),
  }
}
