import type { Emulator } from '../../emulator/create-emulator.ts'
import type { CaseFailure } from '../../emulator/case/case-file.ts'
import { type CasePlace, keepCase } from '../../emulator/serve/case/keep-case.ts'
import { calledAs } from '../../emulator/serve/printed-program.ts'

const nothingSent =
  'No case saved: no requests were recorded. The command sent none to the address in PLATFORM_BASE_URL, or each test that passed ended its world.'

/** Saves the case of a failed command. @returns a line that says how to open it, or why none was saved. */
export async function keepFailure(emulator: Emulator, failure: CaseFailure, place: CasePlace): Promise<string> {
  const { worlds } = emulator
  if (worlds.names.every((name) => (worlds.peek(name)?.requests.size ?? 0) === 0)) return nothingSent
  return keepCase(emulator, failure, place, calledAs(process))
}
