import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { CredentialKind } from '../contract/credentials.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import type { Fault } from '../faults/fault.ts'
import { nestsTooDeep } from '../tools/nesting.ts'
import { parseSearch } from '../input/read-parameters.ts'
import { toIso } from '../tools/time.ts'
import { type Draft, headerOf } from './draft.ts'
import { toHeaders } from '../tools/raw-headers.ts'
import type { Redactor } from './redactor.ts'

/** Parameters by name; one that came more than once has a list. */
export type NotedParameters = Readonly<Record<string, string | readonly string[]>>

/** One request that came in, and what became of it. Secrets are replaced. */
export interface JournalEntry {
  /** From 1, in the order in which requests came. */
  readonly index: number
  /** Virtual time, RFC 3339. */
  readonly at: string
  /** Null when no endpoint was found. */
  readonly operation: OperationId | null
  readonly method: string
  /** Behind the base URL, as it came. */
  readonly path: string
  readonly query: NotedParameters
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON as its value, a form as its parameters, of anything else its length; null when none came or none was read. */
  readonly body: unknown
  /**
   * The kind of the credentials that were accepted; `none` when none came, `refused` when they were not accepted,
   * `unchecked` when nothing looked at them, as on a public endpoint or where a fault struck before.
   */
  readonly credentials: CredentialKind | 'oauthClient' | 'none' | 'refused' | 'unchecked'
  /** Null while it is served, and when the connection was dropped. */
  readonly status: number | null
  /** Why it was refused: the message of the answer, and the requirement that the request broke, where it broke one. */
  readonly refusal: {
    readonly code: string
    readonly requirement: RequirementId | null
    readonly message: string
  } | null
  /** The requirements that the operation answers for. */
  readonly requirements: readonly RequirementId[]
  /** The fault that struck it. */
  readonly fault: Fault | null
  /** Real time until the answer began, in milliseconds; null while it is served. */
  readonly durationMs: number | null
}

/** A draft as it is shown: read, and its secrets taken out. */
export function toJournalEntry(draft: Draft, redactor: Redactor): JournalEntry {
  const { index, at, endpoint, method, path, search, headers, refusal, fault, status } = draft
  return {
    index,
    at: toIso(at),
    operation: operationOf(draft),
    method,
    path: redactor.path(path),
    query: noted(parseSearch(search), redactor),
    headers: Object.fromEntries(
      Object.entries(toHeaders(headers)).map(([name, value]) => [name, redactor.header(name, value)]),
    ),
    body: bodyOf(draft, redactor),
    credentials: credentialsOf(draft),
    status: statusOf(draft),
    refusal: refusal
      ? { code: refusal.code, requirement: refusal.requirement ?? null, message: redactor.text(refusal.message) }
      : null,
    requirements: endpoint?.requirements ?? [],
    fault: fault ?? null,
    durationMs: status === undefined ? null : Math.round((draft.ended - draft.begun) * 1000) / 1000,
  }
}

/** The operation that a request was for; null where it reached none. */
export function operationOf({ endpoint }: Draft): OperationId | null {
  return (endpoint?.id as OperationId | undefined) ?? null
}

/** The status that was answered; null while there is none, or where the connection was dropped. */
export function statusOf({ status }: Draft): number | null {
  return status === undefined || status === 0 ? null : status
}

/** What became of the credentials that came: see `JournalEntry`. */
export function credentialsOf(draft: Draft): JournalEntry['credentials'] {
  if (draft.credentials !== undefined) return draft.credentials
  const came =
    headerOf(draft, 'authorization') !== undefined ||
    (draft.endpoint?.bodyType === 'form' && new URLSearchParams(draft.body).has('client_secret'))
  if (!came) return 'none'
  return draft.refusal?.kind === 'unauthenticated' ? 'refused' : 'unchecked'
}

function noted(parameters: ReadonlyMap<string, readonly string[]>, redactor: Redactor): NotedParameters {
  return Object.fromEntries(
    [...parameters].map(([name, values]) => {
      const shown = values.map((value) => redactor.parameter(name, value))
      return [redactor.text(name), shown.length === 1 ? shown[0]! : shown]
    }),
  )
}

/** Whether a request carries a form. */
export function isForm(draft: Draft): boolean {
  return (headerOf(draft, 'content-type') ?? '').includes('application/x-www-form-urlencoded')
}

function bodyOf(draft: Draft, redactor: Redactor): unknown {
  const { body, bodyLength } = draft
  if (bodyLength === 0) return null
  if (body === undefined) return `(${bodyLength} characters, which is more than is kept)`
  if (isForm(draft)) return noted(parseSearch(`?${body}`), redactor)
  if (nestsTooDeep(body)) return `(${bodyLength} characters, nested too deep)`
  try {
    return redactor.json(JSON.parse(body))
  } catch {
    return `(${bodyLength} characters that are not JSON)`
  }
}

/** A request on one line, as messages name it: `#3 GET /1.13/environments?limit=2 (environments.list) 200`. */
export function lineOf(draft: Draft, redactor: Redactor): string {
  const parameters = [...parseSearch(draft.search)]
    .flatMap(([name, values]) =>
      values.map((value) => `${inLine(redactor.text(name))}=${inLine(redactor.parameter(name, value))}`),
    )
    .join('&')
  const outcome =
    draft.status === undefined ? 'not answered yet' : draft.status === 0 ? 'dropped' : String(draft.status)
  return `#${draft.index} ${draft.method} ${shortened(`${redactor.path(draft.path)}${parameters === '' ? '' : `?${parameters}`}`)} (${operationOf(draft) ?? 'no operation'}) ${outcome}`
}

/** A value that stays between its neighbours, and on the line. */
function inLine(text: string): string {
  return text.replaceAll(/[&#=\s\p{Cc}]/gu, encodeURIComponent)
}

function shortened(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
