import { phrase } from '../../conclusions/phrase.ts'
import { expect, it } from 'vitest'
import { madeDialect, madeRun } from '../../../testing/clients/made-run.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import type { ReportComparison, OutcomeRun, TaskReport, ClientTask } from '../tasks/task.ts'
import type { ScenarioFacts } from '../tasks/scenarios.ts'
import { judgeTasks, type JudgeOptions } from './judge-tasks.ts'
import type { Assignment, ClientSubject } from './client-subject.ts'

const right: ReportComparison = { kind: 'right' }
const wrong = {
  kind: 'wrong',
  expected: phrase`one thing`,
  got: phrase`another`,
  fact: { kind: 'value', fault: 'differs' },
} as const satisfies ReportComparison
const value: TaskReport = { kind: 'value', value: {} }
const failure: TaskReport = { kind: 'error', error: { kind: 'refused' } }

/** The behaviour of a client in one run: its report, and how that compares with the world. */
type Does = readonly [TaskReport, ReportComparison?]

const scenario = (facts: Partial<ScenarioFacts>): ScenarioFacts => ({
  name: 'link-unquoted',
  tests: 'client.link-by-name',
  tasks: ['get-token'],
  allows: 'value',
  happened: () => true,
  ...facts,
})

const world = {} as WorldFacts

/** Judges a client by its runs, each named by its input and scenario. */
async function judge(
  runs: Readonly<Record<string, Does | Error>>,
  scenarios: readonly ScenarioFacts[] = [],
  facts: {
    readonly options?: JudgeOptions
    readonly allows?: 'error'
    readonly run?: Partial<OutcomeRun>
    /** Takes the input of each run that begins. */
    readonly begun?: string[]
  } = {},
): Promise<readonly string[]> {
  const doneIn = ({ inputName, scenario: name }: Pick<Assignment, 'inputName' | 'scenario'>) =>
    runs[name === undefined ? inputName : `${inputName} ${name}`]!
  const inputs = [...new Set(Object.keys(runs).map((name) => name.split(' ')[0]!))]
  const task: ClientTask = {
    name: 'get-token',
    inputs: inputs.map((name) => ({
      name,
      tests: 'client.token-request',
      shows: '',
      ...(facts.allows && { allows: facts.allows }),
      of: () => ({}),
    })),
    judge: (_value, run) => {
      const done = doneIn(run)
      return done instanceof Error ? right : (done[1] ?? right)
    },
  }
  const subject: ClientSubject = {
    dialect: madeDialect,
    world,
    perform: async (asked) => {
      facts.begun?.push(asked.inputName)
      const done = doneIn(asked)
      if (done instanceof Error) throw done
      return { ...madeRun([]), ...asked, reported: done[0], before: world, after: world, ...facts.run } as OutcomeRun
    },
  }
  const results = await judgeTasks(subject, { jobs: 3, ...facts.options, tasks: [task], scenarios })
  return (
    results
      .filter(({ check }) => check.endsWith('.value'))
      // Every plain run that reports keeps this one.
      .filter(({ requirement, verdict }) => !(requirement === 'client.reports' && verdict === 'pass'))
      .map((result) => `${result.inputName} ${result.scenario ?? 'plain'}: ${result.verdict} ${result.requirement}`)
  )
}

type Case = readonly [
  what: string,
  plain: Does,
  played: Does,
  facts: Partial<ScenarioFacts>,
  expected: `${string} client.${string}`,
]

const crash: TaskReport = { kind: 'crash', why: phrase`exit code 1` }
const silence: TaskReport = { kind: 'timeout', why: phrase`It sent no request` }
const printed: TaskReport = { kind: 'timeout', why: phrase`It printed its value`, cause: 'printed' }
const many: TaskReport = { kind: 'timeout', why: phrase`It sent 1000 requests`, cause: 'bounds' }

const cases: readonly Case[] = [
  ['a wrong value', [value], [value, wrong], {}, 'fail client.link-by-name'],
  [
    'a wrong value that names a nearer requirement',
    [value],
    [value, { ...wrong, requirement: 'client.ids-kept' }],
    {},
    'fail client.link-by-name',
  ],
  [
    'what counts in scenarios, too',
    [value],
    [value, { ...wrong, requirement: 'client.writes-once', always: true }],
    {},
    'advice client.writes-once',
  ],
  ['an error in place of a value', [value], [failure], {}, 'fail client.link-by-name'],
  ['an error that is allowed', [value], [failure], { allows: 'valueOrError' }, 'pass client.link-by-name'],
  ['a value where only an error is right', [value], [value], { allows: 'error' }, 'fail client.link-by-name'],
  ['an error where only that is right', [value], [failure], { allows: 'error' }, 'pass client.link-by-name'],
  [
    'a wrong value of an implied requirement',
    [value],
    [value, wrong],
    { tests: 'client.redirects' },
    'advice client.redirects',
  ],
  ['exit code 77 only in a scenario', [value], [{ kind: 'notApplicable' }], {}, 'fail client.link-by-name'],
  [
    'a scenario that did not happen',
    [value],
    [value, wrong],
    { happened: () => false },
    'insufficientEvidence client.link-by-name',
  ],
  ['a wrong plain run', [value, wrong], [value], {}, 'blocked client.link-by-name'],
]

it.each(cases)('judges, in a scenario, %s', async (_what, plain, played, facts, expected) => {
  const [, last] = await judge({ one: plain, 'one link-unquoted': played }, [scenario(facts)])
  expect(last).toBe(`one link-unquoted: ${expected}`)
})

