import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { CredentialKind } from '../model/contract/credentials.ts'
import type { OperationId } from '../model/contract/operation-ids.ts'
import type { Fault } from '../disturb/faults/fault.ts'
import { nestsTooDeep } from '../tools/json-bounds.ts'
import { parseSearch } from '../api/input/read-parameters.ts'
import { toIso } from '../tools/time.ts'
import type { JournalDraft } from './journal-draft.ts'
import { type HandedOut, readHandedOut } from './handed-out.ts'
import type { JournalView } from './journal-view.ts'
import { toHeaderRecord, toHeaderPairs } from '../tools/raw-headers.ts'
import type { Redactor } from './redactor.ts'
import { usedCredential } from './used-credential.ts'

/** Parameters by name. A repeated parameter has a list of values. */
export type NotedParameters = Readonly<Record<string, string | readonly string[]>>

/** One received request and its outcome. Secrets are replaced by `<redacted>`. */
export interface JournalEntry {
  /** From 1, in the order of arrival. */
  readonly index: number
  /** Virtual time, RFC 3339. */
  readonly at: string
  /** Null when the request matched no endpoint. */
  readonly operation: OperationId | null
  /** The HTTP method, in upper case. */
  readonly method: string
  /** The path below the base URL, as received. */
  readonly path: string
  /** The query parameters; a repeated one has a list. */
  readonly query: NotedParameters
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Names and values in their original order and form. In process, names are in lower case. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[]
  /** The value of JSON, the parameters of a form, or a note about any other body; null if no body was read. */
  readonly body: unknown
  /**
   * The kind of the accepted credentials. `none`: the request had no credentials. `refused`: they were not accepted.
   * `unchecked`: they were not checked, for example on a public endpoint or because a fault was applied first.
   */
  readonly credentials: CredentialKind | 'oauthClient' | 'none' | 'refused' | 'unchecked'
  /**
   * Which credential it carried, as a label that shows nothing of it: `oauth#2` is the second OAuth access token of
   * this world, `oauthClient with refresh#1` a token request with the first refresh token. One that was not accepted
   * ends in the reason: `oauth#1 (expired)`. Null without one, and for one that was never issued.
   */
  readonly credential: string | null
  /** The number of the connection at the server, from 1; null in process. */
  readonly connection: number | null
  /** The indexes of the kept requests that were under way at the same time. */
  readonly overlapped: readonly number[]
  /** Null while the request is served, and when the connection was dropped. */
  readonly status: number | null
  /** Why the request was refused: the message of the answer, and the requirement that the request broke, if any. */
  readonly refusal: {
    readonly code: string
    readonly requirement: RequirementId | null
    readonly message: string
  } | null
  /** The requirements that the operation answers for. */
  readonly requirements: readonly RequirementId[]
  /** The fault that was applied, without secrets. A long body is replaced by a note. */
  readonly fault: Fault | null
  /**
   * The names of the deviations that were on. The client may have received a different answer from the one shown here.
   */
  readonly deviations: readonly string[]
  /** The method and the tool of an MCP request; null for any other request. */
  readonly mcp: { readonly method: string; readonly tool: string | null; readonly error: string | null } | null
  /** Ids and credentials in the answer. Null for an error, and when the text of the answer is not kept. */
  readonly handedOut: HandedOut | null
  /** Real time until the answer began, in milliseconds; null while the request is served. */
  readonly durationMs: number | null
}

/** Parses a draft and replaces its secrets. */
export function toJournalEntry(
  draft: JournalDraft,
  { redactor, issuedCredentials, overlapped }: JournalView,
): JournalEntry {
  const { index, at, operation, method, path, search, connection = null } = draft
  const rawHeaders = toHeaderPairs(draft.headers).map(([name, value]) => [name, redactor.value(name, value)] as const)
  return {
    index,
    at: toIso(at),
    operation: operation?.id ?? null,
    method,
    path: redactor.text(path),
    query: redactParameters(parseSearch(search), redactor),
    headers: shownHeaders(draft, rawHeaders, redactor),
    rawHeaders,
    body: shownBody(draft, redactor),
    credentials: credentialsOutcome(draft),
    credential: usedCredential(draft, issuedCredentials),
    connection,
    overlapped: overlapped(draft),
    requirements: operation?.requirements ?? [],
    mcp: mcpEntry(draft, redactor),
    handedOut: readHandedOut(draft, issuedCredentials, redactor),
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
  const { refusal, fault, status } = draft
  return {
    status: answerStatus(draft),
    refusal: refusal
      ? { code: refusal.code, requirement: refusal.requirement ?? null, message: redactor.text(refusal.message) }
      : null,
    fault: fault ? redactedFault(fault, redactor) : null,
    deviations: draft.deviations ?? [],
    durationMs: status === undefined ? null : Math.round((draft.ended - draft.begun) * 1000) / 1000,
  }
}

/** The headers by name. Values of one name are joined before redaction, since a secret may be split. */
function shownHeaders(
  { headers }: JournalDraft,
  redacted: JournalEntry['rawHeaders'],
  redactor: Redactor,
): JournalEntry['headers'] {
  const byName = redacted.map(([name, value]) => [name.toLowerCase(), value] as const)
  if (new Set(byName.map(([name]) => name)).size === byName.length) return Object.fromEntries(byName)
  return Object.fromEntries(
    Object.entries(toHeaderRecord(headers)).map(([name, value]) => [name, redactor.value(name, value)]),
  )
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
