// Makes every change of one room, one at a time, and tells which of them no run notices.
import type { Expected, Names, Observed, Outcome } from './messages.ts'
import type { MutationPool } from './pool.ts'
import { testsOf, roomOf } from './room-of.ts'
import { type Mutant, mutantsOf, type MutationSite } from './mutation-sites.ts'
import { canNotice } from './mutation-switch.ts'

/** The result of one change. */
export interface Result {
  readonly mutant: Mutant
  readonly site: MutationSite
  /** The run that noticed it, or `time` if a run took too long; undefined if it survived. */
  readonly killedBy: string | undefined
}

/** The first answer of a thread takes longer, as it loads everything. */
const patience = 120_000
/** Milliseconds that a run may take under a change, beyond ten times of what it takes without. */
const grace = 15_000
/** The same of one run that does not block its thread. */
const graceOfRun = 5_000
/** Milliseconds of runs of one stage that are tried for one change. What these do not notice, the rest hardly does. */
const mostTime = 300_000

/** A run, and what it comes to without a change. */
export interface UnchangedRun extends Observed {
  readonly name: string
}

/** The run of the emulator as it is; those of the careful client add the name of a task. */
const emulatorRun = 'the emulator'

/** A test is the same in every room. */
const isTest = (name: string): boolean => name.includes('.test.ts#')

/** The runs of the checks' tests without a change. */
export type UnchangedTests = Map<string, Promise<readonly UnchangedRun[]>>

/** The names of the runs of a room in stages: what notices most at the least cost comes first. */
async function stagesOf(pool: MutationPool, room: string): Promise<readonly (readonly string[])[]> {
  const { names } = (await pool.ask<Names>({ ask: 'names', room }, patience)) ?? { names: [] }
  const stages = Object.groupBy(names, (name) => String(stageOf(name, room)))
  return Object.keys(stages)
    .toSorted()
    .map((stage) => stages[stage]!)
}

/** The emulator and the tests of the room, its deviations, other tests, and what waits and rarely notices a change. */
function stageOf(name: string, room: string): number {
  if (name.startsWith(emulatorRun)) return 0
  if (isTest(name)) return name.startsWith(testsOf(room)) ? 0 : 2
  return name.startsWith('conventions ') || name.startsWith('right: ') ? 3 : 1
}

/** Runs of a room without a change, the quick ones first; a run that takes too long is left out. */
async function observeRuns(
  pool: MutationPool,
  room: string,
  names: readonly string[],
  tests: UnchangedTests,
): Promise<readonly UnchangedRun[]> {
  const known = await Promise.all(
    names.map((name) => {
      const observed = tests.get(name) ?? observeRun(pool, room, name)
      if (isTest(name)) tests.set(name, observed)
      return observed
    }),
  )
  return known.flat().toSorted((left, right) => left.duration - right.duration)
}

async function observeRun(pool: MutationPool, room: string, name: string): Promise<readonly UnchangedRun[]> {
  const observed = await pool.ask<Observed>({ ask: 'observe', room, run: name }, patience)
  if (observed) return [{ ...observed, name }]
  console.log(`${room}: the run "${name}" is left out, as it failed or took too long`)
  return []
}

/** Every change of a room. */
export const mutantsOfRoom = (sites: readonly MutationSite[], room: string): readonly Mutant[] =>
  mutantsOf(sites).filter(({ site }) => roomOf(sites[site]!.file) === room)

/** The changes to make. */
export interface Changes {
  readonly sites: readonly MutationSite[]
  readonly mutants: readonly Mutant[]
}

/** Makes changes of a room. `onStage` is called after each stage of runs, with how many changes survived it. */
export async function mutateRoom(
  pool: MutationPool,
  room: string,
  { sites, mutants }: Changes,
  tests: UnchangedTests,
  onStage: (survived: number, of: number) => void,
): Promise<readonly Result[]> {
  if (mutants.length === 0) return []
  const killers = new Map<Mutant, string>()
  for (const names of await stagesOf(pool, room)) {
    const left = mutants.filter((mutant) => !killers.has(mutant))
    if (left.length === 0) break
    const runs = await observeRuns(pool, room, names, tests)
    await Promise.all(
      left.map(async (mutant) => {
        const able = runs.filter(({ seen }) => canNotice(mutant, sites[mutant.site]!, seen[mutant.site]!))
        const killedBy = await killerOf(pool, room, mutant, withinTime(able))
        if (killedBy !== undefined) killers.set(mutant, killedBy)
      }),
    )
    onStage(mutants.length - killers.size, mutants.length)
  }
  return mutants.map((mutant) => ({ mutant, site: sites[mutant.site]!, killedBy: killers.get(mutant) }))
}

function withinTime(runs: readonly UnchangedRun[]): readonly UnchangedRun[] {
  let sum = 0
  return runs.filter(({ duration }) => (sum += duration) < mostTime)
}

async function killerOf(
  pool: MutationPool,
  room: string,
  mutant: Mutant,
  able: readonly UnchangedRun[],
): Promise<string | undefined> {
  if (able.length === 0) return undefined
  const runs: readonly Expected[] = able.map(({ name, text, duration }) => ({
    name,
    text,
    most: 10 * duration + graceOfRun,
  }))
  const time = patience / 4 + able.reduce((sum, { duration }) => sum + 10 * duration, grace)
  const outcome = await pool.ask<Outcome>({ ask: 'mutant', room, mutant, runs }, time)
  return outcome ? outcome.killedBy : 'time'
}
