// The target of a run that the control API starts: a copy of this emulator, or an object or a target file with the
// values of its variables.
import { parseTargetFile, type Target, toTarget } from '../../../conformance/target/target-file.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import { defaultWorldName } from '../../../emulator/api/auth/sent-credential.ts'
import type { ControlContext } from '../../../emulator/control/define-control.ts'
import { toTargetFile } from '../service/target-file.ts'
import { refusing } from './refusing.ts'
import type { RunOrder, TargetFileFacts } from './run-schemas.ts'

/** The target of a run that checks this emulator instead of another service. */
export interface EmulatorSubject {
  readonly target: Readonly<Record<string, unknown>>
  readonly fetch: FetchFunction
}

/**
 * Makes a copy of this emulator in process, with the data of a new world. A run on it changes no world of the user and
 * does not count as one.
 */
export function emulatorSubject({ emulator, origin }: Pick<ControlContext, 'emulator' | 'origin'>): EmulatorSubject {
  const copy = emulator.fork()
  copy.restore(emulator.worlds.preview(defaultWorldName).snapshot())
  copy.faults.clear()
  copy.scenarios.clear()
  const inside = `${origin}${emulator.basePath}`
  const outside = (emulator.publicUrl ?? inside).replace(/\/$/, '')
  return {
    target: toTargetFile(copy, outside, true),
    fetch: (sent) =>
      // Links contain the public URL, which only an outside proxy resolves.
      copy.fetch(sent.url.startsWith(outside) ? new Request(inside + sent.url.slice(outside.length), sent) : sent),
  }
}

/** Reads the target of an order. @throws ApiError `refused` */
export function readOrderedTarget({ targetFile, target, variables = {} }: RunOrder): Target {
  return refusing(() =>
    targetFile === undefined ? toTarget(target) : parseTargetFile(targetFile, variables, 'The target file'),
  )
}

/** A placeholder for the value of a variable. A URL is valid wherever a string is. */
const unknownValue = 'http://variable.invalid'

/** Reads a target file without the values of its variables. @throws ApiError `refused` if it is invalid. */
export function targetFileFacts(targetFile: string): TargetFileFacts {
  const names = new Set<string>()
  const variables = new Proxy<Record<string, string>>(
    {},
    { get: (_none, name) => (typeof name === 'string' && names.add(name) ? unknownValue : undefined) },
  )
  const target = readOrderedTarget({ targetFile, variables })
  return {
    baseUrl: target.baseUrl.startsWith(unknownValue) ? null : target.baseUrl,
    declared: declaredMembers(target),
    allowWrites: target.allowWrites ?? false,
    variables: [...names],
  }
}

/** The members that a target file declares, such as `samples.catalogId`. */
function declaredMembers(target: Target): readonly string[] {
  return Object.entries(target).flatMap(([name, value]) =>
    name === 'baseUrl'
      ? []
      : typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value).map((member) => `${name}.${member}`)
        : [name],
  )
}
