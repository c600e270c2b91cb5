import type { CheckVerdict, ClauseScore, KitVerdict } from '../kit-runs/run.ts'

/** The verdicts about clients. */
export type ClientVerdict = KitVerdict | 'advice'

/** The result of a check about a client. */
export interface WatchVerdict extends CheckVerdict<ClientVerdict> {
  readonly statement: string
  /** True if the client met what the check waits for. */
  readonly sprung: boolean
  /** The behaviour of a careful client; empty unless the requirement was not kept. */
  readonly careful: string
  /** The requests that show it. */
  readonly evidence: readonly string[]
}

/** One part of what a client can touch, as the operations. */
export interface CoverageGroup {
  readonly title: string
  readonly touched: readonly string[]
  readonly untouched: readonly string[]
}

/** The results about a client. */
export interface WatchFindings {
  readonly results: readonly WatchVerdict[]
  readonly summary: {
    readonly counts: Readonly<Record<ClientVerdict, number>>
    readonly conformant: boolean | null
    readonly requirements: { readonly stated: number; readonly decided: number }
    readonly clauses: readonly ClauseScore[]
  }
  readonly coverage: { readonly percent: number; readonly groups: readonly CoverageGroup[] }
}

/** A watch as the control API shows it. The findings are null where the page has them. */
export type ClientWatch = {
  readonly state: 'idle' | 'watching' | 'ended'
  readonly client: string | null
  /** Null for all worlds. */
  readonly world: string | null
  readonly requests: number
  readonly revision: number
  readonly why: string | null
} & { readonly [Name in keyof WatchFindings]: WatchFindings[Name] | null }

/** The findings of a watch; those from before where it leaves them out. */
export function findingsOf(
  { results, summary, coverage }: ClientWatch,
  before: WatchFindings | undefined,
): WatchFindings | undefined {
  return results && summary && coverage ? { results, summary, coverage } : before
}

/** A verdict as the page shows it. */
type WatchWord = ClientVerdict | 'neverDone'

/** The result of a check as the page shows it. */
export type WatchRow = Omit<WatchVerdict, 'verdict'> & CheckVerdict<WatchWord>

/** The words for verdicts about clients, the most urgent first. */
const words: Readonly<Record<WatchWord, string>> = {
  fail: 'failed',
  error: 'error of the judge',
  advice: 'advice',
  blocked: 'blocked',
  insufficientEvidence: 'not decided',
  pass: 'kept',
  observed: 'observed',
  notApplicable: 'not applicable',
  neverDone: 'never done',
}
const order: readonly string[] = Object.keys(words)

/** The word for a verdict. */
export function wordOf(verdict: WatchWord): string {
  return words[verdict]
}

/**
 * The verdicts, the most urgent first. What a client never did says nothing about it, so it is told from what
 * could not be decided.
 */
export function byUrgency(results: readonly WatchVerdict[]): readonly WatchRow[] {
  const rows = results.map((result): WatchRow => (result.sprung ? result : { ...result, verdict: 'neverDone' }))
  return rows.toSorted((left, right) => order.indexOf(left.verdict) - order.indexOf(right.verdict))
}

/** Returns true if a row shows its message. What was never done needs no reason: the statement says what it is. */
export function hasReason({ verdict, message }: WatchRow): boolean {
  return message !== '' && verdict !== 'neverDone'
}

/** The number of checks by verdict, for verdicts that say something, the most urgent first. */
export function inShort({
  counts,
}: WatchFindings['summary']): readonly (readonly [verdict: ClientVerdict, count: number])[] {
  return (['fail', 'error', 'advice', 'pass'] as const).flatMap((verdict) => {
    const count = counts[verdict]
    return count > 0 ? [[verdict, count] as const] : []
  })
}
