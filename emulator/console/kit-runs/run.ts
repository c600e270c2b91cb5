import type { Outcome } from '../control.ts'
import { causeText, type FactPlace, type Reason } from '../reasons.ts'

/** The verdicts of the kit. */
export type KitVerdict = 'pass' | 'fail' | 'notApplicable' | 'blocked' | 'insufficientEvidence' | 'observed' | 'error'

/** The result of a check. */
export interface CheckVerdict<Verdict extends string = KitVerdict> {
  readonly check: string
  readonly requirement: string
  readonly clause: string
  readonly verdict: Verdict
  /** Empty while the run goes on. */
  readonly message: string
  /** The value that shows a failure. While the run goes on, its kind alone. */
  readonly fact?: Reason
  /** The places where it was seen. The deciding one is the last. */
  readonly places?: readonly FactPlace[]
  /** The reason why something is open. */
  readonly cause?: Reason | undefined
}

/** The result of a clause. */
export interface ClauseScore {
  readonly clause: string
  readonly title: string
  readonly passed: number
  readonly failed: number
  readonly undecided: number
  readonly notLookedAt: number
}

/** A run of the kit as the control API shows it. */
export interface ConformanceRun {
  readonly state: 'idle' | 'running' | 'ended' | 'stopped' | 'failed'
  readonly target: string | null
  /** True if the target is a copy of this emulator. */
  readonly isEmulator: boolean
  /** True if it runs only what failed in the run before. */
  readonly isPart: boolean
  /** The members of the target file. */
  readonly declared: readonly string[]
  readonly done: number
  readonly total: number
  /** The first checks that have begun and not ended. */
  readonly running: readonly string[]
  /** The time that the rest may take; null before that can be told. */
  readonly secondsLeft: number | null
  readonly results: readonly CheckVerdict[]
  readonly requests: number | null
  readonly summary: {
    readonly conformant: boolean | null
    readonly requirements: { readonly stated: number; readonly decided: number }
    readonly clauses: readonly ClauseScore[]
  } | null
  readonly leftovers: readonly string[]
  readonly fault: string | null
}

/** A run with the verdicts that came later. The whole list comes at the end, with messages. */
export function withLater(before: ConformanceRun | undefined, now: ConformanceRun): ConformanceRun {
  return before?.state === 'running' && now.state === 'running' && before.target === now.target
    ? { ...now, results: [...before.results, ...now.results] }
    : now
}

/** Returns true if a run cannot be started here, as where an emulator is served without the kit. */
export function isMissing(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.problem.code === 'unknown_path'
}

/** The open results by their cause, the most frequent first. One cause is told once. */
export function byCause<Result extends CheckVerdict<string>>(
  results: readonly Result[],
): readonly (readonly [cause: string, results: readonly Result[]])[] {
  const open = results.flatMap((result) => (result.cause ? [{ text: causeText(result.cause), result }] : []))
  return [...Map.groupBy(open, ({ text }) => text)]
    .map(([text, alike]) => [text, alike.map(({ result }) => result)] as const)
    .toSorted(([, left], [, right]) => right.length - left.length)
}

/** The colour of a verdict about a service or a client. */
export function toneOf(verdict: string): string {
  return tones[verdict] ?? 'muted'
}

const tones: Readonly<Record<string, string>> = {
  pass: 'good',
  fail: 'bad',
  error: 'bad',
  advice: 'warn',
  blocked: 'warn',
  insufficientEvidence: 'warn',
} satisfies Partial<Record<KitVerdict | 'advice', string>>
