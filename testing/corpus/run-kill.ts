// `npm run kill NAME…` prints what the kit makes of deviations; `-- --product` judges the faults of the product as the
// corpus does, and prints those that survive.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { didYouMean } from '../../conformance/nearest.ts'
import { Random } from '../../conformance/judge/random.ts'
import type { CheckResult } from '../../conformance/judge/result.ts'
import { root } from '../committed.ts'
import { checksWith, hasVerdict, parseLine } from './entry.ts'
import { judgeAll, toPattern } from './judge-all.ts'
import { everyDeviation } from '../faults/faults.ts'
import type { Violation } from '../faults/violations.ts'
import { tryDeviation } from '../selftest/kill.ts'
import { findExclusion, survivalReason } from '../product/exclusions.ts'
import type { Fault } from '../product/law.ts'
import { product } from '../product/product.ts'
import { killMatrixPath, toProductTable } from '../product/product-table.ts'

const usage = `Usage: npm run kill NAME…, where * matches any text, as in: npm run kill "ids-*". npm run kill -- --product runs the faults by product; --law L, --condition C, --sample N and --seed N choose some of them, and --write writes ${killMatrixPath}.`

/** The deviations that names and patterns mean, each once. @throws Error for one that means none. */
function selectDeviations(names: readonly string[]): readonly Violation[] {
  const selected = new Set<Violation>()
  for (const name of names) {
    const pattern = toPattern(name)
    const found = everyDeviation.filter((deviation) => pattern.test(deviation.name))
    if (found.length === 0) {
      const all = everyDeviation.map((deviation) => deviation.name)
      throw new Error(`There is no deviation "${name}"${didYouMean(name, all)}`)
    }
    for (const deviation of found) selected.add(deviation)
  }
  return [...selected]
}

/** Runs the kit against a deviation and prints its results. @returns whether it was caught. */
async function killDeviation(deviation: Violation): Promise<boolean> {
  const { name, requirement, caughtBy } = deviation
  const { isCaught, result } = await tryDeviation(deviation)
  const { results } = result
  const caught = results.find(({ check }) => check === caughtBy)
  const others = results.filter((other) => other !== caught && ['fail', 'error', 'blocked'].includes(other.verdict))
  console.log(`${name}: ${isCaught ? 'caught' : 'NOT CAUGHT'}, requirement ${requirement}`)
  console.log(caught ? formatKillResult(caught) : `  There is no check ${caughtBy}.`)
  console.log(others.length > 0 ? '  Beside it:' : '  No other check fails.')
  for (const other of others) console.log(formatKillResult(other))
  return isCaught
}

const formatKillResult = ({ check, verdict, message }: CheckResult): string =>
  `  ${check} ${verdict}${message === '' ? '' : `: ${message}`}`

/**
 * Runs the kit against the deviations that names and patterns mean.
 * @returns the exit code: 0 when each was caught, 1 when one was not.
 * @throws Error for an unknown name or none.
 */
async function runKills(names: readonly string[]): Promise<0 | 1> {
  if (names.length === 0) throw new Error(usage)
  const selected = selectDeviations(names)
  let caught = 0
  for (const deviation of selected) if (await killDeviation(deviation)) caught++
  if (selected.length > 1) console.log(`${caught} of ${selected.length} deviations caught.`)
  return caught < selected.length ? 1 : 0
}

/** The faults to run. */
interface Choice {
  readonly law?: string | undefined
  readonly condition?: string | undefined
  /** Their number. Default: all. */
  readonly sample?: number | undefined
  /** Chooses the sample. Default: 1. */
  readonly seed?: number | undefined
}

/** The faults of a choice. @throws Error for a law or a condition that does not exist. */
function chooseFaults({ law, condition, sample, seed = 1 }: Choice): readonly Fault[] {
  const chosen = product.filter(
    (fault) => (law === undefined || fault.law === law) && (condition === undefined || fault.condition === condition),
  )
  for (const [value, what] of [
    [law, 'law'],
    [condition, 'condition'],
  ] as const) {
    const names = [...new Set(product.map((fault) => fault[what]))]
    if (value !== undefined && !names.includes(value))
      throw new Error(`There is no ${what} "${value}"${didYouMean(value, names)}`)
  }
  if (chosen.length === 0) throw new Error(`No fault of the law "${law}" has the condition "${condition}"`)
  return sample === undefined ? chosen : new Random(seed).shuffle(chosen).slice(0, sample)
}

/**
 * Judges faults and prints the survivors and the share that was killed.
 * @param write Also writes the table; it takes the whole product.
 * @returns the exit code: 0 when each that counts was killed, 1 when one was not.
 */
async function killProduct(faults: readonly Fault[], write: boolean): Promise<0 | 1> {
  if (write && faults.length < product.length)
    throw new Error('--write writes the table of the whole product: leave out --law, --condition and --sample')
  const counted = faults.filter((fault) => findExclusion(fault) === undefined)
  const lines = await judgeAll(
    counted.map(({ name }) => name),
    (done) => {
      if (done % 200 === 0) console.log(`${done} of ${counted.length} faults`)
    },
  )
  const entries = new Map([...lines].map(([name, line]) => [name, parseLine(line)]))
  const survivors = counted.filter(({ name }) => checksWith(entries.get(name)!, 'fail').length === 0)
  for (const fault of survivors) console.log(`survived: ${fault.name} (${fault.requirement}): ${survivalReason(fault)}`)
  for (const entry of entries.values()) {
    const { name, breaks, findings } = entry
    const failed = checksWith(entry, 'fail')
    for (const check of checksWith(entry, 'error')) console.log(`error of the kit: ${name}: ${check}`)
    if (failed.length > 0 && !findings.some((found) => found.requirement === breaks && hasVerdict(found, ['fail'])))
      console.log(`killed by another requirement: ${name}: ${failed.join(', ')}`)
  }
  const killed = counted.length - survivors.length
  console.log(`${killed} of ${counted.length} faults killed, ${faults.length - counted.length} left out by rules.`)
  if (write) {
    writeFileSync(`${root}${killMatrixPath}`, toProductTable(faults, survivors))
    console.log(`${killMatrixPath}: written`)
  }
  return survivors.length > 0 ? 1 : 0
}

/** Runs what the words of the command line ask for. @returns the exit code: 2 for words that ask for nothing. */
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
    const { write, product: isProduct, law, condition } = values
    if (!isProduct) {
      if (write) throw new Error(`--write writes ${killMatrixPath} and goes with --product`)
      return await runKills(positionals)
    }
    if (positionals.length > 0) throw new Error(`--product takes no names, and got ${positionals.join(' ')}`)
    const [sample, seed] = [parseCount('sample', values.sample), parseCount('seed', values.seed)]
    return await killProduct(chooseFaults({ law, condition, sample, seed }), write)
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
