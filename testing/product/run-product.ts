// `npm run kill -- --product` runs the kit against the faults of the product and prints what survived.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { didYouMean } from '../../conformance/nearest.ts'
import { root } from '../committed.ts'
import { findExclusion, survivalReason } from './exclusions.ts'
import type { Fault } from './law.ts'
import { product } from './product.ts'
import { killMatrixPath, toProductTable } from './product-table.ts'
import type { FaultTrial } from './try-fault.ts'

/** The faults to run. */
export interface Choice {
  readonly law?: string | undefined
  readonly condition?: string | undefined
  /** Their number. Default: all. */
  readonly sample?: number | undefined
  /** Chooses the sample. Default: 1. */
  readonly seed?: number | undefined
}

/** The faults of a choice. @throws Error for a law or a condition that does not exist. */
export function chooseFaults(
  { law, condition, sample, seed = 1 }: Choice,
  all: readonly Fault[] = product,
): readonly Fault[] {
  const chosen = all.filter(
    (fault) => (law === undefined || fault.law === law) && (condition === undefined || fault.condition === condition),
  )
  if (chosen.length === 0) {
    for (const [value, what] of [
      [law, 'law'],
      [condition, 'condition'],
    ] as const) {
      const names = [...new Set(all.map((fault) => fault[what]))]
      if (value !== undefined && !names.includes(value))
        throw new Error(`There is no ${what} "${value}"${didYouMean(value, names)}`)
    }
    throw new Error(`No fault of the law "${law}" has the condition "${condition}"`)
  }
  if (sample === undefined || sample >= chosen.length) return chosen
  return shuffleItems(chosen, seed).slice(0, sample)
}

/** Runs the kit against faults, in a thread for each processor. */
async function tryFaults(
  faults: readonly Fault[],
  progress: (done: number) => void,
): Promise<ReadonlyMap<string, FaultTrial>> {
  const trials = new Map<string, FaultTrial>()
  const waiting = faults.values()
  const runInThread = async () => {
    const worker = new Worker(new URL('./product-worker.ts', import.meta.url))
    try {
      for (const { name } of waiting) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
        worker.postMessage(name)
        const [trial] = (await once(worker, 'message')) as [FaultTrial]
        trials.set(name, trial)
        progress(trials.size)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runInThread))
  return trials
}

/**
 * Runs a choice of faults and prints the survivors and the share that was killed.
 * @param write Also writes the table; it takes the whole product.
 * @returns the exit code: 0 when each that counts was killed, 1 when one was not, 2 for a choice of nothing.
 */
export async function runProduct(
  choice: Choice,
  print: (text: string) => void,
  write: boolean = false,
): Promise<0 | 1 | 2> {
  let faults: readonly Fault[]
  try {
    const isPart = choice.law !== undefined || choice.condition !== undefined || choice.sample !== undefined
    if (write && isPart)
      throw new Error('--write writes the table of the whole product: leave out --law, --condition and --sample')
    faults = chooseFaults(choice)
  } catch (error) {
    print((error as Error).message)
    return 2
  }
  const counted = faults.filter((fault) => findExclusion(fault) === undefined)
  const trials = await tryFaults(counted, (done) => {
    if (done % 200 === 0) print(`${done} of ${counted.length} faults`)
  })
  const survivors = counted.filter(({ name }) => trials.get(name)!.killedBy === 'none')
  for (const fault of survivors) print(`survived: ${fault.name} (${fault.requirement}): ${survivalReason(fault)}`)
  for (const { name, errors } of trials.values())
    for (const error of errors) print(`error of the kit: ${name}: ${error}`)
  const elsewhere = [...trials.values()].filter(({ killedBy }) => killedBy === 'another requirement')
  for (const { name, checks } of elsewhere) print(`killed by another requirement: ${name}: ${checks.join(', ')}`)
  const killed = counted.length - survivors.length
  print(`${killed} of ${counted.length} faults killed, ${faults.length - counted.length} left out by rules.`)
  if (write) {
    writeFileSync(`${root}${killMatrixPath}`, toProductTable(faults, trials))
    print(`${killMatrixPath}: written`)
  }
  return survivors.length > 0 ? 1 : 0
}

/** The same order for the same seed (Fisher and Yates, over mulberry32). */
function shuffleItems<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const result = [...items]
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}
