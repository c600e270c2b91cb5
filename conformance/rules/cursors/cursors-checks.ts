import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { fallingOrder } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { callHook } from '../hooks.ts'
import { ownPageSize, walkForward } from '../lists/pages.ts'
import { limitedPage, pagedList, sameIds, sendPage, type SentPage, smallLimit } from '../lists/paging.ts'
import { boundOf, some, type WalkedList } from '../lists/walked-list.ts'

const common = { effect: 'read', needs: ['bearer'], after: ['versions.current.path'] } as const
const behindLimit = { ...common, after: ['cursors.limit.size'] } as const
const behindForward = { ...common, after: ['cursors.limit.size', 'cursors.starting-after.next'] } as const

function shown({ page, exchange, ids }: SentPage): string {
  return page ? (ids.length === 0 ? 'no records' : some(ids)) : summary(exchange)
}

function firstRepeated(ids: readonly string[]): string | undefined {
  const met = new Set<string>()
  return ids.find((id) => met.size === met.add(id).size)
}

/** Walks in pages of one size, or without limit, and compares with the walk in large pages. */
async function assertWalk(session: Session, base: WalkedList, limit: number | undefined, pages: number): Promise<void> {
  const how = limit === undefined ? 'without limit' : `with limit=${limit}`
  const first = limit === undefined ? undefined : (await limitedPage(session, base, limit)).page
  const walk = await walkForward(session, {
    call: { path: base.path },
    maxPages: pages,
    ...(limit === undefined ? {} : { limit }),
    ...(first ? { first } : {}),
  })
  const ids = walk.ids.filter((id) => base.places.has(id))
  const bounded = !walk.complete && walk.pages.length === pages
  // What answers behind the last record is not shown: without limit nothing tells that a page is the last.
  const isWhole = walk.complete || (base.complete && ids.length >= base.ids.length)
  if (!isWhole && !bounded)
    fail(`a walk ${how} that goes on`, `${walk.ids.length} records, then: ${walk.stopped ?? 'nothing'}`)
  const expected = isWhole && base.complete ? base.ids : base.ids.slice(0, ids.length)
  const repeated = firstRepeated(ids)
  if (repeated !== undefined) fail(`each record once in a walk ${how}`, `${repeated} twice`)
  const met = new Set(ids)
  const lost = expected.filter((id) => !met.has(id))
  if (lost.length > 0) fail(`every record in a walk ${how}`, `a walk that leaves out ${some(lost)}`)
}

