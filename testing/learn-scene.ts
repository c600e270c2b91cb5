// A service in a dialect of its own, and the command line of `emulator learn` beside it, for tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { toTargetFile } from '../bin/judges/service/target-file.ts'
import { createEmulator, type Emulator } from '../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../emulator/serve/serve.ts'
import { userEnvironment } from './readme-code.ts'
import { type EndedCall, runHere } from './run-here.ts'

/** A served emulator with its target file, in a directory that goes with the tests of a file. */
export interface LearnScene {
  readonly emulator: Emulator
  /** The address of the service. */
  readonly url: () => string
  readonly directory: string
  readonly at: (...names: readonly string[]) => string
  readonly env: NodeJS.ProcessEnv
  /** The option that names the target file. */
  readonly config: readonly string[]
  readonly run: (...args: readonly string[]) => Promise<EndedCall>
}

/** Serves the service before the tests of a file, and ends it after them. */
export function learnScene(): LearnScene {
  const directory = mkdtempSync(join(tmpdir(), 'learn-'))
  const at = (...names: readonly string[]) => join(directory, ...names)
  const env = userEnvironment({ XDG_STATE_HOME: at('state') })
  const emulator = createEmulator({
    conventions: { listEnvelope: { results: '$items', more: '$hasMore' }, errorBody: 'problem', maximumLimit: 50 },
  })
  let server: RunningServer | undefined
  beforeAll(async () => {
    server = await serve(emulator, { port: 0 })
    const { hooks: _hooks, allowWrites: _writes, ...target } = toTargetFile(emulator, server.url, false)
    writeFileSync(at('target.json'), JSON.stringify(target))
  })
  afterAll(async () => {
    await server?.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    emulator,
    url: () => server!.url,
    directory,
    at,
    env,
    config: ['--config', at('target.json')],
    run: (...args) => runHere(['learn', ...args], { env }),
  }
}
