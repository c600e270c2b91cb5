// Today's part of the right servers of which testing/corpus/ says only that nothing is blamed.
import { expect, it } from 'vitest'
import { resultLines, runKit } from '../conformance/subject.ts'
import { selectPart } from '../sample.ts'
import { blameless } from './blameless.ts'

const varying = blameless.filter(({ varies }) => varies !== undefined)

it.each(selectPart(varying, 75))('decides most about $name', { timeout: 120_000 }, async ({ make }) => {
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
