import { type Check, defineCheck } from '../../run/define-check.ts'
import { findObject, idOf, isObject, memberOf } from '../../reading/find-list.ts'
import { groupsAsFound } from '../link/link-entries.ts'
import { firstAnswer, groupsPath, legacyCredential } from '../link/link-pages.ts'
import { pageOf } from '../lists/lists.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import type { Session } from '../../run/session.ts'
import { fail, insufficient } from '../../run/verdict.ts'

interface PostedGroup {
  readonly exchange: Exchange
  readonly taken: boolean
  /** The status that the answer shows; undefined when it shows none. */
  readonly status: unknown
}

/** The status of the record in an answer, or of an answer without one: beside a record, a member of that name may be the envelope's. */
function statusIn(json: unknown): unknown {
  const record = findObject(json)
  return record ? memberOf(record, 'status') : isObject(json) ? json['status'] : undefined
}

/** Status values that the target's own groups show, the rarest first: the default of a new group is likely the most frequent. */
async function shownStatuses(session: Session): Promise<readonly string[]> {
  // The walk comes first, as the groups that are made here could move its pages.
  await groupsAsFound(session)
  const items = pageOf(session, await firstAnswer(session, groupsPath(session)))?.items ?? []
  const counts = new Map<string, number>()
  for (const item of items) {
    const status = memberOf(item, 'status')
    if (typeof status === 'string') counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].sort((left, right) => left[1] - right[1]).map(([status]) => status)
}

async function postGroup(
  session: Session,
  json: unknown,
  query: Readonly<Record<string, string>>,
): Promise<PostedGroup> {
  const { run } = session
  const entry = run.ledger.open({ runId: run.id, what: 'group', name: '(groups carry no name)', path: '' })
  const exchange = await session.send({
    method: 'POST',
    path: groupsPath(session),
    query,
    json,
    as: legacyCredential(session),
  })
  const taken = exchange.response.status >= 200 && exchange.response.status < 300
  const id = taken ? idOf(findObject(exchange.response.json)) : undefined
  if (id !== undefined) run.ledger.identify(entry, id)
  else if (!taken) run.ledger.close(entry)
  return { exchange, taken, status: taken ? statusIn(exchange.response.json) : undefined }
}

interface PostFacts {
  /** Every status that the target's groups show. */
  readonly shown: readonly string[]
  /** A status that the target's groups show, and that a new group does not have by default where that can be seen. */
  readonly status: string
  readonly byDefault: PostedGroup
  readonly byBody: PostedGroup
}

/** What POSTs to the legacy groups came to, sent once in a run (clause 4.9). */
export function postFacts(session: Session): Promise<PostFacts> {
  return session.fact('legacy groups by POST', async (own) => {
    const shown = await shownStatuses(own)
    const byDefault = await postGroup(own, {}, {})
    const status = shown.find((one) => one !== byDefault.status)
    if (status === undefined)
      insufficient(
        'no group of samples.projectId shows a status other than the default; declare a project with groups of several',
      )
    return { shown, status, byDefault, byBody: await postGroup(own, { status }, {}) }
  })
}

/** A member of that name may tell how the request went: the result of a POST is not shown. */
function assertOfGroup(shown: readonly string[], { status }: PostedGroup): void {
  if (status !== undefined && !shown.includes(String(status)))
    insufficient(
      `the answer shows the status ${JSON.stringify(status)}, which no group has: whether it is that of the group cannot be seen`,
    )
}

const byQueryFact = (session: Session, status: string): Promise<PostedGroup> =>
  session.fact('legacy group by query', (own) => postGroup(own, {}, { status }))

const valueRefusals = new Set([400, 403, 409, 422])

const writing = { effect: 'write', needs: ['projectId', 'legacy'], after: ['legacy.groups.list'] } as const

/** Creating groups on the legacy API (clause 4.9). */
export const legacyGroupChecks: readonly Check[] = [
  defineCheck({
    ...writing,
    id: 'legacy.groups-post.body',
    requirement: 'legacy.groups-post',
    description:
      'POSTs a JSON object with a status to the groups of samples.projectId; it is taken, and where the answer shows a status it is that one. The values are those that the groups show.',
    run: async (session) => {
      const { shown, status, byDefault, byBody } = await postFacts(session)
      if (!byBody.taken) {
        const refusal = summary(byBody.exchange)
        // A value may be refused, as they are not shown; the form, and the target's own default, may not.
        if (!valueRefusals.has(byBody.exchange.response.status)) fail('the JSON object to be taken', refusal)
        if (
          byDefault.taken &&
          typeof byDefault.status === 'string' &&
          !(await postGroup(session, { status: byDefault.status }, {})).taken
        )
          fail(`a JSON object with the status ${byDefault.status}, which a new group has, to be taken`, refusal)
        if ((await byQueryFact(session, status)).taken)
          fail(`the status ${status} to be taken in the body, as it is in the query`, refusal)
        insufficient(`the target refuses the values: ${refusal}`)
      }
      if (
        byBody.exchange.response.text !== '' &&
        byBody.exchange.response.text === (await firstAnswer(session, groupsPath(session))).response.text
      )
        insufficient('POST answers what GET answers, so nothing shows that the body was taken')
      if (byBody.status === undefined || byBody.status === status) return
      assertOfGroup(shown, byBody)
      fail(`the status ${status} of the body`, String(byBody.status))
    },
  }),
  defineCheck({
    ...writing,
    id: 'legacy.groups-post-query.status',
    requirement: 'legacy.groups-post-query',
    after: [...writing.after, 'legacy.groups-post.body'],
    description:
      'POSTs with the same status in the query instead of the body; it is taken too, and where the answers show a status, it is the one of the query.',
    run: async (session) => {
      const { shown, status, byDefault, byBody } = await postFacts(session)
      const byQuery = await byQueryFact(session, status)
      if (!byQuery.taken)
        fail(`status=${status} to be accepted in the query, as it is in the body`, summary(byQuery.exchange))
      if (byBody.status === undefined) insufficient('the answers show no status')
      if (byDefault.status === status) insufficient('a new group has this status anyway')
      if (byQuery.status === status) return
      assertOfGroup(shown, byQuery)
      fail(`the status ${status} of the query`, String(byQuery.status))
    },
  }),
  defineCheck({
    ...writing,
    id: 'http.query-on-writes.post',
    requirement: 'http.query-on-writes',
    after: [...writing.after, 'legacy.groups-post.body'],
    description:
      'POSTs with a parameter in the query string, as clause 4.9 documents it; it is not refused where the same request without one is taken.',
    run: async (session) => {
      const { status, byDefault } = await postFacts(session)
      if (!byDefault.taken) insufficient('the target does not take the same POST without a query')
      const byQuery = await byQueryFact(session, status)
      if (!byQuery.taken) fail('a POST with a query string to be taken', summary(byQuery.exchange))
    },
  }),
]
