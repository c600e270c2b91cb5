// `npm run kill NAME…` runs the kit against deviations and prints what it made of each.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { didYouMean } from '../../conformance/nearest.ts'
import type { CheckResult } from '../../conformance/judge/result.ts'
import type { Deviation } from '../../emulator/disturb/deviations/deviation.ts'
import { everyDeviation } from '../faults/faults.ts'
import { tryDeviation } from '../selftest/kill.ts'
import { killMatrixPath } from './product-table.ts'
import { runProduct } from './run-product.ts'

const usage = `Usage: npm run kill NAME…, where * matches any text, as in: npm run kill "ids-*". npm run kill -- --product runs the faults by product; --law L, --condition C, --sample N and --seed N choose some of them, and --write writes ${killMatrixPath}.`

/** The deviations that names and patterns mean, each once. @throws Error for one that means none. */
function selectDeviations(names: readonly string[], known: readonly Deviation[]): readonly Deviation[] {
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

async function killDeviation(deviation: Deviation): Promise<Outcome> {
  const { name, requirement, caughtBy } = deviation
  const { isCaught, result } = await tryDeviation(deviation)
  const { results } = result
  const caught = results.find(({ check }) => check === caughtBy)
  const others = results.filter((result) => result !== caught && ['fail', 'error', 'blocked'].includes(result.verdict))
  const how = isCaught ? 'caught' : 'NOT CAUGHT'
  const lines = [
    `${name}: ${how}, requirement ${requirement}`,
    caught ? formatKillResult(caught) : `  There is no check ${caughtBy}.`,
    ...(others.length > 0 ? ['  Beside it:', ...others.map(formatKillResult)] : ['  No other check fails.']),
  ]
  return { isCaught, text: lines.join('\n') }
}

function formatKillResult({ check, verdict, message }: CheckResult): string {
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
    selected = selectDeviations(names, known)
  } catch (error) {
    print((error as Error).message)
    return 2
  }
  let missed = 0
  for (const deviation of selected) {
    const { isCaught, text } = await killDeviation(deviation)
    if (!isCaught) missed++
    print(text)
  }
  if (selected.length > 1) print(`${selected.length - missed} of ${selected.length} deviations caught.`)
  return missed > 0 ? 1 : 0
}

/** Runs what the words of the command line ask for. @returns the exit code, as `runKills` and `runProduct` do. */
async function runWords(words: readonly string[]): Promise<0 | 1 | 2> {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        write: { type: 'boolean', default: false },
        product: { type: 'boolean', default: false },
        law: { type: 'string' },
        condition: { type: 'string' },
        sample: { type: 'string' },
        seed: { type: 'string' },
      },
    })
    const { write, product, law, condition } = values
    if (!product) {
      if (write) throw new Error(`--write writes ${killMatrixPath} and goes with --product`)
      return await runKills(positionals, console.log)
    }
    if (positionals.length > 0) throw new Error(`--product takes no names, and got ${positionals.join(' ')}`)
    const [sample, seed] = [parseCount('sample', values.sample), parseCount('seed', values.seed)]
    return await runProduct({ law, condition, sample, seed }, console.log, write)
  } catch (error) {
    console.log((error as Error).message)
    return 2
  }
}

/** @throws Error for what is no whole number above 0. */
function parseCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`--${name} takes a whole number above 0, as in --${name} 400, and got ${JSON.stringify(text)}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await runWords(process.argv.slice(2))
