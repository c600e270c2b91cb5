import { expect, it } from 'vitest'
import { definitions } from '../../emulator/model/contract/conventions.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { judgeLearned, learnEmulator } from '../../testing/learned-emulator.ts'
import { selectPart } from '../../testing/sample.ts'
import { conventionCombinations } from '../../testing/suite/combinations.ts'
import { compareDocuments, hasMoved, driftName } from './drift.ts'

/** Every value of every convention that has a list of them, and values of the others. */
const alternatives: readonly Partial<Conventions>[] = [
  ...Object.entries(definitions).flatMap(([name, definition]) =>
    definition.values.slice(1).map((value: unknown) => ({ [name]: value })),
  ),
  { accessTokenLifetime: 77 },
  { stateCodeLifetime: 30 },
  { defaultLimit: 7 },
  { maximumLimit: 37 },
  { environmentPrefix: 'xyz_' },
  { rateLimit: 5000 },
  { legacyPageSize: 9 },
  { versions: ['1.13', '1.14'] },
]

/** Learns an emulator with writes and without: none wrong, and as many as are promised. */
async function expectLearned(conventions: Partial<Conventions>): Promise<void> {
  for (const [allowWrites, least] of [
    [true, 38],
    [false, 28],
  ] as const) {
    const { emulator, learned } = await learnEmulator({ conventions }, { allowWrites })
    const { wrong, learned: count } = judgeLearned(learned, emulator)
    expect(wrong, JSON.stringify(conventions)).toEqual([])
    expect(count, JSON.stringify(conventions)).toBeGreaterThanOrEqual(least)
    expect(learned.requests).toBeLessThanOrEqual(150)
  }
}

it('learns every value of every convention and 100 combinations, with and without writes, none wrong', async () => {
  const all = [...alternatives, { accessTokensPath: '/1.13/pats' }, { mcpPath: '/tools' }]
  for (const conventions of selectPart([...all, ...conventionCombinations(100)], 15)) await expectLearned(conventions)
}, 300_000)

it('names exactly the changed convention', async () => {
  const { emulator: declaredBy, document: before } = await learnEmulator()
  for (const conventions of selectPart(alternatives, 6)) {
    const { document } = await learnEmulator({ conventions }, { declaredBy })
    const names = compareDocuments(before, document).filter(hasMoved).map(driftName)
    expect(names, JSON.stringify(conventions)).toEqual(Object.keys(conventions))
  }
}, 300_000)

it('finds no drift in an unchanged service, whatever its data', async () => {
  const { document: before } = await learnEmulator()
  const seeds = Array.from({ length: 30 }, (_none, index) => index + 1)
  for (const seed of selectPart(seeds, 6)) {
    const { document } = await learnEmulator({ seed, ...(seed % 2 === 0 ? { fixtures: 'edge' as const } : {}) })
    expect(compareDocuments(before, document).filter(hasMoved)).toEqual([])
  }
}, 300_000)
