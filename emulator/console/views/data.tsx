// The records of a world: browsed with the filters of the API, found by id, name or text, and edited.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type CollectionInfo, type RecordWithRelations, isId } from '../data/collection.ts'
import { DataFilters } from '../data/data-filters.tsx'
import { DataTable } from '../data/data-table.tsx'
import { NewRecord } from '../data/new-record.tsx'
import { RecordPane } from '../data/record-pane.tsx'
import { Button } from '../kit/buttons.tsx'
import { Field, Select } from '../kit/form.tsx'
import { Loaded, ViewHead } from '../kit/loaded.tsx'
import { Split } from '../kit/pane.tsx'
import { useControl } from '../kit/use-control.ts'
import { useConsoleState } from '../state/console-state.ts'
import { askControl, type Problem } from '../state/control.ts'

/** The view of records. */
export function DataView(): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const collections = useControl<readonly CollectionInfo[]>('/collections')
  // A change of records makes the table load them again.
  const [version, setVersion] = useState(0)
  const [missing, setMissing] = useState<Problem | undefined>(undefined)
  const wanted = settings.get('collection') ?? 'catalog_products'
  const known = collections.value ?? []
  const collection = known.find(({ name }) => name === wanted) ?? known[0]
  const opened = settings.get('open')
  const changed = () => {
    setVersion((last) => last + 1)
    return collections.reload()
  }
  const find = async (text: string) => {
    setMissing(undefined)
    if (!isId(text)) return consoleState.go({ search: text, open: undefined, new: undefined })
    const outcome = await askControl<RecordWithRelations>(consoleState, `/records/${encodeURIComponent(text)}`)
    if (outcome.ok) consoleState.open('data', { collection: outcome.value.collection, open: outcome.value.record.id })
    else setMissing(outcome.problem)
  }
  const isNew = collection && settings.get('new') === 'yes'
  const pane = isNew ? (
    <NewRecord collection={collection} onChanged={changed} />
  ) : (
    opened !== undefined && <RecordPane key={opened} id={opened} collections={known} onChanged={changed} />
  )
  return (
    <>
      <ViewHead title="Data">
        <Field label="Collection">
          <Select
            value={collection?.name ?? ''}
            options={known.map(({ name, count }) => [name, `${name} (${count.toLocaleString('en')})`])}
            onValue={(name) => consoleState.open('data', { collection: name })}
          />
        </Field>
        {collection?.writable && (
          <Button onClick={() => consoleState.go({ new: 'yes', open: undefined })}>New record</Button>
        )}
      </ViewHead>
      <Loaded asked={collections} problem={missing}>
        {() =>
          collection && (
            <>
              <DataFilters key={collection.name} collection={collection} onFind={find} />
              <Split pane={pane}>
                <DataTable collection={collection} version={version} />
              </Split>
            </>
          )
        }
      </Loaded>
    </>
  )
}
