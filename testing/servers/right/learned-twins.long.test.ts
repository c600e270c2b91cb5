// The twins of right servers, each with the differences that its line of the corpus has, and nothing learned wrong.
import { expect, it } from 'vitest'
import { formatEntry } from '../../corpus/entry.ts'
import { judgeEntry, judgedThings } from '../../corpus/judged-things.ts'
import { committedLines } from '../../corpus/run-corpus.ts'
import { selectPart } from '../../sample.ts'

const twins = judgedThings.learn.filter(({ name }) => name.startsWith('twin of '))
const lines = committedLines('learn').filter((line) => line.startsWith('twin of '))

it('names each difference, and has learned nothing wrong of any server', () => {
  const named = /^twin of .* >(?: \| differs\/\w+(?:\+differs\/\w+)*(?: [\w.-]+)+)*$/
  expect(lines.filter((line) => !named.test(line))).toEqual([])
})

it.each(selectPart(twins, 7))('makes the $name, as its line says', async (twin) => {
  expect(formatEntry(await judgeEntry(twin, 1))).toBe(lines.find((line) => line.startsWith(`${twin.name} >`)))
})
