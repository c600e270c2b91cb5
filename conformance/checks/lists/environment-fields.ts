// The members id and name of environments: which pages and which records lack one (clause 2.1).
import { cursorParameters } from '../../catalogue/operations.ts'
import { fail, type Failure } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { andList, json, jsonPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findMember, findRecord, isObject, type Item, itemId } from '../../reading/find-list.ts'
import { exchangeTraits, findCondition, nearestFirst, type Traits } from '../traits.ts'

type Member = 'id' | 'name'

const valueOf = (item: Item, member: Member): unknown => findMember(findRecord(item), member)

const isLacking: Readonly<Record<Member, (item: Item) => boolean>> = {
  id: (item) => (findRecord(item)?.['id'] ?? null) === null,
  name: (item) => typeof valueOf(item, 'name') !== 'string',
}

const isIncomplete = (item: Item) => isLacking.id(item) || isLacking.name(item)

/** A page of environments. */
interface Page {
  readonly exchange: Exchange
  readonly items: readonly Item[]
}

/** The parameters of a page. */
function pageTraits({ exchange }: Page): Traits {
  const traits = Object.entries(exchangeTraits(exchange))
  return Object.fromEntries(traits.filter(([name]) => name === 'query' || name.startsWith('?')))
}

/** Traits that do not tell the cursors apart. */
function withAnyCursor(traits: Traits): Traits {
  const isCursor = (name: string) => cursorParameters.some((cursor) => name === `?${cursor}`)
  const others = Object.entries(traits).filter(([name]) => !isCursor(name))
  const hasCursor = others.length < Object.keys(traits).length
  return { ...(hasCursor ? { '?a cursor': 'with a cursor' } : {}), ...Object.fromEntries(others) }
}

const parameterName = (name: string) => name.slice(1)

/** Returns true for a parameter that a query has. */
const isParameter = (name: string) => name.startsWith('?')

/** The most pages that are named. */
const mostNamed = 3

const countParameters = (page: Page): number => Object.keys(pageTraits(page)).length

/** The pages of environments that a run saw: those with a record that lacks a member, and those without. */
export class EnvironmentPages {
  #wrong: readonly Page[] = []
  readonly #right: { readonly traits: Traits; readonly ids: ReadonlySet<string | undefined> }[] = []

  /** The answer that shows the mistake best: with the fewest parameters, and the most records. */
  get evidence(): Exchange | undefined {
    return this.#wrong[0]?.exchange
  }

