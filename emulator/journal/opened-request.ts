// A request with its answer, and the earlier requests that explain it.
import type { JournalDraft, KeptAnswer } from './journal-draft.ts'
import { toJournalEntry } from './journal-entry.ts'
import type { JournalView } from './journal-view.ts'
import type { Redactor } from './redactor.ts'
import type { OpenedRequest, RelatedRequest } from './request-schemas.ts'
import { listUnread } from './unread.ts'
import { nestsTooDeep } from '../tools/json-bounds.ts'
import { withoutAnyWorld } from '../api/auth/sent-credential.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import { hashSecret } from '../tools/hash.ts'
import { tryParseJson } from '../tools/try-parse-json.ts'
import type { IssuedCredentials } from './issued-credentials.ts'
import { acceptedCredential } from './used-credential.ts'
import type { Journal } from './journal.ts'

/** Shows a request with its answer. */
export function openedRequest(draft: JournalDraft, view: JournalView): Omit<OpenedRequest, 'related'> {
  const { redactor } = view
  return {
    request: toJournalEntry(draft, view),
    response: openedAnswer(draft, redactor),
    unread: listUnread(draft, redactor),
  }
}

const notKept = '(not kept: a stream, a page, an answer that a fault or a scenario changed, or one that was too old)'

function openedAnswer({ status, answer }: JournalDraft, redactor: Redactor): OpenedRequest['response'] {
  if (status === undefined || status === 0) return null
  if (!answer) return { status, headers: null, body: status === 204 || status === 304 ? null : notKept }
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    redactor.value(name, value),
  ])
  return { status, headers: Object.fromEntries(headers), body: shownAnswerBody(answer, redactor) }
}

/** The shown body of a kept answer. */
export function shownAnswerBody({ text, headers }: KeptAnswer, redactor: Redactor): unknown {
  return unhideCode(openedBody(text, redactor), headers['x-emulator-code'])
}

/** The code of an error has the name of a secret, but is not one. */
function unhideCode(body: unknown, code: string | undefined): unknown {
  if (code === undefined || typeof body !== 'object' || body === null) return body
  return JSON.parse(JSON.stringify(body), (name, value) => (name === 'code' ? code : value))
}

function openedBody(text: string | undefined, redactor: Redactor): unknown {
  if (text === undefined) return '(too long to keep)'
  if (nestsTooDeep(text)) return `(${text.length} characters, nested too deeply)`
  try {
    return redactor.json(JSON.parse(text))
  } catch {
    return redactor.text(text)
  }
}

/**
 * The header of a request that was sent again: the index of the first, and a number that distinguishes its repeats.
 */
export const againHeader = 'x-emulator-again'

/** The parameters that continue a list. */
const cursors = ['starting_after', 'ending_before', 'cursor']

/** Finds the earlier requests that explain one, as far as the journal keeps them. */
export function findRelated(draft: JournalDraft, journal: Journal): readonly RelatedRequest[] {
  const original = /^\d+/.exec(draft.header(againHeader) ?? '')?.[0]
  const label = acceptedCredential(draft, journal.issuedCredentials)
  const sent = sentCursors(draft)
  const found: RelatedRequest[] = []
  const find = (relation: RelatedRequest['relation'], isIt: (earlier: JournalDraft) => boolean) => {
    for (let index = draft.index - 1; index >= journal.oldest; index--) {
      const earlier = journal.draftAt(index)
      if (earlier && isIt(earlier)) return void found.push({ relation, index })
    }
  }
  if (original !== undefined && journal.draftAt(Number(original)))
    found.push({ relation: 'original', index: Number(original) })
  if (label !== undefined && !label.startsWith('oauthClient'))
    find('token', (earlier) => issuesCredential(earlier, label, journal))
  if (sent.length > 0)
    find('page', (earlier) => earlier.operation?.id === draft.operation?.id && containsCursor(earlier, sent))
  return found
}

/** The cursors of a request, without the prefixes of ids. */
function sentCursors({ search }: JournalDraft): readonly string[] {
  const parameters = parseSearch(search)
  return cursors
    .flatMap((name) => parameters.get(name) ?? [])
    .map((value) => value.replace(/^[a-z]{3}_/, ''))
    .filter((value) => value.length > 3)
}

function issuesCredential(draft: JournalDraft, label: string, { issuedCredentials }: Journal): boolean {
  if (!draft.operation || draft.answer?.text === undefined || draft.status === undefined || draft.status > 299)
    return false
  const { id } = draft.operation
  if (id !== 'oauth.token' && id !== 'access-tokens.create') return false
  const { text } = draft.answer
  return !nestsTooDeep(text) && holdsCredential(tryParseJson(text), label, issuedCredentials)
}

/** Returns true if a value of JSON holds a secret with a label. */
function holdsCredential(json: unknown, label: string, issuedCredentials: IssuedCredentials): boolean {
  if (typeof json === 'string') {
    return issuedCredentials.get(`bearer:${hashSecret(withoutAnyWorld(json))}`)?.label === label
  }
  return (
    typeof json === 'object' &&
    json !== null &&
    Object.values(json).some((member) => holdsCredential(member, label, issuedCredentials))
  )
}

function containsCursor({ answer }: JournalDraft, sent: readonly string[]): boolean {
  if (!answer) return false
  const text = `${answer.text ?? ''} ${Object.values(answer.headers).join(' ')}`
  return sent.some((cursor) => text.includes(cursor))
}
