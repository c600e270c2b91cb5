// The requests of a journal, for a judge that starts after they came.
import type { ReceivedResponse } from '../../../conformance/conclusions/exchange.ts'
import { parseJson } from '../../../conformance/send/parse-json.ts'
import type { IssuedCredentials } from '../../../emulator/journal/issued-credentials.ts'
import type { JournalDraft } from '../../../emulator/journal/journal-draft.ts'
import type { Journal } from '../../../emulator/journal/journal.ts'

/** Requests that came before a watch began. */
export interface EarlierRequests {
  /** Oldest first. */
  readonly drafts: readonly JournalDraft[]
  /** The number of earlier requests that the journal has dropped. */
  readonly dropped: number
  /** Identifies the credentials that they carried. */
  readonly issuedCredentials?: IssuedCredentials
}

/** Reads the requests that a journal holds. */
export function earlierRequests(journal: Journal): EarlierRequests {
  const { oldest, latest, dropped, issuedCredentials } = journal
  const drafts: JournalDraft[] = []
  for (let index = oldest; index <= latest; index++) drafts.push(journal.draftAt(index)!)
  return { drafts, dropped, issuedCredentials }
}

/** Returns true if no request or answer that a judge may need is missing. */
export function hasAllAnswers({ drafts, dropped }: EarlierRequests): boolean {
  return dropped === 0 && drafts.every((draft) => !lacksAnswer(draft))
}

/** Returns true if the text of an answer was too long to keep, or dropped to save memory. */
function lacksAnswer({ status = 0, method, answer, operation }: JournalDraft): boolean {
  const hasText = status >= 200 && status !== 204 && status !== 304 && method !== 'HEAD' && method !== 'OPTIONS'
  // Connection pages are for a browser, so no client reads them.
  return hasText && answer?.text === undefined && operation?.id.startsWith('connect.') !== true
}

/** The recorded part of the answer to a request; undefined while it is served, and for a dropped connection. */
export function keptResponse({ status, answer }: JournalDraft): ReceivedResponse | undefined {
  if (status === undefined || status === 0) return undefined
  const { headers = {}, text = '' } = answer ?? {}
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return { status, headers: Object.fromEntries(named), text, json: parseJson(text) }
}
