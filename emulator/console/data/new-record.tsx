import type { VNode } from 'preact'
import { JsonForm, type Members } from '../kit/json-form.tsx'
import { focusMain } from '../kit/pane.tsx'
import { useChange } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { type CollectionInfo, type DataRecord, filterSetting } from './collection.ts'

interface NewRecordProps {
  readonly collection: CollectionInfo
  readonly onChanged: () => unknown
}

/** Creates a record. Omitted members get defaults, and the members of the list's filter are preset. */
export function NewRecord({ collection, onChanged }: NewRecordProps): VNode {
  const consoleState = useConsoleState()
  const change = useChange(undefined, 'Created.')
  const { name, schema, filters } = collection
  const { settings } = consoleState.route.value
  const filtered = filters.flatMap((member) => {
    const value = settings.get(filterSetting(member))
    return value === undefined ? [] : [[member, value]]
  })
  const create = async (body: Members) => {
    const made = await change.make<DataRecord>(`/data/${name}`, { method: 'POST', body })
    if (!made) return undefined
    focusMain()
    await onChanged()
    consoleState.set({ open: made.value.id, new: undefined })
    return made
  }
  return (
    <section class="pane card" aria-label="New record">
      <h2>New record of {name}</h2>
      <p class="muted">
        Members that you leave out are filled in. It can have {Object.keys(schema?.properties ?? {}).join(', ')}.
      </p>
      <JsonForm
        label="New record"
        name={`new ${name}`}
        value={Object.fromEntries(filtered)}
        problem={change.problem}
        submit="Create"
        onSubmit={create}
        onCancel={() => {
          focusMain()
          consoleState.go({ new: undefined })
        }}
      />
    </section>
  )
}
