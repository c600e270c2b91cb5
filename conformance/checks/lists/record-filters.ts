// The filters of a list that match one of its records.
import type { CursorParameter, OperationId } from '../../catalogue/operations.ts'
import { toAddress, toDocumentedPath } from '../../catalogue/operation-paths.ts'
import type { Session } from '../../judge/session.ts'
import { type Item, findMember, findOwnMember } from '../../reading/find-list.ts'
import { samePath } from '../../reading/id-forms.ts'
import { toValueText } from '../../reading/value-text.ts'
import type { Query } from './fewest-parameters.ts'
import type { ListPage } from './pages.ts'

/** The plain string filters that clause 4.5 names. */
export const stringFilters = ['brand', 'category'] as const

/** The string filters that the products support, according to the target file. */
export const supportedStringFilters = ({ run }: Session): readonly (typeof stringFilters)[number][] =>
  run.omits('stringFilters') ? [] : stringFilters

/** Values by filter name. */
type Filters = Readonly<Record<string, string>>

/** The filter that clause 4.4 shows. */
export const exampleFilter: Filters = { status: 'active' }

/** The enum filters of a list that are declared or documented, each with one of its values. */
export function sampleEnumFilters({ run }: Session, operation: OperationId, address: string): Filters {
  const declared = (run.target.enumFilters ?? []).filter(({ path }) =>
    samePath(toAddress(toDocumentedPath('GET', path, run.names), run.names), address),
  )
  if (declared.length === 0) return operation === 'resources.list' && !run.omits('enumFilters') ? exampleFilter : {}
  return Object.fromEntries(declared.map(({ parameter, values }) => [parameter, values[0] ?? '']))
}

/** The text of a member of a record; undefined if the member is not a text. */
export function memberText(item: Item | undefined, member: string): string | undefined {
  const value = findOwnMember(item, member)
  return typeof value === 'string' ? value : undefined
}

/** The same filters with the values that a record shows, so that they match it. */
export const filtersOfRecord = (item: Item | undefined, filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, memberText(item, name) ?? value]))

/** All filters that a list may support, with values of a record: they match it, each by itself and all together. */
export function recordFilters(
  session: Session,
  operation: OperationId,
  address: string,
  item: Item | undefined,
): Filters {
  const strings = operation === 'products.list' ? supportedStringFilters(session) : []
  const [search] =
    (session.run.omits('search') ? null : /[A-Za-z0-9]{3,}/.exec(toValueText(findMember(item, 'name')))) ?? []
  return {
    ...Object.fromEntries(
      strings.flatMap((name) => {
        const value = memberText(item, name)
        return value === undefined || value === '' ? [] : [[name, value]]
      }),
    ),
    ...filtersOfRecord(item, sampleEnumFilters(session, operation, address)),
    ...(search === undefined ? {} : { search }),
  }
}

/** Above all ids, so that every record follows it. */
const highestId = 'z'.repeat(27)

/**
 * A query that matches a record of a page after its first or before its last one, with a limit and all filters.
 * Undefined if no record precedes the last one.
 */
export function recordQuery(
  session: Session,
  operation: OperationId,
  address: string,
  { ids, items }: Pick<ListPage, 'ids' | 'items'>,
  cursor: CursorParameter,
): Query | undefined {
  const isShort = ids.length < 2
  if (isShort && cursor === 'ending_before') return undefined
  const id = cursor === 'ending_before' ? ids.at(-1)! : isShort ? highestId : ids[0]!
  const item = items.at(cursor === 'ending_before' ? 0 : -1)
  return { ...recordFilters(session, operation, address, item), limit: 1, [cursor]: id }
}
