import { assertEmulator } from '../tools/assert-members.ts'
import type { Emulator } from '../create-emulator.ts'
import { serveAnswers } from './serve-answers.ts'
import type { RunningServer, ServeOptions } from './serve-options.ts'

export type { RunningServer, ServeOptions } from './serve-options.ts'

/**
 * Serves an emulator over HTTP.
 *
 * @example
 * ```ts
 * await using server = await serve(createEmulator(), { port: 0 })
 * await fetch(`${server.url}/0/`)
 * ```
 * @throws EmulatorError `port_taken`, `port_forbidden`, `unknown_host` or `cannot_listen`; `invalid_option`.
 */
export function serve(emulator: Emulator, options: ServeOptions = {}): Promise<RunningServer> {
  assertEmulator('serve', emulator)
  return serveAnswers(emulator, options)
}
