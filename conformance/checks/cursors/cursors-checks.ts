import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, type Phrase, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import { type ListPage, noListFact, defaultPageSize } from '../lists/pages.ts'
import { assertPage, failPage, limitedPage, pagedList, sameIds, sendPage, smallLimit } from '../lists/paging.ts'
import { boundOf } from '../lists/walked-list.ts'
import { assertEdges, placeOf } from './edges.ts'
import { nearerChecks } from './nearer-checks.ts'
import { otherListChecks } from './other-lists-checks.ts'
import { cursorWalkChecks } from './walk-checks.ts'
import { watchedPagesChecks } from './watched-pages-checks.ts'
import { assertFalling, firstRepeated } from './walks.ts'

const common = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const
const afterLimit = { ...common, after: ['cursors.limit.size'] } as const
const afterForward = { ...common, after: ['cursors.limit.size', 'cursors.starting-after.next'] } as const

const beside = (cursor: Readonly<Record<string, string>>): Phrase =>
  Object.entries(cursor).reduce((words, [name, id]) => phrase`${words} with ${name}=${id}`, phrase``)

/** @throws Conclusion `fail` when a page has another number of records. */
function failCount(expected: Phrase, wanted: number, { ids, exchange: at }: ListPage): never {
  const got = ids.length
  return fail({ expected, got: phrase`${got}`, fact: { kind: 'count', wanted, got, at } })
}

