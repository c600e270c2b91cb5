import { because } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import { findLinkPage, groups, linkHeaderOf, type LinkPage, walkAgain } from '../link/link-list.ts'
import { missingFact, polledOf, pollPauses } from '../link/polling-checks.ts'
import { asFound } from '../link/surroundings.ts'
import { acceptedGroup } from './posted-groups.ts'

/** Polling of groups by the cursors of empty pages (clause 4.10). */
export const newGroupChecks: readonly DeclaredCheck[] = [
  {
    effect: 'write',
    needs: ['projectId', 'legacy'],
    id: 'link.polling.new-group',
    onlyInFull: true,
    after: [
      'legacy.groups.list',
      'link.both-entries.groups',
      'link.results.groups',
      'link.results.empty-page-of-groups',
      'legacy.groups-post.body',
    ],
    mayBeOpen: ['link.results.groups', 'link.results.empty-page-of-groups', 'legacy.groups-post.body'],
    description:
      'Creates a group: if a new walk meets it, or ends with a page that was promised and is empty, then it appears at rel=next of the last page that was walked before or of the empty page after it, or at rel=previous of the first page. The specification returns the cursors of empty pages so that a client can poll: where the newest come first, rel=previous of the first page is the one that new groups come to, and one that is empty for ever lets nobody poll.',
    run: async (session) => {
      const walk = await asFound(session, groups)
      const { last, urls, nextRow } = await polledOf(session, groups, walk)
      const created = (await acceptedGroup(session)).exchange
      const known = new Set(walk.ids)
      const isNew = (id: string) => !known.has(id)
      const looked: LinkPage[] = []
      for (const pause of pollPauses) {
        await session.run.time.sleep(pause)
        for (const url of urls) {
          const page = await findLinkPage(session, url)
          if (page) looked.push(page)
          if (page?.ids.some(isNew)) return
        }
        if (nextRow && (await findLinkPage(session, last.exchange.request.url))?.ids.some(isNew))
          notApplicable(because.data, phrase`the new group went to the last page, which was not full`)
      }
      const again = await walkAgain(session, groups)
      const broken = again.pages.findIndex(({ ids }, index) => index > 0 && ids.length === 0)
      if (!again.ids.some(isNew) && broken < 0)
        insufficient(because.data, phrase`no page of the list shows the new group`, created)
      const at = looked.at(-1)?.exchange ?? created
      fail({
        expected: phrase`the new group at rel=next of the last page, or at rel=previous of the first`,
        got: phrase`neither shows it after the POST answered ${answerPhrase(created)} (${linkHeaderOf(last.exchange)})`,
        fact: missingFact(
          created,
          looked.map(({ exchange }) => exchange),
        ) ?? { kind: 'link', relation: 'next', from: last.exchange, at },
      })
    },
  },
]
