import { because } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { answer, phrase, someIds } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import { callHook, lookUntil } from '../hooks.ts'
import { findObject, idOf } from '../../reading/find-list.ts'
import { bareOf, isBare } from '../../reading/id-forms.ts'
import { type ListWalk, noListCause, repeatedFact, walkForward } from '../lists/pages.ts'
import { assertPage, failPage, pagedList, sendPage, sendPageAgain, smallLimit } from '../lists/paging.ts'
import { boundOf, maxPages, type WalkedList } from '../lists/walked-list.ts'
import type { Session } from '../../judge/session.ts'
import { assertWalk, firstRepeated } from './walks.ts'
import { isSameBody } from '../../reading/same-json.ts'

const afterForward = {
  effect: 'read',
  needs: ['bearer'],
  after: ['cursors.limit.size', 'cursors.starting-after.next'],
} as const

/** Pages of fewer records than this are walked further than others: ten of them hold little. */
const smallPage = 10
/** So many further pages are walked. */
const mostFurtherPages = { small: 150, large: 10 }

/** A list with what comes after the pages that every check walks. */
async function walkedOn(session: Session, base: WalkedList): Promise<WalkedList> {
  if (base.complete || session.run.quick) return base
  const { walk } = base
  const further = await walkForward(session, {
    call: { path: base.path },
    maxPages: base.pageSize < smallPage ? mostFurtherPages.small : mostFurtherPages.large,
    after: base.ids.at(-1)!,
    looksBeyond: true,
    walkedBefore: walk.pages.length,
    ...(base.limit === undefined ? {} : { limit: base.limit }),
  })
  const ids = [...base.ids, ...further.ids]
  return {
    ...base,
    ids,
    places: new Map(ids.map((id, place) => [id, place])),
    complete: further.complete,
    walk: {
      ...further,
      pages: [...walk.pages, ...further.pages],
      items: [...walk.items, ...further.items],
      ids: [...walk.ids, ...further.ids],
    },
  }
}

