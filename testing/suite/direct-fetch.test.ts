import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { selectPart } from '../sample.ts'
import { expectEveryMalformed } from './behaviours/ids.ts'
import { SuiteClient } from './suite-client.ts'
import { conventionCombinations } from './combinations.ts'
import { registerSuite } from './register.ts'
import { suiteClock, suiteSeed } from './suite-seed.ts'
import { toDirectFetch } from './transports.ts'

const [usual, ...others] = conventionCombinations(30).entries()

// The conventions of the specification, and of the other combinations a part each day.
for (const [index, conventions] of [usual!, ...selectPart(others, 10)]) {
  registerSuite({
    title: `direct fetch, conventions ${index}: ${JSON.stringify(conventions)}`,
    conventions,
    transport: toDirectFetch,
    basePath: index % 5 === 4 ? '/api/v' : '',
  })
}

it('answers 400 to every malformed id wherever an id is taken', async () => {
  const emulator = createEmulator({
    fixtures: suiteSeed,
    clock: suiteClock,
    conventions: { versions: ['1.13', '1.14'] },
  })
  expect(
    await expectEveryMalformed(new SuiteClient(emulator, await toDirectFetch(emulator), 'default')),
  ).toBeGreaterThan(2000)
})
