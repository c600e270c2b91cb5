// The runs that may notice a change: the selftest's subjects, and the tests of the checks.
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Check } from '../../conformance/judge/define-check.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { everyDeviation } from '../faults/faults.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { deviatingSubject, failedRequirements, resultLines, runKit, timelessSubject } from '../conformance/subject.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { rightServers } from '../servers/right/right-servers.ts'
import { collected } from './collect-tests.ts'
import { root, rulesFolder } from './load.ts'

/** A run, and what of it a test of the repository would see. */
export interface MutationRun {
  readonly name: string
  /** Runs once before, without a change. */
  readonly prepare?: () => Promise<void>
  /** Resolves with the same text whenever nothing changes that a test would see. */
  readonly observe: () => Promise<string>
}

/** The verdicts that no right server may get. */
const blame = (result: RunResult): readonly string[] =>
  resultLines(result, 'fail', 'error', 'blocked').map((line) => line.split(':')[0]!)

/** The runs of a group of checks: a change of its code shows in these, if anywhere. */
export async function runsOf(checks: readonly Check[]): Promise<readonly MutationRun[]> {
  if (checks.length === 0) return await testRuns()
  const ids = new Set(checks.map(({ id }) => id))
  const caught = everyDeviation.filter(({ caughtBy }) => ids.has(caughtBy))
  return [
    ...combinations.map((combination, index) => ({
      name: index === 0 ? 'the emulator' : `conventions ${index + 1}`,
      observe: async () => {
        const result = await runKit(timelessSubject({ conventions: combination }), { checks })
        return [...blame(result), ...resultLines(result, 'notApplicable', 'insufficientEvidence')].join('\n')
      },
    })),
    ...caught.map((deviation) => ({ name: deviation.name, observe: () => observeDeviation(deviation, checks) })),
    ...Object.values(rightServers)
      .flat()
      .map(({ name, make }) => ({
        name: `right: ${name}`,
        observe: async () => {
          const { options = {}, close, ...subject } = await make()
          try {
            return blame(await runKit(subject, { ...options, checks })).join('\n')
          } finally {
            await close?.()
          }
        },
      })),
    ...(await testRuns()),
  ]
}

/** The row of a deviation in the kill matrix. */
async function observeDeviation(deviation: Deviation, checks: readonly Check[]): Promise<string> {
  const result = await runKit(deviatingSubject(deviation), { checks })
  const isCaught = result.results.some(({ check, verdict }) => check === deviation.caughtBy && verdict === 'fail')
  return [String(isCaught), ...failedRequirements(result).toSorted(), ...resultLines(result, 'error')].join('\n')
}

let tests: Promise<readonly MutationRun[]> | undefined

/** Each test of the checks. */
function testRuns(): Promise<readonly MutationRun[]> {
  return (tests ??= testsIn(rulesFolder))
}

/** Each test of these folders. */
export async function testsIn(...folders: readonly string[]): Promise<readonly MutationRun[]> {
  const runs: MutationRun[] = []
  const patterns = folders.map((folder) => `${folder}/**/*.test.ts`)
  for (const file of globSync(patterns, { cwd: root, exclude: ['**/*.long.test.ts'] }).sort()) {
    collected.length = 0
    await import(pathToFileURL(`${root}${file}`).href)
    for (const [index, run] of collected.entries())
      runs.push({
        name: `${file}#${index + 1}`,
        observe: async () => {
          await run()
          return 'passes'
        },
      })
  }
  return runs
}
