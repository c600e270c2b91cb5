// A request with its answer, as `GET /_emulator/requests/{index}` shows it.
import type { JournalDraft, KeptAnswer } from './journal-draft.ts'
import { toJournalEntry } from './journal-entry.ts'
import type { JournalView } from './journal-view.ts'
import type { Redactor } from './redactor.ts'
import type { OpenedRequest } from './request-schemas.ts'
import { listUnread } from './unread.ts'
import { nestsTooDeep } from '../tools/json-bounds.ts'

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
