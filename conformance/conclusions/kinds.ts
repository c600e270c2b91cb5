// Facts and causes are tables: the members of each kind. Type, JSON schema, redaction and exchanges follow from them.
import type { Offer } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from './exchange.ts'

/** The types of contents, by name. */
interface Contents<Seen> {
  /** An exchange; in a report, its index in the evidence. */
  readonly exchange: Seen
  /** The id of a record, from outside. */
  readonly id: string
  /** The name of a member of a body, from outside. */
  readonly member: string
  /** Any other text from outside. */
  readonly text: string
  /** A fixed word, such as the id of a check. */
  readonly word: string
  readonly count: number
  readonly flag: boolean
  readonly requirement: RequirementId
  readonly offer: Offer
  /** An HTTP status, or a class of them. */
  readonly status: number | 'success' | 'refusal'
}

export type Content = keyof Contents<unknown>

/** The type of a member: a content, a list of contents, one of some words, or a list of such words. */
export type Member = Content | `${Content}[]` | `${Content}[][]` | Words | readonly [Words]

type Words = readonly string[]

/** Members by name. The name of a member that may be missing ends with a question mark. */
export type Members = Readonly<Record<string, Member>>

/** The members of each kind. */
export type Kinds = Readonly<Record<string, Members>>

type ValueOf<Held, Seen> = Held extends Content
  ? Contents<Seen>[Held]
  : Held extends `${infer Item}[]`
    ? readonly ValueOf<Item, Seen>[]
    : Held extends readonly [infer Word extends Words]
      ? readonly Word[number][]
      : Held extends Words
        ? Held[number]
        : never

/** The type of an object with the given members. */
export type WithMembers<Held extends Members, Seen = Exchange> = {
  readonly [Name in keyof Held as Name extends `${string}?` ? never : Name]: ValueOf<Held[Name], Seen>
} & {
  readonly [Name in keyof Held as Name extends `${infer Bare}?` ? Bare : never]?: ValueOf<Held[Name], Seen> | undefined
}

/** The type of a value of any kind. */
export type AnyOf<Table extends Kinds, Seen = Exchange> = {
  [Kind in keyof Table]: { readonly kind: Kind } & WithMembers<Table[Kind], Seen>
}[keyof Table]

/** A value of some kind. */
export interface OfKind {
  readonly kind: string
}

/** Functions that change contents. */
export type Change = { readonly [Name in Content]?: (held: never) => unknown }

/** A value with changed contents. */
export function changeContents(kinds: Kinds, value: OfKind, change: Change): OfKind {
  const members = kinds[value.kind]!
  const changed = Object.entries(value).flatMap(([name, held]: [string, unknown]) => {
    const member = members[name] ?? members[`${name}?`]
    const kept = member === undefined || held === undefined ? undefined : changedContent(member, held, change)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return { kind: value.kind, ...Object.fromEntries(changed) }
}

function changedContent(member: Member, held: unknown, change: Change): unknown {
  if (typeof member !== 'string') return held
  if (Array.isArray(held)) return held.map((item: unknown) => changedContent(itemContent(member), item, change))
  const changed = change[member as Content] as ((held: unknown) => unknown) | undefined
  return changed ? changed(held) : held
}

/** A value with changed exchanges, and changed texts from outside. */
export function changeOutsideValues(
  kinds: Kinds,
  value: OfKind,
  { exchange, text }: { readonly exchange: (seen: never) => unknown; readonly text: (text: string) => string },
): OfKind {
  return changeContents(kinds, value, { exchange, id: text, member: text, text })
}

/** The content type of a list's items. */
export const itemContent = (list: string): Member => list.slice(0, -'[]'.length) as Member

/** The exchanges in a value without duplicates; the deciding one is last. */
export function uniqueExchanges<Seen>(kinds: Kinds, value: OfKind): readonly Seen[] {
  const found = collectContents(kinds, value, 'exchange') as readonly Seen[]
  const last = found.slice(-1)
  return [...new Set(found.filter((exchange) => exchange !== last[0])), ...last]
}

/** The contents of one type in a value, in the order of its table. */
export function collectContents(kinds: Kinds, value: OfKind, content: Content): readonly unknown[] {
  const held = new Map<string, unknown>(Object.entries(value))
  return Object.entries(kinds[value.kind]!)
    .filter(([, member]) => member === content || member === `${content}[]`)
    .flatMap(([name]) => held.get(name.replace('?', '')) ?? [])
}
