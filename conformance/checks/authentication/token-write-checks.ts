import type { CheckId } from '../../catalogue/check-ids.ts'
import type { ProtectedOperation } from '../../catalogue/operations.ts'
import { at } from '../../catalogue/operation-paths.ts'
import { see } from '../../conclusions/cause.ts'
import { blocked, fail } from '../../conclusions/conclusion.ts'
import { findMember } from '../../reading/find-list.ts'
import { serves } from '../../reading/success.ts'
import type { Call } from '../../judge/call.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import { oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { createToken, type Creation, findCreated } from '../tokens/create-token.ts'
import { mainToken, spareTokenId } from '../tokens/main-token.ts'
import { assertShortLasts } from '../tokens/range-tokens.ts'
import { revoked, withinQuota } from '../tokens/revoked-token.ts'
import { dropToken, isFull } from '../tokens/token-quota.ts'
import { listsSettled, listTokens, awaitTokenList } from '../tokens/token-list.ts'
import { neverIssuedBearer } from '../shared-answers.ts'
import { type GuardedOperation, servedFact } from './guarded-places.ts'
import { usualNearMisses } from '../near-misses.ts'
import { askNeighbours, contrast, type Similar } from '../similar.ts'
import { changeIdForm, addUndocumentedQuery } from './side-doors.ts'

/** The credential of a stranger. */
type RefusedCredential = Pick<Call, 'as' | 'wrong'>

/** An operation that writes tokens. */
type TokenWrite = Exclude<ProtectedOperation, GuardedOperation>

/** A write that strangers have tried. */
interface TriedWrite {
  /** Sends it again, as another stranger. */
  readonly again: (credential: RefusedCredential) => Promise<Exchange>
  /** Sends it without credentials once more, for a token that is there. */
  readonly closer: (change: (call: Call) => Call) => Promise<Exchange>
  /** Without credentials: at the documented address, and with a prefixed id and an undocumented parameter. */
  readonly without: readonly Exchange[]
  /** Its effect in the list afterwards: undefined unless a token was created, was renamed, or is gone. */
  readonly done: Effect | undefined
}

type TriedWrites = Readonly<Record<TokenWrite, TriedWrite>>

/** The list that shows the effect of a write: a name that is there, or an id that is gone. */
interface Effect {
  readonly after: Exchange
  readonly there?: string
  readonly gone?: string
}

/** A token that no other check needs any more. @throws Conclusion `blocked` without such a token. */
async function tokenToHarm(session: Session): Promise<string> {
  // pat.revoke.refused has already shown that this token was revoked.
  const { list, others } = await revoked(session)
  const [, spare] = others
  if (spare !== undefined)
    return list?.records.has(spare)
      ? spare
      : blocked(
          see('pat.revoke-unlists'),
          phrase`the spare token is not listed after another one was revoked (see pat.revoke-unlists)`,
        )
  const id = await spareTokenId(session, 'str')
  const { id: main } = await mainToken(session)
  const { records } = await awaitTokenList(session, main, (seen) => seen.records.has(id))
  return records.has(id) ? id : blocked(see('pat.list'), phrase`the spare token is not listed (see pat.list)`)
}

/** Sends the writes without credentials and lists the tokens afterwards: a refused write must have no effect. */
const strangersWrites = oncePerRun(async (session): Promise<TriedWrites> => {
  // The quota must leave a token to harm.
  await revoked(session).catch(() => undefined)
  return await withinQuota(session, () => writeWithoutRights(session))
})

async function writeWithoutRights(session: Session): Promise<TriedWrites> {
  const { id: main, scopes, format, expiry } = await mainToken(session)
  const id = await tokenToHarm(session)
  const [path, gone] = [at('access-tokens.rename', { id }), at('access-tokens.revoke', { id })]
  const creations: Creation[] = []
  const unchanged = (call: Call) => call
  type Send = (credential: RefusedCredential, change?: (call: Call) => Call) => Promise<Exchange>
  const sendCreate: Send = async (credential, change = unchanged) => {
    const { query } = change({ path })
    const wish = { use: 'none', scopes, format, expiry, ...credential, ...(query ? { query } : {}) }
    const creation = await createToken(session, wish)
    creations.push(creation)
    return creation.exchange
  }
  const name = `${session.run.id}-non2`
  const sendRename: Send = (credential, change = unchanged) =>
    session.send(change({ method: 'POST', path, json: { name }, ...credential }))
  const sendRevoke: Send = (credential, change = unchanged) =>
    session.send(change({ method: 'DELETE', path: gone, ...credential }))
  const sendFreshRevoke = async (change: (call: Call) => Call): Promise<Exchange> => {
    const fresh = at('access-tokens.revoke', { id: await spareTokenId(session, 'str2') })
    return await session.send(change({ method: 'DELETE', path: fresh, as: 'none' }))
  }
  const tried = async (
    operation: TokenWrite,
    again: Send,
    closer: TriedWrite['closer'] = (change) => again({ as: 'none' }, change),
  ) => {
    const inOtherForm = (call: Call) => addUndocumentedQuery(changeIdForm(session, operation, call) ?? call)
    const without: Exchange[] = []
    for (const change of session.run.quick ? [unchanged] : [unchanged, inOtherForm])
      without.push(await again({ as: 'none' }, change))
    return { again, closer, without }
  }
  const create = await tried('access-tokens.create', sendCreate)
  const rename = await tried('access-tokens.rename', sendRename)
  const revoke = await tried('access-tokens.revoke', sendRevoke, sendFreshRevoke)
  await listsSettled(session)
  const list = await listTokens(session, main).catch(() => undefined)
  const [created] = creations.filter((creation) => findCreated(session, creation, list))
  const sight = list?.records.get(id)
  if (list && !sight) await assertShortLasts(session)
  if (await isFull(session)) await dropToken(session, id)
  const pages = list?.exchanges ?? []
  const showing = (text: string): Effect => ({
    after: pages.find(({ response }) => response.text.includes(text)) ?? pages.at(-1)!,
    there: text,
  })
  const isRenamed = findMember(sight?.record, 'name') === name
  const isGone = list !== undefined && list.complete && list.records.has(main) && !sight
  return {
    'access-tokens.create': { ...create, done: created && showing(created.name) },
    'access-tokens.rename': { ...rename, done: isRenamed ? showing(name) : undefined },
    'access-tokens.revoke': { ...revoke, done: isGone ? { after: pages.at(-1)!, gone: id } : undefined },
  }
}

