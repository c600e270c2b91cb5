// Which checks stay undecided under which conventions: found from runs, and told for a combination.
import type { RunResult } from '../../conformance/judge/result.ts'
import type { ConventionName, Conventions } from '../../emulator/model/contract/conventions.ts'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { emulatorSubject, runKit } from './subject.ts'

/** Where the rules are, from the root. */
export const undecidedPath = 'testing/selftest/undecided-rules.ts'

/** Checks that end with a verdict that decides nothing wherever one of the conditions holds. */
export interface UndecidedRule {
  /** Values of conventions; those of one condition hold together. */
  readonly when: readonly Partial<Conventions>[]
  readonly verdict: string
  readonly checks: readonly string[]
}

/** With pages of a few tokens, whether this is decided depends on the tokens that other checks make meanwhile. */
const racing = 'pat.list.asking'

/** A line for each check of a run that was not decided. */
export function undecidedLines({ results }: RunResult): readonly string[] {
  return results
    .filter(({ check }) => check !== racing)
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'fail' && verdict !== 'observed')
    .map(({ check, verdict }) => `${check} ${verdict}`)
    .sort()
}

/** The prediction of the rules for a combination, as `undecidedLines` writes it. */
export function predictedLines(rules: readonly UndecidedRule[], combination: Partial<Conventions>): readonly string[] {
  const conventions = withConventions(defaultConventions, combination)
  return rules
    .filter(({ when }) => when.some((condition) => holds(condition, conventions)))
    .flatMap(({ checks, verdict }) => checks.map((check) => `${check} ${verdict}`))
    .sort()
}

function holds(condition: Partial<Conventions>, conventions: Conventions): boolean {
  return Object.entries(condition).every(
    ([name, value]) => JSON.stringify(conventions[name as ConventionName]) === JSON.stringify(value),
  )
}

/** Runs the kit under every combination and finds the rules that tell what stayed undecided, the fewest first. */
export async function findUndecidedRules(onRun: (done: number) => void): Promise<readonly UndecidedRule[]> {
  const runs: Run[] = []
  for (const combination of combinations) {
    const lines = undecidedLines(await runKit(emulatorSubject(combination)))
    runs.push({ conventions: withConventions(defaultConventions, combination), lines: new Set(lines) })
    onRun(runs.length)
  }
  return toRules(runs)
}

interface Run {
  readonly conventions: Conventions
  readonly lines: ReadonlySet<string>
}

/** At most so many conventions make a condition. */
const mostTogether = 3

function toRules(runs: readonly Run[]): readonly UndecidedRule[] {
  const terms = singleTerms(runs)
  const rules = new Map<string, UndecidedRule & { readonly checks: string[] }>()
  for (const line of [...new Set(runs.flatMap(({ lines }) => [...lines]))].sort()) {
    const [check = '', verdict = ''] = line.split(' ')
    const when = cover(
      terms,
      indexesOf(runs, ({ lines }) => lines.has(line)),
    )
    if (!when) throw new Error(`No ${mostTogether} conventions explain in which combinations ${check} is ${verdict}.`)
    const key = JSON.stringify([when, verdict])
    const rule = rules.get(key) ?? { when, verdict, checks: [] }
    rule.checks.push(check)
    rules.set(key, rule)
  }
  return [...rules.values()]
}

/** A set of runs by their index, one bit each. */
type Indexes = bigint

function indexesOf(runs: readonly Run[], isIn: (run: Run) => boolean): Indexes {
  return runs.reduce((bits, run, index) => (isIn(run) ? bits | (1n << BigInt(index)) : bits), 0n)
}

function sizeOf(bits: Indexes): number {
  return bits.toString(2).replaceAll('0', '').length
}

/** A condition and the runs in which it holds. */
interface Term {
  readonly condition: Partial<Conventions>
  readonly runs: Indexes
  /** The index of the last single term in it. */
  readonly last: number
}

/** Each value of each convention; those that always come together are one. */
function singleTerms(runs: readonly Run[]): readonly Term[] {
  const conditions = new Map<Indexes, Partial<Conventions>>()
  for (const name of Object.keys(defaultConventions) as ConventionName[]) {
    for (const text of new Set(runs.map(({ conventions }) => JSON.stringify(conventions[name])))) {
      const found = indexesOf(runs, ({ conventions }) => JSON.stringify(conventions[name]) === text)
      if (sizeOf(found) === runs.length) continue
      conditions.set(found, { ...conditions.get(found), [name]: JSON.parse(text) as unknown })
    }
  }
  return [...conditions].map(([found, condition], last) => ({ condition, runs: found, last }))
}

/** The shortest conditions that hold in these runs and in no other: of one convention each, else of up to three. */
function cover(terms: readonly Term[], wanted: Indexes): readonly Partial<Conventions>[] | undefined {
  const candidates: Term[] = []
  let longest = terms
  for (let together = 1; together <= mostTogether; together++) {
    candidates.push(...longest.filter(({ runs }) => (runs & ~wanted) === 0n))
    const chosen: Term[] = []
    let left = wanted
    while (left !== 0n) {
      const best = bestOf(candidates, left, chosen)
      if (!best) break
      chosen.push(best)
      left &= ~best.runs
    }
    if (left === 0n) return chosen.map(({ condition }) => condition)
    longest = longest.flatMap((term) => withFurther(term, terms, wanted))
  }
  return undefined
}

/** The condition that holds in most of the remaining runs. On a tie, the one most like those already chosen. */
function bestOf(candidates: readonly Term[], left: Indexes, chosen: readonly Term[]): Term | undefined {
  const known = new Set(chosen.flatMap(({ condition }) => Object.keys(condition)))
  let best: Term | undefined
  let most = 0
  for (const term of candidates) {
    const gain = sizeOf(term.runs & left)
    const score = gain === 0 ? 0 : gain * 100 + Object.keys(term.condition).filter((name) => known.has(name)).length
    if (score > most) [best, most] = [term, score]
  }
  return best
}

/** A condition with each convention more that leaves it some of the runs that are wanted. */
function withFurther(term: Term, terms: readonly Term[], wanted: Indexes): readonly Term[] {
  return terms.slice(term.last + 1).flatMap(({ condition, runs, last }) => {
    const both = term.runs & runs
    return (both & wanted) === 0n ? [] : [{ condition: { ...term.condition, ...condition }, runs: both, last }]
  })
}
