// One request, opened: both sides, why it was refused, and what nothing read.
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { ask, type Outcome } from '../control.ts'
import { Pane } from '../pane.tsx'
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
  const outcome = loaded.value
  return (
    <Pane label={`Request ${index}`} onClose={() => session.set({ open: undefined })}>
      {outcome && !outcome.ok && <ProblemNote problem={outcome.problem} />}
      {outcome?.ok && (
        <RequestDetails opened={outcome.value}>
          {outcome.value.request.operation !== null && <FaultForm operation={outcome.value.request.operation} />}
        </RequestDetails>
      )}
    </Pane>
  )
}
