import { expect, it } from 'vitest'
import { madeDialect } from '../../../testing/clients/made-run.ts'
import type { TaskName } from '../tasks/names.ts'
import { clientScenarios } from '../tasks/scenarios.ts'
import { clientTasks } from '../tasks/tasks.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { isPlayed } from './judge-tasks.ts'
import { type NamedResult, type RunSelection, selectResults, selectRuns } from './select-runs.ts'

type Run = readonly [task: TaskName, input: string, scenario?: string]

const walk = ['walk-products', 'all'] as const satisfies Run
const pages = ['walk-products', 'page-size'] as const satisfies Run
const short: Run = [...walk, 'short-pages']
const environments = ['list-environments', 'plain'] as const satisfies Run
const slow: Run = [...environments, 'slow-answer']
const expired = (setting: string): Run => [...walk, `token-expires-at-request${setting}`]

const selections: readonly (readonly [RunSelection, wanted: readonly Run[], others: readonly Run[]])[] = [
  [{}, [walk, short, environments], []],
  [{ task: 'walk-products' }, [walk, pages, short], [environments]],
  [{ input: 'all' }, [walk, short], [pages]],
  [{ scenario: 'plain' }, [walk, environments], [short]],
  [{ scenario: 'short-pages' }, [short], [walk, slow]],
  [{ scenario: 'token-expires-at-request' }, [expired(''), expired('=2')], [walk]],
  [{ scenario: 'token-expires-at-request=2' }, [expired(''), expired('=2')], [expired('=3'), short]],
  [{ skip: ['walk-*'] }, [environments], [walk, short]],
  [{ skip: ['short-pages'] }, [walk, slow], [short]],
  [{ only: ['walk-products'] }, [walk, pages, short], [environments, slow]],
  [{ only: ['short-pages'] }, [short], [walk, slow]],
  [{ only: ['client.walk-complete'] }, [walk, short], [environments, slow]],
  [{ only: ['client.reports.value'] }, [walk, environments], [short, slow]],
  [{ only: ['client.filters-sent'] }, [walk, short], [environments]],
]

it.each(selections)('given %j, wants the runs that are asked for', (selection, wanted, others) => {
  const { wants } = selectRuns(selection, { dialect: madeDialect })
  const isWanted = ([task, input, scenario]: Run) => wants(task, input, scenario)
  expect({ wanted: wanted.filter(isWanted), others: others.filter(isWanted) }).toEqual({ wanted, others: [] })
})

/** Every run of each task, as far as no run says which settings there are. */
const all: readonly Run[] = clientTasks.flatMap((task) =>
  task.inputs.flatMap((choice, index) => [
    [task.name, choice.name] as const,
    ...clientScenarios
      .filter((scenario) => isPlayed(scenario, { task, choice, index }))
      .map(({ name }) => [task.name, choice.name, name] as const),
  ]),
)

/** The scenarios of the runs that a selection asks for, and their number. */
function asked(selection: RunSelection): readonly [runs: number, scenarios: readonly string[]] {
  const { wants } = selectRuns(selection, { dialect: madeDialect })
  const runs = all.filter(([task, input, scenario]) => wants(task, input, scenario))
  return [runs.length, [...new Set(runs.map(([, , scenario]) => scenario ?? 'plain'))]]
}

it('says which option takes several names', () => {
  expect(() => selectRuns({ task: 'walk-products,invoke' }, { dialect: madeDialect })).toThrow(
    'task takes one name; got "walk-products,invoke". Several names of tasks and scenarios go to the option "only".',
  )
})

it('asks only for what can show what is named', () => {
  expect(asked({})[0]).toBe(all.length)
  expect(asked({ only: ['client.writes-once'] })).toEqual([7, ['plain', 'connection-dropped-after-write']])
  expect(asked({ only: ['client.redirects'] })).toEqual([10, ['plain', 'slash-redirect']])
  expect(asked({ only: ['client.rate-limits'] })[1]).toEqual([
    'plain',
    'rate-limited-once',
    'rate-limited-until-date',
    'rate-limited-mid-walk',
  ])
})

