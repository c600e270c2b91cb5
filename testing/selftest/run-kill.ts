// `npm run kill NAME…` runs the kit against deviations and prints what it made of each.
import { fileURLToPath } from 'node:url'
import { didYouMean } from '../../conformance/nearest.ts'
import type { CheckResult } from '../../conformance/judge/result.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { everyDeviation } from '../faults/faults.ts'
import { tryDeviation } from './kill.ts'

const usage = 'Usage: npm run kill NAME…, where * stands for any text, as in: npm run kill "ids-*"'

/** The deviations that names and patterns mean, each once. @throws Error for one that means none. */
function select(names: readonly string[], known: readonly Deviation[]): readonly Deviation[] {
  const selected = new Set<Deviation>()
  for (const name of names) {
    const pattern = toPattern(name)
    const found = known.filter((deviation) => pattern.test(deviation.name))
    if (found.length === 0) {
      const all = known.map((deviation) => deviation.name)
      throw new Error(`There is no deviation "${name}"${didYouMean(name, all)}`)
    }
    for (const deviation of found) selected.add(deviation)
  }
  return [...selected]
}

function toPattern(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`)
}

interface Outcome {
  readonly isCaught: boolean
  readonly text: string
}

async function run(deviation: Deviation): Promise<Outcome> {
  const { name, requirement, caughtBy } = deviation
  const { result, isCaught, thorough } = await tryDeviation(deviation)
  const { results } = result
  const own = results.find(({ check }) => check === caughtBy)
  const others = results.filter((one) => one !== own && ['fail', 'error', 'blocked'].includes(one.verdict))
  const how = isCaught ? `caught${thorough ? ' by a thorough run alone' : ''}` : 'NOT CAUGHT'
  const lines = [
    `${name}: ${how}, requirement ${requirement}`,
    own ? toLine(own) : `  There is no check ${caughtBy}.`,
    ...(others.length > 0 ? ['  Beside it:', ...others.map(toLine)] : ['  No other check fails.']),
  ]
  return { isCaught, text: lines.join('\n') }
}

function toLine({ check, verdict, message }: CheckResult): string {
  return `  ${check} ${verdict}${message === '' ? '' : `: ${message}`}`
}

/**
 * Runs the kit against the deviations that names and patterns mean.
 * @returns the exit code: 0 when each was caught, 1 when one was not, 2 for an unknown name or none.
 */
export async function runKills(
  names: readonly string[],
  print: (text: string) => void,
  known: readonly Deviation[] = everyDeviation,
): Promise<0 | 1 | 2> {
  let selected: readonly Deviation[]
  try {
    if (names.length === 0) throw new Error(usage)
    selected = select(names, known)
  } catch (error) {
    print((error as Error).message)
    return 2
  }
  let missed = 0
  for (const deviation of selected) {
    const { isCaught, text } = await run(deviation)
    if (!isCaught) missed++
    print(text)
  }
  if (selected.length > 1) print(`${selected.length - missed} of ${selected.length} deviations caught.`)
  return missed > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await runKills(process.argv.slice(2), console.log)
