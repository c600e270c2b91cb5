// Judges things in threads, one at a time each: the runner of `npm run corpus` and `npm run kill -- --product`.
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

const script = new URL('./corpus-worker.ts', import.meta.url)

/** The names that a pattern means: * matches any text. */
export function toPattern(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`)
}

/**
 * Judges things by name, in as many threads as the machine has cores.
 * @param seed The seed of the judges.
 * @returns A line of the corpus for each name.
 * @throws Error when a judge fails, with the name of the thing.
 */
export async function judgeAll(
  names: readonly string[],
  progress: (done: number) => void = () => undefined,
  seed: number = 1,
): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, string>()
  const left = names.values()
  const judgeInThread = async () => {
    const worker = new Worker(script, { workerData: { seed } })
    try {
      for (const name of left) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
        worker.postMessage(name)
        const [line] = await once(worker, 'message').catch((cause: unknown) => {
          throw new Error(`${name} could not be judged: ${String(cause)}`, { cause })
        })
        lines.set(name, line as string)
        progress(lines.size)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), names.length) }, judgeInThread))
  return lines
}
