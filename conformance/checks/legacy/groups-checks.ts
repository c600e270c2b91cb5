import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, type Failure, insufficient, notApplicable, unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findObject, itemId, findMember } from '../../reading/find-list.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { legacyAnswer } from '../shared-answers.ts'
import { readListPage } from '../lists/pages.ts'
import { findLinkPage, groups, type LinkPage, walkAgain } from '../link/link-list.ts'
import { failUnseen, pollingAddresses, pollPauses } from '../link/polling-checks.ts'
import { initialWalk } from '../link/surroundings.ts'
import { groupsPath, legacyCredential } from '../paths.ts'
import { type Variant, defineLaw } from '../law.ts'
import { askNeighbours, contrast, type Similar } from '../similar.ts'
import { valueOrNone } from '../tokens/sights.ts'
import { refusesCredentials, refusedHere } from './legacy-answers.ts'
import {
  acceptedGroup,
  defaultGroup,
  groupByQuery,
  type PostedGroup,
  type PostedGroups,
  postedGroups,
  postGroup,
  showStatus,
} from './posted-groups.ts'
import { isSameBody } from '../../reading/same-json.ts'

/** A status, and the answer that shows it. */
interface ShownGroupStatus {
  readonly status: unknown
  readonly at: Exchange
  /** The id of the listed group that has the status. */
  readonly id?: string
}

/**
 * The status of a new group. The result of a POST is not shown: its answer may show no status, or that of the request.
 * If no group has that status, the first page of the list decides.
 */
async function shownGroupStatus(session: Session, { exchange, status }: PostedGroup): Promise<ShownGroupStatus> {
  const { statuses } = await postedGroups(session)
  if (statuses.some((candidate) => candidate === status)) return { status, at: exchange }
  const id = itemId(findObject(exchange.response.json))
  const list = await session.send({ path: groupsPath(session), as: legacyCredential(session) })
  const listed = readListPage(session, list)?.items.find((item) => itemId(item) === (id ?? null))
  if (listed === undefined)
    insufficient(
      because.data,
      phrase`the answer shows ${status === undefined ? phrase`no status` : phrase`the status ${json(status)}`}, and the first page of the list does not show the new group`,
    )
  return { status: findMember(listed, 'status'), at: list, ...(id === undefined ? {} : { id }) }
}

/** The failure of a group without the status of its request; undefined if it has that status. */
async function wrongStatus(
  session: Session,
  group: PostedGroup,
): Promise<Pick<Failure, 'got' | 'symptom' | 'fact'> | undefined> {
  const { status } = await postedGroups(session)
  const seen = await shownGroupStatus(session, group)
  if (seen.status === status) return undefined
  const got = valueOrNone(seen.status)
  return {
    got: phrase`${seen.id === undefined ? 'the answer' : 'the list'} shows ${got}`,
    symptom: phrase`status ${got} instead of ${json(status)}`,
    fact: { kind: 'body', ...(seen.id === undefined ? {} : { ids: [seen.id] }), members: ['status'], at: seen.at },
  }
}

/** @param other The POST that sends the status in the other place, which a failure compares. */
async function assertStatus(
  session: Session,
  group: PostedGroup,
  place: 'body' | 'query',
  other: () => Promise<PostedGroup>,
): Promise<void> {
  const { status } = await postedGroups(session)
  const failure = await wrongStatus(session, group)
  if (!failure) return
  const what = place === 'body' ? 'the status in the query' : 'a body with the status'
  const near = await askNeighbours([[what, async () => (await other()).status === status]])
  fail({
    expected: phrase`the group to have the status ${json(status)} of the ${place}`,
    ...failure,
    ...contrast(near),
  })
}

/** @throws Conclusion `fail` when a group was not created. */
export function assertGroup({ taken, exchange: at }: PostedGroup, expected: Phrase, similar: Similar = {}): void {
  if (!taken) fail({ expected, fact: { kind: 'status', wanted: 'success', at }, ...similar })
}

/** @throws Conclusion `insufficientEvidence` if a POST gets the same answer as GET. */
export async function assertUnlikeTheList(session: Session, { exchange }: PostedGroup): Promise<void> {
  if (isSameBody(exchange.response, (await legacyAnswer(session, groupsPath(session))).response))
    insufficient(because.alike, phrase`POST returns what GET returns, so nothing shows that it was accepted`)
}

const valueRefusals = new Set([400, 403, 409, 422])

const writing = { effect: 'write', needs: ['projectId', 'legacy'], after: ['legacy.groups.list'] } as const

/** The parts of a POST with everything that it may have. */
const parts = {
  key: ['with the API key', 'with other credentials'],
  prefix: ['with a prefixed id in the path', 'with a bare id'],
  query: ['with a status in the query', 'without a query'],
  body: ['with a status in the body', 'without a body'],
} as const

type Part = keyof typeof parts

/** A POST with every part but one. */
function postWithout(session: Session, status: string, left?: Part): Promise<PostedGroup> {
  const withPart = <T>(part: Part, value: T, otherwise: T): T => (part === left ? otherwise : value)
  const { projectId = '' } = session.run.target.samples ?? {}
  return postGroup(
    session,
    withPart('body', { status }, {}),
    withPart('query', { status }, {}),
    withPart('prefix', `prj_${stripPrefix(projectId)}`, projectId),
    withPart('key', 'apiKey', legacyCredential(session)),
  )
}

