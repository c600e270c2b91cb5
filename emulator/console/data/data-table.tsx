import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { ask } from '../state/control.ts'
import { PagedRows } from '../kit/paged-rows.ts'
import { Name, ProblemNote } from '../kit/components.tsx'
import { useConsoleState } from '../state/console-state.ts'
import { type Column, Table, wide } from '../kit/table.tsx'
import { type CollectionInfo, type DataRecord, filterSetting } from './collection.ts'

/** The records of a collection that match the filters of the address, newest first. The server pages them. */
export function DataTable({
  collection,
  version,
}: {
  readonly collection: CollectionInfo
  readonly version: number
}): VNode {
  const consoleState = useConsoleState()
  const { settings } = consoleState.route.value
  const query = {
    search: settings.get('search'),
    sort: settings.get('sort'),
    ...Object.fromEntries(collection.filters.map((member) => [member, settings.get(filterSetting(member))])),
  }
  const key = JSON.stringify([collection.name, query, consoleState.token.value])
  const rows = useMemo(
    () =>
      new PagedRows<DataRecord>(async (offset, limit, signal) => {
        const outcome = await ask<{ readonly data: readonly DataRecord[]; readonly count: number }>(
          consoleState,
          `/data/${collection.name}`,
          { query: { ...query, offset, limit }, signal },
        )
        return outcome.ok ? { rows: outcome.value.data, count: outcome.value.count } : outcome
      }),
    [key],
  )
  useEffect(() => {
    if (version > 0) rows.reload()
  }, [version])
  const sort = settings.get('sort')
  const turn = (member: string) =>
    consoleState.go({ sort: sort === member ? `-${member}` : sort === `-${member}` ? undefined : member })
  const columns = useMemo(() => columnsOf(collection, sort, turn), [collection.name, sort])
  const { sort: _order, ...filters } = query
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const all = isFiltered ? ` of ${collection.count.toLocaleString('en')}` : ''
  const opened = settings.get('open')
  const place = placeOf(rows, opened)
  return (
    <div class="stack">
      <ProblemNote problem={rows.problem.value} />
      <p class="muted" role="status">
        {rows.isReady ? `${rows.count.toLocaleString('en')}${all} records` : rows.problem.value ? '' : 'Loading …'}
      </p>
      <Table
        label={`Records of ${collection.name}, newest first`}
        columns={columns}
        rows={rows}
        opened={place}
        onOpen={({ id }, _place, isStep) => consoleState[isStep ? 'set' : 'go']({ open: id, new: undefined })}
        empty={rows.isReady ? 'No record matches.' : undefined}
      />
    </div>
  )
}

/** The place of the opened record among the first rows. */
function placeOf(rows: PagedRows<DataRecord>, id: string | undefined): number | undefined {
  if (id === undefined) return undefined
  for (let index = 0; index < Math.min(rows.count, 200); index++) if (rows.at(index)?.id === id) return index
  return undefined
}

const mostMembers = 3

function columnsOf(
  { schema, filters }: CollectionInfo,
  sort: string | undefined,
  turn: (member: string) => void,
): readonly Column<DataRecord>[] {
  const members = schema?.properties ?? {}
  const visible = filters.filter((name) => !members[name]?.['x-reference']).slice(0, mostMembers)
  const text = (value: unknown) =>
    value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const column = (name: string, width: string, from = 0): Column<DataRecord> => ({
    title: name,
    width,
    from,
    sort: {
      order: sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined,
      turn: () => turn(name),
    },
    cell: (record) => <Name text={text(record[name])} />,
  })
  return [
    column(members['name'] || !schema ? 'name' : 'id', 'minmax(0, 2fr)'),
    ...visible.map((name, index) => column(name, 'minmax(0, 1fr)', index === 0 ? 0 : wide)),
    { title: 'id', width: '15rem', from: wide, cell: ({ id }) => <span class="mono">{id}</span> },
    column('created_at', '12rem', wide),
  ]
}
