import { expect, it } from 'vitest'
import type { Deviation } from '../../emulator/disturb/deviations/deviation.ts'
import { runKills } from './run-kill.ts'

async function printKills(names: readonly string[], known?: readonly Deviation[]): Promise<[number, string]> {
  const lines: string[] = []
  const code = await runKills(names, (text) => lines.push(text), known)
  return [code, lines.join('\n')]
}

it('runs every deviation that a pattern matches, once, and prints what its check says and what else fails', async () => {
  const [code, text] = await printKills(['legacy-root-2*', 'legacy-root-a-list', 'legacy-root-204'])
  expect(text).toMatch(
    /^legacy-root-204: caught, requirement legacy\.root\n {2}legacy\.root\.version fail: expected 200/,
  )
  expect(text).toMatch(/\n {2}Beside it:\n(?: {2}.+\n)* {2}legacy\.root-allow\.methods blocked: /)
  expect([...text.matchAll(/^legacy-root-[\w-]+: caught/gm)].map(([found]) => found)).toEqual([
    'legacy-root-204: caught',
    'legacy-root-a-list: caught',
  ])
  expect(text).toContain('2 of 2 deviations caught.')
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
  expect(await printKills(['*'], [harmless, { ...harmless, name: 'unknown', caughtBy: 'legacy.rot' }])).toEqual([
    1,
    [
      'harmless: NOT CAUGHT, requirement legacy.root\n  legacy.root.version pass\n  No other check fails.',
      'unknown: NOT CAUGHT, requirement legacy.root\n  There is no check legacy.rot.\n  No other check fails.',
      '0 of 2 deviations caught.',
    ].join('\n'),
  ])
})

it('returns 2 for an unknown name, with the nearest one, and for none', async () => {
  expect(await printKills(['legacy-root-205'])).toEqual([
    2,
    'There is no deviation "legacy-root-205"; did you mean legacy-root-204?',
  ])
  expect(await printKills(['zzz-*'])).toEqual([2, expect.stringContaining('There is no deviation "zzz-*"')])
  expect(await printKills([])).toEqual([2, expect.stringContaining('npm run kill NAME')])
})