const plainCases: readonly (readonly [what: string, does: Does, expected: `${string} ${ClientRequirementId}`])[] = [
  ['a right value', [value], 'pass client.token-request'],
  ['a wrong value', [value, wrong], 'fail client.token-request'],
  [
    'a wrong value that names a nearer requirement',
    [value, { ...wrong, requirement: 'client.ids-kept' }],
    'fail client.ids-kept',
  ],
  ['an error', [failure], 'fail client.token-request'],
  ['a crash', [crash], 'fail client.reports'],
  ['an unreadable last line', [{ kind: 'unreadable', why: phrase`nothing` }], 'fail client.reports'],
  ['exit code 77', [{ kind: 'notApplicable' }], 'notApplicable client.token-request'],
  ['a process that has not begun', [silence], 'insufficientEvidence client.reports'],
  ['a process that has not ended', [printed], 'insufficientEvidence client.reports'],
  ['a run that got on', [many], 'insufficientEvidence client.token-request'],
]

it.each(plainCases)('judges, in a plain run, %s', async (_what, does, expected) => {
  expect(await judge({ one: does })).toEqual([`one plain: ${expected}`])
})

it('fails a client that hangs after an answer', async () => {
  const { transcript } = madeRun([{ line: 'GET /0/projects/' }])
  expect(await judge({ one: [silence] }, [], { run: { transcript } })).toEqual(['one plain: fail client.reports'])
})

it('blames no request for an error when every request was answered with success', async () => {
  const { transcript } = madeRun([{ line: 'GET /0/projects/' }])
  expect(await judge({ one: [failure] }, [], { run: { transcript } })).toEqual(['one plain: fail client.reports'])
})

it('reports a value in place of an error as a failure, never as mere advice', async () => {
  const { transcript } = madeRun([{ line: 'GET /0/projects/', status: 500 }])
  const served = scenario({ tests: 'client.server-errors' })
  const [, last] = await judge({ one: [value], 'one link-unquoted': [value, wrong] }, [served], { run: { transcript } })
  expect(last).toBe('one link-unquoted: fail client.errors-reported')
})

it('passes nothing when the journal was cut', async () => {
  const run = { transcript: { exchanges: [], outside: [], cut: true } }
  expect(await judge({ one: [value] }, [], { run })).toEqual(['one plain: insufficientEvidence client.token-request'])
  expect(await judge({ one: [value, wrong] }, [], { run })).toEqual(['one plain: fail client.token-request'])
})

it('names a fault once: with the first input, and in the simpler scenario', async () => {
  expect(await judge({ one: [value, wrong], two: [value, wrong] })).toEqual([
    'one plain: fail client.token-request',
    'two plain: blocked client.token-request',
  ])
  const simple = scenario({ name: 'unknown-members' })
  const further = scenario({ name: 'null-members', buildsOn: 'unknown-members' })
  const runs = { one: [value], 'one unknown-members': [value, wrong], 'one null-members': [crash] } as const
  expect((await judge(runs, [simple, further])).slice(1)).toEqual([
    'one unknown-members: fail client.link-by-name',
    'one null-members: blocked client.link-by-name',
  ])
})

it('skips scenarios when the plain run did not finish or the driver does not support the task', async () => {
  expect(await judge({ one: new Error('no port') }, [scenario({})])).toEqual(['one plain: error client.token-request'])
  expect(await judge({ one: [{ kind: 'notApplicable' }] }, [scenario({})])).toEqual([
    'one plain: notApplicable client.token-request',
  ])
})

it('begins no run after the one that ended the judging', async () => {
  const begun: string[] = []
  const options = { jobs: 1, stopsAt: (error: unknown) => error instanceof RangeError }
  const runs = { one: [value], two: new RangeError('no command'), three: [value], four: [value] } as const
  await expect(judge(runs, [], { options, begun })).rejects.toThrow('no command')
  // The others reject in microtasks: none is left after a turn of the event loop.
  await new Promise(setImmediate)
  expect(begun).toEqual(['one', 'two'])
})

it('plays each setting of a scenario, and only the selected ones', async () => {
  const twice = scenario({ name: 'slow-answer', settings: () => [1, 2] })
  const runs = {
    one: [value],
    'one slow-answer=1': [value],
    'one slow-answer=2': [value, wrong],
    two: [value],
  } as const
  const wants: JudgeOptions['wants'] = (_task, input, name) => input === 'one' && name !== 'slow-answer=1'
  expect(await judge(runs, [twice], { options: { wants } })).toEqual([
    'one plain: pass client.token-request',
    'one slow-answer=2: fail client.link-by-name',
  ])
})

it.each([
  ['an error without the status that it has elsewhere', failure, 'advice'],
  ['an error with its status', { kind: 'error', error: { kind: 'html', status: 403 } }, 'pass'],
] as const)(
  'compares a report with that of another scenario, even if only this one is selected: %s',
  async (...parameters) => {
    const [, reported, verdict] = parameters
    const refusal = { tests: 'client.error-shapes', allows: 'error' } as const
    const scenarios = [
      scenario({ ...refusal, name: 'error-bodies-error' }),
      scenario({ ...refusal, name: 'error-bodies-html', comparedWith: 'error-bodies-error' }),
    ]
    const usual: TaskReport = { kind: 'error', error: { kind: 'refused', status: 403 } }
    const runs = { plain: [value], 'plain error-bodies-error': [usual], 'plain error-bodies-html': [reported] } as const
    const options: JudgeOptions = { wants: (_task, _input, name) => name === 'error-bodies-html' }
    expect(await judge(runs, scenarios, { options })).toEqual([
      `plain error-bodies-html: ${verdict} client.error-shapes`,
    ])
  },
)
