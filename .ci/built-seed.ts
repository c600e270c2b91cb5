import { credentialsOf } from '../emulator/api/auth/credentials.ts'
import { resourceCollections } from '../emulator/model/resources/resources.ts'
import { hashOf } from '../emulator/tools/hash.ts'
import { defaultSeed } from '../fixtures/default-seed.ts'
import { newestOf } from '../fixtures/pack-delta.ts'
import { seedOf } from '../fixtures/packs.ts'

/** Lists with fewer characters are parts of the module of the seed. Those of a first answer are short. */
const longText = 20_000

const { records, ...others } = seedOf('default', { seed: defaultSeed, scale: undefined })
const seed = { records, ...others }
const texts = Object.entries(records).map(([name, list]) => [name, JSON.stringify(list)] as const)

/** As many ids of each list are known without the list, so that a twin with so many samples of each starts quickly. */
const mostNewest = 20

/**
 * The source of the module that replaces fixtures/built-seed.ts in the build. JSON text parses faster than code, each
 * list is parsed when it is read, and templates need no escapes for quotes.
 */
export function builtSeedModule(): string {
  const newest = resourceCollections.map((name) => [
    name,
    newestOf(name, seed)
      .slice(0, mostNewest)
      .map(({ id }) => id),
  ])
  const short = texts.filter(([, text]) => text.length < longText)
  return `const texts = ${literals(short)}
const names = ${JSON.stringify(texts.map(([name]) => name))}
const others = ${JSON.stringify(others)}
export const builtNewest = ${JSON.stringify(Object.fromEntries(newest))}
export const builtSeed = (longList) => {
  const records = {}
  for (const name of names) {
    let list
    Object.defineProperty(records, name, {
      enumerable: true, get: () => (list ??= JSON.parse(texts[name] ?? longList(name))),
    })
  }
  const { seed, ...more } = others
  return { seed, records, ...more }
}
`
}

/** The source of the module that replaces fixtures/built-lists.ts in the build. */
export function builtListsModule(): string {
  return `const texts = ${literals(texts.filter(([, text]) => text.length >= longText))}
export function builtList(name) {
  return texts[name]
}
`
}

/** The source of the module that replaces emulator/tools/built-hashes.ts in the build. */
export function builtHashesModule(): string {
  const { clientSecret, token, integrationToken, apiKey, dsn } = credentialsOf(defaultSeed, others.samples)
  const hashes = [clientSecret, token, integrationToken, apiKey, dsn].map((secret) => [secret, hashOf(secret)])
  return `export const builtHashes = new Map(${JSON.stringify(hashes)})\n`
}

function literals(named: readonly (readonly [name: string, text: string])[]): string {
  return `{ ${named.map(([name, text]) => `${name}: ${literal(text)}`).join(',\n')} }`
}

function literal(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)}\``
}
