import { describe, expect, it } from 'vitest'
import { clientRequirement } from '../../../../conformance/client/catalogue/requirements.ts'
import type { RaceOrder } from '../../../../conformance/client/races/orders.ts'
import { CarefulClient } from '../../../../testing/clients/careful/client.ts'
import { toDriver } from '../../../../testing/clients/careful/driver.ts'
import { type RacingClient, racingDriver } from '../../../../testing/clients/racing/client.ts'
import { racingClients } from '../../../../testing/clients/racing/racing-clients.ts'
import { exploreRaces } from './explore-races.ts'
import { pageOf } from '../../../../testing/readme-code.ts'

const clientNamed = (wanted: string): typeof RacingClient => racingClients.find(({ name }) => name === wanted)!.client

const verdicts = { stated: 'fail', implied: 'advice', silent: 'observed' }

describe.each(racingClients.map((racing) => [racing.name, racing] as const))('%s', (_name, racing) => {
  const { client, requirement } = racing

  // All orders take less than the default two seconds on a quiet machine. A busy one gets the time that it needs.
  it('is caught, by an order that can be played again', async () => {
    const { findings } = await exploreRaces(racingDriver(client), { seconds: 60 })
    const caught = findings.find((finding) => finding.requirement === requirement)!
    expect(caught.verdict).toBe(verdicts[clientRequirement(requirement).level])
    expect(findings.filter((finding) => finding !== caught && finding.verdict !== 'observed')).toEqual([])
    const again = await exploreRaces(racingDriver(client), { replay: caught.replay })
    const { message, schedule } = caught
    expect(again.findings).toContainEqual(expect.objectContaining({ requirement, message, schedule }))
    const careful = await exploreRaces(racingDriver(), { replay: caught.replay })
    expect(careful.findings).toEqual([])
  })
})

it('finds nothing in a careful client in two seconds, and tells how many orders it played', async () => {
  const began = performance.now()
  const report = await exploreRaces(racingDriver())
  expect(performance.now() - began).toBeLessThan(4000)
  expect(report).toEqual({ orders: 320, played: expect.any(Number), findings: [] })
  expect(report.played).toBeGreaterThan(10)
})

it('finds nothing in a careful client, in every order', async () => {
  expect(await exploreRaces(racingDriver(), { seconds: 60 })).toEqual({ orders: 320, played: 320, findings: [] })
})

it('has the seed choose the orders where there is no time for all', async () => {
  const report = await exploreRaces(racingDriver(), { seconds: 0.1 })
  expect(report).toMatchObject({ orders: 320, findings: [] })
  expect(report.played).toBeLessThan(320)
})

it('plays every order of two tasks in two seconds, the same each time', async () => {
  const { 'list-environments': list, capabilities, open } = racingDriver(clientNamed('race-late-refusal'))
  const driver = { open: open!, 'list-environments': list!, capabilities: capabilities! }
  const report = await exploreRaces(driver)
  expect(report).toMatchObject({ orders: 32, played: 32, findings: [{ requirement: 'client.refresh-once' }] })
  expect(await exploreRaces(driver)).toEqual(report)
})

it('finds nothing in a careful client that refreshes its token', async () => {
  expect((await exploreRaces(toDriver(CarefulClient))).findings).toEqual([])
})

it('finds nothing in a careful client that asks for its first token when it is made', async () => {
  const { open: _open, ...tasks } = racingDriver()
  const open: ReturnType<typeof racingDriver>['open'] = async (connection) => {
    const client = await racingDriver().open!(connection)
    await client.newToken()
    return client
  }
  const report = await exploreRaces({ ...tasks, open: open! }, { events: ['expiry'] })
  expect(report).toMatchObject({ findings: [] })
  expect(report.played).toBeGreaterThan(10)
})

const lateToken: RaceOrder = {
  tasks: ['list-environments', 'create-access-token', 'get-token'],
  event: 'expiry',
  early: 'get-token',
  answers: ['list-environments', 'list-environments', 'get-token', 'create-access-token', 'create-access-token'],
}

it('tells a fault as values, and the order in numbered lines', async () => {
  const report = await exploreRaces(racingDriver(clientNamed('race-late-token')), { replay: lateToken })
  expect(report).toMatchObject({ orders: 1, played: 1 })
  const [{ message, fact, schedule, replay } = { schedule: '' }, ...others] = report.findings
  expect(others).toEqual([])
  expect(message).toBe('expected a value of create-access-token; got the error {"kind":"refused","status":401}')
  expect(fact).toEqual({ kind: 'error', fault: 'reported' })
  expect(replay).toEqual(lateToken)
  expect(schedule.split('\n')).toEqual([
    '1. get-token: POST /oauth/token → 200, still on its way',
    '2. the access token expires',
    '3. list-environments: GET /1.13/environments with the old token → 401',
    '4. list-environments: POST /oauth/token → 200',
    '5. get-token: the answer of step 1 arrives',
    '6. create-access-token: POST /access-tokens with the old token → 401',
    '7. create-access-token: POST /access-tokens with the token of step 1 → 401',
  ])
  expect(pageOf('client')).toContain(`\`\`\`text\n${schedule}\n`)
})

it('tells a herd by the request for the second token', async () => {
  const replay = { ...lateToken, tasks: lateToken.tasks.slice(0, 2), early: undefined, event: 'revocation' } as const
  const { findings } = await exploreRaces(racingDriver(clientNamed('race-late-refusal')), { replay })
  expect(findings).toMatchObject([
    {
      verdict: 'observed',
      message: '2 requests at a time were refused with the same token; 2 new tokens followed.',
      fact: { kind: 'requestExtra', at: 5, count: 1 },
    },
  ])
})

it('explores nothing of a driver that cannot do two tasks', async () => {
  const { 'list-environments': list, capabilities, open } = racingDriver()
  const none = { orders: 0, played: 0, findings: [] }
  expect(await exploreRaces({ open: open!, 'list-environments': list! })).toEqual(none)
  const broken: typeof capabilities = async () => ({ commands: [] })
  expect(await exploreRaces({ open: open!, 'list-environments': list!, capabilities: broken })).toEqual(none)
})
