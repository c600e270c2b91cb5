// Today's part of the right servers. testing/corpus/ has the verdicts of all of them.
import { expect, it } from 'vitest'
import { resultLines, runKit } from '../conformance/subject.ts'
import { selectPart } from '../sample.ts'
import { blameless } from './blameless.ts'

it.each(selectPart(blameless, 150))('blames nothing given $name', { timeout: 120_000 }, async ({ make }) => {
  const { options = {}, close, ...subject } = await make()
  try {
    const result = await runKit(subject, options)
    expect(resultLines(result, 'fail', 'error')).toEqual([])
    const open = resultLines(result, 'insufficientEvidence', 'blocked')
    expect(resultLines(result, 'pass').length, open.join('\n')).toBeGreaterThan(open.length)
  } finally {
    await close?.()
  }
})

it('knows each server by a name of its own', () => {
  expect(new Set(blameless.map(({ name }) => name)).size).toBe(blameless.length)
})
