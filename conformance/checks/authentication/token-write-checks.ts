import type { CheckId } from '../../catalogue/check-ids.ts'
import type { OperationId, ProtectedOperation } from '../../catalogue/operations.ts'
import { at } from '../../catalogue/operation-paths.ts'
import { see } from '../../conclusions/cause.ts'
import { blocked, fail } from '../../conclusions/conclusion.ts'
import { findMember } from '../../reading/find-list.ts'
import { isUndone, serves } from '../../reading/success.ts'
import type { Call } from '../../judge/call.ts'
import type { ActiveCheck, DeclaredCheck } from '../../judge/define-check.ts'
import { once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { createToken, type Creation } from '../access-tokens/create-token.ts'
import { mainToken, spareToken } from '../access-tokens/main-token.ts'
import { assertShortLasts, rangeTokens } from '../access-tokens/range-tokens.ts'
import { revoked } from '../access-tokens/revoked-token.ts'
import { dropToken, isFull, noToken } from '../access-tokens/token-quota.ts'
import { listsSettled, listTokens, listTokensUntil } from '../access-tokens/token-list.ts'
import { withinQuota } from '../access-tokens/within-quota.ts'
import { neverIssuedTo } from '../shared-answers.ts'
import { type GuardedOperation, servedFact } from './guarded-places.ts'
import { usualNearMisses } from '../near-misses.ts'
import { withOtherForm, withUndocumented } from './side-doors.ts'

/** The credential of a stranger. */
type Stranger = Pick<Call, 'as' | 'wrong'>

interface StrangersWrites {
  /** Sends each write again, as another stranger. */
  readonly again: Readonly<Record<Kind['write'], (stranger: Stranger) => Promise<Exchange>>>
  /** Without credentials: at the documented address, and with a prefixed id and an undocumented parameter. */
  readonly without: Readonly<Record<Kind['write'], readonly Exchange[]>>
  /** The effect in the list afterwards: undefined unless a token was created, was renamed, or is gone. */
  readonly created: Effect | undefined
  readonly renamed: Effect | undefined
  readonly gone: Effect | undefined
}

/** The list that shows the effect of a write: a name that is there, or an id that is gone. */
interface Effect {
  readonly after: Exchange
  readonly there?: string
  readonly gone?: string
}

/** A token that no other check needs any more. @throws Conclusion `blocked` without such a token. */
async function tokenToHarm(session: Session): Promise<string> {
  // pat.revoke.refused has already shown that this token was revoked.
  const { id: gone, list } = await revoked(session)
  const { short, gone: dropped } = await rangeTokens(session)
  if (short.id !== undefined && short.id !== gone && !dropped.has(short.id))
    return list?.records.has(short.id)
      ? short.id
      : blocked(
          see('pat.revoke-unlists'),
          phrase`the spare token is not listed after another one was revoked (see pat.revoke-unlists)`,
        )
  const { id } = await spareToken(session, 'str')
  if (id === undefined) return await noToken(session)
  const { id: main } = await mainToken(session)
  const { records } = await listTokensUntil(session, main, (seen) => seen.records.has(id))
  return records.has(id) ? id : blocked(see('pat.list'), phrase`the spare token is not listed (see pat.list)`)
}

/** Sends the writes without credentials and lists the tokens afterwards: a refused write must have no effect. */
const strangersWrites = once(async (session): Promise<StrangersWrites> => {
  // The quota must leave a token to harm.
  await revoked(session).catch(() => undefined)
  return await withinQuota(session, () => writeAsStrangers(session))
})

async function writeAsStrangers(session: Session): Promise<StrangersWrites> {
  const { id: main, scopes, format, expiry } = await mainToken(session)
  const id = await tokenToHarm(session)
  const [path, gone] = [at('access-tokens.rename', { id }), at('access-tokens.revoke', { id })]
  const withoutCredentials = async (
    operation: OperationId,
    send: (stranger: Stranger, change: (call: Call) => Call) => Promise<Exchange>,
  ): Promise<readonly Exchange[]> => [
    await send({ as: 'none' }, (call) => call),
    ...(session.run.quick
      ? []
      : [await send({ as: 'none' }, (call) => withUndocumented(withOtherForm(session, operation, call) ?? call))]),
  ]
  const creations: Creation[] = []
  const asDocumented = (call: Call) => call
  const sendCreate = async (stranger: Stranger, change: (call: Call) => Call = asDocumented) => {
    const { query } = change({ path })
    const creation = await createToken(session, {
      use: 'none',
      scopes,
      format,
      expiry,
      ...stranger,
      ...(query ? { query } : {}),
    })
    creations.push(creation)
    return creation.exchange
  }
  const name = `${session.run.id}-non2`
  const sendRename = (stranger: Stranger, change: (call: Call) => Call = asDocumented) =>
    session.send(change({ method: 'POST', path, json: { name }, ...stranger }))
  const sendRevoke = (stranger: Stranger, change: (call: Call) => Call = asDocumented) =>
    session.send(change({ method: 'DELETE', path: gone, ...stranger }))
  const without = {
    create: await withoutCredentials('access-tokens.create', sendCreate),
    rename: await withoutCredentials('access-tokens.rename', sendRename),
    revoke: await withoutCredentials('access-tokens.revoke', sendRevoke),
  }
  await listsSettled(session)
  const list = await listTokens(session, main).catch(() => undefined)
  const records = [...(list?.records.values() ?? [])]
  for (const creation of creations) {
    const found = records.find(({ record }) => findMember(record, 'name') === creation.name)
    if (creation.id === undefined && found) session.run.ledger.identify(creation.entry, found.id)
    else if (creation.id === undefined && (list?.complete || isUndone(creation.exchange)))
      session.run.ledger.close(creation.entry)
  }
  const sight = list?.records.get(id)
  if (list && !sight) await assertShortLasts(session)
  if (await isFull(session)) await dropToken(session, id)
  const pages = list?.exchanges ?? []
  const showing = (text: string): Effect => ({
    after: pages.find(({ response }) => response.text.includes(text)) ?? pages.at(-1)!,
    there: text,
  })
  const created = creations.find(({ name: used }) => records.some(({ record }) => findMember(record, 'name') === used))
  const isGone = list !== undefined && list.complete && list.records.has(main) && !sight
  return {
    again: { create: sendCreate, rename: sendRename, revoke: sendRevoke },
    without,
    created: created && showing(created.name),
    renamed: findMember(sight?.record, 'name') === name ? showing(name) : undefined,
    gone: isGone ? { after: pages.at(-1)!, gone: id } : undefined,
  }
}

function assertWriteRefused(exchange: Exchange, what: Phrase, who: Phrase): void {
  if (serves(exchange)) fail({ expected: phrase`no ${what} ${who}`, fact: servedFact(exchange) })
}

const withoutCredentials = phrase`without credentials`
const forNeverIssued = phrase`for a Bearer value that was never issued`

interface Kind {
  readonly write: 'create' | 'rename' | 'revoke'
  readonly effect: 'created' | 'renamed' | 'gone'
  readonly what: Phrase
  readonly request: string
  readonly after: readonly CheckId[]
}

function writeChecks({ write, effect, what, request, after }: Kind): readonly DeclaredCheck[] {
  const common: Pick<ActiveCheck, 'effect' | 'needs'> = {
    effect: 'write',
    needs: ['bearer', 'offer:personalAccessTokens'],
  }
  return [
    {
      ...common,
      id: `auth.required.access-tokens-${write}`,
      after,
      // Waits for a lock-out to end, like a check with wrong credentials.
      wrongCredentials: { gentle: 0, quick: 0 },
      description: `${request} without credentials: nothing is served, and the list shows that nothing was done.`,
      run: async (session) => {
        const writes = await strangersWrites(session)
        const without = writes.without[write]
        for (const exchange of without) assertWriteRefused(exchange, what, withoutCredentials)
        const done = writes[effect]
        if (done)
          fail({
            expected: phrase`no ${what} without credentials`,
            got: phrase`${answerPhrase(without[0]!)}, and it was done nevertheless`,
            fact: { kind: 'effect', at: without[0]!, ...done },
          })
      },
    },
    {
      ...common,
      id: `auth.invalid-bearer.access-tokens-${write}`,
      after: [...after, `auth.required.access-tokens-${write}`],
      wrongCredentials: { gentle: 0, quick: 1, full: 2 },
      decidedBy: 'auth.invalid-bearer.environments',
      description: `${request} with near misses of the Bearer token, or a never issued value: nothing is served.`,
      run: async (session) => {
        const { again } = await strangersWrites(session)
        const misses = session.run.quick ? [] : usualNearMisses(session, await session.bearer())
        for (const { text, change } of misses)
          assertWriteRefused(
            await again[write]({ as: { bearer: text }, wrong: 'bearer' }),
            what,
            phrase`for the Bearer token ${change}`,
          )
        if (misses.length === 0)
          assertWriteRefused(await again[write](neverIssuedTo(session, at('access-tokens.list'))), what, forNeverIssued)
      },
    },
  ]
}

type TokenWrite = Exclude<ProtectedOperation, GuardedOperation>

const checksByOperation: Readonly<Record<TokenWrite, readonly DeclaredCheck[]>> = {
  'access-tokens.create': writeChecks({
    write: 'create',
    effect: 'created',
    what: phrase`token to be created`,
    request: 'POSTs the same creation of an access token that succeeded',
    after: ['pat.create.token', 'pat.revoke.refused'],
  }),
  'access-tokens.rename': writeChecks({
    write: 'rename',
    effect: 'renamed',
    what: phrase`token to be renamed`,
    request: 'POSTs a new name to an access token, as succeeded with credentials,',
    after: ['pat.name-updatable.rename', 'pat.revoke.refused'],
  }),
  'access-tokens.revoke': writeChecks({
    write: 'revoke',
    effect: 'gone',
    what: phrase`token to be revoked`,
    request: 'DELETEs an access token, as succeeded with credentials,',
    after: ['pat.revoke.refused'],
  }),
}

/** Writes of tokens without credentials or with wrong ones, after the same writes succeeded with right ones (clause 5.1). */
export const tokenWriteChecks: readonly DeclaredCheck[] = Object.values(checksByOperation).flat()
