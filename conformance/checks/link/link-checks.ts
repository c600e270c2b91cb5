import { percentDecoded } from '../../percent-decoded.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient, observed, unlessConcluded } from '../../conclusions/conclusion.ts'
import { otherExchanges } from '../../conclusions/fact.ts'
import { andList, answerPhrase, countPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { parseLinkCursor } from '../../reading/link-header.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import {
  amongPages,
  assertBothEntries,
  cursorPath,
  linkCursor,
  pageCondition,
  events,
  failLink,
  followLink,
  groups,
  isOfTarget,
  keptLinkPage,
  type LinkList,
  type LinkPage,
  resolveLink,
  linkWalk,
  pageBeyond,
  staysOnList,
} from './link-list.ts'
import { joinWords } from '../similar.ts'
import { allEntries, initialWalk, type PlacedEntry, severalPages } from './surroundings.ts'

const common = { effect: 'read', needs: ['issueId', 'legacy'] } as const
const onEvents = { ...common, after: ['legacy.events.list'] } as const
const onEntries = { ...common, after: ['legacy.events.list', 'link.both-entries.events'] } as const

/**
 * The pages of a walk. If it cannot continue without rel=next, also the page that rel=previous leads to, or else that of
 * a cursor of the kit, which shows whether the page is the only wrong one.
 */
async function walkedPages(session: Session, list: LinkList): Promise<readonly LinkPage[]> {
  const { pages, end } = await linkWalk(session, list)
  const last = pages.at(-1)!
  if (end !== 'noNextEntry') return pages
  const other = last.previous
    ? followLink(session, last, last.previous)
    : keptLinkPage(session, cursorPath(session, list, `0:${pages.flatMap(({ ids }) => ids).length}:0`))
  const page = await unlessConcluded(other)
  return page ? [...pages, page] : pages
}

/** @throws Conclusion `fail` if rel=next of the last page does not lead to a list with both entries. */
async function assertBothOnEmptyPage(session: Session, list: LinkList): Promise<void> {
  const { last, beyond, exchange } = await pageBeyond(session, list, await initialWalk(session, list))
  if (!beyond) {
    const { status } = exchange.response
    failLink(
      'next',
      [last, { exchange }],
      phrase`an empty list with a Link header at rel=next of the last page of ${list.name}`,
      answerPhrase(exchange),
      {
        symptom: phrase`${status}${status < 300 ? ' without a list' : ''} instead of an empty list on the page of rel=next`,
        condition: pageCondition(exchange),
        remedy:
          status < 500
            ? phrase`Answer the page after the last one with an empty list and a Link header with both entries.`
            : undefined,
      },
    )
  }
  assertBothEntries([beyond], { from: last })
}

/**
 * Asserts something of each entry of every page.
 * @param expectedOf What a wrong entry should be; undefined for a right one.
 * @param wrongOf The mistake of a wrong entry in a few words, which "on rel=next" can follow.
 * @param gotOf What it is. Default: the mistake.
 * @param remedyOf What to do, if the entry shows more than the requirement says.
 */
async function assertEntries(
  session: Session,
  expectedOf: (placed: PlacedEntry) => Phrase | undefined,
  wrongOf: (placed: PlacedEntry) => Phrase,
  gotOf?: (placed: PlacedEntry) => Phrase,
  remedyOf?: (placed: PlacedEntry) => Phrase | undefined,
): Promise<void> {
  const all = await allEntries(session)
  const wrong = all.filter((placed) => expectedOf(placed) !== undefined)
  const [first] = wrong
  if (!first) return
  const { page } = first
  const { beside, condition } = amongPages(
    all.map((placed) => placed.page),
    wrong.map((placed) => placed.page),
  )
  const ofPage = wrong.filter((placed) => placed.page === page)
  const { operation } = page.exchange.request
  const elsewhereToo = wrong.find((placed) => placed.page.exchange.request.operation !== operation)
  const mistakes = Map.groupBy(ofPage, (placed) => JSON.stringify(wrongOf(placed)))
  const list = Array.from(mistakes.values(), (alike) => {
    const relations = alike.map((placed) => phrase`rel=${placed.relation}`)
    return phrase`${wrongOf(alike[0]!)} on ${{ list: relations, between: ' and ' }}`
  })
  const symptom = phrase`${{ list, between: ' and ' }}`
  fail({
    expected: expectedOf(first)!,
    got: gotOf ? phrase`${{ list: ofPage.map(gotOf), between: ' and ' }}` : symptom,
    fact: {
      kind: 'link',
      relation: first.relation,
      ...otherExchanges(elsewhereToo ? [elsewhereToo.page.exchange] : []),
      at: page.exchange,
    },
    beside: joinWords([ofPage.length > 1 ? undefined : phrase`the other entry of this page`, beside]),
    condition,
    remedy: remedyOf?.(first),
    symptom,
  })
}

