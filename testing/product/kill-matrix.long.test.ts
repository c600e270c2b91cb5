import { afterAll, expect, it } from 'vitest'
import { committed, staleMessage } from '../committed.ts'
import { checks } from '../../conformance/checks/checks.ts'
import { requirements } from '../../conformance/catalogue/requirements.ts'
import { everyDeviation } from '../faults/faults.ts'
import type { Kill } from '../selftest/kill.ts'
import { checksOn } from './product-table.ts'
import { KillPool } from '../selftest/kill-pool.ts'
import { killTablePath, toKillTable } from '../selftest/kill-table.ts'

const pool = new KillPool()
const kills: Kill[] = []
const judged = new Set<string>(requirements.filter((requirement) => requirement.kind === 'stated').map(({ id }) => id))

for (const deviation of everyDeviation) {
  it.concurrent(`catches ${deviation.name} by ${deviation.caughtBy}`, async () => {
    const kill = await pool.kill(deviation.name)
    kills.push(kill)
    expect(kill.failedChecks, kill.remarks.join('\n')).toContain(deviation.caughtBy)
    expect(kill.failedRequirements).toContain(deviation.requirement)
    expect(kill.failedRequirements.length, `collateral: ${kill.failedRequirements.join(', ')}`).toBeLessThanOrEqual(2)
    expect(kill.errors).toEqual([])
  })
}

it('has a deviation for every requirement that is judged, 560 in all, each with a name of its own', () => {
  const covered = new Set<string>(everyDeviation.map(({ requirement }) => requirement))
  const open = requirements
    .filter(({ kind, id, ...rest }) => kind === 'stated' && !('excluded' in rest) && !covered.has(id))
    .map(({ id }) => id)
  expect(open).toEqual([])
  expect(everyDeviation.length).toBeGreaterThanOrEqual(560)
  expect(new Set(everyDeviation.map(({ name }) => name)).size).toBe(everyDeviation.length)
})

/** A wrong format may be accepted, as JSON Schema lets a validator read formats as annotations. */
const neverFails = new Set(['services.validated.format'])

it('has no check that nothing can fail', () => {
  const failed = new Set([...kills.flatMap(({ failedChecks }) => failedChecks), ...checksOn(committed(killTablePath))])
  expect(
    checks
      .filter(({ id, requirement }) => judged.has(requirement) && !failed.has(id) && !neverFails.has(id))
      .map(({ id }) => id),
  ).toEqual([])
})

it('blames one requirement for most deviations', () => {
  const counts = kills.map((kill) => kill.failedRequirements.length).sort((left, right) => left - right)
  expect(counts[Math.floor(counts.length / 2)]).toBe(1)
})

it('matches the table in the repository', () => {
  const servers = toKillTable(kills)
  const text = committed(killTablePath)
  expect(text.slice(0, servers.length), staleMessage(killTablePath, 'kill-matrix')).toBe(servers)
})

afterAll(async () => {
  await pool.close()
  console.log(toKillTable(kills))
  const failing = kills.reduce((sum, { failedChecks }) => sum + failedChecks.length, 0)
  console.log(`${kills.length} deviations caught, ${failing} failing checks in all`)
})
