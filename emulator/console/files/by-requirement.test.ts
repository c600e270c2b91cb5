import { expect, it } from 'vitest'
import type { ReportResult } from '../read-file.ts'
import { byRequirement } from './by-requirement.ts'

const exchange = { request: { method: 'GET', url: 'https://service.test/', headers: {} }, response: undefined }

const result = (requirement: string, verdict: string, exchanges = 0): ReportResult => ({
  check: `${requirement}.${verdict}`,
  requirement,
  clause: '1',
  verdict,
  message: verdict,
  evidence: Array.from({ length: exchanges }, () => exchange),
})

it('shows what failed first, with all exchanges of a requirement', () => {
  const results = [
    result('a', 'pass'),
    result('b', 'observed', 2),
    result('c', 'blocked', 1),
    result('d', 'pass', 1),
    result('d', 'fail', 3),
    result('e', 'a-verdict-of-another-kit'),
  ]
  expect(
    byRequirement(results).map(({ requirement, verdict, exchanges }) => [requirement, verdict, exchanges]),
  ).toEqual([
    ['d', 'fail', 4],
    ['c', 'blocked', 1],
    ['e', 'a-verdict-of-another-kit', 0],
    ['b', 'observed', 2],
    ['a', 'pass', 0],
  ])
})
