import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'
import { defaultSeed } from '../fixtures/default-seed.ts'
import { type NewestIds, readPackDelta, withDelta } from '../fixtures/pack-delta.ts'
import { seedOf } from '../fixtures/packs.ts'
import type { Seed } from '../emulator/world/seed.ts'
import { scenarioTexts } from '../emulator/disturb/scenarios/scenario-texts.ts'
import { builtScenariosModule } from './built-scenarios.ts'
import { builtHashesModule, builtListsModule, builtSeedModule } from './built-seed.ts'

/** Loads the source of a module. */
const loaded = (source: string): Promise<unknown> => import(`data:text/javascript,${encodeURIComponent(source)}`)

it('makes the same world as Faker does, to the byte', async () => {
  const { builtSeed } = (await loaded(builtSeedModule())) as {
    builtSeed: (longList: (name: string) => string) => Seed
  }
  const { builtList } = (await loaded(builtListsModule())) as { builtList: (name: string) => string }
  const made = seedOf('default', { seed: defaultSeed, scale: undefined })
  expect(builtSeed(builtList)).toStrictEqual(made)
  expect(JSON.stringify(builtSeed(builtList))).toBe(JSON.stringify(made))
})

it.each([1, 20, 40])(
  'knows the newest of each list without it, so that %d records stand in place of them',
  async (count) => {
    const { builtNewest } = (await loaded(builtSeedModule())) as { builtNewest: NewestIds }
    const made = seedOf('default', { seed: defaultSeed, scale: undefined })
    const idAt = (at: number) => `2rFT${'0'.repeat(20)}${at + 100}`
    const records = Array.from({ length: count }, (_, at) => ({ id: idAt(at) }))
    for (const name of ['projects', 'catalog_products', 'groups', 'adapter_connections', 'issue_events']) {
      const delta = readPackDelta({ pack: 'default', [name]: records })
      const [known, read] = [withDelta(delta, made, builtNewest), withDelta(delta, made)]
      expect({ ...known, records: { ...known.records } }).toEqual({ ...read, records: { ...read.records } })
    }
    expect(Object.values(builtNewest).map(({ length }) => length)).toContain(20)
  },
)

it('has the hashes of all secrets of the default seed', async () => {
  const { builtHashes } = (await loaded(builtHashesModule())) as { builtHashes: ReadonlyMap<string, string> }
  const { clientId: _, apiKeyProjectId: _project, ...secrets } = createEmulator().credentials
  expect([...builtHashes.keys()].toSorted()).toEqual(Object.values(secrets).toSorted())
  for (const [secret, hash] of builtHashes) expect(hash).toBe(createHash('sha256').update(secret).digest('hex'))
})

it('has all that is said of every scenario', async () => {
  const built = (await loaded(builtScenariosModule())) as { scenarioTexts: typeof scenarioTexts }
  expect(built.scenarioTexts).toEqual(scenarioTexts)
})
