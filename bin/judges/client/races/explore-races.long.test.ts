import { expect, it } from 'vitest'
import { clientRequirement } from '../../../../conformance/client/catalogue/requirements.ts'
import type { RaceOrder } from '../../../../conformance/client/races/orders.ts'
import { racingDriver } from '../../../../testing/clients/racing/client.ts'
import { racingClients } from '../../../../testing/clients/racing/racing-clients.ts'
import { exploreRaces } from './explore-races.ts'
import { partOf } from '../../../../testing/sample.ts'

const verdicts = { stated: 'fail', implied: 'advice', silent: 'observed' }

// All orders take less than the default two seconds on a quiet machine. A busy one gets the time that it needs.
it.each(partOf(racingClients, 6))(
  'catches $name by an order that can be played again',
  async ({ client, requirement }) => {
    const { findings } = await exploreRaces(racingDriver(client), { seconds: 60 })
    const caught = findings.find((finding) => finding.requirement === requirement)!
    expect(caught.verdict).toBe(verdicts[clientRequirement(requirement).level])
    expect(findings.filter((finding) => finding !== caught && finding.verdict !== 'observed')).toEqual([])
    const { message, schedule, replay } = caught
    const again = await exploreRaces(racingDriver(client), { replay })
    expect(again.findings).toContainEqual(expect.objectContaining({ requirement, message, schedule }))
    expect((await exploreRaces(racingDriver(), { replay })).findings).toEqual([])
  },
)

it('plays all orders of two tasks, and finds nothing in a careful client', async () => {
  const { 'list-environments': list, capabilities, open } = racingDriver()
  const tasks = { open: open!, 'list-environments': list! }
  const report = await exploreRaces({ ...tasks, capabilities: capabilities! }, { seconds: 60 })
  expect(report).toEqual({ orders: 32, played: 32, findings: [] })
  // One task, or one that fails, has nothing to race with.
  const none = { orders: 0, played: 0, findings: [] }
  expect(await exploreRaces(tasks)).toEqual(none)
  expect(await exploreRaces({ ...tasks, capabilities: async () => ({ commands: [] }) })).toEqual(none)
})

const lateToken: RaceOrder = {
  tasks: ['list-environments', 'create-access-token', 'get-token'],
  event: 'expiry',
  early: 'get-token',
  answers: ['list-environments', 'list-environments', 'get-token', 'create-access-token', 'create-access-token'],
}

it('tells a fault as values, and the order in numbered lines', async () => {
  const { client } = racingClients.find(({ name }) => name === 'race-late-token')!
  const report = await exploreRaces(racingDriver(client), { replay: lateToken })
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
})
