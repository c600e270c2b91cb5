// Judges things in threads, one at a time each.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

const script = new URL('./corpus-worker.ts', import.meta.url)

/** How things are judged. */
export interface Judging {
  /** The seed of the judges. Default: 1. */
  readonly seed?: number | undefined
  readonly onLine?: (line: string, done: number) => void
}

/**
 * Judges things by name, in as many threads as the machine has cores.
 * @returns A line of the corpus for each name.
 * @throws Error when a judge fails, with the name of the thing.
 */
export async function judgeAll(
  names: readonly string[],
  { seed = 1, onLine = () => undefined }: Judging = {},
): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, string>()
  const left = [...names]
  const threads = Array.from({ length: Math.min(2, availableParallelism(), names.length) }, async () => {
    const worker = new Worker(script, { workerData: { seed } })
    try {
      for (let name = left.shift(); name !== undefined; name = left.shift()) {
        const line = await askWorker(worker, name)
        lines.set(name, line)
        onLine(line, lines.size)
      }
    } finally {
      await worker.terminate()
    }
  })
  await Promise.all(threads)
  return lines
}

function askWorker(worker: Worker, name: string): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const fail = (reason: unknown) =>
      reject(new Error(`${name} could not be judged: ${String(reason)}`, { cause: reason }))
    worker.removeAllListeners()
    worker.once('message', resolve)
    worker.once('error', fail)
    worker.once('exit', (code) => fail(`the thread ended with code ${code}`))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
    worker.postMessage(name)
  })
}
