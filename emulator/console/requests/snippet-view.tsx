// "Make a test": the opened request as a test in a language of choice.
import type { VNode } from 'preact'
import { Button } from '../kit/buttons.tsx'
import { Code } from '../kit/code.tsx'
import { useConsoleState } from '../state/console-state.ts'
import type { RequestDetail } from './request-detail.ts'
import { commandFor, type SnippetKind, snippetKinds, toSnippet } from './snippets.ts'

/** Shows the snippet that the address names. */
export function SnippetView({ opened }: { readonly opened: RequestDetail }): VNode {
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
        <Code label={isStub ? 'In every new world' : 'Run it with'} value={commandFor(kind, opened)} />
      )}
    </section>
  )
}
