import { setTimeout as after } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { loadWithSwitch } from './load.ts'
import type { Answer, Expected, Question } from './messages.ts'
import type { PoolData } from './pool.ts'
import { clientRooms } from './room-of.ts'
import type { MutationRun } from './runs.ts'
import type { Mutant } from './mutation-sites.ts'

// A thread of the mutation pool. The switch is in place before a check is imported, so these imports are late.
const { control } = loadWithSwitch()
const { checksOfRoom } = await import('./rooms.ts')
const { runsOf } = await import('./runs.ts')
const { clientRuns } = await import('./client-runs.ts')
const { Recordings } = await import('./recordings.ts')
const recordings = new Recordings(workerData as PoolData)
const byRoom = new Map<string, ReadonlyMap<string, MutationRun>>()

async function runsOfRoom(name: string): Promise<ReadonlyMap<string, MutationRun>> {
  const room = name.startsWith(clientRooms) ? clientRooms : name
  let runs = byRoom.get(room)
  if (!runs) {
    const found = room === clientRooms ? await clientRuns(recordings) : await runsOf(await checksOfRoom(room))
    byRoom.set(room, (runs = new Map(found.map((run) => [run.name, run]))))
  }
  return runs
}

/** The outcome of a run under a change, or under none. */
async function observe(run: MutationRun, mutant?: Mutant): Promise<string> {
  control.begin(mutant)
  try {
    return await run.observe()
  } catch (error) {
    return `threw ${(error as Error).message}`
  }
}

/** The first run that notices a change. One that comes out otherwise without the change, too, notices nothing. */
async function killerOf(
  mutant: Mutant,
  expected: readonly Expected[],
  runs: ReadonlyMap<string, MutationRun>,
): Promise<string | undefined> {
  for (const { name, text, most } of expected) {
    const run = runs.get(name)!
    const changed = await Promise.race([observe(run, mutant), after(most, 'took too long', { ref: false })])
    if (changed !== text && (await observe(run)) === text) return name
  }
  return undefined
}

async function answer(question: Question): Promise<Answer> {
  const runs = await runsOfRoom(question.room)
  if (question.ask === 'names') return { names: [...runs.keys()] }
  if (question.ask === 'observe') {
    const run = runs.get(question.run)!
    await run.prepare?.()
    const startedAt = performance.now()
    const text = await observe(run)
    return { text, seen: control.seen, duration: performance.now() - startedAt }
  }
  return { killedBy: await killerOf(question.mutant, question.runs, runs) }
}

parentPort!.on('message', async (question: Question) => {
  const done = await answer(question)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  parentPort!.postMessage(done)
})
