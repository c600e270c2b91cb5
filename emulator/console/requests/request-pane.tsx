// One request, opened: why it was refused, both sides, and what can be done with it.
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { ask, type Outcome } from '../control.ts'
import { DetailPane } from '../detail-pane.tsx'
import { ProblemNote } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import type { RequestDetail } from '../request-detail.ts'
import { Comparison } from './comparison.tsx'
import { EditForm } from './edit-form.tsx'
import { FaultForm } from './fault-form.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestDetails, RequestTitle } from './request-details.tsx'
import { SnippetView } from './snippet-view.tsx'

/** Loads a request and shows it. */
export function RequestPane({ index }: { readonly index: number }): VNode {
  const consoleState = useConsoleState()
  const loaded = useMemo(() => signal<Outcome<RequestDetail> | undefined>(undefined), [])
  useEffect(() => {
    void ask<RequestDetail>(consoleState, `/requests/${index}`).then((outcome) => (loaded.value = outcome))
  }, [index])
  const outcome = loaded.value
  const opened = outcome?.ok ? outcome.value : undefined
  const { settings } = consoleState.route.value
  const [doing, compared] = [settings.get('do'), settings.get('with')]
  const operation = opened?.request.operation ?? null
  return (
    <DetailPane
      label={`Request ${index}`}
      onClose={() => consoleState.go({ open: undefined, with: undefined, do: undefined })}
      head={
        opened && (
          <>
            <RequestTitle opened={opened} />
            <RequestActions opened={opened} />
            {operation !== null && <FaultForm operation={operation} />}
          </>
        )
      }
    >
      {!outcome && <p class="muted waiting">Loading …</p>}
      {outcome && !outcome.ok && <ProblemNote problem={outcome.problem} />}
      {opened && doing === 'edit' && <EditForm request={opened.request} />}
      {opened && doing === 'test' && <SnippetView opened={opened} />}
      {opened && compared !== undefined && <Comparison opened={opened} index={Number(compared)} key={compared} />}
      {opened && <RequestDetails opened={opened} />}
    </DetailPane>
  )
}
