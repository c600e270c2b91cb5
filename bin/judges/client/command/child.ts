// Runs a command in its own process group, which can be killed as a whole, and keeps the end of its output.
import type { Phrase } from '../../../../conformance/conclusions/phrase.ts'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { Readable } from 'node:stream'
import { UsageError } from '../../../usage-error.ts'
import { messageLine } from '../../../usage-error.ts'

/** The end of an output. */
export interface Tail {
  readonly bytes: Uint8Array
  /** True if the output was longer. */
  readonly isCut: boolean
}

/** How a command ended. */
export interface ChildExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why the judge ended it; undefined if it ended by itself. */
  readonly stopped: Phrase | undefined
  readonly stdout: Tail
  readonly stderr: string
}

/** A command that runs. */
export interface RunningChild {
  readonly ended: Promise<ChildExit>
  /** Ends the command and all processes that it started. */
  readonly stop: (why: Phrase) => void
}

/** The bytes to keep of each output. The report of a driver is its last line. */
const kept = { stdout: 16_777_216, stderr: 65_536 }

/** An output counts as fully read after this many checks in a row without new data. */
const quietChecks = 3

/** Commands that run concurrently. All of them can be ended at once. */
export class Children {
  readonly #running = new Map<ChildProcess, (why: Phrase) => void>()

  /**
   * Runs a command, with its standard input closed.
   * @throws UsageError from `ended` for a command that does not exist or cannot be run.
   */
  run([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): RunningChild {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
      // Makes the command the leader of a new group. On Windows it would only open a window.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    let stopped: Phrase | undefined
    const stop = (why: Phrase) => {
      if (stopped !== undefined || !this.#running.has(child)) return
      stopped = why
      endGroup(child)
    }
    this.#running.set(child, stop)
    const ended = this.#toEnd(child, command).then((end) => ({ ...end, stopped }))
    return { ended, stop }
  }

  /** Ends all running commands synchronously, so it can be called while the process exits. */
  stopAll(why: Phrase): void {
    for (const stop of this.#running.values()) stop(why)
  }

  async #toEnd(child: ChildProcess, command: string): Promise<Omit<ChildExit, 'stopped'>> {
    const [stdout, stderr] = [keepTail(child.stdout!, kept.stdout), keepTail(child.stderr!, kept.stderr)]
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    try {
      const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
        child.once('error', (error: NodeJS.ErrnoException) => reject(cannotRun(command, error)))
        child.once('exit', (...end) => resolve(end))
      })
      // Leftover processes of the command could send further requests.
      endGroup(child)
      // A process that has left the group may hold the output open and write more. That output does not belong to the
      // command.
      await Promise.race([closed, drainOutputs(stdout, stderr)])
      return { code, signal, stdout: stdout.tail(), stderr: new TextDecoder().decode(stderr.tail().bytes) }
    } finally {
      this.#running.delete(child)
      child.stdout!.destroy()
      child.stderr!.destroy()
    }
  }
}

function cannotRun(command: string, error: NodeJS.ErrnoException): UsageError {
  return error.code === 'ENOENT'
    ? new UsageError(`There is no command ${command}; check its name and PATH.`)
    : new UsageError(`${command} cannot be run: ${messageLine(error)}.`)
}

/** Kills a command and its processes. A group that has already ended is not an error. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

/** Resolves once the pipes of an ended command are fully read. */
async function drainOutputs(...outputs: readonly KeptOutput[]): Promise<void> {
  const read = () => outputs.reduce((sum, output) => sum + output.length(), 0)
  for (let quiet = 0, before = read(); quiet < quietChecks;) {
    // A timer and an immediate, so that the event loop polls the pipes in between.
    await new Promise<void>((resolve) => setTimeout(() => setImmediate(resolve), 5))
    quiet = read() === before ? quiet + 1 : 0
    before = read()
  }
}

/** The part of an output that was read. */
interface KeptOutput {
  readonly tail: () => Tail
  /** The number of bytes read so far. */
  readonly length: () => number
}

/** Keeps the end of a stream. */
function keepTail(stream: Readable, most: number): KeptOutput {
  const chunks: Uint8Array[] = []
  let length = 0
  let read = 0
  let isCut = false
  stream.on('error', () => {})
  stream.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk)
    length += chunk.length
    read += chunk.length
    while (length - chunks[0]!.length >= most) {
      length -= chunks.shift()!.length
      isCut = true
    }
  })
  return { tail: () => ({ bytes: Buffer.concat(chunks), isCut }), length: () => read }
}
