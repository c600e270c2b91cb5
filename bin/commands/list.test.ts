import { expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions, operationIds } from '../../emulator/index.ts'
import { deviations } from '../../emulator/disturb/deviations/shipped.ts'
import { scenarios } from '../../emulator/disturb/scenarios/scenarios.ts'
import { runHere } from '../../testing/run-here.ts'
import { listNames } from './list.ts'

const printed = async (...words: string[]) => (await runHere(['list', ...words])).stdout

/** The option that takes each listed name. */
const uses: Readonly<Record<string, (name: string) => EmulatorOptions>> = {
  operations: (operation) => ({ faults: [{ operation, status: 503 }] }) as EmulatorOptions,
  scenarios: (name) => ({ scenarios: [name] }) as EmulatorOptions,
  deviations: (name) => ({ deviations: [name] }) as EmulatorOptions,
  conventions: () => ({}),
  formats: () => ({}),
  offers: () => ({}),
  faults: () => ({}),
}

const titles = new Set([...deviations, ...scenarios].map(({ group }) => group))

it.each(listNames)('lists %s, each with a description, as text and as JSON', async (what) => {
  const entries = JSON.parse(await printed(what, '--json')) as { name: string; description: string; default: unknown }[]
  const lines = (await printed(what)).split('\n').filter((line) => line !== '' && !titles.has(line))
  expect(entries.length).toBeGreaterThan(5)
  expect(lines.length).toBe(entries.length)
  for (const [index, { name, description }] of entries.entries()) {
    expect(description).toMatch(/\w/)
    expect(lines[index]).toMatch(new RegExp(`^ {0,2}${name.replaceAll('.', '\\.')} .*\\S`))
  }
  for (const { name } of entries.slice(0, 20)) expect(() => createEmulator(uses[what]!(name))).not.toThrow()
})

it('lists every operation, and the defaults of conventions', async () => {
  const operations = JSON.parse(await printed('operations', '--json')) as {
    name: string
    method: string
    path: string
  }[]
  expect(operations.map(({ name }) => name)).toEqual([...operationIds])
  expect(operations[0]).toMatchObject({ name: 'oauth.token', method: 'POST', path: '/oauth/token' })
  const conventions = JSON.parse(await printed('conventions', '--json')) as { name: string; default: unknown }[]
  const all = Object.fromEntries(conventions.map(({ name, default: value }) => [name, value]))
  expect(createEmulator({ conventions: all }).conventions).toEqual(createEmulator().conventions)
})
