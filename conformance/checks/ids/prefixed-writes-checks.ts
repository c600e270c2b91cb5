// Prefixed ids in the paths of writes (clause 2.1): tokens, commands and groups.
import { hasSuccessStatus } from '../../reading/success.ts'
import type { CheckId } from '../../catalogue/check-ids.ts'
import { idInPathOf, idOperations } from '../../catalogue/operations.ts'
import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { alsoAt } from '../../conclusions/fact.ts'
import { findObject, memberOf } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answer, json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Call } from '../../judge/call.ts'
import { isFull, leaveIdle, noToken, takeIdle } from '../access-tokens/token-quota.ts'
import { deleteCall, noteDeleted, renameCall, spareToken, spareTokens } from '../access-tokens/spare-tokens.ts'
import { withinQuota } from '../access-tokens/within-quota.ts'
import { needsOf } from '../documented-calls.ts'
import { answerTo } from '../shared-answers.ts'
import { mayBeOpenBefore, servedBy } from '../documented-endpoints.ts'
import { acceptedGroup, postGroup } from '../legacy/posted-groups.ts'
import { knownPrefix, likelyPrefixes, type PrefixedWrite, otherPrefixes, sampledPlace } from './id-places.ts'
import { asText } from '../../reading/value-text.ts'

/** Sends the write with an id in some form. */
type Write = (id: string) => Promise<Exchange>

/** A write, and the id of what it is about. */
interface PreparedWrite {
  readonly write: Write
  /** Sends it anew, where `write` gives an answer that other checks got. Default: `write`. */
  readonly writeAgain?: Write
  /** What to declare where the bare id is no longer accepted. */
  readonly toDeclare?: Phrase
  /** As it is declared, or as the target showed it. */
  readonly declared: string
}

/**
 * Sends a write, which the bare id gets accepted, with prefixed ids.
 * @param some Whether one of the prefixes is enough, as the right one is not shown.
 */
async function assertTaken(
  { write, writeAgain = write, toDeclare = phrase``, declared }: PreparedWrite,
  prefixes: readonly string[],
  some: boolean,
): Promise<void> {
  const bare = bareOf(declared)
  const refused: { readonly id: string; readonly exchange: Exchange }[] = []
  for (const prefix of prefixes) {
    const id = prefix + bare
    const exchange = await write(id)
    if (hasSuccessStatus(exchange) && some) return
    if (!hasSuccessStatus(exchange)) refused.push({ id, exchange })
  }
  const [first, ...others] = refused
  if (!first) return
  // The object of the id may be gone by now, and a body may be accepted only once.
  const plain = await writeAgain(bare)
  if (!hasSuccessStatus(plain))
    insufficient(
      because.refused,
      phrase`the same write with the bare id is no longer accepted: ${answer(plain)}${toDeclare}`,
      plain,
    )
  fail({
    expected: phrase`the same write to be accepted as with the bare id`,
    got: phrase`${{ list: refused.map(({ id, exchange }) => phrase`${id}: ${answer(exchange)}`), between: '; ' }}`,
    fact: { kind: 'status', wanted: 'success', at: first.exchange, ...alsoAt(others.map(({ exchange }) => exchange)) },
  })
}

/** The record in the answer to a new name; undefined for a refusal, and where the change may come later. */
const renamedRecord = (exchange: Exchange) =>
  hasSuccessStatus(exchange) && exchange.response.status !== 202 ? findObject(exchange.response.json) : undefined

/** The name that a call gives to a token. */
const nameIn = ({ json: body }: Call): unknown => memberOf(body, 'name')

/**
 * Renames the token that stays until the end of the run. The answer must be about that token, if it shows one, and have
 * the new name, if the answer to the same with the bare id has it.
 */
async function prepareRename(session: Session): Promise<PreparedWrite> {
  const kept = (await spareTokens(session)).kept ?? (await noToken(session))
  const write: Write = async (id) => {
    const call = renameCall(session, id)
    const exchange = await session.send({ ...call, repeatable: true })
    const record = renamedRecord(exchange)
    const name = memberOf(record, 'name')
    if (typeof name === 'string' && name !== nameIn(call)) {
      // A token may take no new name any more, whatever the id.
      const byBareId = { ...call, path: renameCall(session, kept).path }
      const bare = renamedRecord(await session.send({ ...byBareId, repeatable: true }))
      if (memberOf(bare, 'name') === nameIn(call))
        fail({
          expected: phrase`the token with the name ${json(nameIn(call))} as answer, as with the bare id`,
          got: answer(exchange),
          fact: { kind: 'body', at: exchange, members: ['name'] },
        })
    }
    const renamed = bareOf(asText(memberOf(record, 'id') ?? kept))
    if (renamed !== kept)
      fail({
        expected: phrase`the token ${kept} to be renamed`,
        got: phrase`the token ${renamed}`,
        fact: { kind: 'present', ids: [renamed], at: exchange },
      })
    return exchange
  }
  return { declared: kept, write }
}

/** Deletes a token that no check needs, or one that was created for it. */
async function prepareDelete(session: Session): Promise<PreparedWrite> {
  const declared = (await takeIdle(session)) ?? (await spareToken(session, 'pre')).id ?? (await noToken(session))
  const write: Write = async (id) => {
    const exchange = await session.send(deleteCall(id))
    noteDeleted(session, id, exchange)
    return exchange
  }
  return { declared, write }
}

/** Creates tokens to delete, as far as a user may have so many: one list then shows all of them. */
async function leaveSpares(session: Session, count: number): Promise<void> {
  const ids: string[] = []
  while (ids.length < count && !(await isFull(session))) {
    const id = (await takeIdle(session)) ?? (await spareToken(session, 'pre')).id
    if (id === undefined) break
    ids.push(id)
  }
  for (const id of ids) await leaveIdle(session, id)
}

