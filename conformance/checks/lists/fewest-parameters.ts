// Finds the parameters that reproduce a mistake, by repeating a wrong request without the others.
import { type Phrase, phrase } from '../../conclusions/phrase.ts'

/** The parameters of a query, without those that choose the version. */
export type Query = Readonly<Record<string, string | number>>

/**
 * Removes parameters of a wrong request as long as the answer stays wrong, so that only those that reproduce the
 * mistake remain. Sends requests only if something is wrong.
 * @param kept The names of the parameters that are never left out.
 */
export async function fewestParameters(
  query: Query,
  kept: readonly string[],
  isWrong: (fewer: Query) => Promise<boolean>,
): Promise<Query> {
  const others = otherParameters(query, kept)
  if (others.length === 0) return query
  const alone = withoutParameters(query, ...others)
  if (await isWrong(alone)) return alone
  let fewest = query
  for (const name of others) {
    const fewer = withoutParameters(fewest, name)
    // Without any of them the answer is right.
    if (otherParameters(fewer, kept).length > 0 && (await isWrong(fewer))) fewest = fewer
  }
  return fewest
}

/** Names the other parameters that the mistake needs, to complete the result; empty if it needs none. */
export function neededParametersPhrase(fewest: Query, kept: readonly string[]): Phrase | '' {
  const others = otherParameters(fewest, kept)
  if (others.length === 0) return ''
  return phrase` (right ${{ list: others.map((name) => phrase`without ${name}`), between: ' or ' }})`
}

function otherParameters(query: Query, kept: readonly string[]): readonly string[] {
  return Object.keys(query).filter((name) => !kept.includes(name))
}

/** The query without some of its parameters. */
export const withoutParameters = (query: Query, ...names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))
