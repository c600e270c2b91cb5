import type { Exchange } from './exchange.ts'

/** The members of every fact. */
interface Decided {
  /** The exchange that decided. */
  readonly at: Exchange
  /** Other exchanges that show the same, such as answers at other places. */
  readonly others?: readonly Exchange[] | undefined
}

/** The typed value that shows a failure. Scripts, evidence and reports are made from it. */
export type Fact = Decided &
  (
    | StatusFact
    | HeaderFact
    | LinkFact
    | BodyFact
    | PresentFact
    | MissingFact
    | CountFact
    | OrderFact
    | RepeatedFact
    | TokenFact
    | CredentialFact
    | SecretFact
    | EffectFact
    | AlikeFact
    | DifferentFact
  )

/** The answer has a wrong status. */
interface StatusFact {
  readonly kind: 'status'
  /** The status, or its class. */
  readonly wanted: number | 'success' | 'refusal'
}

/** A header is missing or has a wrong value. */
interface HeaderFact {
  readonly kind: 'header'
  /** The name of the header, in lower case. */
  readonly name: string
}

/** An entry of the Link header is missing or has a wrong value. */
interface LinkFact {
  readonly kind: 'link'
  readonly relation: 'next' | 'previous'
  /** The page whose Link header led to the deciding exchange. */
  readonly from?: Exchange
}

/** The body lacks something or has a wrong value. */
interface BodyFact {
  readonly kind: 'body'
  /** The ids of the records concerned; undefined for the whole body. */
  readonly ids?: readonly string[]
  /** The names of the members concerned. */
  readonly members?: readonly string[]
  /** The texts that the body lacks, wherever they should stand. */
  readonly lacks?: readonly string[]
}

/** Records are present that should be absent. */
interface PresentFact {
  readonly kind: 'present'
  readonly ids: readonly string[]
  /** The members that show it. */
  readonly members?: readonly string[]
}

/** Records are absent. */
interface MissingFact {
  readonly kind: 'missing'
  readonly ids: readonly string[]
  /** All pages that lack them. Default: the deciding exchange. */
  readonly pages?: readonly Exchange[]
  /** A later page that has them: they came too late. */
  readonly foundOn?: Exchange
  readonly members?: readonly string[]
}

/** A page has more or fewer records. */
interface CountFact {
  readonly kind: 'count'
  readonly wanted: number
  readonly got: number
}

/** Two ids are in the wrong order. */
interface OrderFact {
  readonly kind: 'order'
  /** The id that should come first. In a list it is the higher one. */
  readonly first: string
  readonly second: string
  /** True if they were made one after the other, instead of being records of one list. */
  readonly byCreation?: boolean
}

/** A record came more than once. */
interface RepeatedFact {
  readonly kind: 'repeated'
  readonly id: string
  /** The pages of the walk. Default: the deciding exchange. */
  readonly pages?: readonly Exchange[]
}

/** The target issued an access token that it should not issue. */
interface TokenFact {
  readonly kind: 'token'
}

/** A credential works or is refused, though it should not. */
interface CredentialFact {
  readonly kind: 'credential'
  readonly works: boolean
}

/** A secret is shown again. */
interface SecretFact {
  readonly kind: 'secret'
  /** The form of the secret in the answer. Never printed. */
  readonly value: string
  /** The answer that may show it. */
  readonly made?: Exchange
}

/** The deciding request was refused, and had its effect nevertheless. */
interface EffectFact {
  readonly kind: 'effect'
  /** The answer that shows the effect. */
  readonly after: Exchange
  /** The id of the record that is gone. */
  readonly gone?: string
  /** The text that the answer has. */
  readonly there?: string
}

/** Two answers are the same that should differ. */
interface AlikeFact {
  readonly kind: 'alike'
  readonly other: Exchange
}

/** Two answers differ that should be the same. */
interface DifferentFact {
  readonly kind: 'different'
  readonly other: Exchange
}

/** The name of a kind of fact. */
export type FactKind = Fact['kind']

/** The member of a fact for other exchanges that show the same; none without any. */
export function alsoAt(others: readonly Exchange[]): Pick<Fact, 'others'> {
  return others.length > 0 ? { others } : {}
}

/** Every exchange that shows a fact or belongs to it: the deciding one is the last. */
export function everyExchangeOf(fact: Fact): readonly Exchange[] {
  return [...(fact.others ?? []), ...exchangesOf(fact)]
}

/** The exchanges that a fact refers to: the deciding one is the last. */
export function exchangesOf(fact: Fact): readonly Exchange[] {
  const others = ((): readonly (Exchange | undefined)[] => {
    switch (fact.kind) {
      case 'link':
        return [fact.from]
      case 'missing':
        return [...(fact.pages ?? []), fact.foundOn]
      case 'repeated':
        return fact.pages ?? []
      case 'secret':
        return [fact.made]
      case 'effect':
        return [fact.after]
      case 'alike':
      case 'different':
        return [fact.other]
      default:
        return []
    }
  })()
  return [...others.filter((other) => other !== undefined && other !== fact.at), fact.at] as readonly Exchange[]
}

/** The ids of the records of a fact. */
export function factIds(fact: Fact): readonly string[] {
  switch (fact.kind) {
    case 'body':
    case 'present':
    case 'missing':
      return fact.ids ?? []
    case 'order':
      return [fact.first, fact.second]
    case 'repeated':
      return [fact.id]
    default:
      return []
  }
}

/** The names of the members of a fact. */
export function factMembers(fact: Fact): readonly string[] {
  return 'members' in fact ? (fact.members ?? []) : []
}

/** A fact with other exchanges, ids and secrets. */
export function withExchanges(
  fact: Fact,
  to: (exchange: Exchange) => Exchange,
  text: (text: string) => string = (same) => same,
): Fact {
  const ids = (all: readonly string[]) => all.map(text)
  const seen = { at: to(fact.at), ...(fact.others ? { others: fact.others.map(to) } : {}) }
  switch (fact.kind) {
    case 'link':
      return { ...fact, ...seen, ...(fact.from ? { from: to(fact.from) } : {}) }
    case 'body':
      return {
        ...fact,
        ...seen,
        ...(fact.ids ? { ids: ids(fact.ids) } : {}),
        ...(fact.lacks ? { lacks: fact.lacks.map(text) } : {}),
      }
    case 'present':
      return { ...fact, ...seen, ids: ids(fact.ids) }
    case 'missing':
      return {
        ...fact,
        ...seen,
        ids: ids(fact.ids),
        ...(fact.pages ? { pages: fact.pages.map(to) } : {}),
        ...(fact.foundOn ? { foundOn: to(fact.foundOn) } : {}),
      }
    case 'order':
      return { ...fact, ...seen, first: text(fact.first), second: text(fact.second) }
    case 'repeated':
      return { ...fact, ...seen, id: text(fact.id), ...(fact.pages ? { pages: fact.pages.map(to) } : {}) }
    case 'secret':
      return { ...fact, ...seen, value: text(fact.value), ...(fact.made ? { made: to(fact.made) } : {}) }
    case 'effect':
      return {
        ...fact,
        ...seen,
        after: to(fact.after),
        ...(fact.gone === undefined ? {} : { gone: text(fact.gone) }),
        ...(fact.there === undefined ? {} : { there: text(fact.there) }),
      }
    case 'alike':
    case 'different':
      return { ...fact, ...seen, other: to(fact.other) }
    default:
      return { ...fact, ...seen }
  }
}
