import type { Exchange } from './exchange.ts'

/** What every fact has: the exchange that decided, which shows it. */
interface Decided {
  readonly at: Exchange
}

/** What a failure rests on. Scripts, evidence and reports are made from it. */
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

/** The answer has another status. */
interface StatusFact {
  readonly kind: 'status'
  /** The status, or its class. */
  readonly wanted: number | 'success' | 'refusal'
}

/** A header is missing or says something else. */
interface HeaderFact {
  readonly kind: 'header'
  /** In lower case. */
  readonly name: string
}

/** An entry of the Link header is missing or says something else. */
interface LinkFact {
  readonly kind: 'link'
  readonly relation: 'next' | 'previous'
  /** The page whose Link header led to the exchange that decided. */
  readonly from?: Exchange
}

/** The body lacks something or says something else. */
interface BodyFact {
  readonly kind: 'body'
  /** The records that it is about; undefined for the whole body. */
  readonly ids?: readonly string[]
  /** The members that it is about. */
  readonly members?: readonly string[]
}

/** Records are there that should not be. */
interface PresentFact {
  readonly kind: 'present'
  readonly ids: readonly string[]
  /** The members by which that is seen. */
  readonly members?: readonly string[]
}

/** Records are not there. */
interface MissingFact {
  readonly kind: 'missing'
  readonly ids: readonly string[]
  /** All pages that lack them. Default: the exchange that decided. */
  readonly pages?: readonly Exchange[]
  /** A page beyond, which has them: they came too late. */
  readonly foundOn?: Exchange
  readonly members?: readonly string[]
}

/** There are more or fewer records on a page. */
interface CountFact {
  readonly kind: 'count'
  readonly wanted: number
  readonly got: number
}

/** Two ids stand in the wrong order. */
interface OrderFact {
  readonly kind: 'order'
  /** The one that should come first. In a list it is the higher one. */
  readonly first: string
  readonly second: string
  /** Whether they were made one after the other, and are not records of one list. */
  readonly byCreation?: boolean
}

/** A record came more than once. */
interface RepeatedFact {
  readonly kind: 'repeated'
  readonly id: string
  /** The pages of the walk. Default: the exchange that decided. */
  readonly pages?: readonly Exchange[]
}

/** An access token was given that should not be. */
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
  /** Never printed: the form in which it stands there. */
  readonly value: string
  /** The answer that may show it. */
  readonly made?: Exchange
}

/** A refused request, which decided, had its effect nevertheless. */
interface EffectFact {
  readonly kind: 'effect'
  /** The answer that shows the effect. */
  readonly after: Exchange
  /** The id that is gone. */
  readonly gone?: string
  /** The text that is there. */
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

/** The kinds of facts. */
export const factKinds: readonly Fact['kind'][] = [
  'status',
  'header',
  'link',
  'body',
  'present',
  'missing',
  'count',
  'order',
  'repeated',
  'token',
  'credential',
  'secret',
  'effect',
  'alike',
  'different',
]

/** The name of a kind of fact. */
export type FactKind = Fact['kind']

/** The exchanges that a fact refers to: the one that decided is the last. */
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

/** The ids of the records that a fact is about. */
export function idsOf(fact: Fact): readonly string[] {
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

/** The names of the members that a fact is about. */
export function membersOf(fact: Fact): readonly string[] {
  return 'members' in fact ? (fact.members ?? []) : []
}

/** A fact with other exchanges in the places of its own, and other texts in the places of its ids and secrets. */
export function withExchanges(
  fact: Fact,
  to: (exchange: Exchange) => Exchange,
  text: (text: string) => string = (same) => same,
): Fact {
  const ids = (all: readonly string[]) => all.map(text)
  const at = to(fact.at)
  switch (fact.kind) {
    case 'link':
      return { ...fact, at, ...(fact.from ? { from: to(fact.from) } : {}) }
    case 'body':
      return { ...fact, at, ...(fact.ids ? { ids: ids(fact.ids) } : {}) }
    case 'present':
      return { ...fact, at, ids: ids(fact.ids) }
    case 'missing':
      return {
        ...fact,
        at,
        ids: ids(fact.ids),
        ...(fact.pages ? { pages: fact.pages.map(to) } : {}),
        ...(fact.foundOn ? { foundOn: to(fact.foundOn) } : {}),
      }
    case 'order':
      return { ...fact, at, first: text(fact.first), second: text(fact.second) }
    case 'repeated':
      return { ...fact, at, id: text(fact.id), ...(fact.pages ? { pages: fact.pages.map(to) } : {}) }
    case 'secret':
      return { ...fact, at, value: text(fact.value), ...(fact.made ? { made: to(fact.made) } : {}) }
    case 'effect':
      return {
        ...fact,
        at,
        after: to(fact.after),
        ...(fact.gone === undefined ? {} : { gone: text(fact.gone) }),
        ...(fact.there === undefined ? {} : { there: text(fact.there) }),
      }
    case 'alike':
    case 'different':
      return { ...fact, at, other: to(fact.other) }
    default:
      return { ...fact, at }
  }
}
