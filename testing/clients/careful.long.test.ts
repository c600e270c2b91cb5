import { expect, it } from 'vitest'
import { judgeClient } from '../../bin/client/judge-client.ts'
import { combinations } from '../selftest/undecided.ts'
import { CarefulClient } from './careful/client.ts'
import { toDriver } from './careful/driver.ts'

it.each(combinations.map((combination, index) => [index + 1, combination] as const))(
  'finds no fault in a careful client under convention combination %d',
  async (_number, conventions) => {
    const { results } = await judgeClient(toDriver(CarefulClient, conventions), { conventions })
    const bad = results.filter(({ verdict }) => ['fail', 'advice', 'error', 'blocked'].includes(verdict))
    expect(bad.map(({ check, task, scenario, message }) => `${check} ${task} ${scenario}: ${message}`)).toEqual([])
    expect(results.some(({ verdict }) => verdict === 'pass')).toBe(true)
  },
)
