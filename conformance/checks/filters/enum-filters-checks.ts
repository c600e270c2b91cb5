import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { answer, json, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { noListFact, pageOf, presentFact, type ListWalk } from '../lists/pages.ts'
import { boundOf, differenceFrom, missingFact, type WalkedList } from '../lists/walked-list.ts'
import { answerTo } from '../shared-answers.ts'
import { acceptedEnumFilters, listedValues, triedEnumFilters, type TriedFilter } from './enum-filters.ts'
import { enumInvalidChecks } from './enum-invalid-checks.ts'
import { enumOptionsChecks } from './enum-options-checks.ts'
import { memberText } from '../lists/record-filters.ts'
import { quotedQuery } from './filters-checks.ts'

const common = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const
const afterValues = { ...common, after: ['filters.enum-filters.values'] } as const

/** Values that mean all others: their records need not show them. */
const all = new Set(['all', 'any', '*'])

/**
 * Returns true if the values of a filter were seen to filter. @throws Conclusion `fail` when a list has wrong records.
 */
function assertFilters(filter: TriedFilter): boolean {
  const { base, parameter, path } = filter
  const index = listedValues(filter)
  const lists = filter.lists.filter(({ value }) => !all.has(value.toLowerCase()))
  const met = new Set<string>()
  let proven = false
  let isShared = false
  for (const { value, list } of lists) {
    const walk = list.walk!
    for (const [place, item] of walk.items.entries()) {
      const text = index.size === 0 ? undefined : memberText(item, parameter)
      if (text !== undefined && text !== value)
        fail({
          expected: phrase`only records with ${parameter} ${json(value)} at ${path}`,
          got: phrase`one with ${json(text)}`,
          fact: presentFact(walk, [walk.ids[place]!], [parameter]),
        })
    }
    const { missing } = differenceFrom(base, index.get(value) ?? [], walk)
    if (missing.length > 0)
      fail({
        expected: phrase`every record with ${parameter} ${json(value)} at ${path}`,
        got: phrase`a list without ${someIds(missing)}`,
        fact: missingFact(base, walk, missing),
      })
    for (const id of new Set(walk.ids)) {
      if (met.has(id)) isShared = true
      met.add(id)
    }
    if (isFiltered(base, walk)) proven = true
  }
  // When records do not show the values, their meaning is unknown: one may include another.
  return proven && !(isShared && index.size === 0)
}

/** Returns true if a list with a filter lacks records that the list without it shows. Neither need be complete. */
function isFiltered(base: WalkedList, walk: ListWalk): boolean {
  const known = walk.ids.filter((id) => !base.isNewer(id))
  return (
    known.some((id, place) => base.ids[place] !== id) ||
    (walk.complete && known.length > 0 && known.length < base.ids.length)
  )
}

/**
 * The list without any query shows all records from the newest to the oldest that it shows.
 * @throws Conclusion `fail` when it leaves some out.
 */
async function assertWholePage(session: Session, base: WalkedList): Promise<void> {
  const page = pageOf(session, await answerTo(session, { path: base.path }))
  const places = (page?.ids ?? []).filter((id) => base.places.has(id)).map((id) => base.placeOf(id))
  if (!page || places.length === 0 || !base.complete) return
  const [newest, oldest] = [Math.min(...places), Math.max(...places)]
  const last = base.ids[oldest]!
  // Newer records may have been created since.
  const missing = base.ids.slice(newest, oldest).filter((id) => !page.ids.includes(id))
  if (missing.length > 0)
    fail({
      expected: phrase`all records of the list from ${base.ids[newest]!} to ${last} at ${base.address}, which is asked for without a query`,
      got: phrase`a list without ${someIds(missing)}, which come with limit`,
      fact: { kind: 'missing', ids: missing, pages: [page.exchange], at: page.exchange },
    })
}

/** Filters for a message. */
const listed = (filters: readonly TriedFilter[]): Phrase =>
  phrase`${{ list: filters.map(({ path, parameter }) => phrase`${parameter} at ${path}`) }}`

/** Filters that accept only the values listed (clause 4.5). */
export const enumFilterChecks: readonly Check[] = [
  defineCheck({
    id: 'filters.enum-filters.values',
    ...common,
    description:
      'GETs a list with each declared value of its enum filter (or status=active of clause 4.4): each is accepted, and each list holds only the records of its value.',
    run: async (session) => {
      const declared = (session.run.target.enumFilters ?? []).length > 0
      const filters = declared ? await triedEnumFilters(session) : await acceptedEnumFilters(session)
      for (const { parameter, path, lists } of filters) {
        for (const { value, list } of lists)
          if (!list.walk)
            fail({
              expected: phrase`200 with a list for ${quotedQuery({ [parameter]: value })} at ${path}`,
              got: answer(list.exchange),
              fact: noListFact(list.exchange),
            })
      }
      const proven = filters.filter((filter) => assertFilters(filter))
      if (proven.length === 0)
        insufficient(
          because.data,
          phrase`no list with an enum filter differs from the list without it (${listed(filters)}); it takes records with several values`,
        )
      const seen = proven.map(({ path, parameter, lists, base }) => {
        const values = phrase`${path}: ${lists.length} values of ${parameter}`
        const bound = boundOf(base)
        return bound ? phrase`${values}, ${bound}` : values
      })
      return phrase`${{ list: seen, between: '; ' }}`
    },
  }),
  defineCheck({
    id: 'filters.absent.enum',
    ...afterValues,
    description:
      'Each record of a list with an enum filter is also in the list without it, and on its first page, where it is new enough.',
    run: async (session) => {
      const seen: string[] = []
      for (const { base, parameter, path, lists } of await acceptedEnumFilters(session)) {
        const filled = lists.filter(({ list }) => list.walk && list.walk.ids.length > 0)
        for (const { value, list } of filled) {
          const { skipped } = differenceFrom(base, [], list.walk!)
          if (skipped.length > 0)
            fail({
              expected: phrase`every record in the list without filters at ${path}`,
              got: phrase`a list without ${someIds(skipped)}, which ${quotedQuery({ [parameter]: value })} shows`,
              fact: missingFact(base, base.walk, skipped),
            })
        }
        await assertWholePage(session, base)
        if (filled.length > 1 || filled.some(({ list }) => isFiltered(base, list.walk!))) seen.push(path)
      }
      if (seen.length === 0) insufficient(because.data, phrase`no enum filter has records of more than one value`)
      return phrase`${{ list: seen }}`
    },
  }),
  ...enumInvalidChecks,
  ...enumOptionsChecks,
]