it('leaves out what shows nothing but what is skipped', () => {
  const scenarios = asked({})[1]
  const without = (...names: readonly string[]) => scenarios.filter((name) => !names.includes(name))
  expect(asked({ skip: ['client.writes-once'] })[1]).toEqual(without('connection-dropped-after-write'))
  expect(asked({ skip: ['client.slow-answers'] })[1]).toEqual(without('slow-answer'))
  expect(asked({ skip: ['client.rate-limits'] })[1]).toEqual(scenarios)
  expect(asked({ skip: ['client.rate-limits', 'client.retry-after'] })[1]).toEqual(
    without('rate-limited-once', 'rate-limited-mid-walk', 'rate-limited-until-date'),
  )
})

it.each<RunSelection>([
  { task: 'walk' },
  { input: 'some' },
  { scenario: 'short' },
  { scenario: 'short-pages=2' },
  { scenario: 'token-expires-at-request=x' },
  { only: ['clint.*'] },
  { skip: ['bearer'] },
])('refuses %j', (selection) => {
  expect(() => selectRuns(selection, { dialect: madeDialect })).toThrow(
    / is not known| matches no | takes no number| needs a whole number/,
  )
})

const complete = { check: 'client.walk-complete.value', requirement: 'client.walk-complete', verdict: 'pass' } as const
const ofWalk: NamedResult = { ...complete, task: 'walk-products', scenario: 'short-pages' }
const watched: NamedResult = {
  check: 'client.bearer',
  requirement: 'client.bearer',
  task: null,
  scenario: null,
  verdict: 'insufficientEvidence',
}

const reports: readonly (readonly [Pick<RunSelection, 'only' | 'skip'>, reported: readonly NamedResult[]])[] = [
  [{}, [ofWalk, watched]],
  [{ skip: ['*.value'] }, [watched]],
  [{ skip: ['client.walk-complete'] }, [watched]],
  [{ skip: ['client.bearer'] }, [ofWalk]],
  [{ only: ['*.value'] }, [ofWalk]],
  [{ only: ['client.walk-complete'] }, [ofWalk]],
  [{ only: ['client.bearer'] }, [watched]],
  [{ only: ['walk-products'] }, [ofWalk]],
  [{ only: ['short-pages'] }, [ofWalk]],
  [{ only: ['link-unquoted'] }, []],
]

it.each(reports)('given %j, reports the results that are asked for', (selection, reported) => {
  expect([ofWalk, watched].filter(selectResults(selection))).toEqual(reported)
})

/** A check that did not meet what it waits for. */
const unmet = (check: ClientRequirementId, task: TaskName, scenario: string | null = null): NamedResult => ({
  check,
  requirement: check,
  task,
  scenario,
  verdict: 'insufficientEvidence',
})

const [legacy, filters] = [unmet('client.legacy-paths', 'walk-products'), unmet('client.filters-sent', 'walk-products')]
const retried = unmet('client.server-errors', 'walk-products')
const retriedOnce = unmet('client.server-errors', 'walk-products', 'unavailable-once')

it.each<readonly [RunSelection, reported: readonly NamedResult[]]>([
  [{}, [legacy, filters, retried, retriedOnce]],
  // The walk of products has filters in some input, and never asks the legacy API.
  [{ only: ['walk-products'] }, [filters, retriedOnce]],
  [{ task: 'walk-products' }, [filters, retriedOnce]],
  [{ scenario: 'plain' }, [filters]],
  // One input, or one scenario, shows what it is for.
  [{ task: 'walk-products', input: 'all' }, [retriedOnce]],
  [{ only: ['unavailable-once'] }, [retriedOnce]],
  [{ scenario: 'unavailable-once' }, [retriedOnce]],
  // What is named counts, wherever it was looked for.
  [{ task: 'walk-products', only: ['client.legacy-paths', 'client.filters-sent'] }, [legacy, filters]],
])('given %j, reports what was not met where it could be', (selection, reported) => {
  const { reports } = selectRuns(selection, { dialect: madeDialect })
  const asked = selection.scenario === 'plain' ? [legacy, filters, retried] : [legacy, filters, retried, retriedOnce]
  expect(asked.filter(reports)).toEqual(reported)
})
