import { describe, expect, it } from 'vitest'
import { toDriver } from '../../../testing/clients/careful/driver.ts'
import { CarefulClient } from '../../../testing/clients/careful/client.ts'
import { racingDriver } from '../../../testing/clients/racing/client.ts'
import { exploreRaces } from './explore-races.ts'

/** Real requests are few; the rest is computing, which other tests slow down. */
const mostMilliseconds = 5000

it('finds nothing in a careful client, in every order of five tasks', async () => {
  const began = process.cpuUsage()
  const report = await exploreRaces(racingDriver())
  const { user, system } = process.cpuUsage(began)
  expect(report).toMatchObject({ complete: true, findings: [] })
  expect(report.tasks).toHaveLength(5)
  expect(report.schedules).toBeGreaterThan(1000)
  console.log(`${report.schedules} schedules took ${Math.round((user + system) / 1000)} ms of processor time.`)
  expect((user + system) / 1000).toBeLessThan(2 * mostMilliseconds)
})

const bothRefused = `1. the access token expires
2. list-environments: GET /1.13/environments → 401
3. create-access-token: POST /access-tokens → 401`

describe.each([
  ['herd', 'client.refresh-once', 'observed', bothRefused],
  ['lost-retry', 'client.expired-token', 'fail', bothRefused],
  [
    'double-create',
    'client.writes-once',
    'advice',
    /^1\. the access token expires\n(?:.*\n){4}6\. .*POST \/access-tokens → 201$/,
  ],
] as const)('a client with the bug %s', (bug, requirement, verdict, schedule) => {
  it('is found out, with the shortest schedule, which can be played again', async () => {
    const { findings } = await exploreRaces(racingDriver(bug), { tasks: 3, events: ['expiry'] })
    expect(findings.map((finding) => [finding.requirement, finding.verdict])).toEqual([[requirement, verdict]])
    const [finding] = findings
    expect(finding!.schedule).toMatch(schedule)
    const again = await exploreRaces(racingDriver(bug), { replay: finding!.replay })
    expect(again.findings).toEqual(findings)
    const careful = await exploreRaces(racingDriver(), { replay: finding!.replay })
    expect(careful.findings).toEqual([])
  })
})

it('plays the same schedules each time, each in the order of its tasks', async () => {
  const [one, other] = [
    await exploreRaces(racingDriver(), { tasks: 3 }),
    await exploreRaces(racingDriver(), { tasks: 3 }),
  ]
  expect(one).toEqual(other)
})

it('explores nothing of a driver with one task, and blames no client whose tasks share nothing', async () => {
  const { 'list-environments': list, open } = racingDriver()
  expect(await exploreRaces({ open: open!, 'list-environments': list! })).toMatchObject({ schedules: 0, findings: [] })
  const apart = await exploreRaces(toDriver(CarefulClient), { tasks: 3 })
  expect(apart.findings).toEqual([])
})
