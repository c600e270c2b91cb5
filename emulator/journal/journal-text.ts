import { toJournalEntry } from './journal-entry.ts'
import type { Journal } from './journal.ts'
import { type RequestFilter, toTest } from './request-filter.ts'
import { listUnread } from './unread.ts'

/**
 * The JSON of the matching requests and of all that no endpoint read, one request at a time: a full journal takes a
 * second, and other requests are served between the pieces. A piece may be empty.
 * @param limit Shows only the latest requests.
 */
export function* journalText(
  journal: Journal,
  filter: RequestFilter,
  limit: number = Number.POSITIVE_INFINITY,
): Generator<string, void> {
  const all = journal.drafts()
  const found = all.filter(toTest(journal, filter)).slice(-limit)
  const { truncated, dropped, view } = journal
  let comma = ''
  yield '{"requests":['
  for (const draft of found) {
    // Gets the current redactor: a secret may have been issued since the beginning.
    yield comma + JSON.stringify(toJournalEntry(draft, { ...view, redactor: journal.redactor }))
    comma = ','
  }
  comma = ''
  yield '],"unread":['
  for (const draft of all) {
    const unread = listUnread(draft, journal.redactor)
    yield unread.length === 0 ? '' : comma + JSON.stringify(unread).slice(1, -1)
    if (unread.length > 0) comma = ','
  }
  yield `],"truncated":${truncated},"dropped":${dropped}}`
}
