/** A run of the kit as the control API shows it. */
export interface ConformanceRun {
  readonly state: 'idle' | 'running' | 'ended' | 'stopped' | 'failed'
  readonly target: string | null
  /** True if the target is a copy of this emulator. */
  readonly isEmulator: boolean
  readonly done: number
  readonly total: number
  /** The checks that failed so far. */
  readonly failed: readonly string[]
  /** The first of the running checks. */
  readonly running: readonly string[]
  /** The estimated remaining time; null until it can be estimated. */
  readonly secondsLeft: number | null
  readonly leftovers: readonly string[]
  readonly fault: string | null
}

/** A watch of a client as the control API shows it. The summary is null before the first watch. */
export interface ClientWatch {
  readonly state: 'idle' | 'watching' | 'ended'
  readonly client: string | null
  /** Null for all worlds. */
  readonly world: string | null
  readonly requests: number
  readonly why: string | null
  readonly summary: {
    readonly counts: Readonly<Record<string, number>>
    readonly requirements: { readonly stated: number; readonly decided: number }
  } | null
}
