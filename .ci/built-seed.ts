import { defaultSeed } from '../fixtures/default-seed.ts'
import { seedOf } from '../fixtures/packs.ts'

/**
 * The source of the module that replaces fixtures/built-seed.ts in the build. JSON text parses faster than code, each
 * list is parsed when it is read, and templates need no escapes for quotes.
 */
export function builtSeedModule(): string {
  const { records, ...others } = seedOf('default', { seed: defaultSeed, scale: undefined })
  const texts = Object.entries(records).map(([name, list]) => `${name}: ${literal(JSON.stringify(list))}`)
  return `const texts = { ${texts.join(',\n')} }
const others = ${JSON.stringify(others)}
export const builtSeed = () => {
  const records = {}
  for (const name of Object.keys(texts)) {
    let list
    Object.defineProperty(records, name, { enumerable: true, get: () => (list ??= JSON.parse(texts[name])) })
  }
  const { seed, ...more } = others
  return { seed, records, ...more }
}
`
}

function literal(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)}\``
}
