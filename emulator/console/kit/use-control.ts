import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsoleState } from '../state/console-state.ts'
import { askControl, type ControlRequest, type Problem } from '../state/control.ts'

/** A view's request to the control API. */
export interface ControlQuery<Value> {
  /** Undefined until it is loaded. */
  readonly value: Value | undefined
  readonly problem: Problem | undefined
  /** Sends the request again, for example after a change. */
  reload(): Promise<void>
}

/**
 * Sends a request to the control API when a view appears, and again when the path, the query or the token changes. With
 * `every`, it repeats the request at that interval, in milliseconds, while the page is visible.
 */
export function useControl<Value>(
  path: string,
  query: ControlRequest['query'] = {},
  every?: (value: Value | undefined) => number | undefined,
): ControlQuery<Value> {
  const consoleState = useConsoleState()
  const [state, setState] = useState<{ value?: Value; problem?: Problem }>({})
  const asking = useRef<AbortController | undefined>(undefined)
  const reload = async () => {
    asking.current?.abort()
    const aborting = new AbortController()
    asking.current = aborting
    const { signal } = aborting
    // A newer request replaces this one.
    const outcome = await askControl<Value>(consoleState, path, { query, signal }).catch(() => undefined)
    if (!outcome || signal.aborted) return
    asking.current = undefined
    setState((last) => (outcome.ok ? { value: outcome.value } : { ...last, problem: outcome.problem }))
  }
  useEffect(() => {
    void reload()
    return () => asking.current?.abort()
  }, [path, JSON.stringify(query), consoleState.token.value])
  const latest = useRef(reload)
  latest.current = reload
  const interval = every?.(state.value)
  useEffect(() => {
    if (interval === undefined) return
    const poll = () => {
      if (!asking.current && document.visibilityState === 'visible') void latest.current()
    }
    const timer = setInterval(poll, interval)
    return () => clearInterval(timer)
  }, [interval])
  return { value: state.value, problem: state.problem, reload }
}

/** A change by the user: the reason of its refusal, and the function that requests it. */
export interface AskedChange {
  readonly problem: Problem | undefined
  /** Resolves with the answer; undefined if it was refused. */
  make<Value>(path: string, request: ControlRequest): Promise<{ readonly value: Value } | undefined>
  /** Forgets the last refusal. */
  forget(): void
}

/**
 * Makes changes through the control API.
 * @param said The announcement of a change for screen readers.
 */
export function useChange(onChanged?: () => unknown, said = 'Done.'): AskedChange {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  return {
    problem,
    forget: () => setProblem(undefined),
    make: async <Value>(path: string, request: ControlRequest) => {
      const outcome = await askControl<Value>(consoleState, path, request)
      setProblem(outcome.ok ? undefined : outcome.problem)
      if (!outcome.ok) {
        // The message about an earlier change would contradict the refusal.
        consoleState.said.value = ''
        return undefined
      }
      consoleState.said.value = said
      consoleState.changes.value++
      await onChanged?.()
      return outcome
    },
  }
}
