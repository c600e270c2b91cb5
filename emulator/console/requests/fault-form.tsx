// "Answer this with a fault": the next requests to the same operation get another answer.
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { ask, type Problem } from '../control.ts'
import { Field, ProblemNote } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'

/** The faults that the form offers instead of the operation's own answer. */
const answers: readonly (readonly [label: string, fault: Readonly<Record<string, unknown>>])[] = [
  ['500 with an error body', { status: 500 }],
  ['503 with Retry-After', { status: 503, retryAfter: 1 }],
  ['429 with Retry-After', { status: 429, retryAfter: 1 }],
  ['401: the credentials are refused', { status: 401 }],
  ['403: the scopes do not allow it', { status: 403 }],
  ['404: not found', { status: 404 }],
  ['502 with the HTML of a gateway', { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' }],
  ['the right answer, after 5 seconds', { delay: '5s' }],
  ['no answer: the connection is closed', { drop: 'before' }],
  ['no answer, but the operation is done', { drop: 'after' }],
  ['half of the body', { truncate: true }],
  ['a body that is not JSON', { breakJson: true }],
]

/** Adds a fault for an operation. */
export function FaultForm({ operation }: { readonly operation: string }): VNode {
  const consoleState = useConsoleState()
  const problem = useMemo(() => signal<Problem | undefined>(undefined), [])
  const done = useMemo(() => signal(''), [])
  const add = async (form: HTMLFormElement) => {
    const entries = new FormData(form)
    const [label, fault] = answers[Number(entries.get('answer'))]!
    const times = Number(entries.get('times'))
    const body = { operation, ...fault, times }
    const outcome = await ask(consoleState, '/faults', { method: 'POST', body })
    problem.value = outcome.ok ? undefined : outcome.problem
    const next = times === 1 ? 'The next request' : `The next ${times} requests`
    done.value = outcome.ok ? `${next} to ${operation} in this world gets: ${label}.` : ''
  }
  return (
    <form
      class="card"
      aria-label="Answer this with a fault"
      onSubmit={(event) => {
        event.preventDefault()
        void add(event.currentTarget)
      }}
    >
      <h3>Answer this with a fault</h3>
      <div class="filters">
        <Field label="Answer">
          <select name="answer">
            {answers.map(([label], index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Times">
          <input name="times" type="number" min={1} max={1000} value={1} required size={4} />
        </Field>
        <button type="submit">Add the fault</button>
      </div>
      <ProblemNote problem={problem.value} />
      <p role="status" class="muted">
        {done.value}
      </p>
    </form>
  )
}
