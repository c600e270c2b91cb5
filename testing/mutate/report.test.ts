import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findSites, root } from './load.ts'
import { reasons } from './reasons.ts'
import { merged, parseReport, type Report, reportPath, survivingMutants, toMarkdown } from './report.ts'

const old: Report = {
  rooms: [
    { room: 'ids', changes: 10, killed: 9 },
    { room: 'mcp', changes: 4, killed: 4 },
  ],
  survivors: [{ room: 'ids', file: 'conformance/checks/ids/a.ts', change: 'taken out', text: "a || b === '|'" }],
}

it('reads what it wrote', () => {
  expect(parseReport(toMarkdown(old))).toEqual(old)
})

it('replaces the rooms that were run, and keeps the others', () => {
  const fresh: Report = { rooms: [{ room: 'ids', changes: 12, killed: 12 }], survivors: [] }
  expect(merged(old, fresh)).toEqual({ rooms: [{ room: 'ids', changes: 12, killed: 12 }, old.rooms[1]], survivors: [] })
})

it('finds the changes again that it says survived', () => {
  const text = `${'x'.repeat(200)} === 1`
  const site = { file: 'conformance/checks/ids/a.ts', line: 1, text, kind: 'guard' } as const
  const other = { ...site, text: 'true' }
  const survivors = [{ room: 'ids', file: site.file, change: 'turned round', text: text.slice(0, 160) }]
  const mutants = survivingMutants({ rooms: [], survivors }, [other, site], 'ids')
  expect(mutants).toEqual([{ site: 1, change: 'turned round' }])
})

it('has reasons only for what still stands in the checks', () => {
  const known = new Set(findSites().map(({ file, text }) => `${file}: ${text}`))
  const advice = 'Remove the reason from testing/mutate/reasons.ts, or correct its text.'
  expect(
    reasons.map(({ file, text }) => `${file}: ${text}`).filter((line) => !known.has(line)),
    advice,
  ).toEqual([])
})

it('is in the repository', () => {
  expect(existsSync(`${root}${reportPath}`), 'Run `npm run mutate`.').toBe(true)
  const { rooms, survivors } = parseReport(readFileSync(`${root}${reportPath}`, 'utf8'))
  expect(rooms.length).toBeGreaterThan(0)
  expect(survivors.every(({ file }) => file.startsWith('conformance/checks/'))).toBe(true)
})