/** A token is deleted once: its bare id then deletes nothing more. */
async function assertDeleted({ write, declared }: PreparedWrite): Promise<void> {
  const again = await write(declared)
  // A target may answer each DELETE in the same way, whether it deletes or not.
  if (hasSuccessStatus(again) && !hasSuccessStatus(await write(declared)))
    fail({
      expected: phrase`the token to be deleted by DELETE with its prefixed id, which was answered with a success`,
      got: phrase`the token was still there: DELETE with its bare id was answered by ${again.response.status} afterwards`,
      fact: { kind: 'status', wanted: 'refusal', at: again },
    })
}

/** Invokes the declared command of an adapter connection. */
async function prepareCommand(session: Session): Promise<PreparedWrite> {
  const { call, declared } = sampledPlace(session, 'services.invoke')
  return {
    declared,
    write: (id) => answerTo(session, call(id)),
    writeAgain: (id) => session.send(call(id)),
    toDeclare: phrase`; declare a samples.command whose body is accepted more than once`,
  }
}

/** Creates a group of the declared project, with the body that was accepted. */
async function prepareGroup(session: Session): Promise<PreparedWrite> {
  const { body } = await acceptedGroup(session)
  return {
    declared: session.run.target.samples!.projectId!,
    write: async (id) => (await postGroup(session, body, {}, id)).exchange,
  }
}

/** The checks of the id in the path of an operation that writes. */
interface Row {
  readonly request: string
  readonly prepare: (session: Session) => Promise<PreparedWrite>
  /** That a prefix is accepted: the one that clause 2.1 names, or else one of the likely ones. */
  readonly form: CheckId
  /** That other prefixes change nothing. */
  readonly ignored: CheckId
  /** Other signs that the write was carried out, in words and in requests. */
  readonly beyond?: readonly [description: string, assert: (prepared: PreparedWrite) => Promise<void>]
}

const rows: Readonly<Record<PrefixedWrite, Row>> = {
  'access-tokens.rename': {
    request: 'Renames an access token',
    prepare: prepareRename,
    form: 'ids.prefixed-form.renamed-token',
    ignored: 'ids.prefix-ignored.renamed-token',
  },
  'access-tokens.revoke': {
    request: 'DELETEs an access token',
    prepare: prepareDelete,
    form: 'ids.prefixed-form.deleted-token',
    ignored: 'ids.prefix-ignored.deleted-token',
    beyond: ['a DELETE by the bare id then deletes nothing more', assertDeleted],
  },
  'services.invoke': {
    request: 'POSTs a command of an adapter connection',
    prepare: prepareCommand,
    form: 'ids.prefixed-form.command',
    ignored: 'ids.prefix-ignored.command',
  },
  'groups.create': {
    request: 'POSTs to the groups of a project',
    prepare: prepareGroup,
    form: 'ids.known-prefixes.new-group',
    ignored: 'ids.prefix-ignored.new-group',
  },
}

/** The check that an id is accepted with a prefix of its kind. */
function formCheck(operation: PrefixedWrite): Check {
  const { form: id, request, prepare, beyond: [alsoSaid, assertBeyond] = [] } = rows[operation]
  const known = knownPrefix(operation)
  const { prefixes } = idInPathOf(operation)
  const ask = async (session: Session): Promise<void> => {
    const prepared = await prepare(session)
    const tried = known === undefined ? likelyPrefixes(prepared.declared, prefixes) : [known]
    await assertTaken(prepared, tried, known === undefined)
    await assertBeyond?.(prepared)
  }
  const form = known === undefined ? 'a prefixed id (one of the likely prefixes is enough)' : `its id with ${known}`
  return defineCheck({
    id,
    effect: 'write',
    needs: needsOf(operation),
    after: [servedBy[operation]],
    ...mayBeOpenBefore(operation),
    ...(known === undefined ? {} : { mayRepeat: true }),
    description: `${request} by ${form}: accepted as by its bare id${alsoSaid === undefined ? '' : `, and ${alsoSaid}`}.`,
    // The token that it creates takes quota that other checks need.
    run: (session) => (operation === 'access-tokens.revoke' ? withinQuota(session, () => ask(session)) : ask(session)),
  })
}

/** The check that a prefix which an id does not have changes nothing. */
function ignoredCheck(operation: PrefixedWrite): Check {
  const { form, ignored: id, request, prepare } = rows[operation]
  const ask = async (session: Session, prefixes: readonly string[]): Promise<void> => {
    await assertTaken(await prepare(session), prefixes, false)
  }
  // What is deleted can be deleted once.
  const askOneByOne = async (session: Session): Promise<void> => {
    const prefixes = otherPrefixes(session, operation)
    await leaveSpares(session, prefixes.length)
    for (const prefix of prefixes) await withinQuota(session, () => ask(session, [prefix]))
  }
  const isDelete = operation === 'access-tokens.revoke'
  return defineCheck({
    id,
    effect: 'write',
    needs: needsOf(operation),
    after: [form],
    description: `${request} by its id with a meaningless prefix and with each that clause 2.1 names: accepted as by its bare id.`,
    ...(isDelete ? { onlyInFull: true } : {}),
    run: (session) => (isDelete ? askOneByOne(session) : ask(session, otherPrefixes(session, operation))),
  })
}

/** Bare and prefixed ids in writes (clause 2.1). */
export const prefixedWriteChecks: readonly Check[] = idOperations
  .filter((operation): operation is PrefixedWrite => operation in rows)
  .flatMap((operation) => [formCheck(operation), ignoredCheck(operation)])