/** Id cursors (clause 4.6), on the products. */
export const cursorChecks: readonly Check[] = [
  defineCheck({
    id: 'cursors.limit.size',
    ...common,
    description:
      'GETs pages with limit=1, 2, 3 and 7, or larger ones if these are refused: each holds that many records, if there are so many, or the most that the target returns at once.',
    run: async (session) => {
      const base = await pagedList(session)
      const refused: { readonly limit: number; readonly exchange: Exchange }[] = []
      const sizes = [1, 2, ...session.run.rotation.some([7, 3], 1)]
      for (const limit of sizes) {
        const { page, exchange } = await limitedPage(session, base, limit)
        // The minimum and the maximum of limit are not shown. That some value works is.
        if (!page) {
          refused.push({ limit, exchange })
          if (refused.length === sizes.length && limit < 100) sizes.push(Math.max(...sizes) * 2)
          continue
        }
        const most = Math.min(limit, base.pageSize, base.complete ? base.ids.length : Infinity)
        if (page.ids.length < most || page.ids.length > limit)
          failCount(phrase`${most} records for limit=${limit}`, most, page)
      }
      const { limit: largest = Infinity, pageSize } = base
      const tooLarge = base.walk.pages.find(({ ids }) => ids.length === pageSize && pageSize > largest)
      if (tooLarge) failCount(phrase`${largest} records at most for limit=${largest}`, largest, tooLarge)
      if (refused.length === 0) return undefined
      const refusals: Phrase = phrase`${{
        list: refused.map(({ limit, exchange }) => phrase`limit=${limit}: ${answer(exchange)}`),
        between: '; ',
      }}`
      if (refused.length < sizes.length) return phrase`refused: ${refusals}`
      return fail({
        expected: phrase`a page for some limit`,
        got: refusals,
        fact: noListFact(refused.at(-1)!.exchange),
      })
    },
  }),
  defineCheck({
    id: 'cursors.limit.between',
    ...afterLimit,
    description:
      'GETs the first page, a page behind a cursor and a page before one with limits between the number of records that come without limit and the most that come: each holds that many records.',
    run: async (session) => {
      const base = await pagedList(session)
      const { pages } = base.walk
      const size = pages[0]!.ids.length
      const isRepeating = firstRepeated(base.walk.ids) !== undefined
      const short = isRepeating ? undefined : pages.slice(0, -1).find(({ ids }) => ids.length !== size)
      if (short) failCount(phrase`${size} records on every page but the last, as on the first`, size, short)
      const usual = await defaultPageSize(session, base.path)
      const most = Math.min(base.pageSize, base.ids.length - 1)
      const limits = [usual + 1, Math.floor((usual + most) / 2), most - 1].filter(
        (limit) => limit > usual && limit < most,
      )
      if (limits.length === 0)
        notApplicable(
          because.data,
          phrase`no limit is between the ${usual} records of a page without limit and ${most}`,
        )
      const { rotation } = session.run
      const asked = [
        [{}, limits.slice(0, 1)],
        [{ starting_after: base.ids[0]! }, limits.slice(1, 2)],
        [{ ending_before: base.ids.at(-1)! }, [...limits.slice(-1), most]],
      ] as const
      for (const [index, [cursor, sizes]] of asked.entries()) {
        for (const limit of rotation.some(sizes, 1, index)) {
          const { page } = await sendPage(session, base, { limit, ...cursor })
          // Which limits are accepted is not shown.
          if (page && page.ids.length !== limit)
            failCount(phrase`${limit} records for limit=${limit}${beside(cursor)}`, limit, page)
        }
      }
      return phrase`limits from ${usual + 1} to ${most - 1}`
    },
  }),
  defineCheck({
    id: 'cursors.newest-first.falling',
    ...common,
    description: 'Walks the list forward: the ids fall from each record to the next, within pages and between them.',
    run: async (session) => {
      const base = await pagedList(session)
      assertFalling(base, phrase`ids that fall along the walk`)
      const bound = boundOf(base)
      return bound ? phrase`${base.ids.length} ids; ${bound}` : phrase`${base.ids.length} ids`
    },
  }),
  defineCheck({
    id: 'cursors.starting-after.next',
    ...afterLimit,
    description:
      'GETs a first page, then a page with starting_after set to a record in its middle: it holds the records right after that one, without it.',
    run: async (session) => {
      const base = await pagedList(session)
      const firstIds = base.walk.pages[0]!.ids.filter((id) => base.places.has(id))
      const first = firstIds.length > 2 ? firstIds : base.ids
      const step = await smallLimit(session, base)
      const place = first.length > step + 1 ? 1 : 0
      const cursor = first[place]!
      const sent = await sendPage(session, base, { limit: step, starting_after: cursor })
      const ids = first.slice(place + 1, place + 1 + step)
      const expected = phrase`${someIds(ids)} after ${cursor}`
      if (ids.length === step) return assertPage(sent, ids, expected)
      // Where the first page ends before this one does, what comes then is not known.
      const later = [...new Set(sent.ids)].filter((id) => !first.slice(0, place + 1 + step).includes(id))
      if (!sameIds([...new Set(sent.ids)], [...ids, ...later])) failPage(sent, [...ids, ...later], expected)
    },
  }),
  defineCheck({
    id: 'cursors.starting-after.alone',
    ...afterForward,
    description:
      'GETs a page with starting_after and without limit: it holds the records right after that one, without it.',
    run: async (session) => {
      const base = await pagedList(session)
      const cursor = base.ids[0]!
      const sent = await sendPage(session, base, { starting_after: cursor })
      const ids = base.ids.slice(1, 1 + Math.max(1, sent.ids.length))
      assertPage(sent, ids, phrase`the records right after ${cursor} without limit, from ${ids[0]!}`)
    },
  }),
  defineCheck({
    id: 'cursors.starting-after.large',
    ...afterForward,
    description:
      'GETs a page with starting_after set to the first record, and as large a limit as pages have: it holds the records right after that one, without it.',
    run: async (session) => {
      const base = await pagedList(session)
      const most = base.limit ?? base.pageSize
      if (most <= (await smallLimit(session, base))) notApplicable(because.data, phrase`all pages are small`)
      const cursor = base.ids[0]!
      const sent = await sendPage(session, base, { limit: most, starting_after: cursor })
      const ids = base.ids.slice(1, 1 + Math.max(1, sent.ids.length))
      assertPage(sent, ids, phrase`the records right after ${cursor} with limit=${most}, from ${ids[0]!}`)
    },
  }),
  defineCheck({
    id: 'cursors.ending-before.alone',
    ...afterForward,
    after: ['cursors.ending-before.adjacent'],
    description:
      'GETs a page with ending_before set to the last record that was seen, and without limit: it holds the records right before that one, without it.',
    run: async (session) => {
      const base = await pagedList(session)
      const place = base.ids.length - 1
      const cursor = base.ids[place]!
      const sent = await sendPage(session, base, { ending_before: cursor })
      const ids = base.ids.slice(Math.max(0, place - Math.max(1, sent.ids.length)), place)
      assertPage(sent, ids, phrase`the records right before ${cursor} without limit, up to ${base.ids[place - 1]!}`)
    },
  }),
  defineCheck({
    id: 'cursors.ending-before.adjacent',
    ...afterForward,
    description:
      'GETs pages with ending_before set to a record near the beginning, with two limits, and to the last that was seen: each holds the records right before that one, in either order and without it, and is not the first page.',
    run: async (session) => {
      const base = await pagedList(session)
      const step = await smallLimit(session, base)
      if (base.ids.length < step + 2)
        insufficient(
          because.data,
          phrase`the list shows ${base.ids.length} records; it takes ${step + 2} for a page before one that is not the first page`,
        )
      const larger = Math.min(step + 3, base.pageSize)
      const asked = [
        [step, step + 3],
        [step, base.ids.length - 1],
        [larger, larger + 2],
      ] as const
      for (const [index, [limit, at]] of asked.entries()) {
        const place = Math.min(base.ids.length - 1, at)
        const cursor = base.ids[place]!
        const ids = base.ids.slice(Math.max(0, place - limit), place)
        const sent = await sendPage(session, base, { limit, ending_before: cursor })
        if (sameIds(sent.ids, ids)) continue
        const right = asked.slice(0, index).find(([other]) => other !== limit)
        failPage(
          sent,
          ids,
          phrase`${someIds(ids)} right before ${cursor} with limit=${limit}`,
          phrase`${placeOf(sent.ids, { all: base.ids, cursor })}${right ? phrase`; with limit=${right[0]} the answer is right` : ''}`,
        )
      }
    },
  }),
  defineCheck({
    id: 'cursors.ending-before.first',
    ...afterForward,
    after: ['cursors.ending-before.adjacent'],
    description:
      'GETs pages with ending_before set to the second record and to the first: the first record comes alone, then none.',
    run: async (session) => {
      const base = await pagedList(session)
      const [first, second] = base.ids as [string, string]
      const limit = await smallLimit(session, base)
      const beforeSecond = await sendPage(session, base, { limit, ending_before: second })
      assertPage(beforeSecond, [first], phrase`only ${first} before ${second}`)
      const beforeFirst = await sendPage(session, base, { limit, ending_before: first })
      assertPage(beforeFirst, [], phrase`no records before the newest, ${first}`)
    },
  }),
  defineCheck({
    id: 'cursors.starting-after.edges',
    ...afterForward,
    mayRepeat: true,
    onlyInFull: true,
    description:
      'GETs the list with starting_after set to the first record, one in the middle and the last ones, with a limit and an enum filter, and with neither: the records right after it come.',
    run: async (session) => assertEdges(session, await pagedList(session), 'starting_after'),
  }),
  defineCheck({
    id: 'cursors.ending-before.edges',
    ...afterForward,
    after: ['cursors.ending-before.adjacent'],
    mayRepeat: true,
    onlyInFull: true,
    description:
      'GETs the list with ending_before set to the first two records, one in the middle and the last, with a limit and an enum filter, and with neither: the records right before it come.',
    run: async (session) => assertEdges(session, await pagedList(session), 'ending_before'),
  }),
  ...cursorWalkChecks,
  ...otherListChecks,
  ...nearerChecks,
  ...watchedPagesChecks,
]
