// The command line in the process of a test, for what takes no process of its own: no signal, no command, no server.
import { Writable } from 'node:stream'
import { run } from '../bin/main.ts'

/** How a call of the command line ended, and what it printed. */
export interface EndedCall {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A stream of a process that keeps its text. It is no terminal. */
class KeptStream extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8')
    done()
  }
}

/**
 * Runs `emulator` to its end, as `runToEnd` does, in this process. One call at a time: the streams, the environment and
 * the working directory are those of the process meanwhile.
 */
export async function runHere(
  args: readonly string[],
  { env = process.env, cwd }: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<EndedCall> {
  const [stdout, stderr] = [new KeptStream(), new KeptStream()]
  const { env: environment, exitCode } = process
  const { log } = console
  const directory = process.cwd()
  const streams = Object.getOwnPropertyDescriptors(process)
  Object.defineProperty(process, 'stdout', { configurable: true, value: stdout })
  Object.defineProperty(process, 'stderr', { configurable: true, value: stderr })
  process.env = env
  console.log = (text) => void stdout.write(`${text}\n`)
  if (cwd !== undefined) process.chdir(cwd)
  try {
    await run(args)
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text }
  } finally {
    process.chdir(directory)
    console.log = log
    process.env = environment
    process.exitCode = exitCode
    Object.defineProperty(process, 'stdout', streams.stdout)
    Object.defineProperty(process, 'stderr', streams.stderr)
  }
}
