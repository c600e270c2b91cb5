import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { inProcess } from '../../bin/judges/client/in-process.ts'
import { judgeClient } from '../../bin/judges/client/judge-client.ts'
import { summarizeClient } from '../../conformance/client/judge/summary.ts'
import { selectRuns } from '../../conformance/client/judge/select-runs.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import { mayDecide } from '../../conformance/client/judge/may-decide.ts'
import { clientJson } from '../../conformance/client/reports/client-json.ts'
import { reportSchemas } from '../../bin/schemas/schemas.ts'
import { CarefulClient } from './careful/client.ts'
import { toDriver } from './careful/driver.ts'
import { verdictLines } from './careful/verdict-lines.ts'

/** The schema that the package publishes. */
const isReport = new Ajv().compile(reportSchemas['client-report'])

it('decides each check in the same tasks as before', async () => {
  const report = await judgeClient(toDriver(CarefulClient))
  expect([isReport(JSON.parse(clientJson(report))), isReport.errors]).toEqual([true, null])
  const { results } = report
  // Every task asks for a token first. Those that are about the token endpoint show its path.
  const passed = results.filter(({ verdict, check }) => verdict === 'pass' && check !== 'client.unversioned-paths')
  const placeOf = ({ check, task }: (typeof results)[number]) => `${check} in ${task}`
  const expected = passed.filter(({ check, task, inputName, scenario }) =>
    mayDecide(
      new Set([check]),
      { task: task!, inputName: inputName!, scenario: scenario ?? undefined },
      { dialect: inProcess({}).dialect },
    ),
  )
  expect(
    [...new Set(passed.map(placeOf))].filter((place) => !expected.some((result) => placeOf(result) === place)),
  ).toEqual([])
  // A task that is selected by itself is decided by its own runs.
  for (const { name } of clientTasks) {
    const { reports } = selectRuns({ only: [name] }, inProcess({}))
    const outcomes = summarizeClient(results.filter(reports)).outcomes.filter(
      ({ requirement }) => requirement.level === 'stated',
    )
    expect(
      outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ requirement }) => requirement.id),
      name,
    ).toEqual([])
  }
  const advice = 'Look whether each line that changed is meant to; `npx vitest run -u` with this file updates it.'
  await expect(`${verdictLines(results).join('\n')}\n`, advice).toMatchFileSnapshot('careful/verdicts.txt')
})
