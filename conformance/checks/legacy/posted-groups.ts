import { at } from '../../catalogue/operation-paths.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { isSuccessStatus, isUndone } from '../../reading/success.ts'
import { findObject, itemId, isObject, findMember } from '../../reading/find-list.ts'
import type { LedgerEntry } from '../../judge/ledger.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Credential } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { legacyAnswer } from '../shared-answers.ts'
import { groups } from '../link/link-list.ts'
import { initialWalk } from '../link/surroundings.ts'
import { readListPage } from '../lists/pages.ts'
import { groupsPath, legacyCredential } from '../paths.ts'

/** The outcome of one POST to the legacy groups. */
export interface PostedGroup {
  readonly exchange: Exchange
  readonly taken: boolean
  /** The status that the answer shows, if any. */
  readonly status: unknown
}

/**
 * The status of the record in an answer, or of an answer without a record. Outside a record, a member with that name
 * may belong to the envelope.
 */
function postedStatus(json: unknown): unknown {
  const record = findObject(json)
  return record ? findMember(record, 'status') : isObject(json) ? json['status'] : undefined
}

/**
 * The statuses of the target's own groups, the rarest first: the default of a new group is probably the most frequent
 * one.
 */
async function listedStatuses(session: Session): Promise<readonly string[]> {
  // The walk comes first, as the groups created here could move its pages.
  await initialWalk(session, groups)
  const items = readListPage(session, await legacyAnswer(session, groupsPath(session)))?.items ?? []
  const counts = new Map<string, number>()
  for (const item of items) {
    const status = findMember(item, 'status')
    if (typeof status === 'string') counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].sort((left, right) => left[1] - right[1]).map(([status]) => status)
}

/** Writes a group into the ledger. No way to delete one is documented. */
export function openGroup({ run }: Session): LedgerEntry {
  return run.ledger.open({ runId: run.id, operation: 'groups.create', name: '(groups carry no name)' })
}

/** Creates a group. */
export async function postGroup(
  session: Session,
  json: unknown,
  query: Readonly<Record<string, string>>,
  projectId: string = session.run.target.samples?.projectId ?? '',
  as: Credential = legacyCredential(session),
): Promise<PostedGroup> {
  const { ledger } = session.run
  const entry = openGroup(session)
  const exchange = await session.send({
    method: 'POST',
    path: at('groups.create', { project_id: projectId }),
    query,
    json,
    as,
    entry,
  })
  const taken = isSuccessStatus(exchange.response.status)
  const id = taken ? itemId(findObject(exchange.response.json)) : undefined
  if (id !== undefined) ledger.identify(entry, id)
  else if (isUndone(exchange)) ledger.close(entry)
  return { exchange, taken, status: taken ? postedStatus(exchange.response.json) : undefined }
}

/** A POST without a status, and the statuses that the target's groups show. */
export interface DefaultGroup {
  /** Every status of the target's groups, the rarest first. */
  readonly statuses: readonly string[]
  readonly byDefault: PostedGroup
}

/** A group created without a status, once per run. */
export const defaultGroup: Once<[], DefaultGroup> = oncePerRun(async (session) => ({
  statuses: await listedStatuses(session),
  byDefault: await postGroup(session, {}, {}),
}))

/** Returns false if no group of the target shows a status, which clause 4.9 gives as an example. */
export async function showStatus(session: Session): Promise<boolean> {
  const { statuses, byDefault } = await defaultGroup(session)
  return !session.run.omits('groupStatus') && (statuses.length > 0 || byDefault.status !== undefined)
}

/** A group created with a status in the body, once per run. */
export const groupByBody: Once<[status: string], PostedGroup> = oncePerRun((session, status) =>
  postGroup(session, { status }, {}),
)

/** The outcome of the POSTs to the legacy groups. */
export interface PostedGroups extends DefaultGroup {
  /** One of these statuses that is not visibly the default of a new group. */
  readonly status: string
  readonly byBody: PostedGroup
}

/**
 * The answers to POSTs to the legacy groups, sent once per run (clause 4.9). Throws the Conclusion
 * `insufficientEvidence` if no group shows a status to try.
 */
export const postedGroups: Once<[], PostedGroups> = oncePerRun(async (session) => {
  const { statuses, byDefault } = await defaultGroup(session)
  const status = statuses.find((candidate) => candidate !== byDefault.status)
  if (status === undefined)
    insufficient(
      undeclared('samples.projectId'),
      phrase`no group of samples.projectId shows a status other than the default; declare a project with groups of several`,
    )
  return { statuses, status, byDefault, byBody: await groupByBody(session, status) }
})

/** A group created with the status in the query, once per run. */
export const groupByQuery: Once<[status: string], PostedGroup> = oncePerRun((session, status) =>
  postGroup(session, {}, { status }),
)

/** A POST without a query that the target accepts, once per run: an empty object, or else one with a status. */
export async function acceptedGroup(
  session: Session,
): Promise<PostedGroup & { readonly body: Readonly<Record<string, string>> }> {
  const { byDefault } = await defaultGroup(session)
  if (byDefault.taken) return { ...byDefault, body: {} }
  const { status, byBody } = await postedGroups(session)
  if (!byBody.taken)
    insufficient(
      because.refused,
      phrase`the target refuses the POSTs of a group that were tried: ${answerPhrase(byBody.exchange)}`,
      byBody.exchange,
    )
  return { ...byBody, body: { status } }
}
