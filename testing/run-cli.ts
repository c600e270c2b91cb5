import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const shim = fileURLToPath(new URL('../bin/emulator.js', import.meta.url))

/** A process of the command line, for tests. */
export interface Cli {
  readonly child: ChildProcess
  readonly output: { stdout: string; stderr: string }
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Resolves once standard output matches. Rejects when the process ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** Starts `emulator` with arguments, as a person would. */
export function runCli(
  args: readonly string[],
  options: SpawnOptions & { readonly nodeArgs?: readonly string[] } = {},
): Cli {
  const { nodeArgs = [], ...spawnOptions } = options
  const child = spawn(process.execPath, [...nodeArgs, shim, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...spawnOptions,
  })
  const output = { stdout: '', stderr: '' }
  const ended = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'lost')),
  )
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output.stdout)
        if (match) resolve(match)
      }
      child.stdout?.on('data', look)
      void ended.then((code) => reject(new Error(`emulator ${args.join(' ')} ended with ${code}: ${output.stderr}`)))
      look()
    })
  return { child, output, ended, printed }
}

/** Runs `emulator` to its end. */
export async function runToEnd(
  args: readonly string[],
  options?: Parameters<typeof runCli>[1],
): Promise<{ code: number | string; stdout: string; stderr: string }> {
  const cli = runCli(args, options)
  const code = await cli.ended
  return { code, ...cli.output }
}
