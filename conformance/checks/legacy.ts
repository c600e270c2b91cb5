import { type Check, defineCheck } from '../define-check.ts'
import { findObject, idOf, isObject, memberOf } from '../discovery/find-list.ts'
import { eventsPath, groupsPath, legacyCredential } from '../discovery/link-pages.ts'
import { pageOf } from '../discovery/lists.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { fail, insufficient } from '../verdict.ts'

const getRoot = (session: Session): Promise<Exchange> => session.fact('legacy root', (own) => own.send({ path: '/0/', as: 'none' }))

/** The media type of an answer, without its parameters. */
export function mediaType({ response }: Exchange): string {
  return (response.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

/** The methods in a header such as Allow, in upper case. */
export function methodsIn(header: string | undefined): ReadonlySet<string> {
  return new Set((header ?? '').split(',').map((method) => method.trim().toUpperCase()).filter((method) => method !== ''))
}

const rootChecks: readonly Check[] = [
  defineCheck({
    id: 'legacy.root.version', requirement: 'legacy.root', effect: 'read', description: 'GET /0/ answers 200 with a JSON object whose version is a string.',
    run: async (session) => {
      const exchange = await getRoot(session)
      const { status, json } = exchange.response
      if (status !== 200 || !isObject(json) || typeof json['version'] !== 'string') fail('200 with a JSON object that has a string field version', summary(exchange))
    },
  }),
  defineCheck({
    id: 'legacy.root.content-type', requirement: 'legacy.root-content-type', effect: 'read', after: ['legacy.root.version'], description: 'GET /0/ answers Content-Type: application/json, with or without parameters.',
    run: async (session) => {
      const exchange = await getRoot(session)
      if (mediaType(exchange) !== 'application/json') fail('Content-Type: application/json', exchange.response.headers['content-type'] ?? 'none')
    },
  }),
  defineCheck({
    id: 'legacy.root.allow', requirement: 'legacy.root-allow', effect: 'read', after: ['legacy.root.version'], description: 'GET /0/ answers Allow with GET, HEAD and OPTIONS and no other method, in any order.',
    run: async (session) => {
      const exchange = await getRoot(session)
      const allow = exchange.response.headers['allow']
      if ([...methodsIn(allow)].sort().join(', ') !== 'GET, HEAD, OPTIONS') fail('Allow: GET, HEAD, OPTIONS', allow === undefined ? 'no Allow header' : `Allow: ${allow}`)
    },
  }),
  defineCheck({
    id: 'versions.side-by-side.both', requirement: 'versions.side-by-side', effect: 'read', needs: ['bearer'], after: ['legacy.root.version', 'environments.list.served'],
    description: 'The legacy root and the list of environments of the current version are both served.',
    run: async () => undefined,
  }),
]

/** The ids of the projects in an answer of `/0/projects/`: a list or one object. */
export function projectIds(session: Session, exchange: Exchange): readonly string[] | undefined {
  if (exchange.response.status !== 200) return undefined
  const page = pageOf(session, exchange)
  if (page && (page.ids.length > 0 || Array.isArray(exchange.response.json))) return page.ids
  const one = findObject(exchange.response.json)
  return one ? [idOf(one)!] : undefined
}

const projectChecks: readonly Check[] = [
  defineCheck({
    id: 'legacy.projects.served', requirement: 'legacy.projects', effect: 'read', needs: ['bearer'], description: 'GET /0/projects/ answers 200 with at least one project that has an id, as a list or an object.',
    run: async (session) => {
      const exchange = await session.send({ path: '/0/projects/', as: legacyCredential(session) })
      const ids = projectIds(session, exchange)
      if (!ids) fail('200 with project information', summary(exchange))
      if (ids.length === 0) insufficient('the answer names no project')
    },
  }),
  defineCheck({
    id: 'legacy.projects.key-bound', requirement: 'legacy.projects-key', effect: 'read', needs: ['apiKey', 'apiKeyProjectId'], after: ['auth.api-key.accepted'],
    description: 'GET /0/projects/ by the API key answers the project of samples.apiKeyProjectId and no other.',
    run: async (session) => {
      const exchange = await session.send({ path: '/0/projects/', as: 'apiKey' })
      const bound = session.run.target.samples!.apiKeyProjectId!.slice(-27)
      const ids = projectIds(session, exchange)
      if (!ids?.includes(bound)) fail(`the project ${bound} that the key is bound to`, summary(exchange))
      const others = ids.filter((id) => id !== bound)
      if (others.length > 0) fail('no project but the one that the key is bound to', `${others.length} more, as ${others[0]}`)
    },
  }),
]

const listChecks: readonly Check[] = [
  defineCheck({
    id: 'legacy.groups.list', requirement: 'legacy.groups', effect: 'read', needs: ['projectId', 'bearer'], description: 'GET /0/projects/{project_id}/groups/ answers 200 with a list.',
    run: async (session) => {
      const exchange = await session.send({ path: groupsPath(session), as: legacyCredential(session) })
      if (!pageOf(session, exchange)) fail('200 with a list of groups', summary(exchange))
    },
  }),
  defineCheck({
    id: 'legacy.events.list', requirement: 'legacy.events', effect: 'read', needs: ['issueId', 'bearer'], description: 'GET /0/issues/{issue_id}/events/ answers 200 with a list.',
    run: async (session) => {
      const exchange = await session.send({ path: eventsPath(session), as: legacyCredential(session) })
      if (!pageOf(session, exchange)) fail('200 with a list of events', summary(exchange))
    },
  }),
]

/** Status values that the target's own groups show, the rarest first: the default of a new group is likely the most frequent. */
async function shownStatuses(session: Session): Promise<readonly string[]> {
  const page = pageOf(session, await session.send({ path: groupsPath(session), as: legacyCredential(session) }))
  const counts = new Map<string, number>()
  for (const item of page?.items ?? []) {
    const status = memberOf(item, 'status')
    if (typeof status === 'string') counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].sort((left, right) => left[1] - right[1]).map(([status]) => status)
}

interface PostedGroup {
  readonly exchange: Exchange
  /** The status that the answer shows. */
  readonly status: unknown
}

/** What the POSTs need to know: a status to give, which is not the one that a new group has by default where that can be seen. */
function postFacts(session: Session): Promise<{ readonly status: string; readonly byBody: PostedGroup; readonly byDefault: PostedGroup }> {
  return session.fact('legacy groups by POST', async (own) => {
    const byDefault = await postGroup(own, {}, {})
    const status = (await shownStatuses(own)).find((shown) => shown !== byDefault.status)
    if (status === undefined) insufficient('no group of samples.projectId shows a status other than the default; declare a project with groups of several')
    return { status, byDefault, byBody: await postGroup(own, { status }, {}) }
  })
}

async function postGroup(session: Session, json: unknown, query: Readonly<Record<string, string>>): Promise<PostedGroup> {
  const { run } = session
  const entry = run.ledger.open({ runId: run.id, what: 'group', name: '(groups carry no name)', path: '' })
  const exchange = await session.send({ method: 'POST', path: groupsPath(session), query, json, as: legacyCredential(session) })
  const created = exchange.response.status < 300 ? findObject(exchange.response.json) : undefined
  if (created) run.ledger.identify(entry, idOf(created)!)
  else run.ledger.close(entry)
  return { exchange, status: memberOf(exchange.response.json, 'status') }
}

/** A refusal of the values is the target's right, as they are not shown; a refusal of the form is not. */
function assertTaken({ exchange }: PostedGroup, what: string): void {
  const { status } = exchange.response
  if (status < 300) return
  if (status === 400 || status === 409 || status === 422) insufficient(`the target refuses the values (${summary(exchange)})`)
  fail(what, summary(exchange))
}

const writing = { effect: 'write', needs: ['projectId', 'bearer'], after: ['legacy.groups.list'] } as const

const postChecks: readonly Check[] = [
  defineCheck({
    ...writing, id: 'legacy.groups-post.body', requirement: 'legacy.groups-post', description: 'POSTs a JSON object with a status to the groups of samples.projectId; it is taken, and where the answer shows a status it is that one.',
    run: async (session) => {
      const { status, byBody } = await postFacts(session)
      assertTaken(byBody, 'the JSON object to be taken')
      if (byBody.status !== undefined && byBody.status !== status) fail(`the status ${status} of the body`, String(byBody.status))
    },
  }),
  defineCheck({
    ...writing, id: 'legacy.groups-post-query.status', requirement: 'legacy.groups-post-query', after: [...writing.after, 'legacy.groups-post.body'],
    description: 'POSTs with status in the query instead of the body; where the answers show a status, it is the one of the query.',
    run: async (session) => {
      const { status, byBody } = await postFacts(session)
      const byQuery = await session.fact('legacy group by query', (own) => postGroup(own, {}, { status }))
      assertTaken(byQuery, 'status to be accepted in the query')
      if (byBody.status === undefined) insufficient('the answers show no status')
      if (byQuery.status !== status) fail(`the status ${status} of the query`, String(byQuery.status))
    },
  }),
  defineCheck({
    ...writing, id: 'http.query-on-writes.post', requirement: 'http.query-on-writes', after: [...writing.after, 'legacy.groups-post.body'],
    description: 'POSTs with a parameter in the query string, as clause 4.9 documents it; it is not refused where the same request without one is taken.',
    run: async (session) => {
      const { status, byDefault } = await postFacts(session)
      if (byDefault.exchange.response.status >= 300) insufficient('the target does not take the same POST without a query')
      assertTaken(await session.fact('legacy group by query', (own) => postGroup(own, {}, { status })), 'a POST with a query string to be taken')
    },
  }),
]

/** The legacy API (clause 4.9). */
export const legacyChecks: readonly Check[] = [...rootChecks, ...projectChecks, ...listChecks, ...postChecks]
