// The reference of the emulated API under the conventions in force, and of the control API.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { Groups, SearchField } from '../kit/lists.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { Pane, Split } from '../kit/pane.tsx'
import { matchesSearch } from '../kit/text.tsx'
import { useControl } from '../kit/use-control.ts'
import { type OpenApiDocument, documentedOperations } from '../reference/document.ts'
import { OperationDetails, type Sentence } from '../reference/operation-details.tsx'
import { useConsoleState } from '../state/console-state.ts'

/** The view of the reference. */
export function ReferenceView(): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const asked = useControl<OpenApiDocument>('/api/openapi.json')
  // Available only if the kit is installed.
  const cited = useControl<readonly Sentence[]>('/requirements')
  const document = asked.value
  const all = useMemo(() => (document ? documentedOperations(document) : []), [document])
  const search = settings.get('search')
  const found = all.filter(({ method, path, operation }) =>
    matchesSearch(search ?? '', operation.operationId, method, path, operation.summary ?? ''),
  )
  const openedId = settings.get('open')
  const opened = all.find(({ operation }) => operation.operationId === openedId)
  return (
    <>
      <ViewHead title="Reference">
        <SearchField />
      </ViewHead>
      <Loaded asked={asked}>
        {(document) => (
          <>
            <p class="muted">
              {document.info.title} {document.info.version}, under the conventions in force.
            </p>
            <Split
              pane={
                opened && (
                  <Pane
                    label="Operation"
                    key={openedId}
                    head={<h2>{openedId}</h2>}
                    onClose={() => consoleState.go({ open: undefined })}
                  >
                    <OperationDetails document={document} placed={opened} sentences={cited.value ?? []} />
                  </Pane>
                )
              }
            >
              <nav class="stack pane" aria-label="Operations">
                <p class="muted" role="status">
                  {found.length} of {all.length} operations
                </p>
                <Groups things={found} groupOf={({ operation }) => operation.tags?.[0] ?? 'other'} class="operations">
                  {({ method, path, operation: { operationId, summary } }) => (
                    <li key={operationId}>
                      <a
                        href={consoleState.href('reference', { open: operationId, search })}
                        aria-current={operationId === openedId ? 'true' : undefined}
                      >
                        <span class="mono">{method}</span> <code class="wrap">{path}</code>
                      </a>{' '}
                      <span class="muted">{summary}</span>
                    </li>
                  )}
                </Groups>
              </nav>
            </Split>
          </>
        )}
      </Loaded>
    </>
  )
}
