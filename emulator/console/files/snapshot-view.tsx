// A snapshot: the records of a world at one moment, and a way to put them into the chosen world.
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { type Problem, problemOf, send } from '../control.ts'
import { Code, Field, Name, ProblemNote, SureButton } from '../components.tsx'
import { useConsoleState } from '../console-state.ts'
import { type Column, Table, wide } from '../table.tsx'
import type { OpenedFile } from '../read-file.ts'

type SnapshotFile = Extract<OpenedFile, { readonly kind: 'snapshot' }>
type Row = Readonly<Record<string, unknown>>

const columns: readonly Column<Row>[] = [
  { title: 'Id', width: '15rem', cell: ({ id }) => <code>{String(id)}</code> },
  { title: 'Name', width: 'minmax(0, 2fr)', cell: ({ name }) => <Name text={String(name ?? '')} /> },
  { title: 'Created', width: '12rem', from: wide, cell: (row) => String(row['created_at'] ?? '') },
]

/** Shows a snapshot. */
export function SnapshotView({ snapshot }: { readonly snapshot: SnapshotFile }): VNode {
  const consoleState = useConsoleState()
  const names = Object.keys(snapshot.collections)
  const [name, setName] = useState(names.find((name) => snapshot.collections[name]!.length > 0) ?? names[0] ?? '')
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const problem = useMemo(() => signal<Problem | undefined>(undefined), [])
  const records = (snapshot.collections[name] ?? []) as readonly Row[]
  const restore = async () => {
    const response = await send(consoleState, '/snapshot', { method: 'PUT', body: JSON.parse(snapshot.text) })
    problem.value = response.ok ? undefined : await problemOf(response)
    consoleState.said.value = response.ok ? 'The world now has the records of the snapshot.' : ''
  }
  return (
    <>
      <div class="actions">
        <Field label="Collection">
          <select
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setOpened(undefined)
            }}
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {name} ({snapshot.collections[name]!.length})
              </option>
            ))}
          </select>
        </Field>
        <SureButton
          label={`Put into the world ${consoleState.world.value}`}
          sure="Replace all data of this world"
          onSure={() => void restore()}
        />
      </div>
      <ProblemNote problem={problem.value} />
      <Table
        label={`Records of ${name}`}
        columns={columns}
        rows={{ count: records.length, at: (index) => records[index] }}
        opened={opened}
        onOpen={(_row, index) => setOpened(index)}
        empty="This collection has no records."
      />
      {opened !== undefined && <Code label="Record" value={records[opened]} />}
    </>
  )
}
