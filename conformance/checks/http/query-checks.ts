// A query string on every documented write (clause 4).
import { isSuccessStatus } from '../../reading/success.ts'
import type { CheckId } from '../../catalogue/check-ids.ts'
import { findOperation, type WriteOperation, writeOperations } from '../../catalogue/operations.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { findObject, findMember } from '../../reading/find-list.ts'
import type { Call } from '../../judge/call.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import { oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, json, phrase } from '../../conclusions/phrase.ts'
import { askNeighbours, contrast } from '../similar.ts'
import type { Creation } from '../tokens/create-token.ts'
import { spareToken, spareTokenId } from '../tokens/main-token.ts'
import { assertQuotaLeft, dropToken, isFull, mayBeQuota } from '../tokens/token-quota.ts'
import { deleteCall, lastingToken, renameCall } from '../tokens/spare-tokens.ts'
import { withinQuota } from '../tokens/revoked-token.ts'
import {
  declaredCredential,
  operationEffect,
  neededDeclarations,
  type SampledOperation,
  sampledCall,
} from '../documented-calls.ts'
import { writeMayBeOpen, servedBy } from '../documented-endpoints.ts'
import { assertGroup, assertUnlikeTheList } from '../legacy/groups-checks.ts'
import { defaultGroup, groupByBody, groupByQuery, postGroup, showStatus } from '../legacy/posted-groups.ts'

type Query = NonNullable<Call['query']>

/** No documented write has a parameter by this name. */
const query = { conformance: '1' } as const

/** Refusals that may be about an unknown parameter: clause 4 names none for these writes. */
const aboutParameter = new Set([400, 403, 409, 422])

/**
 * A write is carried out with any query. Only a target that refuses unknown parameters may refuse it.
 * @param again Sends the same write without a query.
 * @throws Conclusion unless the write was accepted.
 */
async function assertWriteAccepted(
  operation: WriteOperation,
  exchange: Exchange,
  again: () => Promise<Exchange>,
): Promise<void> {
  const what = findOperation(operation).title
  const { status } = exchange.response
  if (isSuccessStatus(status)) return
  if (aboutParameter.has(status))
    notApplicable(
      because.refused,
      phrase`${what} with a parameter that the target may not know is refused (${answerPhrase(exchange)}), and the specification names none for it`,
      exchange,
    )
  const without = await again()
  // The write was accepted before: its object may be gone by now.
  if (without.response.status >= 300)
    insufficient(because.refused, phrase`${what} is refused without a query too: ${answerPhrase(without)}`, without)
  fail({
    expected: phrase`${what} with a query string to be accepted, as it is without one`,
    fact: { kind: 'status', wanted: 'success', at: exchange },
  })
}

/** A write that can be sent again as it is. */
async function assertCallTaken(session: Session, operation: WriteOperation, call: Call): Promise<void> {
  const send = (sent: Query) => session.send({ ...call, query: sent, repeatable: true })
  await assertWriteAccepted(operation, await send(query), () => send({}))
}

/** Sends a write whose good request needs only the samples of the target file. */
async function assertSampledTaken(session: Session, operation: WriteOperation & SampledOperation): Promise<void> {
  const call = { ...(await sampledCall(session, operation)), as: declaredCredential(session, operation) }
  const ask = () => assertCallTaken(session, operation, call)
  // The issued token may end the one that other checks use.
  await (operation === 'oauth.token' ? session.run.tokens.asking(ask) : ask())
}

/** A personal access token that is created with a query. */
const queried = oncePerRun((session): Promise<Creation> => withinQuota(session, () => createWithQuery(session)))

async function createWithQuery(session: Session): Promise<Creation> {
  let creation = await spareToken(session, 'qry', { query })
  if (mayBeQuota(creation) && !(await isFull(session))) {
    // A creation without a query shows whether the number of tokens is limited.
    await dropToken(session, (await spareToken(session, 'query3')).id)
    creation = await withinQuota(session, () => spareToken(session, 'qry2', { query }))
  }
  if (!(await isFull(session))) return creation
  // Other checks need the quota.
  await dropToken(session, creation.id)
  return { ...creation, id: undefined }
}

const nameIn = ({ response }: Exchange): unknown => findMember(findObject(response.json), 'name')

/**
 * Asserts that the name in an answer about a token is that of the body: a query must not override it.
 * @param again Sends the write with another name and query.
 */
async function assertNamed(
  exchange: Exchange,
  name: string,
  again: (name: string, sent: Query) => Promise<Exchange>,
): Promise<void> {
  const found = nameIn(exchange)
  if (found === undefined || found === name) return
  const queries = [
    ['the same body without a query', {}],
    ['the same body with the query other=1', { other: '1' }],
    ['the same body with the query limit=1', { limit: '1' }],
  ] as const
  const near = await askNeighbours(
    queries.map(([what, sent], index) => [
      what,
      async () => {
        const stored = nameIn(await again(`${name}-${index}`, sent))
        return stored === undefined ? undefined : stored === `${name}-${index}`
      },
    ]),
  )
  const isAlways = near[0]![1] === false
  fail({
    expected: phrase`the name ${json(name)} of the body`,
    got: json(found),
    symptom: phrase`the name of the body is ignored`,
    condition: isAlways ? phrase`even without a query` : phrase`with an undocumented parameter in the query`,
    fact: { kind: 'body', members: ['name'], at: exchange },
    ...contrast(near),
  })
}

