import { useEffect, useRef, useState } from 'preact/hooks'
import { ask, type ControlRequest, type Problem } from '../state/control.ts'
import { useConsoleState } from '../state/console-state.ts'

/** The state of a request to the control API, for a view. */
export interface ControlValue<Value> {
  /** Undefined until it has come. */
  readonly value: Value | undefined
  readonly problem: Problem | undefined
  /** Asks again, as after a change. */
  reload(): Promise<void>
}

/** Asks the control API when a view appears, and again when the path, the query or the token changes. */
export function useControl<Value>(path: string, query: ControlRequest['query'] = {}): ControlValue<Value> {
  const consoleState = useConsoleState()
  const [state, setState] = useState<{ value?: Value; problem?: Problem }>({})
  const aborting = useRef(new AbortController())
  const reload = async () => {
    aborting.current.abort()
    const { signal } = (aborting.current = new AbortController())
    try {
      const outcome = await ask<Value>(consoleState, path, { query, signal })
      setState((last) => (outcome.ok ? { value: outcome.value } : { ...last, problem: outcome.problem }))
    } catch (error) {
      // A newer request has taken its place.
      if (!signal.aborted) throw error
    }
  }
  useEffect(() => {
    void reload()
    return () => aborting.current.abort()
  }, [path, JSON.stringify(query), consoleState.token.value])
  return { value: state.value, problem: state.problem, reload }
}

/** Calls a function every so many milliseconds while a view is shown. */
export function useEvery(milliseconds: number | undefined, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (milliseconds === undefined) return
    const timer = setInterval(() => latest.current(), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
}

/** A change that a person asked for: what it was refused for, and how to ask for it. */
export interface AskedChange {
  readonly problem: Problem | undefined
  /** Resolves with the answer; undefined where it was refused. */
  make<Value>(path: string, request: ControlRequest): Promise<{ readonly value: Value } | undefined>
  /** Forgets why the last one was refused. */
  forget(): void
}

/** Makes changes by the control API. `said` is what a screen reader hears of one that was made. */
export function useChange(onChanged?: () => unknown, said = 'Done.'): AskedChange {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  return {
    problem,
    forget: () => setProblem(undefined),
    make: async <Value>(path: string, request: ControlRequest) => {
      const outcome = await ask<Value>(consoleState, path, request)
      setProblem(outcome.ok ? undefined : outcome.problem)
      if (!outcome.ok) return undefined
      consoleState.said.value = said
      await onChanged?.()
      return outcome
    },
  }
}
