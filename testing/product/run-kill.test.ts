import { expect, it } from 'vitest'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { killMatrixHalves } from '../clients/client-kill-table.ts'
import { committed } from '../committed.ts'
import { everyDeviation } from '../faults/faults.ts'
import type { Kill } from '../selftest/kill.ts'
import { killTablePath, renewKillTable } from '../selftest/kill-table.ts'
import { runKills } from './run-kill.ts'

async function printed(names: readonly string[], known?: readonly Deviation[]): Promise<[number, string]> {
  const lines: string[] = []
  const code = await runKills(names, (text) => lines.push(text), known)
  return [code, lines.join('\n')]
}

it('prints the verdict and the message of the check, and what else fails', async () => {
  const [code, text] = await printed(['legacy-root-204'])
  expect(text).toMatch(
    /^legacy-root-204: caught, requirement legacy\.root\n {2}legacy\.root\.version fail: expected 200/,
  )
  expect(text).toMatch(/\n {2}Beside it:\n(?: {2}.+\n)* {2}legacy\.root\.allow blocked: /)
  expect(code).toBe(0)
})

it('runs every deviation that a pattern means, once', async () => {
  const [code, text] = await printed(['legacy-root-a*s-*', 'legacy-root-as-text'])
  const names = [...text.matchAll(/^(legacy-root-[\w-]+): caught/gm)].map((match) => match[1])
  expect(names).toEqual([
    'legacy-root-allows-post',
    'legacy-root-as-text-json',
    'legacy-root-as-text',
    'legacy-root-allows-anything',
  ])
  expect(text).toContain('4 of 4 deviations caught.')
  expect(code).toBe(0)
})

it('returns 1 for a deviation that is not caught', async () => {
  const harmless: Deviation = {
    name: 'harmless',
    requirement: 'legacy.root',
    description: 'Does nothing wrong.',
    caughtBy: 'legacy.root.version',
    wrap: (next) => next,
  }
  expect(await printed(['harmless'], [harmless])).toEqual([
    1,
    'harmless: NOT CAUGHT, requirement legacy.root\n  legacy.root.version pass\n  No other check fails.',
  ])
  const [code, text] = await printed(['*'], [harmless, { ...harmless, name: 'unknown', caughtBy: 'legacy.rot' }])
  expect(text).toContain('There is no check legacy.rot.')
  expect(text).toContain('0 of 2 deviations caught.')
  expect(code).toBe(1)
})

it('renews the rows of the matrix of those that it ran, and lets those of others stay', async () => {
  const kills: Kill[] = []
  await runKills(
    ['legacy-root-204'],
    () => undefined,
    everyDeviation,
    (found) => kills.push(...found),
  )
  const [servers] = killMatrixHalves(committed(killTablePath))
  const names = new Set(everyDeviation.map(({ name }) => name))
  expect(renewKillTable(servers, kills, names)).toBe(servers)
  const stale = servers.replace(/^\| legacy-root-204 .*$/m, '| legacy-root-204 | x | y | – |\n| gone | x | y | – |')
  expect(renewKillTable(stale, kills, names)).toBe(servers)
  const missing = servers.replace(/^\| legacy-root-204 .*\n/m, '')
  expect(renewKillTable(missing, kills, names)).toBe(servers)
})

it('returns 2 for an unknown name, with the nearest one, and for none', async () => {
  expect(await printed(['legacy-root-205'])).toEqual([
    2,
    'There is no deviation "legacy-root-205"; did you mean legacy-root-204?',
  ])
  expect(await printed(['zzz-*'])).toEqual([2, expect.stringContaining('There is no deviation "zzz-*"')])
  expect(await printed([])).toEqual([2, expect.stringContaining('npm run kill NAME')])
})
