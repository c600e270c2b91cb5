import { expect, it } from 'vitest'
import { wireChecks } from './checks.ts'
import { clientScenarios } from '../tasks/scenarios.ts'
import { clientTasks } from '../tasks/tasks.ts'
import { clientRequirements } from '../catalogue/requirements.ts'
import { sentences, unsaid } from '../catalogue/sentences.ts'

const ids: ReadonlySet<string> = new Set(clientRequirements.map(({ id }) => id))

/** The numbered headings of the specification, and 0 for what stands before them. */
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

it('writes in whole sentences, each requirement once', () => {
  expect(ids.size).toBe(clientRequirements.length)
  for (const { id, statement, careful, judged, broken, seen = 'A.' } of clientRequirements)
    for (const text of [statement, careful, judged, broken, seen]) expect(text, id).toMatch(/\.$/)
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

it('has silent requirements observed by checks alone', () => {
  const silent = clientRequirements.filter(({ level }) => level === 'silent').map(({ id }) => id)
  expect(clientTasks.flatMap(({ inputs }) => inputs).filter(({ tests }) => silent.includes(tests))).toEqual([])
  expect(clientScenarios.filter(({ tests }) => silent.includes(tests))).toEqual([])
  expect(silent.filter((id) => !wireChecks.some(({ requirement }) => requirement === id))).toEqual([])
})

it('names scenarios that there are, and runs that a check concerns', () => {
  const names = clientScenarios.map(({ name }) => name)
  for (const { id, met } of wireChecks)
    for (const scenario of met?.scenarios ?? []) expect(names, id).toContain(scenario)
})

it('names each check by its requirement, and each once', () => {
  for (const { id, requirement, trap } of wireChecks) {
    expect(id === requirement || id.startsWith(`${requirement}.`), id).toBe(true)
    expect(trap, id).toMatch(/^[A-Z].*\.$/s)
  }
  expect(new Set(wireChecks.map(({ id }) => id)).size).toBe(wireChecks.length)
})
