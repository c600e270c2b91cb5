import { expect, it } from 'vitest'
import { madeDialect } from '../../../testing/clients/made-run.ts'
import type { TaskName } from '../tasks/names.ts'
import { clientScenarios } from '../tasks/scenarios.ts'
import { clientTasks } from '../tasks/tasks.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import { isPlayed } from './judge-tasks.ts'
import { type NamedResult, type RunSelection, selectRuns } from './select-runs.ts'

/** Every run of each task, as far as no run says which settings there are: as `walk-products all short-pages`. */
const all = clientTasks.flatMap((task) =>
  task.inputs.flatMap((choice, index) => [
    [task.name, choice.name] as const,
    ...clientScenarios
      .filter((scenario) => isPlayed(scenario, { task, choice, index }))
      .map(({ name }) => [task.name, choice.name, name] as const),
  ]),
)

/** The runs that a selection asks for. */
function selectedRuns(selection: RunSelection): readonly string[] {
  const { wants } = selectRuns(selection, { dialect: madeDialect })
  return all.filter(([task, input, scenario]) => wants(task, input, scenario)).map((run) => run.join(' '))
}

const runScenarios = (runs: readonly string[]) => [...new Set(runs.map((run) => run.split(' ')[2] ?? 'plain'))]
const everything = selectedRuns({})

it.each<[RunSelection, RegExp]>([
  [{}, /./],
  [{ only: ['walk-products'] }, /^walk-products /],
  [{ scenario: 'plain' }, /^\S+ \S+$/],
  [{ scenario: 'short-pages' }, / short-pages$/],
  [{ scenario: 'token-expires-at-request=2' }, / token-expires-at-request$/],
  [{ skip: ['walk-*'] }, /^(?!walk-)/],
  [{ only: ['walk-products', 'short-pages'] }, /^walk-products | short-pages$/],
  [{ only: ['client.reports.value'] }, /^\S+ \S+$/],
])('selects the named runs given %j', (selection, named) => {
  expect(selectedRuns(selection)).toEqual(everything.filter((run) => named.test(run)))
})

it('selects only runs that can decide the named requirements, and none that decide only skipped ones', () => {
  const once = selectedRuns({ only: ['client.writes-once'] })
  expect([once.length, runScenarios(once)]).toEqual([
    9,
    ['plain', 'connection-dropped-after-write', 'gateway-timeout-after-write'],
  ])
  const limits = ['rate-limited-once', 'rate-limited-until-date', 'rate-limited-for-minutes', 'rate-limited-mid-walk']
  expect(runScenarios(selectedRuns({ only: ['client.rate-limits'] }))).toEqual(['plain', ...limits])
  expect(runScenarios(selectedRuns({ skip: ['client.rate-limits'] }))).toEqual(runScenarios(everything))
  expect(runScenarios(selectedRuns({ skip: ['client.rate-limits', 'client.retry-after'] }))).toEqual(
    runScenarios(everything).filter((name) => !limits.includes(name)),
  )
})

it.each<RunSelection>([{ scenario: 'short' }, { scenario: 'token-expires-at-request=x' }, { only: ['clint.*'] }])(
  'refuses %j',
  (selection) => {
    expect(() => selectRuns(selection, { dialect: madeDialect })).toThrow(
      / is not known| matches no | needs a whole number/,
    )
  },
)

const namedResult = (
  check: ClientRequirementId,
  verdict: NamedResult['verdict'],
  task: TaskName | null,
  scenario: string | null = null,
): NamedResult => ({ check, requirement: check, verdict, task, scenario })

const walked = namedResult('client.walk-complete', 'pass', 'walk-products', 'short-pages')
const watched = namedResult('client.bearer', 'insufficientEvidence', null)
// Checks that did not meet what they wait for.
const legacy = namedResult('client.legacy-paths', 'insufficientEvidence', 'walk-products')
const filters = namedResult('client.filters-sent', 'insufficientEvidence', 'walk-products')
const retried = namedResult('client.server-errors', 'insufficientEvidence', 'walk-products', 'unavailable-once')

it.each<readonly [RunSelection, reported: readonly NamedResult[]]>([
  [{}, [walked, watched, legacy, filters, retried]],
  [{ skip: ['client.bearer', 'client.server-errors'] }, [walked, legacy, filters]],
  [{ only: ['client.bearer'] }, [watched]],
  [{ only: ['link-unquoted'] }, []],
  // The walk of products has filters in some input, and never asks the legacy API.
  [{ only: ['walk-products'] }, [walked, filters, retried]],
  // One scenario shows what it is for.
  [{ scenario: 'unavailable-once' }, [walked, watched, retried]],
  // A named requirement counts, wherever it was looked for.
  [{ scenario: 'plain', only: ['client.legacy-paths', 'client.filters-sent'] }, [legacy, filters]],
])('reports the requests that could be met given %j', (selection, reported) => {
  const { reports } = selectRuns(selection, { dialect: madeDialect })
  expect([walked, watched, legacy, filters, retried].filter(reports)).toEqual(reported)
})
