import { expect, it } from 'vitest'
import { madeRun } from '../../../testing/clients/made-run.ts'
import { judgeRequests } from '../judge/judge-run.ts'
import { wireChecks } from './checks.ts'
import { clientScenarios } from '../tasks/scenarios.ts'
import { clientTasks } from '../tasks/tasks.ts'
import { clientRequirements } from '../catalogue/requirements.ts'
import { sentences, unsaid } from '../../../testing/clients/sentences.ts'

const ids: ReadonlySet<string> = new Set(clientRequirements.map(({ id }) => id))

/** The numbered headings of the specification, and 0 for the text before them. */
const headings = new Set([
  ...Array.from({ length: 10 }, (_none, index) => `${index}`),
  ...Array.from({ length: 4 }, (_none, index) => `2.${index + 1}`),
  ...Array.from({ length: 10 }, (_none, index) => `4.${index + 1}`),
  ...Array.from({ length: 7 }, (_none, index) => `5.${index + 1}`),
])

it('gives each sentence requirements, or a reason why it asks nothing of a client', () => {
  for (const { begins, clause, requirements, reason } of sentences) {
    expect(headings, begins).toContain(clause)
    expect(requirements.length === 0, begins).toBe(reason !== undefined)
    for (const id of requirements) expect(ids.has(id), `${begins}: ${id}`).toBe(true)
  }
  expect(new Set(sentences.map(({ clause, begins }) => `${clause} ${begins}`)).size).toBe(sentences.length)
})

it('gives each requirement a sentence of its own clause, or says why it has no sentence', () => {
  const without = clientRequirements.filter(
    ({ id, clause }) => !sentences.some((sentence) => sentence.clause === clause && sentence.requirements.includes(id)),
  )
  expect(without.map(({ id }) => id).toSorted()).toEqual(Object.keys(unsaid).toSorted())
})

it('has a check, an input or a scenario for each requirement', () => {
  const tested = new Set<string>([
    ...wireChecks.map(({ requirement }) => requirement),
    ...clientTasks.flatMap(({ inputs }) => inputs.map(({ tests }) => tests)),
    ...clientScenarios.map(({ tests }) => tests),
    // Judged in every run: the form of the report itself.
    'client.reports',
  ])
  expect([...ids].filter((id) => !tested.has(id))).toEqual([])
})

it('concludes nothing about a client that sent nothing', () => {
  for (const task of [undefined, ...clientTasks.map(({ name }) => name)]) {
    const verdicts = judgeRequests(madeRun([], task ? { task } : {})).map(({ verdict }) => verdict)
    expect(verdicts.filter((verdict) => verdict !== 'insufficientEvidence')).toEqual([])
  }
})
