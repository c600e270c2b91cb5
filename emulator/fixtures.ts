// The data that an emulator begins with. Nothing else in `emulator/` takes anything from `fixtures/`.
export { exampleAdapters } from '../fixtures/adapters/adapters.ts'
export { defaultSeed } from '../fixtures/default-seed.ts'
export type { FixturePack } from '../fixtures/pack-options.ts'
export { seedOf } from '../fixtures/packs.ts'
export { parseSeed } from '../fixtures/parse-seed.ts'
