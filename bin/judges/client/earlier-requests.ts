// The requests of a journal, for a judge that was not there when they came.
import type { ReceivedResponse } from '../../../conformance/conclusions/exchange.ts'
import { parseJson } from '../../../conformance/send/parse-json.ts'
import type { IssuedCredentials } from '../../../emulator/journal/issued-credentials.ts'
import type { JournalDraft } from '../../../emulator/journal/journal-draft.ts'
import type { Journal } from '../../../emulator/journal/journal.ts'

/** Requests that came before somebody began to watch. */
export interface EarlierRequests {
  /** Oldest first. */
  readonly drafts: readonly JournalDraft[]
  /** How many before them the journal has dropped. */
  readonly dropped: number
  /** Knows the credentials that they carried. */
  readonly issuedCredentials?: IssuedCredentials
}

/** Reads the requests that a journal holds. */
export function earlierRequests(journal: Journal): EarlierRequests {
  const { oldest, latest, dropped, issuedCredentials } = journal
  const drafts: JournalDraft[] = []
  for (let index = oldest; index <= latest; index++) drafts.push(journal.draftAt(index)!)
  return { drafts, dropped, issuedCredentials }
}

/** Returns true if no request and no answer is missing that a judge may need. */
export function isWhole({ drafts, dropped }: EarlierRequests): boolean {
  return dropped === 0 && drafts.every((draft) => !lacksAnswer(draft))
}

/** Returns true if the text of an answer was too long to keep, or dropped to save memory. */
function lacksAnswer({ status = 0, method, answer, operation }: JournalDraft): boolean {
  const hasText = status >= 200 && status !== 204 && status !== 304 && method !== 'HEAD' && method !== 'OPTIONS'
  // No client reads the pages of the connection: a browser shows them.
  return hasText && answer?.text === undefined && operation?.id.startsWith('connect.') !== true
}

/** The answer to a request as far as the journal has it; undefined while it is served, and for a dropped connection. */
export function keptResponse({ status, answer }: JournalDraft): ReceivedResponse | undefined {
  if (status === undefined || status === 0) return undefined
  const { headers = {}, text = '' } = answer ?? {}
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return { status, headers: Object.fromEntries(named), text, json: parseJson(text) }
}
