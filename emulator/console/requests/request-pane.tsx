// An opened request: the reason of its refusal, request and response, and the available actions.
import type { VNode } from 'preact'
import { Button, CopyButton } from '../kit/buttons.tsx'
import { Code } from '../kit/code.tsx'
import { Loaded, ProblemNote } from '../kit/loaded.tsx'
import { Pane } from '../kit/pane.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { quoteShellText, toCurl } from './curl.ts'
import { EditForm } from './edit-form.tsx'
import type { OpenedRequest } from '../../journal/request-schemas.ts'
import { RequestDetails, RequestTitle } from './request-details.tsx'
import { toStub, toTest } from './snippets.ts'
import { useState } from 'preact/hooks'
import { type FaultTile, tileGroups } from '../faults/fault-tiles.ts'

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
        <Button {...opens('test')}>Test or stub</Button>
        <CopyButton text={toCurl(request, consoleState.apiUrl)} label="Copy as curl" />
      </div>
      <ProblemNote problem={again.problem} />
      {request.operation !== null && <FaultForm operation={request.operation} />}
    </>
  )
}

/** The opened request as a test, and its answer as a stub. */
function SnippetView({ opened }: { readonly opened: OpenedRequest }): VNode {
  const stub = toStub(opened)
  const command = `npx @platform-data/emulator start --fault ${quoteShellText(JSON.stringify(stub))}`
  return (
    <section class="part" aria-label="Test">
      <Code label="Test for Vitest" value={toTest(opened)} />
      <Code label="Run it with" value="npx @platform-data/emulator exec -- npx vitest run" />
      {opened.request.operation !== null && (
        <>
          <Code label="Stub in process" value={`emulator.stub(${JSON.stringify(stub, null, 2)})`} />
          <Code label="Stub in every new world" value={command} />
        </>
      )}
    </section>
  )
}

/** Adds a fault for the next request to an operation. */
function FaultForm({ operation }: { readonly operation: string }): VNode {
  const consoleState = useConsoleState()
  const change = useChange(undefined, '')
  const [done, setDone] = useState('')
  const add = async ({ sentence, fault }: FaultTile) => {
    const isAdded = await change.make('/faults', { method: 'POST', body: { operation, ...fault, times: 1 } })
    setDone(isAdded ? `The next request to ${operation} in this world gets this: ${sentence}` : '')
  }
  const tiles = Object.values(tileGroups).flat()
  const buttons = tiles.map((tile) => (
    <Button
      class="small"
      key={tile.short}
      data-key={tile === tiles[0] ? 'f' : undefined}
      title={tile.sentence}
      onClick={() => void add(tile)}
    >
      {tile.short}
    </Button>
  ))
  return (
    <>
      <div class="actions" role="group" aria-label="Answer the next one with">
        <small class="muted">Answer the next one with</small>
        {buttons}
        <a href={consoleState.href('faults', { operation })}>all faults</a>
      </div>
      <ProblemNote problem={change.problem} />
      <p role="status" class="muted done">
        {done}
      </p>
    </>
  )
}
