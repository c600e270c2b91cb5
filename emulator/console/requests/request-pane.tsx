// An opened request: the reason of its refusal, request and response, and the available actions.
import type { VNode } from 'preact'
import { Button, CopyButton } from '../kit/buttons.tsx'
import { Code } from '../kit/code.tsx'
import { Loaded, ProblemNote } from '../kit/loaded.tsx'
import { Pane } from '../kit/pane.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { toCurl } from './curl.ts'
import { EditForm, useEditForm } from './edit-form.tsx'
import { FaultForm } from './fault-form.tsx'
import type { OpenedRequest } from '../../journal/request-schemas.ts'
import { RequestDetails, RequestTitle } from './request-details.tsx'
import { snippetCommand, type SnippetKind, snippetKinds, toSnippet } from './snippets.ts'

/** Loads a request and shows it. */
export function RequestPane({ index }: { readonly index: number }): VNode {
  const consoleState = useConsoleState()
  const asked = useControl<OpenedRequest>(`/requests/${index}`)
  const doing = consoleState.route.value.settings.get('do')
  return (
    <Pane
      label={`Request ${index}`}
      onClose={() => consoleState.go({ open: undefined, do: undefined })}
      head={asked.value && <Head opened={asked.value} />}
    >
      <Loaded asked={asked}>
        {(opened) => (
          <>
            {doing === 'edit' && <EditForm request={opened.request} />}
            {doing === 'test' && <SnippetView opened={opened} />}
            <RequestDetails opened={opened} />
          </>
        )}
      </Loaded>
    </Pane>
  )
}

/** The line of a request and the actions on it, which stay in sight. */
function Head({ opened }: { readonly opened: OpenedRequest }): VNode {
  const consoleState = useConsoleState()
  const again = useChange(undefined, '')
  const { request } = opened
  const index = String(request.index)
  const doing = consoleState.route.value.settings.get('do')
  const sendAgain = async () => {
    const sent = await again.make<OpenedRequest>(`/requests/${index}/again`, { method: 'POST' })
    if (sent) consoleState.go({ open: String(sent.value.request.index), do: undefined })
  }
  /** The properties of a button that opens a part of the pane, which has an address. */
  const opens = (what: string) => ({
    class: 'small',
    'aria-pressed': doing === what,
    onClick: () => consoleState.go({ do: doing === what ? undefined : what }),
  })
  return (
    <>
      <RequestTitle opened={opened} />
      <div class="actions">
        <Button class="small primary" data-key="r" onClick={() => void sendAgain()}>
          Send again
        </Button>
        <Button {...opens('edit')} data-key="e">
          Edit and send
        </Button>
        {useEditForm(request).isChanged && <span class="badge warn">unsent</span>}
        <Button {...opens('test')}>Test or stub</Button>
        <CopyButton text={toCurl(request, consoleState.apiUrl)} label="Copy as curl" />
      </div>
      <ProblemNote problem={again.problem} />
      {request.operation !== null && <FaultForm operation={request.operation} />}
    </>
  )
}

/** The opened request as a test, in the language that the address names. */
function SnippetView({ opened }: { readonly opened: OpenedRequest }): VNode {
  const consoleState = useConsoleState()
  const asked = consoleState.route.value.settings.get('as') ?? ''
  const kind: SnippetKind = Object.hasOwn(snippetKinds, asked) ? (asked as SnippetKind) : 'vitest'
  const isStub = kind === 'stub'
  return (
    <section class="part" aria-label="Test">
      <div class="chips" role="group" aria-label="Language">
        {Object.entries(snippetKinds).map(([name, title]) => (
          <Button class="chip" key={name} aria-pressed={name === kind} onClick={() => consoleState.set({ as: name })}>
            {title}
          </Button>
        ))}
      </div>
      <Code label={isStub ? 'In process' : `Test for ${snippetKinds[kind]}`} value={toSnippet(kind, opened)} />
      {(!isStub || opened.request.operation !== null) && (
        <Code label={isStub ? 'In every new world' : 'Run it with'} value={snippetCommand(kind, opened)} />
      )}
    </section>
  )
}
