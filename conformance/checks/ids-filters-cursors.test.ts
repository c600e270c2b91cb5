import { expect, it } from 'vitest'
import { resultLines, toSubject } from '../../testing/selftest/subject.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { FetchLike } from '../../emulator/disturb/deviations/define-deviation.ts'
import { conventionCombinations } from '../../testing/suite/combinations.ts'
import type { Check } from '../judge/define-check.ts'
import type { RunResult } from '../judge/result.ts'
import { runConformance } from '../judge/run-conformance.ts'
import type { Target } from '../target/target-file.ts'
import { cursorChecks } from './cursors/cursors-checks.ts'
import { combinedFilterChecks } from './filters/combined-filters-checks.ts'
import { enumFilterChecks } from './filters/enum-filters-checks.ts'
import { filterChecks } from './filters/filters-checks.ts'
import { pagedFilterChecks } from './filters/paged-filters-checks.ts'
import { searchChecks } from './filters/search-checks.ts'
import { idOrderChecks } from './ids/id-order-checks.ts'
import { idChecks } from './ids/ids-checks.ts'
import { malformedIdChecks } from './ids/malformed-ids-checks.ts'
import { prefixedIdChecks } from './ids/prefixed-ids-checks.ts'
import { listChecks } from './lists/lists-checks.ts'

const testedChecks: readonly Check[] = [
  ...idChecks,
  ...idOrderChecks,
  ...prefixedIdChecks,
  ...malformedIdChecks,
  ...listChecks,
  ...filterChecks,
  ...combinedFilterChecks,
  ...searchChecks,
  ...enumFilterChecks,
  ...pagedFilterChecks,
  ...cursorChecks,
]
interface Options {
  readonly checks?: readonly Check[]
  readonly wrap?: (next: FetchLike) => FetchLike
  readonly conventions?: Partial<Conventions>
  readonly fixtures?: 'default' | 'edge' | 'empty'
  readonly change?: (target: Target) => Target
}

async function check({
  checks = testedChecks,
  wrap = (next) => next,
  conventions = {},
  fixtures = 'default',
  change = (target) => target,
}: Options = {}): Promise<RunResult> {
  const emulator = createEmulator({ conventions, fixtures, checkResponses: true })
  const target = change(toSubject(emulator).target)
  return await runConformance({ target, checks, fetch: wrap(emulator.fetch) })
}

it('passes every check given the default emulator, within 1000 requests', async () => {
  const result = await check()
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
  expect(result.requests).toBeLessThanOrEqual(1000)
})

const packs = ['default', 'edge', 'empty'] as const

it.each(conventionCombinations(30).map((conventions, index) => [index + 1, packs[index % 3]!, conventions] as const))(
  'fails nothing given combination %i of conventions and the fixtures %s',
  async (_index, fixtures, conventions) => {
    const result = await check({ conventions, fixtures })
    expect(resultLines(result, 'fail', 'error'), JSON.stringify({ fixtures, conventions })).toEqual([])
  },
)

it('writes nothing, and decides the rest, given a target without permission to write', async () => {
  const result = await check({
    change: (target) => ({ ...target, allowWrites: false }),
    wrap: (next) => async (request) => {
      expect(request.method).toBe('GET')
      return await next(request)
    },
  })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('fails nothing given a target file that declares as little as possible', async () => {
  const result = await check({
    change: ({ baseUrl, credentials }) => ({ baseUrl, credentials: { token: credentials!.token! } }),
  })
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(resultLines(result, 'pass').length).toBeGreaterThan(20)
})
