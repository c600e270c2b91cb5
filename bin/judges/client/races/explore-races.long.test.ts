import { describe, expect, it } from 'vitest'
import { toDriver } from '../../../../testing/clients/careful/driver.ts'
import { CarefulClient } from '../../../../testing/clients/careful/client.ts'
import { racingDriver } from '../../../../testing/clients/racing/client.ts'
import { raceOptions, racingClients } from '../../../../testing/clients/racing/racing-clients.ts'
import { exploreRaces } from './explore-races.ts'

/** Time enough for every order of three tasks on a busy machine, in seconds. */
const seconds = 60

it('finds nothing in a careful client, in every order of three tasks', async () => {
  const report = await exploreRaces(racingDriver(), { seconds, events: ['expiry'] })
  expect(report).toMatchObject({ complete: true, incomplete: undefined, findings: [] })
  expect(report.tasks).toEqual(['list-environments', 'create-access-token', 'capabilities'])
  expect(report.schedules).toBeGreaterThan(300)
})

it('explores for two seconds, and tells which orders the seed chose', async () => {
  const began = performance.now()
  const report = await exploreRaces(racingDriver(), { tasks: 5 })
  // The order that is played when the time is over ends first.
  expect(performance.now() - began).toBeLessThan(4000)
  expect(report).toMatchObject({ complete: false, findings: [] })
  expect(report.tasks).toHaveLength(5)
  expect(report.incomplete).toContain('list-environments, create-access-token, capabilities, get-configuration, invoke')
})

const renewedFirst = `1. the access token expires
2. list-environments: GET /1.13/environments with the old token → 401
3. list-environments: POST /oauth/token → 200
4. create-access-token: POST /access-tokens with the old token → 401`

const lateWrite = `1. create-access-token: POST /access-tokens with the old token → 201, still on its way
2. the access token expires
3. list-environments: GET /1.13/environments with the old token → 401
4. list-environments: POST /oauth/token → 200
5. list-environments: POST /access-tokens with the token of step 4 → 201`

/** The shortest schedule of each broken client, and the verdict. */
const shown: Readonly<Record<string, readonly [verdict: string, schedule: string]>> = {
  'race-herd': ['observed', renewedFirst],
  'race-lost-retry': ['fail', renewedFirst.replace('→ 200', '→ 200, still on its way')],
  'race-late-refusal': ['observed', renewedFirst],
  'race-used-refresh': [
    'fail',
    `1. the access token expires
2. list-environments: GET /1.13/environments with the old token → 401
3. list-environments: POST /oauth/token → 200
4. create-access-token: POST /access-tokens with the old token → 401
5. create-access-token: POST /oauth/token → 400, still on its way`,
  ],
  'race-double-create': ['advice', lateWrite],
  'race-abandoned-write': ['advice', lateWrite],
  'race-late-token': [
    'fail',
    `1. get-token: POST /oauth/token → 200, still on its way
2. the access token expires
3. list-environments: GET /1.13/environments with the old token → 401
4. list-environments: POST /oauth/token → 200
5. get-token: the answer of step 1 arrives
6. create-access-token: POST /access-tokens with the old token → 401
7. create-access-token: POST /access-tokens with the token of step 1 → 401`,
  ],
  'race-refresh-lost': [
    'advice',
    `1. the access token expires
2. list-environments: GET /1.13/environments with the old token → 401
3. list-environments: POST /oauth/token → 200, still on its way
4. create-access-token: POST /access-tokens with the old token → 401
5. create-access-token: POST /oauth/token → 400`,
  ],
  'race-late-success': [
    'observed',
    `1. list-environments: GET /1.13/environments with the old token → 200, still on its way
2. the access token and its refresh token are revoked
3. create-access-token: POST /access-tokens with the old token → 401
4. create-access-token: POST /oauth/token → 200
5. list-environments: the answer of step 1 arrives
6. capabilities: GET /services/{id}/capabilities with the old token → 401`,
  ],
  'race-success-unlocks': [
    'observed',
    `1. list-environments: GET /1.13/environments with the old token → 200, still on its way
2. the access token expires
3. create-access-token: POST /access-tokens with the old token → 401
4. create-access-token: POST /oauth/token → 200, still on its way
5. list-environments: the answer of step 1 arrives
6. capabilities: GET /services/{id}/capabilities with the old token → 401`,
  ],
}

describe.each(racingClients.map((racing) => [racing.name, racing] as const))('%s', (name, racing) => {
  it('is found out, with the shortest schedule, which can be played again', async () => {
    const { client, requirement } = racing
    const { findings } = await exploreRaces(racingDriver(client), raceOptions(racing))
    const finding = findings.find((one) => one.requirement === requirement)!
    const [verdict, schedule] = shown[name]!
    expect(finding.verdict).toBe(verdict)
    expect(finding.schedule.replace(/services\/\w+/, 'services/{id}')).toBe(schedule)
    expect(findings.filter((one) => one !== finding && one.verdict !== 'observed')).toEqual([])
    const again = await exploreRaces(racingDriver(client), { replay: finding.replay })
    expect(again.findings).toContainEqual(finding)
    const careful = await exploreRaces(racingDriver(), { replay: finding.replay })
    expect(careful.findings).toEqual([])
  })
})

it('takes a schedule whose requests are each answered at once', async () => {
  const { client } = racingClients.find(({ name }) => name === 'race-late-refusal')!
  const replay = {
    tasks: ['list-environments', 'create-access-token'],
    event: 'expiry',
    steps: ['event', '1.1', '1.2', '2.1'],
  } as const
  const { findings } = await exploreRaces(racingDriver(client), { replay })
  expect(findings).toMatchObject([{ requirement: 'client.refresh-once', replay }])
  const other = await exploreRaces(racingDriver(client), { replay: { ...replay, steps: ['1.1 answered'] } })
  expect(other).toMatchObject({ complete: false, incomplete: expect.stringContaining('schedule'), findings: [] })
})

it('blames a client that gives up when its refresh is refused by way of advice, as the clause implies it', async () => {
  const { client } = racingClients.find(({ name }) => name === 'race-refresh-lost')!
  const { findings } = await exploreRaces(racingDriver(client), { tasks: 2, events: ['revocation'], seconds })
  const told = findings.map(({ requirement, verdict }) => `${requirement} ${verdict}`).sort()
  expect(told).toEqual(['client.refresh-once observed', 'client.refresh-refused advice'])
})

it('plays the same schedules each time, each in the order of its tasks', async () => {
  const [one, other] = [
    await exploreRaces(racingDriver(), { seconds, tasks: 2 }),
    await exploreRaces(racingDriver(), { seconds, tasks: 2 }),
  ]
  expect(one).toEqual(other)
})

it('tells when a client does not send the same requests each time', async () => {
  let count = 0
  const { 'list-environments': list, capabilities, open } = racingDriver()
  const random: typeof list = async (context) => {
    if (++count % 3 === 0) await context.client.ask('GET', '/1.13/environments')
    return await list!(context)
  }
  const report = await exploreRaces({ open: open!, 'list-environments': random, capabilities: capabilities! })
  expect(report.complete).toBe(false)
  expect(report.incomplete).toContain('did not send the same requests')
})

it('explores nothing of a driver with one task, and finds nothing in a client that refreshes', async () => {
  const { 'list-environments': list, open } = racingDriver()
  expect(await exploreRaces({ open: open!, 'list-environments': list! })).toMatchObject({ schedules: 0, findings: [] })
  const refreshing = await exploreRaces(toDriver(CarefulClient), { seconds, tasks: 2 })
  expect(refreshing).toMatchObject({ complete: true, findings: [] })
})