/** The cursor of three values that a cursor is the base64 of, if any. */
function encodedCursor(cursor: string): string | undefined {
  const decoded = Buffer.from(cursor, 'base64url').toString()
  return parseLinkCursor(decoded) ? decoded : undefined
}

/** The values of a cursor in their order, and what each may be. */
const cursorValues = [
  ['identifier', /^-?\d+$/, 'an integer'],
  ['row offset', /^-?\d+$/, 'an integer'],
  ['is_prev', /^[01]$/, '0 or 1'],
] as const

/** The values to send in place of the wrong values of a cursor, if it has three. */
function wrongValueRemedy(cursor: string): Phrase | undefined {
  const values = cursor.split(':')
  const wrong = cursorValues.flatMap(([name, allowed, form], place) =>
    allowed.test(values[place] ?? '') ? [] : [phrase`${form} as ${name}`],
  )
  return values.length === cursorValues.length ? phrase`Send ${andList(wrong)}.` : undefined
}

/** The cursor that a cursor is the base64 of, in parentheses. */
function encodedPhrase(cursor: string): Phrase {
  const decoded = encodedCursor(cursor)
  return decoded === undefined ? phrase`` : phrase` (base64 of ${decoded})`
}

/** The contents of the Link header (clause 4.10). */
export const linkChecks: readonly DeclaredCheck[] = [
  {
    ...onEvents,
    id: 'link.both-entries.events',
    description:
      'Walks the events of samples.issueId by rel=next: every page, including the first and the last, carries a Link header with rel=previous and rel=next.',
    run: async (session) => assertBothEntries(await walkedPages(session, events)),
  },
  {
    ...common,
    needs: ['projectId', 'legacy'],
    id: 'link.both-entries.groups',
    after: ['legacy.groups.list'],
    description:
      'Walks at most five pages of the groups of samples.projectId: each carries a Link header with rel=previous and rel=next.',
    run: async (session) => assertBothEntries(await walkedPages(session, groups)),
  },
  {
    ...onEntries,
    id: 'link.both-entries.empty-page',
    description: 'Requests rel=next of the last page, which is empty: it is a list too, and carries both entries.',
    run: (session) => assertBothOnEmptyPage(session, events),
  },
  {
    ...common,
    needs: ['projectId', 'legacy'],
    id: 'link.both-entries.empty-page-of-groups',
    after: ['legacy.groups.list', 'link.both-entries.groups'],
    mayRepeat: true,
    description:
      'Requests rel=next of the last page of groups, which is empty: it is a list too, and carries both entries.',
    run: (session) => assertBothOnEmptyPage(session, groups),
  },
  {
    ...onEntries,
    id: 'link.results.values',
    description: 'Each entry of every page has the attribute results, which is true or false.',
    run: (session) =>
      assertEntries(
        session,
        ({ entry, relation }) => {
          const { results } = entry.parameters
          if (results === 'true' || results === 'false') return undefined
          return phrase`results=true or results=false on rel=${relation}`
        },
        ({ entry }) =>
          entry.parameters['results'] === undefined
            ? phrase`no results`
            : phrase`results=${entry.parameters['results']}`,
      ),
  },
  {
    ...onEntries,
    id: 'link.cursor.attribute',
    description: 'Each entry has a cursor attribute and a URL with cursor=<value>, and both are the same.',
    run: (session) =>
      assertEntries(
        session,
        ({ page, entry, relation }) => {
          const inUrl = linkCursor(page, entry)
          const { cursor } = entry.parameters
          if (cursor === undefined) return phrase`a cursor attribute on rel=${relation}`
          if (inUrl === undefined) return phrase`cursor=<value> in the query of rel=${relation}`
          if (cursor === inUrl || percentDecoded(cursor) === inUrl) return undefined
          return phrase`the cursor attribute of rel=${relation} to equal the one in its URL (${inUrl})`
        },
        ({ page, entry }) =>
          entry.parameters['cursor'] === undefined
            ? phrase`no cursor attribute`
            : linkCursor(page, entry) === undefined
              ? phrase`no cursor in the URL`
              : phrase`different cursors in URL and attribute`,
        ({ page, entry, relation }) =>
          phrase`${entry.parameters['cursor'] ?? 'no cursor'} in the attribute, ${linkCursor(page, entry) ?? 'no cursor'} in the URL of rel=${relation}`,
      ),
  },
  {
    ...onEntries,
    id: 'link.cursor-format.three-values',
    description: 'The cursor of each entry is identifier:offset:is_prev, all integers, and is_prev is 0 or 1.',
    run: async (session) => {
      const cursorOf = ({ page, entry }: PlacedEntry) =>
        linkCursor(page, entry) ?? percentDecoded(entry.parameters['cursor'] ?? '')
      if ((await allEntries(session)).every((placed) => cursorOf(placed) === ''))
        insufficient(because.absent, phrase`no entry shows a cursor`)
      await assertEntries(
        session,
        (placed) =>
          cursorOf(placed) === '' || parseLinkCursor(cursorOf(placed))
            ? undefined
            : phrase`three colon-separated values, identifier, row offset and is_prev`,
        (placed) => phrase`cursor=${cursorOf(placed)}${encodedPhrase(cursorOf(placed))}`,
        (placed) => phrase`${cursorOf(placed)}${encodedPhrase(cursorOf(placed))} on rel=${placed.relation}`,
        (placed) =>
          encodedCursor(cursorOf(placed)) === undefined
            ? wrongValueRemedy(cursorOf(placed))
            : phrase`Send the cursor as it is, without encoding it in base64.`,
      )
    },
  },
  {
    ...onEntries,
    id: 'link.next.same-resource',
    description: 'The URLs of both entries, of events and of groups, have the path of their list.',
    run: async (session) => {
      let elsewhere: string | undefined
      const all = await allEntries(session)
      const leadsAway = ({ page, entry }: PlacedEntry) => !staysOnList(session, page, resolveLink(page, entry)!)
      const wrong = all.filter(leadsAway)
      for (const { page, entry, relation } of wrong)
        failLink(
          relation,
          [page],
          phrase`rel=${relation} to stay at ${new URL(page.exchange.request.url).pathname}`,
          phrase`${entry.target}`,
          {
            remedy: phrase`Build the URL of each entry from that of the request.`,
            symptom: phrase`rel=${relation} leads to ${resolveLink(page, entry)!.pathname}`,
            ...amongPages(
              all.map((placed) => placed.page),
              wrong.map((placed) => placed.page),
            ),
          },
        )
      for (const { page, entry } of all) {
        const url = resolveLink(page, entry)!
        if (!isOfTarget(session, url)) elsewhere = url.origin
      }
      if (elsewhere !== undefined)
        insufficient(
          undeclared('baseUrl'),
          phrase`the links lead to ${elsewhere}, to which no credentials are sent; declare as baseUrl the address that the links name`,
        )
    },
  },
  {
    ...onEntries,
    id: 'link.previous-example.cursor',
    description: 'Records the cursor of rel=previous on the second page.',
    run: async (session) => {
      const second = (await severalPages(session, events)).pages[1]
      const cursor = second?.previous && linkCursor(second, second.previous)
      observed(phrase`rel=previous of the second page is ${cursor ?? phrase`none`}`)
    },
  },
  {
    ...onEntries,
    id: 'link.identifier.value',
    description: 'Records the cursor identifiers that were seen.',
    run: async (session) => {
      const seen = new Set(
        (await allEntries(session)).map(
          ({ page, entry }) => parseLinkCursor(linkCursor(page, entry) ?? '')?.identifier,
        ),
      )
      observed(phrase`cursor identifiers: ${{ list: [...seen].map((identifier) => identifier ?? phrase`none`) }}`)
    },
  },
  {
    ...onEvents,
    id: 'legacy.page-size.value',
    description: 'Records how many events the first page has.',
    run: async (session) => {
      const page = await keptLinkPage(session, events.path(session))
      observed(phrase`${countPhrase(page?.ids.length ?? 0, 'event')} on the first page`)
    },
  },
]
