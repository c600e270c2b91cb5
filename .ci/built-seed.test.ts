import { expect, it } from 'vitest'
import { defaultSeed } from '../fixtures/default-seed.ts'
import { seedOf } from '../fixtures/packs.ts'
import type { Seed } from '../emulator/world/seed.ts'
import { builtSeedModule } from './built-seed.ts'

it('makes the same world as Faker does, to the byte', async () => {
  const { builtSeed } = (await import(`data:text/javascript,${encodeURIComponent(builtSeedModule())}`)) as {
    builtSeed: () => Seed
  }
  const made = seedOf('default', { seed: defaultSeed, scale: undefined })
  expect(builtSeed()).toStrictEqual(made)
  expect(JSON.stringify(builtSeed())).toBe(JSON.stringify(made))
})
