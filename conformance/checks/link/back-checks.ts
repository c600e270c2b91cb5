import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { eventsPath, groupsPath } from '../paths.ts'
import { aroundEvents, aroundGroups, groupsAsFound } from './groups-as-found.ts'
import { assertBothEntries, linkHeaderOf, pageAt } from './link-entries.ts'
import { eventWalk, type LinkPage, severalPages } from './link-pages.ts'
import { assertFirstOffsetKnown } from './offsets.ts'
import { assertPreviousOfBack } from './results-checks.ts'

const common = {
  effect: 'read',
  needs: ['issueId', 'legacy'],
  after: ['legacy.events.list', 'link.previous.leads-back'],
} as const

interface Back {
  /** The page that was left by rel=previous. */
  readonly from: LinkPage
  readonly back: LinkPage
}

/** The pages that rel=previous of the second page leads to: of events, and of groups if these have two pages. */
async function pagesBack(session: Session): Promise<readonly Back[]> {
  const { projectId } = session.run.target.samples ?? {}
  const walks = [await severalPages(session), ...(projectId === undefined ? [] : [await groupsAsFound(session)])]
  const found: Back[] = []
  for (const { pages } of walks) {
    const [first, from] = pages
    const back = from && from.ids.length > 0 ? await pageAt(session, from, from.previous) : undefined
    // Where it leads elsewhere, link.previous tells.
    if (from && back && first!.ids.join() === back.ids.join()) found.push({ from, back })
  }
  return found.length > 0
    ? found
    : insufficient(because.data, phrase`rel=previous of no second page leads to the first page`)
}

/** Pages that rel=previous led to: they are pages as all others (clause 4.10). */
export const linkBackChecks: readonly Check[] = [
  defineCheck({
    ...common,
    id: 'link.both-entries.back',
    description: 'The page that rel=previous of the second page leads to carries both entries.',
    run: async (session) => assertBothEntries((await pagesBack(session)).map(({ back }) => back)),
  }),
  defineCheck({
    ...common,
    id: 'link.results.back',
    after: [...common.after, 'link.both-entries.back'],
    description:
      'On the page that rel=previous of the second page leads to, rel=next says results=true, as the second page has records; and rel=previous of each page that rel=previous leads to says what it says on the walk.',
    run: async (session) => {
      for (const { back } of await pagesBack(session))
        if (back.next?.parameters['results'] !== 'true')
          fail({
            expected: phrase`results=true on rel=next at ${back.exchange.request.url}`,
            got: linkHeaderOf(back.exchange),
            fact: { kind: 'link', relation: 'next', at: back.exchange },
          })
      await assertPreviousOfBack(session, await eventWalk(session), (await aroundEvents(session)).back)
      if (session.run.target.samples?.projectId !== undefined)
        await assertPreviousOfBack(session, await groupsAsFound(session), (await aroundGroups(session)).back)
    },
  }),
  defineCheck({
    ...common,
    id: 'link.next.back',
    after: [...common.after, 'link.both-entries.back'],
    description:
      'On the page that rel=previous of the second page leads to, rel=next leads to the records of the second page again.',
    run: async (session) => {
      await assertFirstOffsetKnown(session, eventsPath(session), (await eventWalk(session)).pages)
      if (session.run.target.samples?.projectId !== undefined)
        await assertFirstOffsetKnown(session, groupsPath(session), (await groupsAsFound(session)).pages)
      for (const { from, back } of await pagesBack(session)) {
        const again = await pageAt(session, back, back.next)
        const lacks = from.ids.filter((id) => !again?.ids.includes(id))
        if (lacks.length > 0)
          fail({
            expected: phrase`the records of the second page at rel=next of ${back.exchange.request.url}`,
            got: phrase`a page without ${lacks.length} of them (${linkHeaderOf(back.exchange)})`,
            fact: again
              ? { kind: 'link', relation: 'next', from: back.exchange, at: again.exchange }
              : { kind: 'link', relation: 'next', at: back.exchange },
          })
      }
    },
  }),
]
