import type { OperationId } from '../model/contract/operation-ids.ts'
import type { Fault } from '../disturb/faults/fault.ts'
import { nestsTooDeep } from '../tools/json-bounds.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import { toIso } from '../tools/time.ts'
import type { JournalDraft } from './journal-draft.ts'
import type { JournalView } from './journal-view.ts'
import { toHeaderRecord } from '../tools/raw-headers.ts'
import type { Redactor } from './redactor.ts'
import type { JournalEntry, NotedParameters } from './request-schemas.ts'
import { usedCredential } from './used-credential.ts'

/** Parses a draft and replaces its secrets. */
export function toJournalEntry(
  draft: JournalDraft,
  { redactor, issuedCredentials, overlapped }: JournalView,
): JournalEntry {
  const { index, at, operation, method, path, search, headers } = draft
  return {
    index,
    at: toIso(at),
    operation: operation?.id ?? null,
    method,
    path: redactor.text(path),
    query: redactParameters(parseSearch(search), redactor),
    // Values of one name are joined before they are redacted, since a secret may be split.
    headers: Object.fromEntries(
      Object.entries(toHeaderRecord(headers)).map(([name, value]) => [name, redactor.value(name, value)]),
    ),
    body: shownBody(draft, redactor),
    credentials: credentialsOutcome(draft),
    credential: usedCredential(draft, issuedCredentials),
    overlapped: overlapped(draft),
    mcp: mcpEntry(draft, redactor),
    ...entryOutcome(draft, redactor),
  }
}

function mcpEntry({ mcp }: JournalDraft, redactor: Redactor): JournalEntry['mcp'] {
  if (!mcp) return null
  const redacted = (text: string | undefined) => (text === undefined ? null : redactor.text(text))
  return { method: redactor.text(mcp.method), tool: redacted(mcp.tool), error: redacted(mcp.error) }
}

/** The part of an entry with the outcome of the request. */
export function entryOutcome(
  draft: JournalDraft,
  redactor: Redactor,
): Pick<JournalEntry, 'status' | 'refusal' | 'fault' | 'deviations' | 'durationMs'> {
  const { refusal, fault } = draft
  return {
    status: answerStatus(draft),
    refusal: refusal
      ? { code: refusal.code, requirement: refusal.requirement ?? null, message: redactor.text(refusal.message) }
      : null,
    fault: fault ? redactedFault(fault, redactor) : null,
    deviations: draft.deviations ?? [],
    durationMs: answerDuration(draft),
  }
}

/** The longest shown body of a fault, in characters: many entries may have the same body. */
const longestFaultBody = 2000

/** The fault with its secrets replaced. */
function redactedFault({ body, ...others }: Fault, redactor: Redactor): Fault {
  const redacted = redactor.json(others) as Fault
  if (body === undefined) return redacted
  const { length } = typeof body === 'string' ? body : JSON.stringify(body)
  const isLong = length > longestFaultBody
  return { ...redacted, body: isLong ? `(${length} characters, too long to show)` : redactor.json(body) }
}

/** Returns the operation of a request, or null when it matched none. */
export function matchedOperation({ operation }: JournalDraft): OperationId | null {
  return operation?.id ?? null
}

/** Returns the status of the answer, or null before the answer and after a dropped connection. */
export function answerStatus({ status }: JournalDraft): number | null {
  return status === undefined || status === 0 ? null : status
}

/** Real time until the answer began, in milliseconds; null while the request is served. */
export function answerDuration({ status, begun, ended }: JournalDraft): number | null {
  return status === undefined ? null : Math.round((ended - begun) * 1000) / 1000
}

/** Returns the outcome of the credentials, as `JournalEntry` defines it. */
export function credentialsOutcome(draft: JournalDraft): JournalEntry['credentials'] {
  if (draft.credentials !== undefined) return draft.credentials
  const present =
    draft.header('authorization') !== undefined ||
    (draft.operation?.bodyType === 'form' && new URLSearchParams(draft.body).has('client_secret'))
  if (!present) return 'none'
  return draft.refusal?.kind === 'unauthenticated' ? 'refused' : 'unchecked'
}

function redactParameters(parameters: ReadonlyMap<string, readonly string[]>, redactor: Redactor): NotedParameters {
  return Object.fromEntries(
    [...parameters].map(([name, values]) => {
      const redacted = values.map((value) => redactor.value(name, value))
      return [redactor.text(name), redacted.length === 1 ? redacted[0]! : redacted]
    }),
  )
}

/** Returns true if a request carries a form. */
export function carriesForm(draft: JournalDraft): boolean {
  return (draft.header('content-type') ?? '').includes('application/x-www-form-urlencoded')
}

/** The shown body. */
export function shownBody(draft: JournalDraft, redactor: Redactor): unknown {
  const { body, bodyLength } = draft
  if (bodyLength === 0) return null
  if (body === undefined) return `(${bodyLength} characters, too long to keep)`
  if (carriesForm(draft)) return redactParameters(parseSearch(`?${body}`), redactor)
  if (nestsTooDeep(body)) return `(${bodyLength} characters, nested too deeply)`
  try {
    return redactor.json(JSON.parse(body))
  } catch {
    return `(${bodyLength} characters, not JSON)`
  }
}

/** Describes a request on one line, for messages: `#3 GET /1.13/environments?limit=2 (environments.list) 200`. */
export function describeRequest(draft: JournalDraft, redactor: Redactor): string {
  const outcome =
    draft.status === undefined ? 'not answered yet' : draft.status === 0 ? 'dropped' : String(draft.status)
  const target = requestTarget(draft, redactor)
  return `#${draft.index} ${draft.method} ${target} (${matchedOperation(draft) ?? 'no operation'}) ${outcome}`
}

/** The path and the query of a request on one line. Secrets are replaced. */
export function requestTarget(draft: JournalDraft, redactor: Redactor): string {
  const parameters = [...parseSearch(draft.search)]
    .flatMap(([name, values]) =>
      values.map((value) => `${encodeLine(redactor.text(name))}=${encodeLine(redactor.value(name, value))}`),
    )
    .join('&')
  return shortenTarget(`${redactor.text(draft.path)}${parameters === '' ? '' : `?${parameters}`}`)
}

/** Encodes separators, white space and control characters, so that the line stays one line. */
function encodeLine(text: string): string {
  return text.replaceAll(/[&#=\s\p{Cc}]/gu, encodeURIComponent)
}

function shortenTarget(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
