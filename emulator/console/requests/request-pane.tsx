// One request, opened: both sides, why it was refused, and what nothing read.
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ask, type Outcome } from '../control.ts'
import { ProblemNote } from '../parts.tsx'
import { useSession } from '../session.ts'
import type { OpenedRequest } from './opened-request.ts'
import { FaultForm } from './fault-form.tsx'
import { RequestDetails } from './request-details.tsx'

/** Loads a request and shows it. */
export function RequestPane({ index }: { readonly index: number }): VNode {
  const session = useSession()
  const loaded = useMemo(() => signal<Outcome<OpenedRequest> | undefined>(undefined), [])
  useEffect(() => {
    void ask<OpenedRequest>(session, `/requests/${index}`).then((outcome) => (loaded.value = outcome))
  }, [index])
  const pane = useRef<HTMLElement>(null)
  const grid = () => pane.current?.parentElement?.querySelector<HTMLElement>('[role="grid"]')
  useEffect(() => {
    // Where the page is narrow, the pane takes the place of the table, which had the focus.
    if (grid()?.clientHeight === 0) pane.current?.focus()
  }, [])
  const close = () => {
    const table = grid()
    session.set({ open: undefined })
    requestAnimationFrame(() => table?.focus())
  }
  const outcome = loaded.value
  return (
    <section
      class="pane card"
      aria-label={`Request ${index}`}
      tabIndex={-1}
      ref={pane}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <div class="actions">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
      {outcome && !outcome.ok && <ProblemNote problem={outcome.problem} />}
      {outcome?.ok && (
        <RequestDetails opened={outcome.value}>
          {outcome.value.request.operation !== null && <FaultForm operation={outcome.value.request.operation} />}
        </RequestDetails>
      )}
    </section>
  )
}
