import { because, see } from '../../conclusions/cause.ts'
import { blocked, insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { cleanUp } from '../../judge/clean-up.ts'
import { Lane } from '../../judge/lanes.ts'
import { type Once, once } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { LedgerEntry } from '../../judge/ledger.ts'
import { personalAccessTokens } from './token-list.ts'

/** The quota of tokens of a user, as far as a run has encountered it. */
interface TokenQuota {
  /** Undefined as long as the target accepted every known-good creation. */
  refusal: Exchange | undefined
  /** The parts of the run that need a token of their own. */
  readonly parts: Lane
}

const quotaOf: Once<[], TokenQuota> = once(async () => ({ refusal: undefined, parts: new Lane() }))

/** Returns true if an answer refuses a creation in a way that may be due to a quota. */
export const mayBeQuota = ({ response: { status } }: Exchange): boolean => status >= 400 && status < 500

/**
 * Notes that the target refused a further token, although it accepted one like it before: the number of tokens is
 * limited.
 */
export async function learnFull(session: Session, refusal: Exchange): Promise<void> {
  const { run } = session
  const quota = await quotaOf(session)
  quota.refusal ??= refusal
  const count = run.ledger.entries.filter((entry) => isTokenEntry(entry) && entry.id !== undefined).length
  run.findings.describe(
    'tokenQuota',
    phrase`no more than ${count} tokens of a run at a time (${refusal.response.status})`,
  )
}

const isTokenEntry = ({ operation, path }: LedgerEntry): boolean =>
  operation === personalAccessTokens.operation && path !== undefined

/**
 * Ends a check if no token could be created because of a quota.
 * @throws Conclusion `insufficientEvidence`
 */
export async function assertQuotaLeft(session: Session): Promise<void> {
  const { refusal } = await quotaOf(session)
  if (refusal)
    insufficient(
      because.refused,
      phrase`the target takes no further token for this user (${answerPhrase(refusal)}); delete some that are not needed`,
      refusal,
    )
}

/** Ends a check that has no token of its own. */
export async function noToken(session: Session): Promise<never> {
  await assertQuotaLeft(session)
  blocked(see('pat.create'), phrase`no further token could be created (see pat.create)`)
}

/** Resolves to true if the number of tokens is known to be limited. */
export async function isFull(session: Session): Promise<boolean> {
  return (await quotaOf(session)).refusal !== undefined
}

/** Runs a part of a run that needs its own token. If a quota is known, such parts run one at a time. */
export async function inTurn<T>(session: Session, part: () => Promise<T>): Promise<T> {
  const { refusal, parts } = await quotaOf(session)
  return await (refusal === undefined ? part() : parts.take(part))
}

const idle: Once<[], string[]> = once(async () => [])

/** Offers a token that no check needs any more to the checks that delete one. */
export async function leaveIdle(session: Session, id: string | undefined): Promise<void> {
  if (id !== undefined) (await idle(session)).push(id)
}

/** Returns a token that no check needs any more, unless it was deleted meanwhile. */
export async function takeIdle(session: Session): Promise<string | undefined> {
  const ids = await idle(session)
  const isThere = (id: string) => session.run.ledger.entries.some((entry) => entry.id === id)
  for (let id = ids.pop(); id !== undefined; id = ids.pop()) if (isThere(id)) return id
  return undefined
}

/** Deletes the tokens of this run, except those in `kept`. */
export async function dropTokens(session: Session, kept: readonly string[]): Promise<void> {
  await cleanUp(
    session.fork(),
    [personalAccessTokens],
    (entry) =>
      entry.runId === session.run.id && isTokenEntry(entry) && entry.id !== undefined && !kept.includes(entry.id),
  )
}

/** Deletes one token of this run. */
export async function dropToken(session: Session, dropped: string | undefined): Promise<void> {
  if (dropped !== undefined) await cleanUp(session.fork(), [personalAccessTokens], ({ id }) => id === dropped)
}
