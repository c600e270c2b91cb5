// One request, opened: why it was refused, both sides, and what can be done with it.
import type { VNode } from 'preact'
import { DetailPane } from '../kit/detail-pane.tsx'
import { ProblemNote, Waiting } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import type { RequestDetail } from './request-detail.ts'
import { useControl } from '../kit/use-control.ts'
import { Comparison } from './comparison.tsx'
import { EditForm } from './edit-form.tsx'
import { FaultForm } from './fault-form.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestDetails, RequestTitle } from './request-details.tsx'
import { SnippetView } from './snippet-view.tsx'

/** Loads a request and shows it. */
export function RequestPane({ index }: { readonly index: number }): VNode {
  const consoleState = useConsoleState()
  const asked = useControl<RequestDetail>(`/requests/${index}`)
  const opened = asked.value
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
      <Waiting asked={asked} />
      <ProblemNote problem={asked.problem} />
      {opened && doing === 'edit' && <EditForm request={opened.request} />}
      {opened && doing === 'test' && <SnippetView opened={opened} />}
      {opened && compared !== undefined && <Comparison opened={opened} index={Number(compared)} key={compared} />}
      {opened && <RequestDetails opened={opened} />}
    </DetailPane>
  )
}
