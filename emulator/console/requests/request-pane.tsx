// One request, opened: both sides, why it was refused, and what nothing read.
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { ask, type Outcome } from '../control.ts'
import { DetailPane } from '../detail-pane.tsx'
import { ProblemNote } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import type { RequestDetail } from './request-detail.ts'
import { FaultForm } from './fault-form.tsx'
import { RequestDetails } from './request-details.tsx'

/** Loads a request and shows it. */
export function RequestPane({ index }: { readonly index: number }): VNode {
  const consoleState = useConsoleState()
  const loaded = useMemo(() => signal<Outcome<RequestDetail> | undefined>(undefined), [])
  useEffect(() => {
    void ask<RequestDetail>(consoleState, `/requests/${index}`).then((outcome) => (loaded.value = outcome))
  }, [index])
  const outcome = loaded.value
  return (
    <DetailPane label={`Request ${index}`} onClose={() => consoleState.set({ open: undefined })}>
      {outcome && !outcome.ok && <ProblemNote problem={outcome.problem} />}
      {outcome?.ok && (
        <RequestDetails opened={outcome.value}>
          {outcome.value.request.operation !== null && <FaultForm operation={outcome.value.request.operation} />}
        </RequestDetails>
      )}
    </DetailPane>
  )
}
