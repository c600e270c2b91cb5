import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit, type Subject } from '../../testing/selftest/subject.ts'
import { conventionCombinations } from '../../testing/suite/combinations.ts'
import type { Check } from '../judge/define-check.ts'
import type { RunResult } from '../judge/result.ts'
import { configurationChecks } from './configurations/configurations-checks.ts'
import { connectChecks } from './connect/connect-checks.ts'
import { httpChecks } from './http/http-checks.ts'
import { legacyGroupChecks } from './legacy/groups-checks.ts'
import { legacyChecks } from './legacy/legacy-checks.ts'
import { linkChecks } from './link/link-checks.ts'
import { linkPollingChecks } from './link/polling-checks.ts'
import { linkResultChecks } from './link/results-checks.ts'
import { linkBackChecks } from './link/back-checks.ts'
import { linkGroupChecks } from './link/groups-checks.ts'
import { linkWalkChecks } from './link/walk-checks.ts'
import { mcpChecks } from './mcp/mcp-checks.ts'
import { serviceChecks } from './services/services-checks.ts'

const testedChecks: readonly Check[] = [
  ...linkPollingChecks,
  ...linkChecks,
  ...linkResultChecks,
  ...linkWalkChecks,
  ...linkGroupChecks,
  ...linkBackChecks,
  ...legacyChecks,
  ...legacyGroupChecks,
  // Those of tokens build on checks of other rooms.
  ...httpChecks.filter(({ id }) => !id.includes('token')),
  ...configurationChecks,
  ...serviceChecks,
  ...connectChecks,
  ...mcpChecks,
]
const run = (subject: Subject): Promise<RunResult> => runKit(subject, { checks: testedChecks })

it('passes every check that judges, within 200 requests, given the default emulator', async () => {
  const result = await run(emulatorSubject())
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence', 'notApplicable')).toEqual([])
  expect(result.results.filter(({ verdict }) => verdict === 'observed').map(({ check }) => check)).toEqual([
    'link.previous-example.cursor',
    'link.identifier.value',
    'legacy.page-size.value',
  ])
  expect(result.requests).toBeLessThanOrEqual(200)
})

it('writes nothing without permission', async () => {
  const { target, fetch } = emulatorSubject()
  const methods = new Set<string>()
  const result = await run({
    target: { ...target, allowWrites: false },
    fetch: (request) => {
      if (!request.url.endsWith('/mcp')) methods.add(request.method)
      return fetch(request)
    },
  })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  expect([...methods].sort()).toEqual(['GET', 'HEAD', 'OPTIONS'])
})

it.each(
  conventionCombinations(20)
    .slice(0, 20)
    .map((combination, index) => [index + 1, combination] as const),
)('blames nothing under convention combination %i', async (_index, combination) => {
  const result = await run(emulatorSubject(combination))
  expect(resultLines(result, 'fail', 'error', 'blocked'), JSON.stringify(combination)).toEqual([])
})

it.each([1, 2, 7, 43, 299, 300, 1000])('blames nothing given pages of %i events', async (legacyPageSize) => {
  const result = await run(emulatorSubject({ legacyPageSize }))
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
})

it('passes nothing given a server that answers every request with the same links', async () => {
  const answer = (request: Request) =>
    Response.json([{ id: 'a' }], {
      headers: {
        link: `<${request.url}>; rel="previous"; results="true"; cursor="0:0:1", <${request.url}>; rel="next"; results="true"; cursor="0:100:0"`,
      },
    })
  const result = await run({ ...emulatorSubject(), fetch: async (request) => answer(request) })
  expect(
    result.results
      .filter(
        ({ check, verdict }) =>
          verdict === 'pass' &&
          /^link\.(?:results\.(?:prev|next)|next\.continues|complete|offset|previous|polling)/.test(check),
      )
      .map(({ check }) => check),
  ).toEqual([])
  expect(result.requests).toBeLessThanOrEqual(120)
})

it('walks a limited number of pages given an endless list', async () => {
  const { target, fetch } = emulatorSubject()
  let walked = 0
  const result = await run({
    target,
    fetch: async (request) => {
      const { pathname, searchParams, origin } = new URL(request.url)
      if (request.method !== 'GET' || !pathname.endsWith(`/${target.samples!.issueId}/events/`)) return fetch(request)
      const offset = Number((searchParams.get('cursor') ?? '0:0:0').split(':')[1])
      walked++
      const entry = (at: number, isPrevious: number, rel: string, results: boolean) =>
        `<${origin}${pathname}?cursor=0:${at}:${isPrevious}>; rel="${rel}"; results="${results}"; cursor="0:${at}:${isPrevious}"`
      return Response.json([{ id: `e${offset}` }, { id: `e${offset + 1}` }], {
        headers: {
          link: `${entry(Math.max(0, offset - 2), 1, 'previous', offset > 0)}, ${entry(offset + 2, 0, 'next', true)}`,
        },
      })
    },
  })
  expect(walked).toBeLessThan(200)
  expect(result.results.find(({ check }) => check === 'link.complete.once')).toMatchObject({
    verdict: 'pass',
    message: 'the first 40 pages were walked, not all',
  })
  expect(resultLines(result, 'fail', 'error')).toEqual([])
})
