import { expect, it } from 'vitest'
import { hostileResult, sampleCheck, sampleResult } from '../../../testing/conformance/sample-result.ts'
import { writeReport } from '../reports.ts'

it('writes one test point for each requirement, and skips what was not decided', () => {
  const report = writeReport(
    'tap',
    sampleResult([
      sampleCheck('filters.exact.value', 'pass'),
      sampleCheck('filters.and.intersection', 'fail', 'expected 2 records; got 5 records'),
      sampleCheck('ids.order.x', 'insufficientEvidence', 'too few # records'),
      sampleCheck('cursors.limit.size', 'error', 'the kit itself failed'),
    ]),
  )
  const lines = report.split('\n')
  expect(lines.slice(0, 2)).toEqual(['TAP version 14', '1..4'])
  expect(
    lines.filter((line) => /^(?:not )?ok /.test(line)).map((line) => line.replace(/:.*?(?= # SKIP|$)/, '')),
  ).toEqual([
    'ok 1 - ids.order # SKIP not decided: too few \\# records',
    'ok 2 - filters.exact',
    'not ok 3 - filters.and',
    'not ok 4 - cursors.limit',
  ])
  expect(report).toContain('  message: "expected 2 records; got 5 records"\n  severity: fail\n')
  expect(report).toContain('  severity: error\n')
})

it('keeps what a target sent within a test point', () => {
  const points = writeReport('tap', hostileResult).split('\n').slice(3, -1)
  for (const line of points) expect(line).toMatch(/^(?:(?:not )?ok \d+ - |  )/)
  for (const character of ['\u001B', '\u0000', '\u202E']) expect(points.join('')).not.toContain(character)
})
