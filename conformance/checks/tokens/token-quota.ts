import { because, see } from '../../conclusions/cause.ts'
import { blocked, insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { cleanUp } from '../../judge/clean-up.ts'
import { Lane } from '../../judge/lanes.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import type { Creation } from './create-token.ts'
import { personalAccessTokens } from './token-list.ts'

/** The quota of tokens of a user, as far as a run has encountered it. */
interface TokenQuota {
  /** Undefined as long as the target accepted every known-good creation. */
  refusal: Exchange | undefined
  /** The parts of the run that need a token of their own. */
  readonly parts: Lane
  /** The tokens that no check needs any more. */
  readonly idle: string[]
}

const knownQuota: Once<[], TokenQuota> = oncePerRun(async () => ({ refusal: undefined, parts: new Lane(), idle: [] }))

/** Returns true if a creation was refused in a way that may be due to a quota. */
export const mayBeQuota = ({ id, exchange: { response } }: Creation): boolean =>
  id === undefined && response.status >= 400 && response.status < 500

/**
 * Notes that the target refused a further token, although it accepted one like it before: the number of tokens is
 * limited.
 */
export async function learnFull(session: Session, { exchange: refusal }: Creation): Promise<void> {
  const { run } = session
  const quota = await knownQuota(session)
  quota.refusal ??= refusal
  const count = run.ledger.entries.filter(
    ({ operation, path, id }) => operation === personalAccessTokens.operation && path !== undefined && id !== undefined,
  ).length
  run.findings.describe('tokenQuota', phrase`at most ${count} tokens of a run at a time (${refusal.response.status})`)
}

/**
 * Ends a check if no token could be created because of a quota.
 * @throws Conclusion `insufficientEvidence`
 */
export async function assertQuotaLeft(session: Session): Promise<void> {
  const { refusal } = await knownQuota(session)
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
  return (await knownQuota(session)).refusal !== undefined
}

/** Runs a part of a run that needs its own token. If a quota is known, such parts run one at a time. */
export async function takeTurn<T>(session: Session, part: () => Promise<T>): Promise<T> {
  const { refusal, parts } = await knownQuota(session)
  return await (refusal === undefined ? part() : parts.take(part))
}

/**
 * Offers a token that no check needs any more to the checks that delete one. If the number of tokens is limited, it is
 * deleted.
 */
export async function leaveIdle(session: Session, id: string | undefined): Promise<void> {
  const { refusal, idle } = await knownQuota(session)
  if (refusal) await dropToken(session, id)
  else if (id !== undefined) idle.push(id)
}

/** Returns a token that no check needs any more, unless it was deleted meanwhile. */
export async function takeIdle(session: Session): Promise<string | undefined> {
  const { idle } = await knownQuota(session)
  const isThere = (id: string) => session.run.ledger.entries.some((entry) => entry.id === id)
  for (let id = idle.pop(); id !== undefined; id = idle.pop()) if (isThere(id)) return id
  return undefined
}

/** Deletes the tokens of this run, except those in `kept`. */
export async function dropTokens(session: Session, kept: readonly string[]): Promise<void> {
  await cleanUp(
    session.fork(),
    [personalAccessTokens],
    ({ runId, id, path }) => runId === session.run.id && path !== undefined && (id === undefined || !kept.includes(id)),
  )
}

/** Deletes one token of this run. */
export async function dropToken(session: Session, dropped: string | undefined): Promise<void> {
  if (dropped !== undefined) await cleanUp(session.fork(), [personalAccessTokens], ({ id }) => id === dropped)
}
