import { expect, it } from 'vitest'
import { sampleCheck, sampleResult } from '../../../testing/conformance/sample-result.ts'
import { writeReport } from '../reports.ts'

it('has ids of its own, so that two badges stand in one page', () => {
  const idsIn = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
  const badges = (['pass', 'fail'] as const).map((verdict) =>
    writeReport('badge', sampleResult([sampleCheck('ids.grammar.answers', verdict, '')])),
  )
  const ids = badges.flatMap(idsIn)
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
  for (const badge of badges)
    for (const [, id] of badge.matchAll(/url\(#([^)]+)\)/g)) expect(idsIn(badge)).toContain(id)
})
