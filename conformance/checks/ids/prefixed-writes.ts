// Prefixed ids in the paths of writes (clause 2.1): tokens, commands and groups.
import { because } from '../../conclusions/cause.ts'
import { unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import { findObject, findMember } from '../../reading/find-list.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import { toValueText } from '../../reading/value-text.ts'
import { spareToken, spareTokenId } from '../tokens/main-token.ts'
import { deleteCall, lastingToken, noteDeleted, renameCall } from '../tokens/spare-tokens.ts'
import type { ShownToken } from '../tokens/sights.ts'
import { listTokens } from '../tokens/token-list.ts'
import { isFull, leaveIdle, takeIdle } from '../tokens/token-quota.ts'
import { withinQuota } from '../tokens/revoked-token.ts'
import type { VariantResult } from '../law.ts'
import { acceptedGroup, postGroup } from '../legacy/posted-groups.ts'
import { askOnce } from '../shared-answers.ts'
import { sampledPlace } from './id-places.ts'

/** A request that is accepted with the bare id, ready to be sent with a prefix. */
export interface PreparedRequest {
  /** The id, as it is declared or as the target showed it. */
  readonly declared: string
  /** The parameter that takes it, where several places are asked. */
  readonly where?: string
  readonly ask: (prefix: string) => Promise<VariantResult>
}

/**
 * Judges the answer to a write with a prefixed id.
 * @param again Sends the same write with the bare id.
 */
async function judgePrefixed(
  exchange: Exchange,
  again: () => Promise<Exchange>,
  toDeclare: Phrase | '' = '',
): Promise<VariantResult> {
  if (hasSuccessStatus(exchange)) return 'kept'
  // The object may be gone by now, or the body may be accepted only once.
  const plain = await again()
  if (hasSuccessStatus(plain))
    return { got: answerPhrase(exchange), fact: { kind: 'status', wanted: 'success', at: exchange } }
  return {
    cause: because.refused,
    remark: phrase`the same write with the bare id is no longer accepted: ${answerPhrase(plain)}${toDeclare}`,
    at: plain,
  }
}

/** The record in the answer to a new name; undefined for a refusal, or if the change may follow later. */
const renamedRecord = (exchange: Exchange) =>
  hasSuccessStatus(exchange) && exchange.response.status !== 202 ? findObject(exchange.response.json) : undefined

/** The name in the body of a call. */
const nameInBody = ({ json: body }: Call): unknown => findMember(body, 'name')

/**
 * Renames the token that stays until the end of the run. If the answer shows a token, it must be that one. It must have
 * the new name if the answer to the same request with the bare id has it.
 */
export async function prepareRename(session: Session): Promise<readonly PreparedRequest[]> {
  const kept = await lastingToken(session)
  const bare = stripPrefix(kept)
  const send = (call: Call) => session.send({ ...call, repeatable: true })
  const ask = async (prefix: string): Promise<VariantResult> => {
    const call = renameCall(session, prefix + bare)
    const at = await send(call)
    const record = renamedRecord(at)
    const name = findMember(record, 'name')
    if (typeof name === 'string' && name !== nameInBody(call)) {
      // The target may refuse any further name for the token, whatever the form of the id.
      const again = renamedRecord(await send({ ...call, path: renameCall(session, kept).path }))
      if (findMember(again, 'name') === nameInBody(call))
        return {
          got: phrase`${answerPhrase(at)} without the name ${json(nameInBody(call))}, as with the bare id,`,
          fact: { kind: 'body', at, members: ['name'] },
        }
    }
    const renamed = stripPrefix(toValueText(findMember(record, 'id') ?? kept))
    if (renamed !== bare) return { got: phrase`the token ${renamed}`, fact: { kind: 'present', ids: [renamed], at } }
    return await judgePrefixed(at, () => send(renameCall(session, bare)))
  }
  return [{ declared: kept, ask }]
}

/**
 * Deletes a token that no check needs, or one created for this purpose: a different one for each prefix. A DELETE with
 * the bare id then deletes nothing.
 */
export async function prepareDelete(session: Session): Promise<readonly PreparedRequest[]> {
  const send = async (id: string) => {
    const exchange = await session.send(deleteCall(id))
    noteDeleted(session, id, exchange)
    return exchange
  }
  let kept: ReturnType<typeof listedAfter> | undefined
  // The created token uses quota that other checks need.
  const ask = (prefix: string) =>
    withinQuota(session, async (): Promise<VariantResult> => {
      const id = stripPrefix((await takeIdle(session)) ?? (await spareTokenId(session, 'pre')))
      const exchange = await send(prefix + id)
      const answered = await judgePrefixed(exchange, () => send(id))
      if (answered !== 'kept') return answered
      const again = await send(id)
      // A target may answer every DELETE in the same way, whether it deletes or not.
      if (!hasSuccessStatus(again) || hasSuccessStatus(await send(id))) return 'kept'
      kept ??= unlessConcluded(listedAfter(session, prefix))
      const listed = await kept
      const { status } = exchange.response
      const words = { condition: phrase`for a prefixed id`, remedy: deleteByAnyId }
      if (listed)
        return {
          got: phrase`${answerPhrase(exchange)}, but the token is still listed`,
          fact: { kind: 'present', ids: [listed.sight.id], by: listed.by, at: listed.sight.at },
          words: {
            ...words,
            expected: phrase`the token to be deleted, as by its bare id`,
            symptom: phrase`${status}, but the token is still there`,
          },
        }
      return {
        got: phrase`a success that deleted nothing: DELETE with the bare id was answered by ${answerPhrase(again)} afterwards`,
        fact: { kind: 'status', wanted: 'refusal', at: again },
        words,
      }
    })
  return [{ declared: '', ask }]
}

const deleteByAnyId = phrase`Take the prefix off the id before the token is deleted.`

/** Deletes one more token by a prefixed id after a failure, and lists the tokens: undefined unless it is still there. */
async function listedAfter(
  session: Session,
  prefix: string,
): Promise<{ readonly sight: ShownToken; readonly by: Exchange } | undefined> {
  if (await isFull(session)) return undefined
  const id = await spareTokenId(session, 'still')
  const by = await session.send(deleteCall(prefix + id))
  const sight = hasSuccessStatus(by) ? (await listTokens(session, id)).records.get(id) : undefined
  return sight && { sight, by }
}

/** Creates tokens to delete, as far as the quota allows: a single list then shows all of them. */
export async function leaveSpares(session: Session, count: number): Promise<void> {
  const ids: string[] = []
  while (ids.length < count && !(await isFull(session))) {
    const id = (await takeIdle(session)) ?? (await spareToken(session, 'pre')).id
    if (id === undefined) break
    ids.push(id)
  }
  for (const id of ids) await leaveIdle(session, id)
}

/** Invokes the declared command of an adapter connection. */
export async function prepareCommand(session: Session): Promise<readonly PreparedRequest[]> {
  const { call, declared } = sampledPlace(session, 'services.invoke')
  const bare = stripPrefix(declared)
  const toDeclare = phrase`; declare a samples.command whose body is accepted more than once`
  const ask = async (prefix: string) =>
    judgePrefixed(await askOnce(session, call(prefix + bare)), () => session.send(call(bare)), toDeclare)
  return [{ declared, ask }]
}

/** Creates a group of the declared project, with the body that was accepted. */
export async function prepareGroup(session: Session): Promise<readonly PreparedRequest[]> {
  const { body } = await acceptedGroup(session)
  const declared = session.run.target.samples!.projectId!
  const bare = stripPrefix(declared)
  const write = async (id: string) => (await postGroup(session, body, {}, id)).exchange
  return [{ declared, ask: async (prefix) => judgePrefixed(await write(prefix + bare), () => write(bare)) }]
}