/** Walks by id cursors (clause 4.6), on the products. */
export const cursorWalkChecks: readonly Check[] = [
  defineCheck({
    id: 'cursors.complete.walks',
    ...afterForward,
    description:
      'Walks the list with limit=3 or limit=7 (or the least that is accepted), and across the boundary of two large pages: each record comes once, and none is missing.',
    run: async (session) => {
      const base = await pagedList(session)
      const { ids } = base.walk
      const repeated = firstRepeated(ids)
      if (repeated !== undefined)
        fail({
          expected: phrase`each record once in a walk`,
          got: phrase`${repeated} twice`,
          fact: repeatedFact(base.walk, repeated),
        })
      const least = await smallLimit(session, base)
      const sizes = [least + 1, least + 5].filter((limit) => limit <= base.pageSize)
      const chosen = sizes.length > 0 ? session.run.rotation.some(sizes, 1) : [base.pageSize]
      for (const limit of chosen) await assertWalk(session, base, limit, 4)
      const boundary = base.pageSize
      if (base.ids.length > boundary + 1 && boundary > 1) {
        const limit = Math.max(least, Math.min(4, boundary))
        const sent = await sendPage(session, base, { limit, starting_after: base.ids[boundary - 2] })
        const ids = base.ids.slice(boundary - 1, boundary - 1 + limit)
        assertPage(sent, ids, phrase`${someIds(ids)} across the end of a page of ${boundary}`)
      }
      return boundOf(base) ?? phrase`${base.ids.length} records`
    },
  }),
  defineCheck({
    id: 'cursors.complete.own-pages',
    onlyInFull: true,
    ...afterForward,
    after: ['cursors.complete.walks'],
    description:
      "Walks the list without limit, in pages of the target's own size: each record comes once, and none is missing.",
    run: async (session) => assertWalk(session, await pagedList(session), undefined, 3),
  }),
  defineCheck({
    id: 'cursors.complete.end',
    ...afterForward,
    description:
      'GETs the records after the last but two, with limit=2 and limit=1, and those after the last: the last record comes, and none after it.',
    run: async (session) => {
      const base = await walkedOn(session, await pagedList(session))
      const bound = boundOf(base)
      if (bound) insufficient(because.limit, phrase`the end of the list was not reached: ${bound}`, base.walk.last)
      const [cursor, ...rest] = base.ids.slice(-3) as [string, string, string]
      const step = await smallLimit(session, base)
      const tail = await sendPage(session, base, { limit: step, starting_after: cursor })
      assertPage(tail, rest.slice(0, step), phrase`${someIds(rest.slice(0, step))} after ${cursor}`)
      const least = step === 2 ? 1 : step
      const last = await sendPage(session, base, { limit: least, starting_after: rest[0] })
      if (last.page) assertPage(last, rest.slice(1), phrase`${rest[1]!} after ${rest[0]!}`)
      const none = await sendPage(session, base, { limit: least, starting_after: rest[1] })
      const later = none.page?.ids.filter((id) => !base.isNewer(id)) ?? []
      if (later.length > 0) {
        const unseen = later.filter((id) => !base.places.has(id))
        fail({
          expected: phrase`no records after the last of a whole walk, ${rest[1]!}`,
          got: someIds(later),
          fact:
            unseen.length > 0
              ? { kind: 'missing', ids: unseen, foundOn: none.exchange, at: base.walk.last }
              : { kind: 'present', ids: later, at: none.exchange },
        })
      }
    },
  }),
  defineCheck({
    id: 'cursors.complete.created',
    effect: 'write',
    needs: ['bearer', 'catalogId', 'hook:createProduct'],
    exclusive: true,
    onlyInFull: true,
    after: ['cursors.starting-after.next', 'cursors.complete.walks'],
    description:
      'Creates a product (hooks.createProduct), whose id the answer shows, and walks the list: the new product is on one of its pages.',
    run: async (session) => {
      const base = await pagedList(session)
      const created = await callHook(session, 'createProduct')
      const id = bareOf(idOf(findObject(created.response.json)) ?? '')
      if (!isBare(id)) notApplicable(because.absent, phrase`the answer of hooks.createProduct shows no id`)
      const options = {
        call: { path: base.path },
        maxPages,
        ...(base.limit === undefined ? {} : { limit: base.limit }),
      }
      // The form of ids is judged by ids.never-prefixed.
      const isMet = ({ ids }: ListWalk) => ids.some((met) => bareOf(met) === id)
      // The newest record is on the first page. What comes behind that is walked only where it is not.
      const look = async (): Promise<ListWalk> => {
        const first = await walkForward(session, { ...options, maxPages: 1 })
        return isMet(first) ? first : await walkForward(session, { ...options, first: first.pages[0]! })
      }
      const walk = await lookUntil(session, look, isMet)
      if (isMet(walk)) return
      if (!walk.complete)
        insufficient(because.limit, phrase`the new product is not on the ${walk.pages.length} pages that were walked`)
      fail({
        expected: phrase`the new product ${id} on a page of the list`,
        got: phrase`a walk of ${walk.ids.length} records without it`,
        fact: { kind: 'missing', ids: [id], pages: walk.pages.map(({ exchange }) => exchange), at: walk.last },
      })
    },
  }),
  defineCheck({
    id: 'cursors.stable.created',
    effect: 'write',
    needs: ['bearer', 'catalogId', 'hook:createProduct'],
    exclusive: true,
    after: ['cursors.starting-after.next', 'cursors.ending-before.adjacent', 'cursors.complete.walks'],
    mayBeOpen: ['cursors.ending-before.adjacent', 'cursors.complete.walks'],
    description:
      'GETs the page after a record, creates a product (hooks.createProduct), and GETs the same page: it has not changed, and the new product is on neither.',
    run: async (session) => {
      const base = await pagedList(session)
      const step = Math.min((await smallLimit(session, base)) + 1, base.pageSize)
      const cursor = base.ids[Math.min(1, base.ids.length - 2)]!
      const query = { limit: step, starting_after: cursor }
      const before = await sendPageAgain(session, base, query)
      if (before.ids.length === 0)
        blocked(
          noListCause(before.exchange),
          phrase`no page after ${cursor}: ${answer(before.exchange)}`,
          before.exchange,
        )
      const known = await session.send({ path: base.path, query: { limit: step } })
      await callHook(session, 'createProduct')
      const now = await lookUntil(
        session,
        () => session.send({ path: base.path, query: { limit: step } }),
        ({ response }) => !isSameBody(response, known.response),
      )
      if (isSameBody(known.response, now.response))
        insufficient(
          because.data,
          phrase`hooks.createProduct created nothing that the first page of the products of samples.catalogId shows`,
        )
      const after = await sendPageAgain(session, base, query)
      const [ids, idsNow] = [before, after].map(({ page }) => page?.ids ?? []) as [readonly string[], readonly string[]]
      if (idsNow.join() !== ids.join())
        failPage(
          { ...after, ids: idsNow },
          ids,
          phrase`${someIds(ids)} after ${cursor}, as before a product was created`,
        )
    },
  }),
]
