import { defaultSeed } from '../fixtures/default-seed.ts'
import { seedOf } from '../fixtures/packs.ts'

/** The source of the module that replaces fixtures/built-seed.ts in the build. JSON text parses faster than code. */
export function builtSeedModule(): string {
  const text = JSON.stringify(seedOf('default', { seed: defaultSeed, scale: undefined }))
  return `const text = ${JSON.stringify(text)}\nexport const builtSeed = () => JSON.parse(text)\n`
}
