// A part of the corpus, another one each day: its verdicts are those of the committed files, whose meaning
// committed.test.ts holds.
import { expect, it } from 'vitest'
import { selectPart } from '../sample.ts'
import { parseLine } from './entry.ts'
import { judgeAll } from './judge-all.ts'
import { type CorpusFile, judgedThings } from './judged-things.ts'
import { moveLines, compareEntries } from './moves.ts'
import { committedLines } from './run-corpus.ts'

const files = Object.keys(judgedThings) as CorpusFile[]

it('has a line for each judged thing, in their order, and no name twice', () => {
  for (const file of files)
    expect(committedLines(file).map((line) => parseLine(line).name)).toEqual(judgedThings[file].map(({ name }) => name))
  const all = files.flatMap((file) => judgedThings[file].map(({ name }) => name))
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
})

/** In how many days everything is judged. Other long tests judge a part of the product and of the twins. */
const days: Readonly<Record<CorpusFile, number>> = { faults: 15, product: 30, right: 15, clients: 15, learn: 30 }

const names = files.flatMap((file) =>
  selectPart(
    judgedThings[file].map(({ name }) => name),
    days[file],
  ),
)

it("judges today's part as the committed lines say", async () => {
  const before = files
    .flatMap(committedLines)
    .map(parseLine)
    .filter(({ name }) => names.includes(name))
  const lines = await judgeAll(names)
  const moves = compareEntries(
    before,
    names.map((name) => parseLine(lines.get(name)!)),
  )
  expect(
    moveLines(moves),
    'Run `npm run corpus -- --check` to see all that moved, and `npm run corpus` to write it.',
  ).toEqual([])
}, 600_000)
