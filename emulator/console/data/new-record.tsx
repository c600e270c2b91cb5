import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ask, type Problem } from '../control.ts'
import { focusMain } from '../focus-main.ts'
import { SchemaForm } from '../schema-form.tsx'
import { useConsoleState } from '../console-state.ts'
import { type CollectionInfo, type DataRecord, filterSetting } from './collection.ts'

interface NewRecordProps {
  readonly collection: CollectionInfo
  readonly onChanged: () => unknown
}

/** Creates a record. Members that are left out are filled in; those that the list is filtered by are set. */
export function NewRecord({ collection, onChanged }: NewRecordProps): VNode {
  const consoleState = useConsoleState()
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const { settings } = consoleState.route.value
  const filtered = collection.filters.flatMap((member): readonly (readonly [string, string])[] => {
    const value = settings.get(filterSetting(member))
    return value === undefined ? [] : [[member, value]]
  })
  const draft = `new ${consoleState.world.value} ${collection.name}`
  const create = async (members: Readonly<Record<string, unknown>>) => {
    const body = { ...Object.fromEntries(filtered), ...members }
    const outcome = await ask<DataRecord>(consoleState, `/data/${collection.name}`, { method: 'POST', body })
    setProblem(outcome.ok ? undefined : outcome.problem)
    if (!outcome.ok) return
    consoleState.drafts.delete(draft)
    focusMain()
    consoleState.said.value = `Created ${outcome.value.id}.`
    await onChanged()
    consoleState.set({ open: outcome.value.id, new: undefined })
  }
  return (
    <section class="pane card" aria-label="New record">
      <h2>New record of {collection.name}</h2>
      <p class="muted">Members that you leave out are filled in.</p>
      <SchemaForm
        label="New record"
        draft={draft}
        schema={collection.schema ?? {}}
        without={['created_at']}
        problem={problem}
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
