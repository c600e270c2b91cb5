import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { sampleCheck, sampleExchange, sampleResult } from '../../testing/conformance/sample-result.ts'
import { because, type Cause, see, undeclared } from '../conclusions/cause.ts'
import type { OperationId } from '../catalogue/operations.ts'
import { phrase } from '../conclusions/phrase.ts'
import type { CheckResult } from '../judge/result.ts'
import { textOf } from '../wording/text.ts'
import { blockedGroups, insufficientGroups, type ReasonGroup, undeclaredGroups } from './groups.ts'
import { reportSchema } from './report-schema.ts'
import { writeReport } from './reports.ts'

const asked = (operation: OperationId) => [sampleExchange('{}', { operation })]

type Sample = readonly [check: string, remark: string, cause: Cause, operation?: OperationId]

const samples = (verdict: CheckResult['verdict'], all: readonly Sample[]) =>
  sampleResult(
    all.map(([check, remark, cause, operation]) =>
      sampleCheck(check, verdict, remark, operation === undefined ? [] : asked(operation), { cause }),
    ),
  )

const checksOf = (groups: readonly ReasonGroup[]) => groups.map(({ results }) => results.map(({ check }) => check))

it('tells one cause once, however the checks describe it', () => {
  const result = samples('insufficientEvidence', [
    ['filters.exact.value', 'all products have one brand', because.data, 'products.list'],
    ['filters.and.two', 'no brand tells AND from OR', because.data, 'products.list'],
    ['cursors.limit.size', 'too few records', because.data, 'environments.list'],
    ['ids.order.times', 'no record shows a time of creation', because.data, 'products.list'],
    ['ids.order.x', 'connection refused', because.outage, 'products.list'],
    ['ids.unique.x', 'connection reset', because.outage, 'environments.list'],
    ['pat.scopes.x', 'declare two scopes', undeclared('personalAccessTokens.scopes'), 'access-tokens.list'],
    ['pat.bearer.x', 'no scope is known', undeclared('personalAccessTokens.scopes'), 'environments.list'],
  ])
  expect(checksOf(insufficientGroups(result))).toEqual([
    ['filters.exact.value', 'filters.and.two'],
    ['ids.order.x', 'ids.unique.x'],
    ['pat.scopes.x', 'pat.bearer.x'],
    ['cursors.limit.size'],
    ['ids.order.times'],
  ])
})

it('groups by the operation that decided, not by the last one asked', () => {
  const at = asked('products.list')
  const cause = because.data
  const result = sampleResult([
    sampleCheck('filters.exact.value', 'insufficientEvidence', 'a', asked('environments.list'), { cause, at }),
    sampleCheck('filters.and.two', 'insufficientEvidence', 'b', [], { cause, at, via: ['filters.exact.value'] }),
  ])
  expect(checksOf(insufficientGroups(result))).toEqual([['filters.exact.value', 'filters.and.two']])
})

it('names all that blocked checks wait for', () => {
  const result = samples('blocked', [
    ['versions.side-by-side.both', 'one of the two does not answer', see('legacy.root', 'environments.list')],
    ['ids.order.x', 'it did not pass', { kind: 'check', check: 'pat.create.works' }],
    ['ids.unique.x', 'another did not pass', { kind: 'check', check: 'pat.create.works' }],
  ])
  const groups = blockedGroups(result).map(({ reasons, results }) => [textOf(reasons[0]), results.length])
  expect(groups).toEqual([
    ['pat.create.works did not pass', 2],
    ['legacy.root and environments.list did not pass', 1],
  ])
})

it('has one group for a credential that was locked out, with the check that named it', () => {
  const locked = { kind: 'credential', credential: 'bearer' } as const
  const result = samples('blocked', [
    ['auth.invalid-bearer.x', 'after 3 wrong ones', locked, 'environments.list'],
    ['ids.order.x', 'no longer accepted', { ...locked, namedBy: 'auth.invalid-bearer.x' }],
    ['legacy.projects.x', 'no longer accepted', { kind: 'credential', credential: 'dsn' }],
  ])
  expect(checksOf(blockedGroups(result))).toEqual([['auth.invalid-bearer.x', 'ids.order.x'], ['legacy.projects.x']])
})

it('groups what did not run by the members to declare, whatever its remarks say', () => {
  const result = samples('notApplicable', [
    ['filters.enum-filters.a', 'declare an enum filter', undeclared('enumFilters')],
    ['filters.enum-invalid.a', 'declare enumFilters with their path', undeclared('enumFilters')],
    ['mcp.initialize.a', 'declare paths.mcp', undeclared('paths.mcp')],
  ])
  expect(checksOf(undeclaredGroups(result))).toEqual([
    ['filters.enum-filters.a', 'filters.enum-invalid.a'],
    ['mcp.initialize.a'],
  ])
})

it('tells the first failure that a cause hides, if it hides nothing but failures', () => {
  const fact = { kind: 'status', at: sampleExchange(), wanted: 200 } as const
  const open = (check: string, got?: string) =>
    sampleCheck(check, 'insufficientEvidence', 'it is from a firewall', [fact.at], {
      cause: because.gateway,
      ...(got === undefined ? {} : { suspected: { expected: phrase`200`, got: phrase`${got}`, fact } }),
    })
  const textOfAll = (...results: readonly CheckResult[]) => writeReport('terminal', sampleResult(results))
  const failures = [open('auth.dsn.accepted', '403'), open('auth.bearer.accepted', '429')]
  expect(textOfAll(...failures)).toContain('it is from a firewall (expected 200; got 403)')
  expect(textOfAll(...failures, open('ids.order.x'))).not.toContain('got 403')
  const json = JSON.parse(writeReport('json', sampleResult(failures))) as { results: readonly unknown[] }
  expect(json.results[0]).toMatchObject({
    message: 'it is from a firewall: expected 200; got 403',
    suspected: { fact: { kind: 'status', wanted: 200, at: 0 }, places: [{ method: 'GET', url: fact.at.request.url }] },
  })
  expect(new Ajv({ strict: true }).validate(reportSchema, json)).toBe(true)
})

it('shows one description of a cause, and how many more there are', () => {
  const remarks = ['first', 'second', 'first', 'third', 'fourth', 'fifth']
  const result = samples(
    'insufficientEvidence',
    remarks.map((remark, index) => [`filters.and.c${index}`, remark, because.data, 'products.list']),
  )
  for (const format of ['terminal', 'markdown', 'html'] as const)
    expect(writeReport(format, result)).toMatch(/first; and 4 more like it/)
})
