// "Answer the next with": the next request to the same operation gets another answer, by one click.
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { ask, type Problem } from '../control.ts'
import { ProblemNote } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'

type AnswerFault = Readonly<Record<string, unknown>>

/** The faults that have a button. */
const quick: readonly (readonly [label: string, title: string, fault: AnswerFault])[] = [
  ['500', '500 with an error body', { status: 500 }],
  ['503', '503 with Retry-After', { status: 503, retryAfter: 1 }],
  ['429', '429 with Retry-After', { status: 429, retryAfter: 1 }],
  ['401', '401: the credentials are refused', { status: 401 }],
  ['slow', 'the right answer, after 5 seconds', { delay: '5s' }],
  ['no answer', 'no answer: the connection is closed', { drop: 'before' }],
]

/** The faults behind them. */
const others: readonly (readonly [label: string, title: string, fault: AnswerFault])[] = [
  ['403', '403: the scopes do not allow it', { status: 403 }],
  ['404', '404: not found', { status: 404 }],
  ['502 HTML', '502 with the HTML of a gateway', { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' }],
  ['lost answer', 'no answer, but the operation is done', { drop: 'after' }],
  ['half', 'half of the body', { truncate: true }],
  ['not JSON', 'a body that is not JSON', { breakJson: true }],
]

/** Adds a fault for the next request to an operation. */
export function FaultForm({ operation }: { readonly operation: string }): VNode {
  const consoleState = useConsoleState()
  const problem = useMemo(() => signal<Problem | undefined>(undefined), [])
  const done = useMemo(() => signal(''), [])
  const add = async (title: string, fault: AnswerFault) => {
    const body = { operation, ...fault, times: 1 }
    const outcome = await ask(consoleState, '/faults', { method: 'POST', body })
    problem.value = outcome.ok ? undefined : outcome.problem
    done.value = outcome.ok ? `The next request to ${operation} in this world gets: ${title}.` : ''
  }
  const buttons = (faults: typeof quick) =>
    faults.map(([label, title, fault]) => (
      <button
        type="button"
        class="small"
        key={label}
        data-key={fault === quick[0]![2] ? 'f' : undefined}
        title={title}
        onClick={() => void add(title, fault)}
      >
        {label}
      </button>
    ))
  return (
    <>
      <div class="actions next-answer" role="group" aria-label="Answer the next one with">
        <span class="muted">Answer the next one with</span>
        {buttons(quick)}
        <details class="inline">
          <summary>More</summary>
          <div class="actions">
            {buttons(others)}
            <a href={consoleState.href('faults')}>all faults</a>
          </div>
        </details>
      </div>
      <ProblemNote problem={problem.value} />
      <p role="status" class="muted done">
        {done.value}
      </p>
    </>
  )
}
