import type { CheckVerdict, ClauseScore } from '../kit-runs/run.ts'

/** The verdict of a check about a client. */
export interface WatchVerdict extends CheckVerdict {
  readonly statement: string
  /** Whether the client met what the check waits for. */
  readonly sprung: boolean
  /** What a careful client does; empty unless the requirement was not kept. */
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

/** What was found about a client. */
export interface WatchFindings {
  readonly results: readonly WatchVerdict[]
  readonly summary: {
    readonly counts: Readonly<Record<string, number>>
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

/** A trap that was not sprung says nothing about a client, so it is told from what could not be decided. */
export function withTraps(results: readonly WatchVerdict[]): readonly WatchVerdict[] {
  return results.map((result) => (result.sprung ? result : { ...result, verdict: 'notSprung' }))
}

/** What was found in a few words, such as `1 failed, 12 kept`. */
export function inShort({ counts }: WatchFindings['summary']): string {
  const parts = (['fail', 'advice', 'pass'] as const).map((verdict) => [words[verdict], counts[verdict] ?? 0] as const)
  const found = parts.filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`)
  return found.length === 0 ? 'nothing judged yet' : found.join(', ')
}

const words = { fail: 'failed', advice: 'advice', pass: 'kept' } as const
