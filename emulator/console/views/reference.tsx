// The reference of the emulated API under the conventions in force, and of the control API.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { DetailPane } from '../kit/detail-pane.tsx'
import { ProblemNote, SearchField, ViewHead, Waiting } from '../kit/components.tsx'
import { type OpenApiDocument, operationsOf, type PlacedOperation } from '../reference/document.ts'
import { OperationDetails, type Sentence } from '../reference/operation-details.tsx'
import { matches } from '../kit/matches.ts'
import { useConsoleState } from '../state/console-state.ts'
import { useControl } from '../kit/use-control.ts'

/** The view of the reference. */
export function ReferenceView(): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const asked = useControl<OpenApiDocument>('/api/openapi.json')
  const cited = useControl<readonly Sentence[]>('/requirements')
  const sentences = useMemo(
    () => new Map((cited.value ?? []).map((sentence) => [sentence.id, sentence])),
    [cited.value],
  )
  const document = asked.value
  const all = useMemo(() => (document ? operationsOf(document) : []), [document])
  const search = settings.get('search') ?? ''
  const found = all.filter(({ method, path, operation }) =>
    matches(search, operation.operationId, method, path, operation.summary ?? ''),
  )
  const opened = all.find(({ operation }) => operation.operationId === settings.get('open'))
  return (
    <>
      <ViewHead title="Reference">
        <SearchField />
      </ViewHead>
      <ProblemNote problem={asked.problem ?? cited.problem} />
      {document && (
        <p class="muted">
          {document.info.title} {document.info.version}, under the conventions in force.
        </p>
      )}
      <div class={`split ${opened ? 'two' : ''}`}>
        <nav class="stack pane" aria-label="Operations">
          <Waiting asked={asked} />
          {document && (
            <p class="muted" role="status">
              {found.length} of {all.length} operations
            </p>
          )}
          {[...Map.groupBy(found, ({ operation }) => operation.tags?.[0] ?? 'other')].map(([tag, operations]) => (
            <Group key={tag} tag={tag} operations={operations} opened={opened?.operation.operationId} />
          ))}
        </nav>
        {document && opened && (
          <DetailPane
            label="Operation"
            key={opened.operation.operationId}
            onClose={() => consoleState.go({ open: undefined })}
          >
            <OperationDetails document={document} placed={opened} sentences={sentences} />
          </DetailPane>
        )}
      </div>
    </>
  )
}

interface GroupProps {
  readonly tag: string
  readonly operations: readonly PlacedOperation[]
  readonly opened: string | undefined
}

function Group({ tag, operations, opened }: GroupProps): VNode {
  const consoleState = useConsoleState()
  const search = consoleState.route.value.settings.get('search')
  return (
    <section aria-label={tag}>
      <h2>{tag}</h2>
      <ul class="plain operations">
        {operations.map(({ method, path, operation }) => (
          <li key={operation.operationId}>
            <a
              href={consoleState.href('reference', { open: operation.operationId, search })}
              aria-current={operation.operationId === opened ? 'true' : undefined}
            >
              <span class="mono">{method}</span> <code class="wrap">{path}</code>
            </a>{' '}
            <span class="muted">{operation.summary}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