  add(page: Page): void {
    if (page.items.length === 0) return
    if (page.items.some(isIncomplete))
      this.#wrong = [...this.#wrong, page].toSorted(
        (left, right) => countParameters(left) - countParameters(right) || right.items.length - left.items.length,
      )
    else this.#right.push({ traits: pageTraits(page), ids: new Set(page.items.map(itemId)) })
  }

  /** @throws Conclusion `fail` if a record has no id, or no name that is a string. */
  assert(): void {
    for (const member of ['id', 'name'] as const) {
      const wrong = this.#wrong.filter(({ items }) => items.some(isLacking[member]))
      const [first] = wrong
      if (first)
        fail({
          expected: phrase`${member === 'id' ? 'a member id' : 'a member name that is a string'} at the top level of each environment`,
          ...this.#failure(member, first, wrong),
        })
    }
  }

  #failure(member: Member, first: Page, wrong: readonly Page[]): Omit<Failure, 'expected'> {
    const lacking = first.items.filter(isLacking[member])
    const [item] = lacking as [Item]
    const ids = lacking.map(itemId).filter((id) => id !== undefined)
    const isAll = lacking.length === first.items.length
    // A page without the only record that lacks a member shows nothing.
    const right = this.#right.filter(
      (page) => isAll || ids.length !== 1 || isAtEnd(wrong, member) || page.ids.has(ids[0]),
    )
    const wrongTraits = wrong.map(pageTraits)
    const rightTraits = right.map(({ traits }) => traits)
    const found = [wrongTraits, wrongTraits.map(withAnyCursor)]
      .map((traits, place) => findCondition(traits, place === 0 ? rightTraits : rightTraits.map(withAnyCursor)))
      .find((each) => each?.isProven)
    const condition = found ? phrase`${found.holds}` : undefined
    const isSame = wrong.length > 1 && ids.length === 1 && !isAtEnd(wrong, member)
    const which =
      isSame && wrong.every(({ items }) => items.filter(isLacking[member]).every((other) => itemId(other) === ids[0]))
        ? phrase`one record, ${ids[0]!}`
        : whichRecords(member, first)
    const nearest = nearestFirst(rightTraits, (traits) => traits, wrongTraits[0]!)
    const namesOf = (traits: Traits) => Object.keys(traits).filter(isParameter).map(parameterName).join(' and ')
    const same = namesOf(wrongTraits[0]!)
    const besides = [...new Set(nearest.map(namesOf))].slice(0, mostNamed).map((names) => {
      if (names === '') return phrase`without a query`
      return names === same ? phrase`with other values of ${names}` : phrase`with only ${names}`
    })
    const inner = innerMember(first.items.filter(isLacking[member]), member)
    const value = valueOf(item, member)
    const what = value === undefined ? phrase`no ${member}` : phrase`${member} is ${kindOf(value)}`
    const others = [...new Set(wrong.slice(1).flatMap((page) => Object.keys(pageTraits(page))))].filter(
      (name) => isParameter(name) && !(name in wrongTraits[0]!),
    )
    const although = inner
      ? phrase`, although ${value === undefined ? phrase`${inner.name} has one` : phrase`${`${inner.name}.${member}`} is a string`}`
      : ''
    return {
      symptom: phrase`${what} on ${which}${although}`,
      got: phrase`${what} on ${which}${inner ? phrase` (${inner.words})` : ''}: ${jsonPhrase(item)}`,
      fact: { kind: 'body', ids, members: [member], at: first.exchange },
      condition,
      beside: found?.isProven
        ? phrase`${found.otherwise}`
        : right.length === 0
          ? undefined
          : phrase`${{ list: besides, between: '; ' }}`,
      alike: others.length === 0 ? undefined : phrase`with ${andList(others.map(parameterName))}`,
      remedy: phrase`Send ${member} at the top level of each environment${inner ? phrase`, not only in ${inner.name}` : ''}.`,
    }
  }
}

/** Returns true if it is always the first record of a page that lacks a member, or always the last one. */
function isAtEnd(wrong: readonly Page[], member: Member): boolean {
  const isOnly = (place: number) =>
    wrong.every(({ items }) => {
      const lacking = items.filter(isLacking[member])
      return lacking.length === 1 && lacking[0] === items.at(place)
    })
  return isOnly(0) || isOnly(-1)
}

/** The records of a page that lack a member. */
function whichRecords(member: Member, { items }: Page): Phrase {
  const places = items.flatMap((item, place) => (isLacking[member](item) ? [place] : []))
  const [place = 0] = places
  if (places.length > 1 || items.length === 1)
    return places.length === items.length && items.length > 1
      ? phrase`all ${items.length} records`
      : phrase`${places.length} of ${items.length} records`
  const which = place === 0 ? 'the first' : place === items.length - 1 ? 'the last' : phrase`record ${place + 1}`
  return phrase`${which} of ${items.length} records`
}

const kindOf = (value: unknown): Phrase =>
  value === null
    ? phrase`null`
    : Array.isArray(value)
      ? phrase`an array`
      : phrase`${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`

/** An object within all records that has the member, and its values. */
function innerMember(
  items: readonly Item[],
  member: Member,
): { readonly name: string; readonly words: Phrase } | undefined {
  const innerOf = (item: Item, name: string): unknown => {
    const inner = findRecord(item)?.[name]
    return isObject(inner) ? inner[member] : undefined
  }
  const names = Object.keys(findRecord(items[0]!) ?? {})
  const name = names.find((each) => items.every((item) => typeof innerOf(item, each) === 'string'))
  if (name === undefined) return undefined
  const values = new Set(items.map((item) => innerOf(item, name)))
  const words =
    values.size === 1
      ? phrase`${`${name}.${member}`} is ${json([...values][0])}${items.length > 1 ? ' on all of them' : ''}`
      : phrase`${`${name}.${member}`} has ${values.size} different values`
  return { name, words }
}
