// The single requests of a run on the time line.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { RequestLine } from '../../journal/request-line.ts'
import { ProblemNote, Waiting } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { useControl } from '../use-control.ts'
import { RequestFork } from './fork-form.tsx'

/** The most requests that are listed at once. */
const most = 50

/** The requests from one index to another, the latest first. Each opens, and each is gone back to. */
export function RunRequests({ from, to }: { readonly from: number; readonly to: number }): VNode {
  const consoleState = useConsoleState()
  const [latest, setLatest] = useState(to)
  const asked = useControl<{ readonly requests: readonly RequestLine[] }>('/requests/lines', {
    before: latest + 1,
    limit: Math.min(most, latest - from + 1),
  })
  const lines = (asked.value?.requests ?? []).filter(({ index }) => index >= from).toReversed()
  const oldest = lines.at(-1)?.index ?? from
  return (
    <>
      <ProblemNote problem={asked.problem} />
      <Waiting asked={asked} />
      <ol class="plain verdicts" aria-label={`Requests ${from} to ${to}`}>
        {lines.map(({ index, method, target, status, problem, faulted }) => (
          <li key={index} class="row">
            <a class="name" href={consoleState.href('requests', { open: String(index) })}>
              #{index} <b class={problem ? 'bad' : 'good'}>{status ?? '–'}</b> {method}{' '}
              <bdi class="mono">{target.slice(0, 200)}</bdi> {faulted && <span class="badge bad">fault</span>}
            </a>
            <RequestFork index={index} when="before" />
          </li>
        ))}
      </ol>
      <p class="actions">
        {latest < to && (
          <button type="button" class="small" onClick={() => setLatest(Math.min(to, latest + most))}>
            Later ones
          </button>
        )}
        {oldest > from && (
          <button type="button" class="small" onClick={() => setLatest(oldest - 1)}>
            Earlier ones
          </button>
        )}
      </p>
    </>
  )
}
