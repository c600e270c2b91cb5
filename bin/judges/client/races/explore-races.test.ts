import { expect, it } from 'vitest'
import { clientRequirement } from '../../../../conformance/client/catalogue/requirements.ts'
import { racingDriver } from '../../../../testing/clients/racing/client.ts'
import { racingClients } from '../../../../testing/clients/racing/racing-clients.ts'
import { exploreRaces } from './explore-races.ts'

const verdicts = { stated: 'fail', implied: 'advice', silent: 'observed' }

/** The findings that need more than the two fixed orders. */
const rare: ReadonlySet<string> = new Set(['race-late-token', 'race-refresh-lost', 'race-success-unlocks'])

it.each(racingClients)('catches $name, and reports nothing else', async ({ name, client, requirement }) => {
  const races = rare.has(name) ? 50 : 2
  const { played, findings } = await exploreRaces(racingDriver(client), { races })
  expect(played).toBe(races)
  const caught = findings.find((finding) => finding.requirement === requirement)!
  expect(caught.verdict).toBe(verdicts[clientRequirement(requirement).level])
  expect(findings.filter((finding) => finding !== caught && finding.verdict !== 'observed')).toEqual([])
})

it('finds nothing in a careful client, whatever the seed', async () => {
  for (const seed of [1, 2])
    expect(await exploreRaces(racingDriver(), { races: 20, seed })).toEqual({ played: 20, findings: [] })
})

it('plays nothing where fewer than two tasks are done right', async () => {
  const { 'list-environments': list, open } = racingDriver()
  const tasks = { open: open!, 'list-environments': list! }
  expect(await exploreRaces(tasks)).toEqual({ played: 0, findings: [] })
  expect(await exploreRaces({ ...tasks, capabilities: async () => ({ commands: [] }) })).toMatchObject({ played: 0 })
})

it('reports a fault as values, and the order in numbered lines', async () => {
  const { client } = racingClients.find(({ name }) => name === 'race-double-create')!
  const { findings } = await exploreRaces(racingDriver(client))
  const { message, fact, schedule } = findings.find(({ requirement }) => requirement === 'client.writes-once')!
  expect(message).toBe('expected one new token of create-access-token; got 2 new tokens')
  expect(fact).toMatchObject({ kind: 'effect', fault: 'twice' })
  expect(schedule.split('\n')).toEqual([
    '1. create-access-token: POST /access-tokens with the old token → 201, still on its way',
    '2. the access token expires',
    '3. list-environments: GET /1.13/environments with the old token → 401',
    '4. list-environments: POST /oauth/token → 200',
    '5. list-environments: POST /access-tokens with the token of step 4 → 201',
  ])
})
