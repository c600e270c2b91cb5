import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { answer, json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { otherId } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { type ListPage, type ListWalk, noListCause, noListFact, pageOf, presentFact } from '../lists/pages.ts'
import { answerTo } from '../shared-answers.ts'
import { differenceFrom, missingFact, products, type WalkedList } from '../lists/walked-list.ts'
import {
  type ChosenValue,
  chosenValues,
  type FilteredList,
  filteredList,
  indexBy,
  unusualValues,
} from './filter-values.ts'
import { stringFilters, memberText } from '../lists/record-filters.ts'
import { fewestParameters, rightWithout, type Query } from '../lists/fewest-parameters.ts'
import { inWideForm, otherCases, textParts, patternsOf, withAccent, withFoldedLetter, wordsIn } from './near-texts.ts'
import { asTexts, pagesWithRecord } from './pages-with-record.ts'

const onProducts = { effect: 'read', needs: ['bearer', 'catalogId'], after: ['products.list.get'] } as const
const afterExact = { ...onProducts, after: ['filters.exact.value'] } as const

/** Filters for a message. */
export const quotedQuery = (query: Readonly<Record<string, string>>): Phrase =>
  phrase`${{ list: Object.entries(query).map(([name, value]) => phrase`${name}=${json(value)}`), between: ' and ' }}`

/** A record that shows another value than the filter asks for. */
export interface WrongRecord {
  readonly id: string
  readonly name: string
  readonly value: string | undefined
}

/** A record with the value that it should not have, for a message. */
export const wrongValue = ({ id, name, value }: WrongRecord): Phrase => phrase`${id}, whose ${name} is ${json(value)}`

/** A record of a filtered list that shows another value than the filter asks for, whenever it was created. */
function findWrong(base: WalkedList, query: FilteredList['query'], walk: ListWalk): WrongRecord | undefined {
  for (const [name, value] of Object.entries(query)) {
    // A member of that name that shows the value in no record is about something else.
    if (!indexBy(base, name).has(value)) continue
    const wrong = walk.items.findIndex((item) => (memberText(item, name) ?? value) !== value)
    if (wrong >= 0) return { id: walk.ids[wrong]!, name, value: memberText(walk.items[wrong], name) }
  }
  return undefined
}

/** The first filter that some records do not match, with the record and its value; undefined where none shows it. */
export function mismatch({ items }: WalkedList, query: Query, ids: readonly string[]): WrongRecord | undefined {
  for (const [name, wanted] of Object.entries(query)) {
    const id = ids.find((candidate) => (memberText(items.get(candidate), name) ?? wanted) !== wanted)
    if (id !== undefined) return { id, name, value: memberText(items.get(id), name) }
  }
  return undefined
}

/**
 * Compares a filtered list with the records that it should have. Those that were created since the list without filters
 * was walked are judged by the members that they show.
 */
export function assertRecords(
  base: WalkedList,
  { query, walk, exchange }: FilteredList,
  expected: Iterable<string>,
): void {
  const what = phrase`exactly the records with ${quotedQuery(query)}`
  if (!walk) fail({ expected: phrase`200 with ${what}`, got: answer(exchange), fact: noListFact(exchange) })
  const { missing, extra } = differenceFrom(base, expected, walk)
  if (extra.length > 0) {
    const wrong = mismatch(base, query, extra)
    fail({
      expected: what,
      got: phrase`also ${someIds(extra)}${wrong ? phrase`; ${wrongValue(wrong)}` : ''}`,
      fact: presentFact(walk, extra, wrong ? [wrong.name] : []),
    })
  }
  if (missing.length > 0)
    fail({
      expected: what,
      got:
        walk.ids.length === 0
          ? phrase`an empty list, without ${someIds(missing)}`
          : phrase`${walk.ids.length} of them, without ${someIds(missing)}`,
      fact: missingFact(base, walk, missing),
    })
  const wrong = findWrong(base, query, walk)
  if (wrong) fail({ expected: what, got: wrongValue(wrong), fact: presentFact(walk, [wrong.id], [wrong.name]) })
  if (walk.ids.length > 0 && !walk.ids.some((id) => base.places.has(id)))
    insufficient(
      because.changed,
      phrase`all records that came for ${quotedQuery(query)} were created since the list without filters was walked`,
    )
}

/**
 * Sends a value that is near the chosen one, and looks whether records of the chosen one come: on a page where one of
 * them comes for the chosen value, behind a cursor and beside all other filters, or else on the first page.
 * A page before a cursor is offered as a control: `filters.exact.pages` reads what comes of it.
 * @param isOffered False for a value that shows no more than others that are offered.
 */
async function assertOtherValue(
  session: Session,
  base: WalkedList,
  chosen: ChosenValue,
  other: string,
  isOffered = true,
): Promise<void> {
  const [page = {}, before] = session.run.quick ? [] : await pagesOf(session, base, chosen)
  await assertOtherOn(session, base, chosen, other, page)
  if (before && isOffered)
    session.run.controls.offer({ path: base.path, query: { ...before, [chosen.filter]: other }, as: 'bearer' })
}

/** Does so with another form of the chosen value, or of the first value of the filter that has such a form. */
async function assertOtherForm(
  session: Session,
  base: WalkedList,
  chosen: ChosenValue,
  formsOf: (value: string) => readonly string[],
  isOffered = true,
): Promise<void> {
  const { filter } = chosen
  const others = [...indexBy(base, filter)].map(([value, ids]): ChosenValue => ({ filter, value, ids }))
  const known = new Set(others.map(({ value }) => value))
  for (const candidate of [chosen, ...others]) {
    const form = formsOf(candidate.value).find((text) => !known.has(text))
    if (form === undefined) continue
    return await assertOtherValue(session, base, candidate, form, isOffered)
  }
}

/** Pages on which a record of a value in the midst of the list comes. */
async function pagesOf(
  session: Session,
  base: WalkedList,
  { filter, value, ids }: ChosenValue,
): Promise<readonly Query[]> {
  const id = [...ids].find((candidate) => base.placeOf(candidate) > 0)
  return id === undefined ? [] : pagesWithRecord(session, { base, id, name: filter, value })
}

async function assertOtherOn(
  session: Session,
  base: WalkedList,
  { filter }: ChosenValue,
  other: string,
  beside: Query,
): Promise<void> {
  const query = { ...beside, [filter]: other }
  const exchange = await session.send({ path: base.path, query })
  const page = pageOf(session, exchange)
  // No record has this value. A target may refuse it instead of returning an empty list.
  if (!page && exchange.response.status >= 400 && exchange.response.status < 500) return
  if (!page)
    insufficient(
      noListCause(exchange),
      phrase`${quotedQuery(asTexts(query))} was answered ${answer(exchange)}`,
      exchange,
    )
  if (wrongIn(page, filter, other) !== undefined) {
    const kept = [filter]
    const pageFor = async (fewer: Query) => pageOf(session, await answerTo(session, { path: base.path, query: fewer }))
    const fewest = await fewestParameters(query, kept, async (fewer) => {
      const found = await pageFor(fewer)
      return found !== undefined && wrongIn(found, filter, other) !== undefined
    })
    const nearest = fewest === query ? page : (await pageFor(fewest))!
    const wrong = wrongIn(nearest, filter, other)!
    fail({
      expected: phrase`only records whose ${filter} is exactly ${json(other)} for ${quotedQuery(asTexts(fewest))}`,
      got: phrase`${wrongValue(wrong)}${rightWithout(fewest, kept)}`,
      fact: presentFact({ pages: [nearest] }, [wrong.id], [filter]),
    })
  }
  const [newest] = indexBy(base, filter).get(other) ?? []
  if (Object.keys(beside).length === 0 && newest !== undefined && !page.ids.includes(newest))
    fail({
      expected: phrase`the records whose ${filter} is exactly ${json(other)}`,
      got: phrase`a list without ${newest}, which shows it`,
      fact: { kind: 'missing', ids: [newest], pages: [exchange], at: exchange },
    })
}

/** The first record of a page that shows another value than was asked for. */
function wrongIn({ ids, items }: ListPage, name: string, wanted: string): WrongRecord | undefined {
  const place = items.findIndex((item) => (memberText(item, name) ?? wanted) !== wanted)
  return place < 0 ? undefined : { id: ids[place]!, name, value: memberText(items[place], name) }
}

const spaced = (value: string): readonly string[] => [`${value} `, ` ${value}`, `${value}\n`]

const isPlain = (value: string, chosen: string): boolean => value !== chosen && value !== '' && !value.includes(',')

/** Plain string filters (clause 4.5), on the products, which show the values of their filters. */
export const filterChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.exact.value',
    ...onProducts,
    description:
      'GETs the products with a brand, and with a category, that some of them show: the answer holds those and no others.',
    run: async (session) => {
      const base = await products(session)
      const chosen = await chosenValues(session)
      for (const { filter, value, ids } of chosen) {
        assertRecords(base, await filteredList(session, base, { [filter]: value }), ids)
        if (ids.size === base.ids.length)
          await assertOtherValue(session, base, { filter, value, ids }, otherId(base.ids[0]!))
      }
      const seen = chosen.map(
        ({ filter, value, ids }) => phrase`${filter} ${json(value)}: ${ids.size} of ${base.ids.length}`,
      )
      return phrase`${{ list: seen, between: '; ' }}`
    },
  }),
  defineCheck({
    id: 'filters.exact.partial',
    ...afterExact,
    description:
      'GETs the products with parts of a value (without its last or first letter, its middle, one of its words): the records of the value do not come.',
    run: async (session) => {
      const base = await products(session)
      for (const [index, chosen] of (await chosenValues(session)).entries()) {
        const parts = textParts(chosen.value)
        if (parts.length === 0)
          insufficient(because.data, phrase`the value ${json(chosen.value)} is too short to shorten`)
        // A match by the beginning or by the end shows with every seed of a quick run.
        const { quick, rotation } = session.run
        const asked = index > 0 && quick ? parts.slice(0, 2) : rotation.some(parts, 1)
        for (const part of asked) await assertOtherValue(session, base, chosen, part)
        if (!session.run.quick && wordsIn(chosen.value).length === 0)
          await assertOtherForm(session, base, chosen, wordsIn)
      }
    },
  }),
  defineCheck({
    id: 'filters.exact.pattern',
    ...afterExact,
    description:
      'GETs the products with two patterns that a brand or a category would match: its beginning followed by % or *, or _ or a dot for one of its letters. The records of the value do not come. In a full run also with an exclamation mark before the value: those of other values do not come, either.',
    run: async (session) => {
      const base = await products(session)
      const chosen = await chosenValues(session)
      const { rotation } = session.run
      const asked = rotation
        .some([...patternsOf.entries()], 2)
        // Filters are likely matched in the same way, so each pattern is tried on one of them.
        .flatMap(([index, pattern]) =>
          rotation.some(chosen, 1, index).map((value) => ({ value, pattern: pattern(value.value) })),
        )
      for (const { value, pattern } of asked) await assertOtherValue(session, base, value, pattern)
      const [first] = chosen
      if (first && !session.run.quick) await assertOtherOn(session, base, first, `!${first.value}`, {})
    },
  }),
  defineCheck({
    id: 'filters.exact.list',
    ...afterExact,
    description:
      'GETs the products with two brands in one value, with commas between them and the first one repeated at the end, and with two categories so: the records of neither come.',
    run: async (session) => {
      const base = await products(session)
      for (const chosen of await chosenValues(session)) {
        const values = [...indexBy(base, chosen.filter)]
        const [other = chosen.value] = values.map(([value]) => value).filter((value) => isPlain(value, chosen.value))
        await assertOtherValue(session, base, chosen, `${chosen.value},${other},${chosen.value}`)
      }
    },
  }),
  defineCheck({
    id: 'filters.exact.unusual',
    ...afterExact,
    description:
      'GETs the products with a brand or a category that has a comma, % or _ in it, another sign such as & or +, or a letter beyond ASCII, if some show one: the answer holds those and no others.',
    run: async (session) => {
      const base = await products(session)
      const values = stringFilters.flatMap((filter) => unusualValues([...indexBy(base, filter)], filter))
      if (values.length === 0) notApplicable(because.data, phrase`no brand and no category has an unusual character`)
      const asked = session.run.rotation.some(values, 2)
      for (const { filter, value, ids } of asked)
        assertRecords(base, await filteredList(session, base, { [filter]: value }), ids)
      return phrase`${{ list: asked.map(({ filter, value }) => quotedQuery({ [filter]: value })), between: '; ' }}`
    },
  }),
  defineCheck({
    id: 'filters.exact.case',
    ...afterExact,
    description:
      'GETs the products with a value in upper or in lower case, if that is another value, and with an accent on one of its vowels or a letter beyond ASCII that folds alike: the records of the value do not come.',
    run: async (session) => {
      const base = await products(session)
      const values = await chosenValues(session)
      const chosen = values.filter(({ value }) => otherCases(value).length > 0)
      if (chosen.length === 0)
        insufficient(because.data, phrase`no brand and no category of the products has letters of two cases`)
      for (const [index, value] of chosen.entries())
        for (const other of session.run.rotation.some(otherCases(value.value), 1, index))
          await assertOtherValue(session, base, value, other)
      for (const value of session.run.rotation.some(values, 1)) {
        const accented = withAccent(value.value)
        if (accented !== undefined) await assertOtherValue(session, base, value, accented)
        if (session.run.quick) continue
        await assertOtherForm(session, base, value, withFoldedLetter)
        // NFKC takes most folded letters for the usual ones, too.
        await assertOtherForm(session, base, value, inWideForm, false)
      }
    },
  }),
  defineCheck({
    id: 'filters.exact.space',
    onlyInFull: true,
    ...afterExact,
    description:
      'GETs the products with a value followed by a space or a line break, or after a space: the records of the value do not come.',
    run: async (session) => {
      const base = await products(session)
      for (const [index, chosen] of (await chosenValues(session)).entries())
        for (const other of session.run.rotation.some(spaced(chosen.value), 1, index))
          // Where the space behind it does not count, the line break does not, either.
          await assertOtherValue(session, base, chosen, other, other.trimEnd() === other || other.endsWith('\n'))
    },
  }),
  defineCheck({
    id: 'filters.absent.strings',
    ...afterExact,
    description:
      'Each product with a brand, or with a category, is also in the list without that filter, which has products with several values.',
    run: async (session) => {
      const base = await products(session)
      for (const { filter, value } of await chosenValues(session)) {
        const { walk } = await filteredList(session, base, { [filter]: value })
        const { skipped } = differenceFrom(base, [], walk ?? { ids: [], complete: true })
        if (skipped.length > 0)
          fail({
            expected: phrase`every product in the list without filters`,
            got: phrase`a list without ${someIds(skipped)}, which ${quotedQuery({ [filter]: value })} shows`,
            fact: missingFact(base, base.walk, skipped),
          })
      }
      if (stringFilters.every((filter) => indexBy(base, filter).size < 2))
        insufficient(because.data, phrase`all products that came have the same brand and category`)
    },
  }),
]
