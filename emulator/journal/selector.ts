import { assertOperation } from '../endpoints/assert-operation.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Which requests: all that is given must hold. */
export interface RequestSelector {
  readonly operation?: OperationId | undefined
  readonly method?: string | undefined
  readonly status?: number | undefined
  /** Behind the base URL, without the query. */
  readonly path?: string | undefined
  /** Parameters with their values; null for one that must not be there. */
  readonly query?: Readonly<Record<string, string | number | boolean | null>> | undefined
  readonly credentials?: JournalEntry['credentials'] | undefined
  /** Whether a fault struck it. */
  readonly faulted?: boolean | undefined
}

/** Where a request differs from what is looked for; empty when it does not. @throws UnknownOperationError. */
export function differencesFrom(entry: JournalEntry, selector: RequestSelector): readonly string[] {
  const { operation, query = {}, faulted, ...plain } = selector
  if (operation !== undefined) assertOperation(operation)
  const wanted = { operation, ...plain, method: plain.method?.toUpperCase() }
  const differences = Object.entries(wanted).flatMap(([name, value]) => {
    const actual = entry[name as keyof typeof wanted]
    return value === undefined || actual === value ? [] : [`${name} is ${show(actual)}, not ${show(value)}`]
  })
  if (faulted !== undefined && faulted !== (entry.fault !== null)) differences.push(faulted ? 'no fault struck it' : 'a fault struck it')
  for (const [name, value] of Object.entries(query)) {
    const actual = Object.hasOwn(entry.query, name) ? entry.query[name]! : null
    const expected = value === null ? null : String(value)
    if (actual !== expected) differences.push(`query.${name} is ${actual === null ? 'absent' : show(actual)}, not ${expected === null ? 'absent' : show(expected)}`)
  }
  return differences
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'absent'
}
