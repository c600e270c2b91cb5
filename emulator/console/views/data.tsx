// The records of a world: browsed with the filters of the API, found by id, name or text, and edited.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ask, type Problem } from '../state/control.ts'
import { type CollectionInfo, type RecordWithRelations, isId } from '../data/collection.ts'
import { DataFilters } from '../data/data-filters.tsx'
import { DataTable } from '../data/data-table.tsx'
import { NewRecord } from '../data/new-record.tsx'
import { RecordPane } from '../data/record-pane.tsx'
import { Field, ProblemNote, ViewHead, Waiting } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { useControl } from '../kit/use-control.ts'

/** The view of records. */
export function DataView(): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const collections = useControl<readonly CollectionInfo[]>('/collections')
  // A change of records makes the table load them again.
  const [version, setVersion] = useState(0)
  const [missing, setMissing] = useState<Problem | undefined>(undefined)
  const known = collections.value ?? []
  const wanted = settings.get('collection') ?? 'catalog_products'
  const collection = known.find(({ name }) => name === wanted) ?? known[0]
  const opened = settings.get('open')
  const isNew = settings.get('new') === 'yes'
  const changed = () => {
    setVersion((last) => last + 1)
    return collections.reload()
  }
  const find = async (text: string) => {
    setMissing(undefined)
    if (!isId(text)) return consoleState.go({ search: text, open: undefined, new: undefined })
    const outcome = await ask<RecordWithRelations>(consoleState, `/records/${encodeURIComponent(text)}`)
    if (outcome.ok) consoleState.open('data', { collection: outcome.value.collection, open: outcome.value.record.id })
    else setMissing(outcome.problem)
  }
  return (
    <>
      <ViewHead title="Data">
        <Field label="Collection">
          <select
            value={collection?.name ?? ''}
            onChange={(event) => consoleState.open('data', { collection: event.currentTarget.value })}
          >
            {known.map(({ name, count }) => (
              <option key={name} value={name}>
                {name} ({count.toLocaleString('en')})
              </option>
            ))}
          </select>
        </Field>
        {collection?.writable && (
          <button type="button" onClick={() => consoleState.go({ new: 'yes', open: undefined })}>
            New record
          </button>
        )}
      </ViewHead>
      <ProblemNote problem={collections.problem ?? missing} />
      <Waiting asked={collections} />
      {collection && (
        <>
          <DataFilters key={collection.name} collection={collection} onFind={(text) => void find(text)} />
          <div class={`split ${opened === undefined && !isNew ? '' : 'two'}`}>
            <DataTable collection={collection} version={version} />
            {isNew && <NewRecord collection={collection} onChanged={changed} />}
            {opened !== undefined && !isNew && (
              <RecordPane key={opened} id={opened} collections={known} onChanged={changed} />
            )}
          </div>
        </>
      )}
    </>
  )
}
