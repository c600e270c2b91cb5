import { because, undeclared } from '../../conclusions/cause.ts'
import { notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import {
  assertBothEntries,
  declaredLinkLists,
  failLink,
  isOfTarget,
  linkHeaderPhrase,
  type LinkPage,
  linkRelations,
  resolveLink,
  toLinkPage,
} from './link-list.ts'
import { surroundings, type OtherView } from './surroundings.ts'

const common = { effect: 'read', needs: ['legacy'], inQuickRun: 'never', asksAnonymously: true } as const

/** The pages that other credentials see, of the events and the groups that are declared. */
async function allViews(session: Session): Promise<readonly OtherView[]> {
  const views: OtherView[] = []
  for (const list of declaredLinkLists(session)) views.push(...(await surroundings(session, list)).views)
  if (views.length > 0) return views
  const credentials = session.run.target.credentials ?? {}
  const other = (['apiKey', 'integrationToken'] as const).find((name) => credentials[name] === undefined)
  if (other !== undefined)
    notApplicable(undeclared(`credentials.${other}`), phrase`declare credentials.${other} in the target file`)
  return notApplicable(because.refused, phrase`no list with a Link header is served for a second credential`)
}

/**
 * Compares the attribute results with that of the walk if both see the same records. If they differ, the page that the
 * entry leads to decides; the entry is requested again afterwards, as other clients may write.
 */
async function assertSameResults(session: Session, { as, page, twin }: OtherView): Promise<void> {
  if (page.ids.join() !== twin.ids.join()) return
  const ask = async (url: string) => toLinkPage(session, await session.send({ path: url, as, refusalStands: true }))
  for (const relation of linkRelations) {
    const results = (of: LinkPage | undefined) => of?.[relation]?.parameters['results']
    const told = results(page)
    if (told === undefined || told === results(twin)) continue
    // If this entry does not say results=true, the entry of the walk is followed instead: it leads to the same page.
    const [from, entry] = told === 'true' ? [page, page[relation]] : [twin, twin[relation]]
    const url = entry && resolveLink(from, entry)
    const led = url && isOfTarget(session, url) ? await ask(url.href) : undefined
    if (!led || led.ids.some((id) => !page.ids.includes(id)) === (told === 'true')) continue
    const again = await ask(page.exchange.request.url)
    if (again && results(again) === told)
      failLink(
        relation,
        [again, led],
        phrase`results=${results(twin) ?? ''} on rel=${relation}, as for the other credential, which sees the same records`,
      )
  }
}

/** Follows rel=next if it differs from that of the walk: it must not lead to the page itself, or to one before it. */
async function assertLinkAdvances(session: Session, view: OtherView, all: readonly OtherView[]): Promise<void> {
  const { as, page, twin } = view
  const [url, usual] = [page.next && resolveLink(page, page.next), twin.next && resolveLink(twin, twin.next)]
  if (!url || url.search === usual?.search || page.next?.parameters['results'] !== 'true') return
  if (page.ids.join() !== twin.ids.join() || !isOfTarget(session, url)) return
  const led = toLinkPage(session, await session.send({ path: url.href, as, refusalStands: true }))
  const before = new Set(all.slice(0, all.indexOf(view) + 1).flatMap(({ page: { ids } }) => ids))
  if (led && led.ids.length > 0 && led.ids.every((id) => before.has(id)))
    failLink(
      'next',
      [page, led],
      phrase`other records at rel=next than on the page and the one before it`,
      phrase`the same ones at ${led.exchange.request.url} (${linkHeaderPhrase(page.exchange)})`,
    )
}

/** Pages of the same list for other credentials (clauses 4.10 and 5). */
export const linkViewsChecks: readonly DeclaredCheck[] = [
  {
    ...common,
    id: 'link.both-entries.other-credentials',
    description:
      'Asks for the first page of events and of groups with each other credential that is accepted there, and for the second with the API key: they carry both entries.',
    run: async (session) => {
      const views = await allViews(session)
      for (const [as, all] of Map.groupBy(views, (view) => view.as))
        assertBothEntries(
          all.map(({ page }) => page),
          {
            condition: phrase`with ${as === 'apiKey' ? 'the API key' : as === 'dsn' ? 'the DSN' : 'the Bearer token'}`,
          },
        )
    },
  },
  {
    ...common,
    id: 'link.results.other-credentials',
    description:
      'On these pages, an entry says the same results for each credential that sees the same records, or leads to a page that confirms it.',
    run: async (session) => {
      for (const view of await allViews(session)) await assertSameResults(session, view)
    },
  },
  {
    ...common,
    id: 'link.next.other-credentials',
    description:
      'If rel=next of these pages differs for another credential, it does not lead to records of that page or of the one before it.',
    run: async (session) => {
      const views = await allViews(session)
      for (const view of views) await assertLinkAdvances(session, view, views)
    },
  },
]
