import type { Outcome } from '../control.ts'

/** A verdict of a check. */
export interface CheckVerdict {
  readonly check: string
  readonly requirement: string
  readonly clause: string
  readonly verdict: string
  readonly message: string
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
  readonly done: number
  readonly total: number
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

/** Whether a run cannot be started here, as where an emulator is served without the kit. */
export function isMissing(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.problem.code === 'unknown_path'
}

/** The verdicts of a run by clause, in the order of the specification. */
export function byClause<Result extends CheckVerdict>(
  results: readonly Result[],
): readonly (readonly [string, readonly Result[]])[] {
  const places = (clause: string) => clause.split('.').map(Number)
  const groups = [...Map.groupBy(results, ({ clause }) => clause)]
  return groups.sort(([left], [right]) => {
    const [[first, second = 0], [other, next = 0]] = [places(left), places(right)] as [number[], number[]]
    return first! - other! || second - next
  })
}

/** The colour of a verdict. */
export function toneOf(verdict: string): string {
  if (verdict === 'pass') return 'good'
  if (verdict === 'fail' || verdict === 'error') return 'bad'
  return ['advice', 'blocked', 'insufficientEvidence'].includes(verdict) ? 'warn' : 'muted'
}
