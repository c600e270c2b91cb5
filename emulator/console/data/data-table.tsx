import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { ProblemNote } from '../kit/loaded.tsx'
import { PagedRows } from '../kit/paged-rows.ts'
import { type Column, Table, wide } from '../kit/table.tsx'
import { Name, toDisplayText } from '../kit/text.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { askControl } from '../state/control.ts'
import { type CollectionInfo, type DataRecord, filterSetting } from './collection.ts'

interface RecordPage {
  readonly data: readonly DataRecord[]
  readonly count: number
}

interface DataTableProps {
  readonly collection: CollectionInfo
  /** Grows with each change of records. */
  readonly version: number
}

/** The records of a collection that match the filters of the address, newest first. The server pages them. */
export function DataTable({ collection, version }: DataTableProps): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const { name, count, filters } = collection
  const found = {
    search: settings.get('search'),
    ...Object.fromEntries(filters.map((member) => [member, settings.get(filterSetting(member))])),
  }
  const rows = useMemo(
    () =>
      new PagedRows<DataRecord>(async (offset, limit, signal) => {
        const query = { ...found, offset, limit }
        const outcome = await askControl<RecordPage>(consoleState, `/data/${name}`, { query, signal })
        return outcome.ok ? { rows: outcome.value.data, count: outcome.value.count } : outcome
      }),
    [name, JSON.stringify(found), consoleState.token.value],
  )
  useEffect(() => {
    if (version > 0) rows.reload()
  }, [version])
  const columns = useMemo(() => recordColumns(collection), [name])
  const isFiltered = Object.values(found).some((value) => value !== undefined)
  const all = isFiltered ? ` of ${count.toLocaleString('en')}` : ''
  return (
    <div class="stack">
      <ProblemNote problem={rows.problem.value} />
      <p class="muted" role="status">
        {rows.isReady ? `${rows.count.toLocaleString('en')}${all} records` : rows.problem.value ? '' : 'Loading …'}
      </p>
      <Table
        label={`Records of ${name}, newest first`}
        columns={columns}
        rows={rows}
        opened={rowIndex(rows, settings.get('open'))}
        onOpen={({ id }, _place, isStep) => consoleState[isStep ? 'set' : 'go']({ open: id, new: undefined })}
        empty={rows.isReady ? 'No record matches.' : undefined}
      />
    </div>
  )
}

/** The place of the opened record among the first rows. */
function rowIndex(rows: PagedRows<DataRecord>, id: string | undefined): number | undefined {
  if (id === undefined) return undefined
  for (let index = 0; index < Math.min(rows.count, 200); index++) if (rows.at(index)?.id === id) return index
  return undefined
}

const mostMembers = 3

function recordColumns({ schema, filters }: CollectionInfo): readonly Column<DataRecord>[] {
  const members = schema?.properties ?? {}
  const visible = filters.filter((name) => !members[name]?.['x-reference']).slice(0, mostMembers)
  const column = (name: string, width: string, from = 0): Column<DataRecord> => ({
    title: name,
    width,
    from,
    cell: ({ [name]: value }) => <Name text={value === null || value === undefined ? '–' : toDisplayText(value)} />,
  })
  return [
    column(members['name'] || !schema ? 'name' : 'id', 'minmax(0, 2fr)'),
    ...visible.map((name, index) => column(name, 'minmax(0, 1fr)', index === 0 ? 0 : wide)),
    { title: 'id', width: '15rem', from: wide, cell: ({ id }) => <span class="mono">{id}</span> },
    column('created_at', '12rem', wide),
  ]
}
