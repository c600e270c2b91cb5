import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { judgeClient } from '../../bin/client/judge-client.ts'
import { clientJson } from '../../conformance/client/reports/json.ts'
import { reportSchemas } from '../../bin/schemas/schemas.ts'
import { combinations } from '../selftest/undecided.ts'
import { CarefulClient } from './careful/client.ts'
import { toDriver } from './careful/driver.ts'

/** What the package publishes. */
const isReport = new Ajv().compile(reportSchemas['client-report'])

it.each(combinations.map((combination, index) => [index + 1, combination] as const))(
  'finds no fault in a careful client under convention combination %d',
  async (_number, conventions) => {
    const report = await judgeClient(toDriver(CarefulClient, conventions), { conventions })
    const { results } = report
    expect([isReport(JSON.parse(clientJson(report))), isReport.errors]).toEqual([true, null])
    const bad = results.filter(({ verdict }) => ['fail', 'advice', 'error', 'blocked'].includes(verdict))
    expect(bad.map(({ check, task, scenario, message }) => `${check} ${task} ${scenario}: ${message}`)).toEqual([])
    expect(results.some(({ verdict }) => verdict === 'pass')).toBe(true)
  },
)
