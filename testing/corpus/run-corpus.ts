// `npm run corpus` judges everything and writes the verdicts; `npm run corpus -- --check` prints the changes.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Random } from '../../conformance/judge/random.ts'
import { type Entry, parseLine } from './entry.ts'
import { judgeAll, toPattern } from './judge-all.ts'
import { type CorpusFile, judgedThings } from './judged-things.ts'
import { type Detail, moveLines, compareEntries } from './moves.ts'

const usage = `Usage: npm run corpus -- [PATTERN…] [--check] [--by requirement] [--seed N]
  PATTERN           only things whose file or name it matches; * matches any text
  --check           writes nothing; says what moved, and ends with 1 if something did
  --by requirement  compares the verdicts of each requirement, not of each check
  --seed N          the seed of the judges, and the order in which things are judged`

const verdictsPath = (file: CorpusFile): string => fileURLToPath(new URL(`verdicts/${file}.txt`, import.meta.url))

/** The committed lines of a file. */
export const committedLines = (file: CorpusFile): readonly string[] =>
  readFileSync(verdictsPath(file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

interface Choice {
  readonly patterns: readonly string[]
  readonly seed: number
}

const matches = (patterns: readonly string[], ...names: readonly string[]): boolean =>
  patterns.length === 0 || patterns.some((pattern) => names.some((name) => toPattern(pattern).test(name)))

const chosenNames = (file: CorpusFile, patterns: readonly string[]): readonly string[] =>
  judgedThings[file]
    .filter(({ name, wholeName = name }) => matches(patterns, file, name, wholeName))
    .map(({ name }) => name)

async function judgeFile(file: CorpusFile, { patterns, seed }: Choice): Promise<readonly string[]> {
  const names = chosenNames(file, patterns)
  if (new Set(names).size < names.length) throw new Error(`Two things of ${file} have one name.`)
  const began = performance.now()
  // Another order for each seed, so that no verdict can depend on it.
  const order = seed === 1 ? names : new Random(seed).shuffle(names)
  const lines = await judgeAll(order, undefined, seed)
  console.error(`${file}: ${names.length} judged in ${Math.round((performance.now() - began) / 1000)} s`)
  return names.map((name) => lines.get(name)!)
}

async function main(): Promise<number> {
  const { values, positionals: patterns } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      by: { type: 'string', default: 'check' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || !['check', 'requirement'].includes(values.by)) {
    console.error(usage)
    return values.help ? 0 : 2
  }
  const choice = { patterns, seed: Number(values.seed) }
  const files = (Object.keys(judgedThings) as CorpusFile[]).filter((file) => chosenNames(file, patterns).length > 0)
  if (files.length === 0) {
    console.error(
      `No file and no judged thing is named ${patterns.join(', ')}. The files: ${Object.keys(judgedThings).join(', ')}.`,
    )
    return 2
  }
  let moved = 0
  for (const file of files) {
    const lines = await judgeFile(file, choice)
    if (values.check) moved += tellMoves(file, lines, patterns, values.by as Detail)
    else writeVerdicts(file, lines)
  }
  if (values.check && moved === 0) console.log('Nothing moved.')
  return moved === 0 ? 0 : 1
}

function tellMoves(file: CorpusFile, lines: readonly string[], patterns: readonly string[], detail: Detail): number {
  const toEntries = (some: readonly string[]): readonly Entry[] => some.map(parseLine)
  const chosen = chosenNames(file, patterns)
  const before = toEntries(committedLines(file)).filter(({ name }) => patterns.length === 0 || chosen.includes(name))
  const moves = compareEntries(before, toEntries(lines), detail)
  for (const line of moveLines(moves)) console.log(line)
  return moves.length
}

/** Writes a file: whole, or only the lines of the things that were judged. */
function writeVerdicts(file: CorpusFile, lines: readonly string[]): void {
  const judged = new Map(lines.map((line) => [parseLine(line).name, line]))
  let known: ReadonlyMap<string, string> = new Map()
  try {
    known = new Map(committedLines(file).map((line) => [parseLine(line).name, line]))
  } catch {}
  const all = judgedThings[file].flatMap(({ name }) => judged.get(name) ?? known.get(name) ?? [])
  writeFileSync(verdictsPath(file), `${all.join('\n')}\n`)
  console.error(`${file}: written`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main()
