// The initial data of an emulator. No other module in `emulator/` imports from `fixtures/`.
export { exampleAdapters } from '../fixtures/adapters/adapters.ts'
export { defaultSeed } from '../fixtures/pack-options.ts'
export type { FixturePack } from '../fixtures/pack-options.ts'
export { packSeed } from '../fixtures/packs.ts'
export { parseSeed } from '../fixtures/parse-seed.ts'
