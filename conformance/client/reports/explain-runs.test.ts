import { expect, it } from 'vitest'
import { clientScenarios } from '../tasks/scenarios.ts'
import { clientTasks } from '../tasks/tasks.ts'
import { clientExplanation } from './client-explanation.ts'

const madeSentence = (scenario: string) => `what happens in ${scenario}.`

it('explains every task with its inputs and scenarios', () => {
  for (const { name, inputs } of clientTasks) {
    const text = clientExplanation(name, madeSentence)
    for (const { name: input, tests, shows } of inputs)
      expect(text.replaceAll(/ +/g, ' ')).toContain(` ${input} ${tests}: ${shows}\n`)
    expect(text).toContain('    error-bodies-error\n'.repeat(name === 'get-token' ? 0 : 1))
  }
})

it('explains every scenario with what it tests, also with a setting', () => {
  for (const { name, tests, tasks } of clientScenarios) {
    const text = clientExplanation(name, madeSentence)
    expect(text).toContain(`\n  A scenario: what happens in ${name}.\n`)
    expect(text).toContain(`fails: ${tests}\n`)
    for (const task of tasks) expect(text).toContain(`    ${task} `)
  }
  expect(clientExplanation('slow-answer=7', madeSentence)).toBe(clientExplanation('slow-answer', madeSentence))
})

it('suggests the name of a scenario', () => {
  expect(() => clientExplanation('slow-answr', madeSentence)).toThrow('did you mean slow-answer?')
})
