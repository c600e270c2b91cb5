import type { Exchange } from './exchange.ts'
import { type AnyOf, collectContents, uniqueExchanges, type Kinds, type WithMembers } from './kinds.ts'

const kinds = {
  /** The answer has a wrong status. */
  status: { wanted: 'status' },
  /** A header is missing or has a wrong value. Its name is in lower case. */
  header: { name: 'word' },
  /**
   * An entry of the Link header is missing or has a wrong value. `from` is the page whose link led to the exchange.
   */
  link: { relation: ['next', 'previous'], 'from?': 'exchange' },
  /**
   * The body, or some of its records or members, has a wrong value; or it lacks texts, whose place does not matter. `by`
   * is the request that made it wrong.
   */
  body: { 'ids?': 'id[]', 'members?': 'member[]', 'lacks?': 'text[]', 'by?': 'exchange' },
  /**
   * Records are present that should be absent. `members` shows why; a page may also ignore a parameter. `by` is the
   * request that should have removed them.
   */
  present: { ids: 'id[]', 'members?': 'member[]', 'ignored?': 'word', 'by?': 'exchange' },
  /**
   * Records are absent from all of `pages`, by default from the exchange. A later page may have them. `by` is the request
   * that removed or created them.
   */
  missing: {
    ids: 'id[]',
    'pages?': 'exchange[]',
    'foundOn?': 'exchange',
    'members?': 'member[]',
    'ignored?': 'word',
    'by?': 'exchange',
  },
  /** A page has more or fewer records. */
  count: { wanted: 'count', got: 'count', 'ignored?': 'word' },
  /**
   * Two ids of a list, of which the first should be higher, or two ids of records that were created one after the
   * other.
   */
  order: { first: 'id', second: 'id', 'byCreation?': 'flag' },
  /** A record occurs more than once in the pages of a walk, by default in the exchange. */
  repeated: { id: 'id', 'pages?': 'exchange[]' },
  /** The target issued an access token although it should not. */
  token: {},
  /**
   * A credential works although it should be refused, or is refused although it should work. `made` is the answer that
   * issued it.
   */
  credential: { works: 'flag', 'made?': 'exchange' },
  /**
   * A secret is shown again. `made` is the only answer that may show it. `by` is the request before which the answer did
   * not show it.
   */
  secret: { 'made?': 'exchange', 'by?': 'exchange' },
  /** The request was refused but had its effect: `after` shows that the id is gone, or that the text exists. */
  effect: { after: 'exchange', 'gone?': 'text', 'there?': 'text' },
  /** Two answers are equal although they should differ. */
  alike: { other: 'exchange' },
  /** Two answers differ although they should be equal. */
  different: { other: 'exchange' },
} as const

/**
 * `others` shows the same, such as answers at other places. `earlier` has the earlier requests without which the answer was
 * right.
 */
const othersAt = { 'others?': 'exchange[]', 'earlier?': 'exchange[]' } as const

/** The exchange that decided. */
const decidedAt = { at: 'exchange' } as const

/** The kinds of facts about a service. */
export const factKinds: Kinds = Object.fromEntries(
  Object.entries(kinds).map(([kind, members]) => [kind, { ...othersAt, ...members, ...decidedAt }]),
)

/** The value that proves a failure. Scripts, evidence and reports are derived from it. */
export type Fact = AnyOf<typeof kinds> & WithMembers<typeof othersAt> & WithMembers<typeof decidedAt>

/** The name of a kind of fact. */
export type FactKind = Fact['kind']

/** The member of a fact for other exchanges that show the same; empty without any. */
export function otherExchanges(others: readonly Exchange[]): Pick<Fact, 'others'> {
  return others.length > 0 ? { others } : {}
}

/** The exchanges of a fact without duplicates; the deciding one is last. */
export function factExchanges(fact: Fact): readonly Exchange[] {
  return uniqueExchanges(factKinds, fact)
}

/** The ids of the records of a fact. */
export function factIds(fact: Fact): readonly string[] {
  return collectContents(factKinds, fact, 'id') as readonly string[]
}
