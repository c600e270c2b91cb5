// Lists while records are created, by a hook of the target file (clause 4.6).
import { because } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { answerPhrase, countPhrase, phrase, someIds } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import { findObject, itemId } from '../../reading/find-list.ts'
import { stripPrefix, isBare } from '../../reading/id-forms.ts'
import { isSameBody } from '../../reading/same-json.ts'
import { callHook, awaitHookResult } from '../hooks.ts'
import { type ListWalk, noListCause, walkForward } from './pages.ts'
import { failPage, pagedList, sendPageAgain, smallLimit } from './paging.ts'
import { maxPages, walkLimit } from './walked-list.ts'

/** Walks and pages while a product is created. */
export const createdChecks: readonly DeclaredCheck[] = [
  {
    id: 'cursors.complete.created',
    effect: 'write',
    needs: ['bearer', 'catalogId', 'hook:createProduct'],
    exclusive: true,
    inQuickRun: 'never',
    after: ['cursors.starting-after.pages', 'cursors.complete.pages'],
    mayBeOpen: ['cursors.complete.pages'],
    description:
      'Creates a product (hooks.createProduct), whose id the answer shows, and walks the list: the new product is on one of its pages.',
    run: async (session) => {
      const base = await pagedList(session)
      const created = await callHook(session, 'createProduct')
      const id = stripPrefix(itemId(findObject(created.response.json)) ?? '')
      if (!isBare(id)) notApplicable(because.absent, phrase`the answer of hooks.createProduct shows no id`)
      const options = {
        call: { path: base.path },
        maxPages,
        ...walkLimit(base),
      }
      // The form of ids is judged by ids.never-prefixed.
      const isMet = ({ ids }: ListWalk) => ids.some((met) => stripPrefix(met) === id)
      // The newest record is on the first page. Later pages are walked only if it is not.
      const look = async (): Promise<ListWalk> => {
        const first = await walkForward(session, { ...options, maxPages: 1 })
        return isMet(first) ? first : await walkForward(session, { ...options, first: first.pages[0]! })
      }
      const walk = await awaitHookResult(session, look, isMet)
      if (isMet(walk)) return
      if (!walk.complete)
        insufficient(because.limit, phrase`the new product is not on the ${walk.pages.length} pages that were walked`)
      fail({
        expected: phrase`the new product ${id} on a page of the list`,
        got: phrase`a walk of ${countPhrase(walk.ids.length, 'record')} without it`,
        fact: { kind: 'missing', ids: [id], pages: walk.pages.map(({ exchange }) => exchange), at: walk.last },
      })
    },
  },
  {
    id: 'cursors.stable.created',
    effect: 'write',
    needs: ['bearer', 'catalogId', 'hook:createProduct'],
    exclusive: true,
    after: ['cursors.starting-after.pages', 'cursors.ending-before.pages', 'cursors.complete.pages'],
    mayBeOpen: ['cursors.ending-before.pages', 'cursors.complete.pages'],
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
          phrase`no page after ${cursor}: ${answerPhrase(before.exchange)}`,
          before.exchange,
        )
      const known = await session.send({ path: base.path, query: { limit: step } })
      await callHook(session, 'createProduct')
      const now = await awaitHookResult(
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
  },
]
