// The actions for an opened request.
import type { VNode } from 'preact'
import { CopyButton, ProblemNote } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { draftOf } from './edit-form.tsx'
import { toCurl } from './curl.ts'
import type { RequestDetail } from './request-detail.ts'
import { useChange } from '../kit/use-control.ts'

/** The actions on a request, which stay in sight. */
export function RequestActions({ opened }: { readonly opened: RequestDetail }): VNode {
  const consoleState = useConsoleState()
  const again = useChange(undefined, '')
  const { request } = opened
  const { settings } = consoleState.route.value
  const index = String(request.index)
  const sendAgain = async () => {
    const sent = await again.make<RequestDetail>(`/requests/${index}/again`, { method: 'POST' })
    if (sent) consoleState.go({ open: String(sent.value.request.index), with: index, do: undefined })
  }
  /** A button that opens a part of the pane, which has an address. */
  const toggle = (label: string, what: string) => (
    <button
      type="button"
      class="small"
      data-key={what === 'edit' ? 'e' : undefined}
      aria-pressed={settings.get('do') === what}
      onClick={() => consoleState.go({ do: settings.get('do') === what ? undefined : what })}
    >
      {label}
    </button>
  )
  return (
    <>
      <div class="actions">
        <button type="button" class="small primary" data-key="r" onClick={() => void sendAgain()}>
          Send again
        </button>
        {toggle('Edit and send', 'edit')}
        {consoleState.drafts.has(draftOf(consoleState, index)) && <span class="badge warn">unsent</span>}
        {toggle('Test or stub', 'test')}
        <button type="button" class="small" onClick={() => consoleState.go({ compare: index, do: undefined })}>
          Compare
        </button>
        <CopyButton text={toCurl(request, consoleState.apiUrl)} label="Copy as curl" />
        <CopyButton text={consoleState.link('requests', { open: index })} label="Copy link" />
      </div>
      <ProblemNote problem={again.problem} />
    </>
  )
}