/** Creates a token with a query. */
async function assertCreated(session: Session): Promise<void> {
  const { exchange, name } = await queried(session)
  if (exchange.response.status >= 300) await assertQuotaLeft(session)
  await assertWriteAccepted(
    'access-tokens.create',
    exchange,
    async () => (await spareToken(session, 'query2')).exchange,
  )
  await assertNamed(
    exchange,
    name,
    async (use, sent) => (await spareToken(session, use.replace(`${session.run.id}-`, ''), { query: sent })).exchange,
  )
}

/** Renames a token with a query. */
async function assertRenamed(session: Session): Promise<void> {
  const { path } = renameCall(session, await lastingToken(session))
  const send = (name: string, sent: Query) =>
    session.send({ method: 'POST', path, query: sent, json: { name }, repeatable: true })
  const name = `${session.run.id}-qry3`
  const exchange = await send(name, query)
  await assertWriteAccepted('access-tokens.rename', exchange, () => send(`${session.run.id}-qry4`, {}))
  await assertNamed(exchange, name, send)
}

/** Deletes a token with a query. */
async function assertDeleted(session: Session): Promise<void> {
  const { id: queriedId } = await queried(session)
  await withinQuota(session, async () => {
    const id = queriedId ?? (await spareTokenId(session, 'query5'))
    await assertCallTaken(session, 'access-tokens.revoke', deleteCall(id))
    session.run.ledger.expectGone(id)
  })
}

/** Creates a group with the one query that clause 4.9 shows. */
async function assertGroupTaken(session: Session): Promise<void> {
  if (!(await showStatus(session)))
    return await assertWriteAccepted(
      'groups.create',
      (await postGroup(session, {}, query)).exchange,
      async () => (await postGroup(session, {}, {})).exchange,
    )
  const { statuses: listed, byDefault } = await defaultGroup(session)
  const [status = byDefault.status] = listed
  if (typeof status !== 'string')
    insufficient(
      undeclared('samples.projectId'),
      phrase`no group of samples.projectId shows a status; declare a project with groups that do`,
    )
  const byQuery = await groupByQuery(session, status)
  if (byQuery.taken) return await assertUnlikeTheList(session, byQuery)
  // The values are not shown, so this one may be refused.
  const byBody = await groupByBody(session, status)
  if (!byBody.taken)
    insufficient(
      because.refused,
      phrase`the target accepts no such POST without a query: ${answerPhrase(byBody.exchange)}`,
      byBody.exchange,
    )
  const withBoth = await postGroup(session, { status }, { status })
  const isRefused = ({ response }: Exchange) => !isSuccessStatus(response.status)
  const other = isRefused(withBoth.exchange) ? (await postGroup(session, { status }, query)).exchange : undefined
  const what =
    other === undefined
      ? phrase`a query string`
      : isRefused(other)
        ? phrase`a query string, with status or with another parameter,`
        : phrase`status in the query`
  assertGroup(withBoth, phrase`a POST with ${what} to be accepted, as the same one without it is`)
}

/** The check of a query on one operation that writes. */
interface Row {
  readonly id: string
  /** Default: sends the call of the operation with the samples of the target file. */
  readonly run?: (session: Session) => Promise<void>
  /** The check that comes first. Default: the one that shows that the operation is served. */
  readonly after?: CheckId
  /** True if a failure may only repeat that of the operation without a query. */
  readonly mayRepeat?: true
}

const rows: Readonly<Record<WriteOperation, Row>> = {
  'oauth.token': { id: 'http.query-on-writes.token-endpoint' },
  'access-tokens.create': { id: 'http.query-on-writes.create-token', run: assertCreated },
  'access-tokens.rename': { id: 'http.query-on-writes.rename-token', mayRepeat: true, run: assertRenamed },
  'access-tokens.revoke': { id: 'http.query-on-writes.delete-token', run: assertDeleted },
  'connect.prepare': { id: 'http.query-on-writes.prepare-connect' },
  'services.invoke': { id: 'http.query-on-writes.command' },
  'groups.create': {
    id: 'http.query-on-writes.post',
    // The body, which a target may refuse, is judged separately.
    after: servedBy['groups.list'],
    run: assertGroupTaken,
  },
}

function toCheck(operation: WriteOperation): DeclaredCheck {
  const { id, run, after = servedBy[operation], ...others } = rows[operation]
  return {
    id,
    ...others,
    inQuickRun: 'sampled',
    effect: operationEffect(operation),
    needs: neededDeclarations(operation),
    after: [after],
    ...(after === servedBy[operation] ? writeMayBeOpen(operation) : { mayBeOpen: [after] }),
    description: `Sends the request of ${findOperation(operation).title} with a parameter in the query string: it is accepted as without one.`,
    run: run ?? ((session) => assertSampledTaken(session, operation as WriteOperation & SampledOperation)),
  }
}

/** Extra parameters may be given in the query string (clause 4). */
export const queryChecks: readonly DeclaredCheck[] = writeOperations.map(toCheck)
