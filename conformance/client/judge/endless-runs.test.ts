import { phrase } from '../../conclusions/phrase.ts'
import { statementText } from '../../wording/text.ts'
import { expect, it } from 'vitest'
import { inProcess } from '../../../bin/judges/client/in-process.ts'
import { type MadeRequest, madeRun } from '../../../testing/clients/made-run.ts'
import type { OutcomeRun } from '../tasks/task.ts'
import { judgeTasks } from './judge-tasks.ts'
import { readRunEnd, type TimedOut } from './endless-runs.ts'

const page = (cursor: number, results: string): MadeRequest => ({
  line: `GET /0/projects/p/groups/?cursor=0:${cursor}:0`,
  answer: [{ id: `g${cursor}` }],
  answerHeaders: { link: `<x?cursor=0:${cursor + 1}:0>; rel="next"; results="${results}"` },
})
const products = (cursor: number, answer: object): MadeRequest => ({
  line: `GET /1.13/pulse/catalogs/c/products?starting_after=${cursor}`,
  answer,
})
const failing: MadeRequest = { line: 'GET /1.13/environments', status: 503 }
const times = <T>(count: number, of: (index: number) => T) => Array.from({ length: count }, (_none, index) => of(index))

type Case = readonly [
  what: string,
  task: OutcomeRun['task'],
  requests: readonly MadeRequest[],
  kind: string,
  cause: NonNullable<TimedOut['cause']>,
]

const cases: readonly Case[] = [
  ['the same page three times', 'walk-groups', times(3, () => page(0, 'true')), 'endless', 'silence'],
  ['requests behind results="false"', 'walk-groups', times(5, (index) => page(index, 'false')), 'endless', 'silence'],
  [
    'requests behind has_more',
    'walk-products',
    times(5, (at) => products(at, { data: [], has_more: false })),
    'endless',
    'silence',
  ],
  [
    'one request past the end, as for polling',
    'walk-groups',
    [page(0, 'true'), page(1, 'false'), page(1, 'false')],
    'silent',
    'silence',
  ],
  ['new pages to the bounds', 'walk-groups', times(50, (index) => page(index, 'true')), 'slow', 'bounds'],
  ['many tries that fail', 'list-environments', times(20, () => failing), 'endless', 'silence'],
  [
    'silence after a try that did not fail',
    'list-environments',
    [failing, failing, { ...failing, status: 200 }],
    'silent',
    'silence',
  ],
  [
    'a wait that an answer asked for',
    'list-environments',
    [{ ...failing, answerHeaders: { 'retry-after': '60' } }],
    'slow',
    'silence',
  ],
  ['an answer that does not come', 'list-environments', [{ ...failing, status: null }], 'slow', 'silence'],
  ['nothing after an answer', 'list-environments', [{ line: 'GET /1.13/environments' }], 'silent', 'silence'],
  ['nothing', 'list-environments', [], 'idle', 'silence'],
  ['a report that was printed', 'walk-groups', times(3, () => page(0, 'true')), 'idle', 'printed'],
]

it.each<Case>(cases)('recognizes %s of %s', (_what, task, requests, kind, cause) => {
  const reported: TimedOut = { kind: 'timeout', why: phrase`ended`, cause }
  expect(readRunEnd({ ...madeRun(requests), task, reported } as OutcomeRun, reported).kind).toBe(kind)
})

it('stops an endless walk, and names its clause', async () => {
  const subject = inProcess({
    'walk-groups': async ({ baseUrl, fetch, credentials, input }) => {
      const headers = { authorization: `Bearer ${credentials.integrationToken}` }
      for (;;) await fetch(`${baseUrl}/0/projects/${input.projectId}/groups/`, { headers })
    },
  })
  const results = await judgeTasks(subject, { wants: (task, _input, name) => task === 'walk-groups' && !name })
  const [first] = results.filter(({ check }) => check.endsWith('.value'))
  expect(first).toMatchObject({ verdict: expect.stringMatching(/fail|blocked/), requirement: 'client.link-stops' })
  expect(statementText(first!)).toMatch(/expected a run that ends; got \d+ times GET/)
})
