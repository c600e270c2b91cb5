import { defaultWorldName } from '../../../emulator/api/auth/sent-credential.ts'
import type { ControlContext } from '../../../emulator/control/define-control.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'

/** The target of a run that checks this emulator instead of another service. */
export interface EmulatorSubject {
  readonly target: Readonly<Record<string, unknown>>
  readonly fetch: FetchFunction
}

/**
 * Makes a copy of this emulator in process, with the data of a new world. A run on it changes no world of the user and
 * does not count as one.
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
      // Links contain the public URL, which only an outside proxy resolves.
      copy.fetch(sent.url.startsWith(outside) ? new Request(inside + sent.url.slice(outside.length), sent) : sent),
  }
}
