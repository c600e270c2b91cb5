// One record, opened: its members, what it refers to and what refers to it, and the form that changes it.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { focusMain } from '../kit/focus-main.ts'
import { DetailPane } from '../kit/detail-pane.tsx'
import { Code, CopyButton, Name, ProblemNote, SureButton, Waiting } from '../kit/components.tsx'
import { SchemaForm } from '../kit/schema-form.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useChange, useControl } from '../kit/use-control.ts'
import { type CollectionInfo, filterSetting, type RecordWithRelations } from './collection.ts'

interface RecordPaneProps {
  readonly id: string
  readonly collections: readonly CollectionInfo[]
  readonly onChanged: () => unknown
}

/** Loads a record and shows it. */
export function RecordPane({ id, collections, onChanged }: RecordPaneProps): VNode {
  const consoleState = useConsoleState()
  const found = useControl<RecordWithRelations>(`/records/${encodeURIComponent(id)}`)
  return (
    <DetailPane label="Record" onClose={() => consoleState.go({ open: undefined })}>
      <ProblemNote problem={found.problem} />
      <Waiting asked={found} />
      {found.value && (
        <OpenedRecord
          found={found.value}
          info={collections.find(({ name }) => name === found.value!.collection)}
          onChanged={async () => {
            await found.reload()
            await onChanged()
          }}
          onRemoved={async () => {
            focusMain()
            consoleState.set({ open: undefined })
            await onChanged()
          }}
        />
      )}
    </DetailPane>
  )
}

interface OpenedRecordProps {
  readonly found: RecordWithRelations
  readonly info: CollectionInfo | undefined
  readonly onChanged: () => Promise<void>
  readonly onRemoved: () => Promise<void>
}

function OpenedRecord({ found, info, onChanged, onRemoved }: OpenedRecordProps): VNode {
  const consoleState = useConsoleState()
  const { collection, record } = found
  const changed = useChange(undefined, 'Changed.')
  const deleted = useChange(onRemoved, 'Deleted.')
  const draft = `record ${consoleState.world.value} ${record.id}`
  const [isEdited, setEdited] = useState(consoleState.drafts.has(draft))
  const path = `/data/${collection}/${encodeURIComponent(record.id)}`
  const change = async (body: Readonly<Record<string, unknown>>) => {
    if (!(await changed.make(path, { method: 'PUT', body }))) return
    consoleState.drafts.delete(draft)
    focusMain()
    setEdited(false)
    await onChanged()
  }
  const name = record['name']
  return (
    <>
      <h2>
        <Name text={typeof name === 'string' && name !== '' ? name : record.id} />
      </h2>
      <p>
        <code>{record.id}</code> <CopyButton text={record.id} label="Copy id" />
      </p>
      <Relations found={found} />
      {isEdited && info?.schema ? (
        <SchemaForm
          label={`Edit ${record.id}`}
          draft={draft}
          schema={info.schema}
          value={record}
          without={['id', 'created_at']}
          problem={changed.problem}
          submit="Save"
          onSubmit={change}
          onCancel={() => {
            changed.forget()
            focusMain()
            setEdited(false)
          }}
        />
      ) : (
        <>
          <ProblemNote problem={deleted.problem} />
          <Code label="Members" value={record} />
          {info?.writable && (
            <div class="actions">
              <button type="button" onClick={() => setEdited(true)}>
                Edit
              </button>
              <SureButton
                label="Delete"
                sure="Delete it and what belongs to it"
                onSure={() => void deleted.make(path, { method: 'DELETE' })}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

function Relations({ found }: { readonly found: RecordWithRelations }): VNode | null {
  const consoleState = useConsoleState()
  const { record, references, referrers } = found
  if (references.length + referrers.length === 0) return null
  return (
    <dl class="facts">
      {references.map((reference) => (
        <>
          <dt>{reference.member}</dt>
          <dd>
            <a href={consoleState.href('data', { collection: reference.collection, open: reference.id })}>
              <Name text={reference.name ?? reference.id} />
            </a>
          </dd>
        </>
      ))}
      {referrers.map((referrer) => (
        <>
          <dt>{referrer.collection}</dt>
          <dd>
            <a
              href={consoleState.href('data', {
                collection: referrer.collection,
                [filterSetting(referrer.member)]: record.id,
              })}
            >
              {referrer.count.toLocaleString('en')} {referrer.count === 1 ? 'record' : 'records'} by {referrer.member}
            </a>
          </dd>
        </>
      ))}
    </dl>
  )
}
