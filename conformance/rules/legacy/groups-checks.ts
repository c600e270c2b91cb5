import { fail, insufficient, notApplicable } from '../../catalogue/verdict.ts'
import { findObject, idOf, memberOf } from '../../reading/find-list.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import { legacyAnswer } from '../answers.ts'
import { pageOf } from '../lists/pages.ts'
import { groupsPath, legacyCredential } from '../paths.ts'
import { isRefusal, refusedHere } from './legacy-answers.ts'
import { defaultGroup, groupByBody, groupByQuery, type PostedGroup, postedGroups, postGroup } from './posted-groups.ts'

/**
 * The status of a new group. The result of a POST is not shown: its answer may show no status, or one that tells how
 * the request went. Where no group has that status, the first page of the list decides.
 */
async function statusOf(session: Session, { exchange, status }: PostedGroup): Promise<unknown> {
  const { shown } = await postedGroups(session)
  if (shown.some((one) => one === status)) return status
  const id = idOf(findObject(exchange.response.json))
  const list = await session.send({ path: groupsPath(session), as: legacyCredential(session) })
  const listed = pageOf(session, list)?.items.find((item) => idOf(item) === (id ?? null))
  if (listed === undefined)
    insufficient(
      `the answer shows ${status === undefined ? 'no status' : `the status ${JSON.stringify(status)}`}, ` +
        'and the first page of the list does not show the new group',
    )
  return memberOf(listed, 'status')
}

async function assertStatus(session: Session, group: PostedGroup, place: 'body' | 'query'): Promise<void> {
  const { status } = await postedGroups(session)
  const own = await statusOf(session, group)
  if (own !== status) fail(`the status ${status} of the ${place}`, String(own))
}

async function assertUnlikeTheList(session: Session, { exchange }: PostedGroup): Promise<void> {
  if (exchange.response.text === (await legacyAnswer(session, groupsPath(session))).response.text)
    insufficient('POST returns what GET returns, so nothing shows that it was accepted')
}

const valueRefusals = new Set([400, 403, 409, 422])

const writing = { effect: 'write', needs: ['projectId', 'legacy'], after: ['legacy.groups.list'] } as const

/** Creating groups on the legacy API (clause 4.9). */
export const legacyGroupChecks: readonly Check[] = [
  defineCheck({
    ...writing,
    id: 'legacy.groups-post.body',
    requirement: 'legacy.groups-post',
    description:
      'POSTs a JSON object with a status to the groups of samples.projectId, with values that the groups show: ' +
      'it is accepted, and if the answer shows a status, it is that one.',
    run: async (session) => {
      const { shown, status, byDefault, byBody } = await postedGroups(session)
      if (!byBody.taken) {
        const refusal = summary(byBody.exchange)
        const as = legacyCredential(session)
        if (as === 'dsn' && isRefusal(byBody.exchange))
          notApplicable('samples.dsnPath takes the DSN for GET alone; declare credentials.integrationToken')
        if (as !== 'integrationToken' && isRefusal(byBody.exchange)) insufficient(refusedHere(session))
        // The values are not shown, so one may be refused. The form, and the target's own default, may not.
        if (!valueRefusals.has(byBody.exchange.response.status)) fail('the JSON object to be accepted', refusal)
        const own = shown.find((one) => one === byDefault.status)
        if (own !== undefined && !(await postGroup(session, { status: own }, {})).taken)
          fail(`a JSON object with the status ${own}, which a new group has, to be accepted`, refusal)
        if ((await groupByQuery(session, status)).taken)
          fail(`the status ${status} to be accepted in the body, as it is in the query`, refusal)
        insufficient(`the target refuses the values: ${refusal}`)
      }
      await assertUnlikeTheList(session, byBody)
      if (byBody.status !== undefined) await assertStatus(session, byBody, 'body')
    },
  }),
  defineCheck({
    ...writing,
    id: 'legacy.groups-post-query.status',
    requirement: 'legacy.groups-post-query',
    after: [...writing.after, 'legacy.groups-post.body'],
    description:
      'POSTs with the same status in the query instead of the body: it is accepted too, ' +
      'and the answer, or else the list, shows the status of the query.',
    run: async (session) => {
      const { status } = await postedGroups(session)
      const byQuery = await groupByQuery(session, status)
      if (!byQuery.taken)
        fail(`status=${status} to be accepted in the query, as it is in the body`, summary(byQuery.exchange))
      await assertStatus(session, byQuery, 'query')
    },
  }),
  defineCheck({
    ...writing,
    id: 'http.query-on-writes.post',
    requirement: 'http.query-on-writes',
    description:
      'POSTs with a parameter in the query string, as clause 4.9 documents it: it is not refused if the same request ' +
      'without one is accepted. A target that needs a status in the body gets the body that it accepted.',
    run: async (session) => {
      const { shown, byDefault } = await defaultGroup(session)
      const [status = byDefault.status] = shown
      if (typeof status !== 'string')
        insufficient('no group of samples.projectId shows a status; declare a project with groups that do')
      const byQuery = await groupByQuery(session, status)
      if (byQuery.taken) return await assertUnlikeTheList(session, byQuery)
      // The values are not shown, so this one may be refused.
      const byBody = await groupByBody(session, status)
      if (!byBody.taken) insufficient(`the target accepts no such POST without a query: ${summary(byBody.exchange)}`)
      const withBoth = await postGroup(session, { status }, { status })
      if (!withBoth.taken)
        fail('a POST with a query string to be accepted, as the same one without it is', summary(withBoth.exchange))
    },
  }),
]
