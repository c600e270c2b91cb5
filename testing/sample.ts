// Suites that sample: each day another part, so that a month runs everything.

/** In how many days a suite that samples has run everything. */
const days = 30

// oxlint-disable-next-line no-restricted-properties -- the day is the seed.
const day = Math.floor(Date.now() / 86_400_000)

/** The seed that `.ci/tests.mjs` prints: the day since 1970, another number by `--seed`, or `all`. */
const today: string = process.env['PLATFORM_SAMPLE'] ?? String(day)

/** A seed for suites that generate endless cases: `all` is the day for them. */
export const sampleSeed: number = today === 'all' ? day : Number(today)

/**
 * The part of a suite that a run takes: every `parts`th item, each day from another one on. As many days in a row as
 * there are parts take everything.
 * @param parts In how many parts the items are cut. Default: 30, for a month.
 * @param seed The day, or `all` for everything.
 */
export function selectPart<Item>(items: readonly Item[], parts: number = days, seed: string = today): readonly Item[] {
  if (seed === 'all') return items
  const chosen = Number(seed) % parts
  return items.filter((_item, index) => index % parts === chosen)
}