function togetherVariant(session: Session, posted: PostedGroups, left?: Part): Variant {
  return {
    what: left
      ? phrase`the same ${parts[left][1]}`
      : phrase`the status in the body and the query, with the API key and a prefixed id`,
    traits: Object.fromEntries(
      Object.entries(parts).map(([part, [words]]) => [part, part === left ? undefined : words]),
    ),
    ask: async () => {
      const group = await postWithout(session, posted.status, left)
      const { exchange: at, taken } = group
      // Clause 5 does not state which credentials may create groups.
      if (refusesCredentials(at) || at.response.status === 404)
        notApplicable(because.refused, phrase`the API key may not create groups of samples.projectId`)
      const wrong = taken ? await wrongStatus(session, group) : undefined
      return taken
        ? wrong
          ? { ...wrong, words: { symptom: wrong.symptom } }
          : 'kept'
        : { fact: { kind: 'status', wanted: 'success', at } }
    },
    ...(left === undefined && {
      closer: () => (Object.keys(parts) as readonly Part[]).map((part) => togetherVariant(session, posted, part)),
    }),
  }
}

/** A POST with the API key, a prefixed id, and the same status in the body and the query. */
const groupsTogether = defineLaw({
  places: [
    {
      ...writing,
      id: 'legacy.groups-post.together',
      inQuickRun: 'never',
      asksAnonymously: true,
      mayRepeat: true,
      needs: ['projectId', 'legacy', 'apiKey'],
      after: [...writing.after, 'legacy.groups-post.body', 'legacy.groups-post-query.status'],
    },
  ],
  description: () =>
    'POSTs with the API key and a prefixed project id, and with the same status in the body and the query: if the key may, it is accepted, and the answer, or else the list, shows that status.',
  expected: phrase`a group with the status of the body and the query`,
  atOnce: () => 1,
  variants: async (session) => {
    if (!(await showStatus(session))) notApplicable(because.absent, phrase`no group shows a status`)
    return { variants: [togetherVariant(session, await postedGroups(session))] }
  },
})

/** Creating groups on the legacy API (clause 4.9). */
export const legacyGroupChecks: readonly DeclaredCheck[] = [
  {
    ...writing,
    id: 'legacy.groups-post.body',
    description:
      'POSTs a JSON object with a status to the groups of samples.projectId, with values that the groups show: it is accepted, and if the answer shows a status, it is that one.',
    run: async (session) => {
      if (!(await showStatus(session))) {
        const { byDefault } = await defaultGroup(session)
        if (!byDefault.taken) insufficient(because.refused, phrase`no group shows a status that a POST may need`)
        return await assertUnlikeTheList(session, byDefault)
      }
      const { statuses, status, byDefault, byBody } = await postedGroups(session)
      if (!byBody.taken) {
        const as = legacyCredential(session)
        if (as === 'dsn' && refusesCredentials(byBody.exchange))
          notApplicable(
            undeclared('credentials.integrationToken'),
            phrase`samples.dsnPath takes the DSN only for GET; declare credentials.integrationToken`,
          )
        if (as !== 'integrationToken' && refusesCredentials(byBody.exchange)) refusedHere(session)
        // The values are not shown, so a value may be refused. The form, and the target's own default, must not be.
        if (!valueRefusals.has(byBody.exchange.response.status)) {
          const near = contrast([
            ['an empty object', byDefault.taken],
            ['the status in the query', (await unlessConcluded(groupByQuery(session, status)))?.taken],
          ])
          const condition = near.beside && phrase`with a status in the body`
          assertGroup(byBody, phrase`the JSON object to be accepted`, { ...near, condition })
        }
        const usual = statuses.find((candidate) => candidate === byDefault.status)
        if (usual !== undefined)
          assertGroup(
            await postGroup(session, { status: usual }, {}),
            phrase`a JSON object with the status ${usual}, which a new group has, to be accepted`,
          )
        if ((await groupByQuery(session, status)).taken)
          assertGroup(byBody, phrase`the status ${status} to be accepted in the body, as it is in the query`)
        insufficient(
          because.refused,
          phrase`the target refuses the values: ${answerPhrase(byBody.exchange)}`,
          byBody.exchange,
        )
      }
      await assertUnlikeTheList(session, byBody)
      if (byBody.status !== undefined) await assertStatus(session, byBody, 'body', () => groupByQuery(session, status))
    },
  },
  {
    ...writing,
    id: 'legacy.groups-post-query.status',
    after: [...writing.after, 'legacy.groups-post.body'],
    description:
      'POSTs with the same status in the query instead of the body: it is accepted too, and the answer, or else the list, shows the status of the query.',
    run: async (session) => {
      if (!(await showStatus(session))) notApplicable(because.absent, phrase`no group shows a status`)
      const { status, byDefault, byBody } = await postedGroups(session)
      const byQuery = await groupByQuery(session, status)
      const near = contrast([
        ['a body with the status', byBody.taken],
        ['an empty object without a query', byDefault.taken],
      ])
      assertGroup(byQuery, phrase`status=${status} to be accepted in the query, as it is in the body`, near)
      await assertStatus(session, byQuery, 'query', async () => byBody)
    },
  },
  ...groupsTogether,
]

/** Polling of groups by the cursors of empty pages (clause 4.10). */
export const newGroupChecks: readonly DeclaredCheck[] = [
  {
    effect: 'write',
    needs: ['projectId', 'legacy'],
    id: 'link.polling.new-group',
    inQuickRun: 'never',
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
      const walk = await initialWalk(session, groups)
      const { last, urls, nextRow } = await pollingAddresses(session, groups, walk)
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
      failUnseen(groups, { created, walk, looked, again, known, last })
    },
  },
]
