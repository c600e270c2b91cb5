import type { Desk, Kind, Stored } from './other-server-options.ts'

const paging = ['limit', 'starting_after', 'ending_before']

const filtersOf: Readonly<Record<string, readonly string[]>> = {
  product: ['brand', 'category', 'status'],
  resource: ['status'],
  environment: [],
}

/** A list of clause 4.4, with the filters of clause 4.5 and the cursors of clause 4.6. */
export function otherLists(desk: Desk, kind: Kind, url: URL): Response {
  const { options, refuse, readId } = desk
  const { searchParams } = url
  const isPaged = options.paged.includes(kind)
  const known = [...filtersOf[kind]!, ...(options.searched ? ['search'] : []), ...(isPaged ? paging : [])]
  const stranger = [...searchParams.keys()].find((name) => !known.includes(name))
  if (stranger !== undefined && options.unknownParameter !== undefined)
    return refuse(options.unknownParameter, `${stranger}?`)
  const status = known.includes('status') ? searchParams.get('status') : null
  if (status !== null && !options.statuses.includes(status)) return refuse(400, 'no such status', options.statuses)

  const found = desk.stored[kind]
    .toReversed()
    .filter((record) =>
      [...searchParams].every(
        ([name, value]) => !known.includes(name) || paging.includes(name) || matches(desk, record, name, value),
      ),
    )
  if (!isPaged) return answer(desk, kind, found)
  const limit = limitOf(desk, searchParams.get('limit'))
  if (limit === undefined) return refuse(400, 'limit?')
  const [after, before] = ['starting_after', 'ending_before'].map((name) =>
    searchParams.has(name) ? (readId(searchParams.get(name)) ?? null) : undefined,
  )
  if (after === null || before === null || (after !== undefined && before !== undefined)) return refuse(400, 'cursor?')
  const isKnown = [after, before].every(
    (id) => id === undefined || desk.stored[kind].some((record) => record.id === id),
  )
  if (!isKnown && options.unknownCursor !== undefined) return refuse(options.unknownCursor, 'unknown cursor')
  const page =
    before === undefined
      ? found.filter(({ id }) => after === undefined || id < after).slice(0, limit)
      : found.filter(({ id }) => id > before).slice(-limit)
  if (page.length === 0 && after !== undefined && options.behindLast !== undefined)
    return refuse(options.behindLast, 'nothing more')
  return answer(desk, kind, page)
}

function matches({ options }: Desk, record: Stored, name: string, value: string): boolean {
  if (name !== 'search') return record[name] === value
  return options.searched!.some((member) => String(record[member]).toLowerCase().includes(value.toLowerCase()))
}

function limitOf({ options: { limit } }: Desk, text: string | null): number | undefined {
  const wanted = text === null ? limit.usual : Number(text)
  if (!Number.isInteger(wanted) || wanted < limit.least || (wanted > limit.most && limit.above !== 'clamp'))
    return undefined
  return Math.min(wanted, limit.most)
}

function answer({ options }: Desk, kind: Kind, records: readonly Stored[]): Response {
  return Response.json(
    options.envelope(
      kind,
      records.map((record) => options.show(kind, record)),
      records.at(-1)?.id,
    ),
  )
}