/** Id cursors (clause 4.6), on the products. */
export const cursorChecks: readonly Check[] = [
  defineCheck({
    id: 'cursors.limit.size',
    requirement: 'cursors.limit',
    ...common,
    description:
      'GETs pages with limit=1, 2, 3, 5, 7 and 10, or larger ones where these are refused: each holds that many records, as far as there are so many, or the most that the target gives at once.',
    run: async (session) => {
      const base = await pagedList(session)
      const refused: string[] = []
      const sizes = [1, 2, 5, 3, 7, 10]
      for (const limit of sizes) {
        const { page, exchange } = await limitedPage(session, base, limit)
        // The least and the most that limit may be are not shown; that it can be something is.
        if (!page) refused.push(`limit=${limit}: ${summary(exchange)}`)
        if (!page && refused.length === sizes.length && limit < 100) sizes.push(limit * 2)
        const most = Math.min(limit, base.pageSize, base.complete ? base.ids.length : Infinity)
        if (page && (page.ids.length < most || page.ids.length > limit))
          fail(`${most} records for limit=${limit}`, `${page.ids.length}`)
      }
      if (base.limit !== undefined && base.pageSize > base.limit)
        fail(`${base.limit} records at most for limit=${base.limit}`, `${base.pageSize}`)
      if (refused.length === sizes.length) fail('a page for some limit', refused.join('; '))
      return refused.length > 0 ? `refused: ${refused.join('; ')}` : undefined
    },
  }),
  defineCheck({
    id: 'cursors.newest-first.falling',
    requirement: 'cursors.newest-first',
    ...common,
    description:
      'Walks the list forward: the ids fall from each record to the next, within pages and from page to page.',
    run: async (session) => {
      const base = await pagedList(session)
      if (!fallingOrder(base.ids)) {
        const place = base.ids.findIndex((id, index) => index > 0 && id > base.ids[index - 1]!)
        fail('ids that fall along the walk', `${base.ids[place]} behind ${base.ids[place - 1]}`)
      }
      return `${base.ids.length} ids${base.complete ? '' : `; ${boundOf(base)}`}`
    },
  }),
  defineCheck({
    id: 'cursors.starting-after.next',
    requirement: 'cursors.starting-after',
    ...behindLimit,
    description:
      'GETs a first page, then a page with starting_after set to a record in its middle: it holds the records right behind that one, without it.',
    run: async (session) => {
      const base = await pagedList(session)
      const first = base.walk.pages[0]!.ids
      const step = await smallLimit(session, base)
      const place = first.length > step + 1 ? 1 : 0
      const cursor = first[place]!
      const answer = await sendPage(session, base, { limit: step, starting_after: cursor })
      const expected = first.slice(place + 1, place + 1 + step)
      if (!answer.page || answer.ids.length === 0) fail(`200 with the records behind ${cursor}`, shown(answer))
      if (answer.ids.includes(cursor)) fail(`only records behind ${cursor}`, `a page with ${cursor} itself`)
      const right =
        expected.length === step
          ? sameIds(answer.ids, expected)
          : expected.every((id) => answer.ids.includes(id)) &&
            !first.slice(0, place).some((id) => answer.ids.includes(id))
      if (!right) fail(`${some(expected)} behind ${cursor}`, shown(answer))
    },
  }),
  defineCheck({
    id: 'cursors.starting-after.alone',
    requirement: 'cursors.starting-after',
    ...behindForward,
    description:
      'GETs a page with starting_after and without limit: it holds the records right behind that one, without it.',
    run: async (session) => {
      const base = await pagedList(session)
      const cursor = base.ids[0]!
      const answer = await sendPage(session, base, { starting_after: cursor })
      const expected = base.ids.slice(1, 1 + answer.ids.length)
      if (answer.ids.length === 0 || !sameIds(answer.ids, expected))
        fail(`the records right behind ${cursor} without limit, from ${base.ids[1]}`, shown(answer))
    },
  }),
  defineCheck({
    id: 'cursors.ending-before.alone',
    requirement: 'cursors.ending-before',
    ...behindForward,
    after: ['cursors.ending-before.adjacent'],
    description:
      'GETs a page with ending_before and without limit, behind more records than such a page holds where there are so many: it holds the records right before that one, without it.',
    run: async (session) => {
      const base = await pagedList(session)
      const place = Math.min(base.ids.length - 1, (await ownPageSize(session, base.path)) + 2)
      const cursor = base.ids[place]!
      const answer = await sendPage(session, base, { ending_before: cursor })
      const expected = base.ids.slice(Math.max(0, place - answer.ids.length), place)
      if (answer.ids.length === 0 || !sameIds(answer.ids, expected))
        fail(`the records right before ${cursor} without limit, up to ${base.ids[place - 1]}`, shown(answer))
    },
  }),
  defineCheck({
    id: 'cursors.ending-before.adjacent',
    requirement: 'cursors.ending-before',
    ...behindForward,
    description:
      'GETs pages with ending_before set to a record near the beginning, with two limits, and to the last that was seen: each holds the records right before that one, in either order, without it; not the first page.',
    run: async (session) => {
      const base = await pagedList(session)
      const step = await smallLimit(session, base)
      if (base.ids.length < step + 2)
        insufficient(
          `the list shows ${base.ids.length} records; it takes ${step + 2} for a page before one that is not the first page`,
        )
      const larger = Math.min(step + 3, base.pageSize)
      const asked = [
        [step, step + 3],
        [step, base.ids.length - 1],
        [larger, larger + 2],
      ] as const
      for (const [limit, at] of asked) {
        const place = Math.min(base.ids.length - 1, at)
        const cursor = base.ids[place]!
        const expected = base.ids.slice(Math.max(0, place - limit), place)
        const answer = await sendPage(session, base, { limit, ending_before: cursor })
        if (!answer.page || !sameIds(answer.ids, expected))
          fail(`${some(expected)} right before ${cursor} with limit=${limit}`, shown(answer))
      }
    },
  }),
  defineCheck({
    id: 'cursors.ending-before.first',
    requirement: 'cursors.ending-before',
    ...behindForward,
    after: ['cursors.ending-before.adjacent'],
    description:
      'GETs pages with ending_before set to the second record and to the first: only the first comes, then none.',
    run: async (session) => {
      const base = await pagedList(session)
      const [first, second] = base.ids as [string, string]
      const one = await sendPage(session, base, { limit: await smallLimit(session, base), ending_before: second })
      if (!sameIds(one.ids, [first])) fail(`only ${first} before ${second}`, shown(one))
      const none = await sendPage(session, base, { limit: await smallLimit(session, base), ending_before: first })
      if (none.ids.length > 0) fail(`no records before the newest, ${first}`, shown(none))
    },
  }),
  defineCheck({
    id: 'cursors.complete.walks',
    requirement: 'cursors.complete',
    ...behindForward,
    description:
      'Walks the list with limit=3 and limit=7 (or the least that is accepted), and across the boundary of two large pages: each record comes once, and none is left out.',
    run: async (session) => {
      const base = await pagedList(session)
      const { ids } = base.walk
      const repeated = firstRepeated(ids)
      if (repeated !== undefined) fail('each record once in a walk', `${repeated} twice`)
      const least = await smallLimit(session, base)
      const sizes = [least + 1, least + 5].filter((limit) => limit <= base.pageSize)
      for (const limit of sizes.length > 0 ? sizes : [base.pageSize]) await assertWalk(session, base, limit, 4)
      const boundary = base.pageSize
      if (base.ids.length > boundary + 1 && boundary > 1) {
        const limit = Math.max(least, Math.min(4, boundary))
        const answer = await sendPage(session, base, { limit, starting_after: base.ids[boundary - 2] })
        const expected = base.ids.slice(boundary - 1, boundary - 1 + limit)
        if (!sameIds(answer.ids, expected))
          fail(`${some(expected)} across the end of a page of ${boundary}`, shown(answer))
      }
      return base.complete ? `${base.ids.length} records` : boundOf(base)
    },
  }),
  defineCheck({
    id: 'cursors.complete.own-pages',
    requirement: 'cursors.complete',
    ...behindForward,
    after: ['cursors.complete.walks'],
    description:
      'Walks the list without limit, in the pages that the target gives by itself: each record comes once, and none is left out.',
    run: async (session) => assertWalk(session, await pagedList(session), undefined, 4),
  }),
  defineCheck({
    id: 'cursors.complete.end',
    requirement: 'cursors.complete',
    ...behindForward,
    description:
      'GETs the records behind the last but two, with limit=2 and limit=1, and those behind the last: the last record comes, and none behind it.',
    run: async (session) => {
      const base = await pagedList(session)
      if (!base.complete) insufficient(`the end of the list was not reached: ${boundOf(base)}`)
      const [cursor, ...rest] = base.ids.slice(-3) as [string, string, string]
      const step = await smallLimit(session, base)
      const tail = await sendPage(session, base, { limit: step, starting_after: cursor })
      if (!sameIds(tail.ids, rest.slice(0, step))) fail(`${some(rest.slice(0, step))} behind ${cursor}`, shown(tail))
      const least = step === 2 ? 1 : step
      const last = await sendPage(session, base, { limit: least, starting_after: rest[0] })
      if (last.page && !sameIds(last.ids, rest.slice(1))) fail(`${rest[1]} behind ${rest[0]}`, shown(last))
      const none = await sendPage(session, base, { limit: least, starting_after: rest[1] })
      const behind = none.page?.ids.filter((id) => !base.isNewer(id)) ?? []
      if (behind.length > 0) fail(`no records behind the last of a whole walk, ${rest[1]}`, some(behind))
    },
  }),
  defineCheck({
    id: 'cursors.stable.created',
    requirement: 'cursors.stable',
    effect: 'write',
    needs: ['bearer', 'catalogId', 'hook:createProduct'],
    exclusive: true,
    after: ['cursors.starting-after.next', 'cursors.ending-before.adjacent', 'cursors.complete.walks'],
    description:
      'GETs a page behind a record, creates a product (hooks.createProduct), and GETs the same page: it has not changed, and the new product is in neither.',
    run: async (session) => {
      const base = await pagedList(session)
      const step = Math.min((await smallLimit(session, base)) + 1, base.pageSize)
      const cursor = base.ids[Math.min(1, base.ids.length - 2)]!
      const query = { limit: step, starting_after: cursor }
      const before = await sendPage(session, base, query)
      if (before.ids.length === 0) blocked(`no page behind ${cursor}: ${summary(before.exchange)}`)
      const known = await session.send({ path: base.path, query: { limit: step } })
      await callHook(session, 'createProduct')
      const now = await session.send({ path: base.path, query: { limit: step } })
      if (known.response.text === now.response.text)
        insufficient('hooks.createProduct made nothing that the first page of the products of samples.catalogId shows')
      const after = await sendPage(session, base, query)
      if (after.page?.ids.join() !== before.page?.ids.join())
        fail(`${some(before.page?.ids ?? [])} behind ${cursor}, as before a product was created`, shown(after))
    },
  }),
]
