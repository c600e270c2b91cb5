import { expect, it } from 'vitest'
import { clientScenarios } from '../../conformance/client/tasks/scenarios.ts'
import { taskNames } from '../../conformance/client/tasks/names.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import { scenarios } from '../../emulator/disturb/scenarios/scenarios.ts'

it('the judge of clients plays every scenario of the emulator, and no other', () => {
  const advice = 'Add the scenario to conformance/client/tasks/scenarios.ts, or remove it there.'
  expect(clientScenarios.map(({ name }) => name).sort(), advice).toEqual(scenarios.map(({ name }) => name).sort())
})

it('a scenario that builds on another one comes after it', () => {
  for (const [index, { buildsOn }] of clientScenarios.entries())
    if (buildsOn !== undefined) expect(clientScenarios.slice(0, index).map(({ name }) => name)).toContain(buildsOn)
})

it('every task has a first input and is played in a scenario', () => {
  expect(clientTasks.map(({ name }) => name)).toEqual(taskNames)
  for (const { name, inputs } of clientTasks) {
    expect(inputs.length, name).toBeGreaterThan(0)
    expect(new Set(inputs.map((choice) => choice.name)).size, name).toBe(inputs.length)
    expect(
      clientScenarios.some(({ tasks }) => tasks.includes(name)),
      name,
    ).toBe(true)
  }
})
