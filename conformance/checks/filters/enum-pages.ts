import type { Session } from '../../judge/session.ts'
import type { Query } from '../lists/fewest-parameters.ts'
import { isDocumented, type TriedFilter } from './enum-filters.ts'
import { memberText } from '../lists/record-filters.ts'
import { pagesWithRecord } from './pages-with-record.ts'

/** Pages on which the second record of a list of clause 4.4 comes with its value of a filter. */
export async function pagesWithValue(session: Session, filter: TriedFilter): Promise<readonly Query[]> {
  const { base, parameter } = filter
  const valueOf = (id: string | undefined) => memberText(base.items.get(id ?? ''), parameter)
  const id = base.ids.find((candidate, place) => place > 0 && valueOf(candidate) !== undefined)
  if (!isDocumented(session, filter) || id === undefined) return []
  return pagesWithRecord(session, { base, id, name: parameter, value: valueOf(id)! })
}
