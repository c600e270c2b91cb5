// An opened record: its members, its references in both directions, and the form that changes it.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button, CopyButton, SureButton } from '../kit/buttons.tsx'
import { Code } from '../kit/code.tsx'
import { useForm } from '../kit/form.tsx'
import { JsonForm, type Members } from '../kit/json-form.tsx'
import { type Fact, Facts } from '../kit/lists.tsx'
import { Loaded, ProblemNote } from '../kit/loaded.tsx'
import { focusMain, Pane } from '../kit/pane.tsx'
import { countNoun, Name } from '../kit/text.tsx'
import { useChange, useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { type CollectionInfo, type DataRecord, filterSetting, type RecordWithRelations } from './collection.ts'

interface RecordPaneProps {
  readonly id: string
  readonly collections: readonly CollectionInfo[]
  readonly onChanged: () => unknown
}

/** Loads a record and shows it. */
export function RecordPane({ id, collections, onChanged }: RecordPaneProps): VNode {
  const consoleState = useConsoleState()
  const asked = useControl<RecordWithRelations>(`/records/${encodeURIComponent(id)}`)
  return (
    <Pane
      label="Record"
      head={asked.value && <Title record={asked.value.record} />}
      onClose={() => consoleState.go({ open: undefined })}
    >
      <Loaded asked={asked}>
        {(found) => (
          <OpenedRecord
            found={found}
            info={collections.find(({ name }) => name === found.collection)}
            onChanged={async () => {
              await asked.reload()
              await onChanged()
            }}
            onRemoved={() => {
              focusMain()
              consoleState.set({ open: undefined })
              return onChanged()
            }}
          />
        )}
      </Loaded>
    </Pane>
  )
}

function Title({ record: { id, name } }: { readonly record: DataRecord }): VNode {
  return (
    <>
      <h2>
        <Name text={typeof name === 'string' && name !== '' ? name : id} />
      </h2>
      <p>
        <code>{id}</code> <CopyButton text={id} label="Copy id" />
      </p>
    </>
  )
}

interface OpenedRecordProps {
  readonly found: RecordWithRelations
  readonly info: CollectionInfo | undefined
  readonly onChanged: () => unknown
  readonly onRemoved: () => unknown
}

function OpenedRecord({ found, info, onChanged, onRemoved }: OpenedRecordProps): VNode {
  const { collection, record } = found
  const { id } = record
  const changed = useChange(undefined, 'Changed.')
  const deleted = useChange(onRemoved, 'Deleted.')
  const form = `record ${id}`
  const [isEdited, setEdited] = useState(useForm(form).isChanged)
  const path = `/data/${collection}/${encodeURIComponent(id)}`
  const leave = () => {
    changed.forget()
    focusMain()
    setEdited(false)
  }
  const { id: _id, created_at: _created, ...members } = record
  const change = async (edited: Members, before: Members) => {
    const changes = Object.entries(edited).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    )
    const body = Object.fromEntries(changes)
    const made = await changed.make(path, { method: 'PUT', body })
    if (made) leave()
    if (made) await onChanged()
    return made
  }
  return (
    <>
      <Facts facts={useRelations(found)} />
      {isEdited && info?.writable ? (
        <JsonForm
          label={`Edit ${id}`}
          name={form}
          value={members}
          problem={changed.problem}
          submit="Save"
          keepsMembers
          onSubmit={change}
          onCancel={leave}
        />
      ) : (
        <>
          <ProblemNote problem={deleted.problem} />
          <Code label="Members" value={record} />
          {info?.writable && (
            <div class="actions">
              <Button onClick={() => setEdited(true)}>Edit</Button>
              <SureButton
                label="Delete"
                sure="Delete it and what belongs to it"
                onSure={() => deleted.make(path, { method: 'DELETE' })}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

/** Links to the records that a record refers to, and to the lists of records that refer to it. */
function useRelations({ record, references, referrers }: RecordWithRelations): readonly Fact[] {
  const consoleState = useConsoleState()
  const link = (settings: Readonly<Record<string, string>>, text: string) => (
    <a href={consoleState.href('data', settings)}>
      <Name text={text} />
    </a>
  )
  return [
    ...references.map(({ member, collection, id, name }): Fact => [member, link({ collection, open: id }, name ?? id)]),
    ...referrers.map(({ collection, member, count }): Fact => {
      const settings = { collection, [filterSetting(member)]: record.id }
      return [collection, link(settings, `${countNoun(count, 'record')} by ${member}`)]
    }),
  ]
}