function assertWriteRefused(exchange: Exchange, done: string, who: Phrase, words: Similar = {}): void {
  if (serves(exchange))
    fail({
      expected: phrase`no token to be ${done} ${who}`,
      fact: servedFact(exchange),
      symptom: phrase`a token is ${done} ${who}`,
      ...words,
    })
}

/** The part of a write that lets it pass without credentials: the form of its id, or the query. Sent after a failure. */
async function closerWords(session: Session, operation: TokenWrite, { closer, without }: TriedWrite): Promise<Similar> {
  const ask = (change: (call: Call) => Call) => async () => !serves(await closer(change))
  const prefixed = ask((call) => changeIdForm(session, operation, call) ?? call)
  const parts = await askNeighbours([
    ...(operation === 'access-tokens.create' ? [] : [[phrase`with a prefixed id`, prefixed] as const]),
    [phrase`with an undocumented parameter in the query`, ask(addUndocumentedQuery)],
  ])
  const isOfBoth = parts.every(([, isRight]) => isRight !== false)
  const list = parts.flatMap(([what, isRight]) => (isOfBoth || isRight === false ? [what] : []))
  const { beside } = contrast([[phrase`as documented`, !serves(without[0]!)], ...parts])
  return {
    condition: phrase`${{ list, between: isOfBoth ? ' and ' : ' or ' }}`,
    beside: beside && phrase`the same write ${beside}`,
  }
}

const withoutCredentials = phrase`without credentials`
const forNeverIssued = phrase`for a Bearer value that was never issued`

interface Row {
  /** The effect, as in "a token is created". */
  readonly what: string
  readonly request: string
  readonly after: readonly CheckId[]
}

const rows: Readonly<Record<TokenWrite, Row>> = {
  'access-tokens.create': {
    what: 'created',
    request: 'POSTs the same creation of an access token that succeeded',
    after: ['pat.create.token', 'pat.revoke.refused'],
  },
  'access-tokens.rename': {
    what: 'renamed',
    request: 'POSTs a new name to an access token, as succeeded with credentials,',
    after: ['pat.name-updatable.rename', 'pat.revoke.refused'],
  },
  'access-tokens.revoke': {
    what: 'revoked',
    request: 'DELETEs an access token, as succeeded with credentials,',
    after: ['pat.revoke.refused'],
  },
}

function writeChecks([operation, { what, request, after }]: [TokenWrite, Row]): readonly DeclaredCheck[] {
  const common = {
    effect: 'write',
    needs: ['bearer', 'offer:personalAccessTokens'],
    inQuickRun: 'sampled',
  } as const
  // As in `access-tokens-create`.
  const name = operation.replace('.', '-')
  return [
    {
      ...common,
      id: `auth.required.${name}`,
      after,
      // Waits for a lock-out to end, like a check with wrong credentials.
      wrongCredentials: { gentle: 0, quick: 0 },
      description: `${request} without credentials: nothing is served, and the list shows that nothing was done.`,
      run: async (session) => {
        const tried = (await strangersWrites(session))[operation]
        const { without, done } = tried
        for (const exchange of without) {
          const isOther = exchange !== without[0] && serves(exchange)
          const words = isOther ? await closerWords(session.fork(), operation, tried) : undefined
          assertWriteRefused(exchange, what, withoutCredentials, words)
        }
        if (done)
          fail({
            expected: phrase`no token to be ${what} without credentials`,
            got: phrase`${answerPhrase(without[0]!)}, and it was done nevertheless`,
            fact: { kind: 'effect', at: without[0]!, ...done },
          })
      },
    },
    {
      ...common,
      id: `auth.invalid-bearer.${name}`,
      after: [...after, `auth.required.${name}`],
      wrongCredentials: { gentle: 0, quick: 1, full: 2 },
      decidedBy: 'auth.invalid-bearer.environments',
      description: `${request} with near misses of the Bearer token, or a never issued value: nothing is served.`,
      run: async (session) => {
        const { again } = (await strangersWrites(session))[operation]
        const misses = session.run.quick ? [] : usualNearMisses(session, await session.bearer())
        for (const { text, change } of misses)
          assertWriteRefused(
            await again({ as: { bearer: text }, wrong: 'bearer' }),
            what,
            phrase`for the Bearer token ${change}`,
          )
        if (misses.length === 0)
          assertWriteRefused(await again(neverIssuedBearer(session, at('access-tokens.list'))), what, forNeverIssued)
      },
    },
  ]
}

/** Writes of tokens without credentials or with wrong ones, after the same writes succeeded with right ones (clause 5.1). */
export const tokenWriteChecks: readonly DeclaredCheck[] = (Object.entries(rows) as [TokenWrite, Row][]).flatMap(
  writeChecks,
)
