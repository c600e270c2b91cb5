import type { RequirementId } from '../../conformance/requirements.ts'
import { toIso } from '../clock.ts'
import type { CredentialKind } from '../auth/credentials.ts'
import type { OperationId } from '../endpoints/operation-ids.ts'
import type { Fault } from '../faults/fault.ts'
import { parseSearch } from '../http/read-parameters.ts'
import type { Draft } from './draft.ts'
import { redactBody, redactHeader, redactParameter } from './redact-request.ts'

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
  /** A parameter that came more than once has a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON as its value, a form as its parameters; null when none came or none was read. */
  readonly body: unknown
  /** The kind of the credentials that were accepted; `none` when none came, `refused` when they were not. */
  readonly credentials: CredentialKind | 'none' | 'refused'
  /** Null while it is served, and when the connection was dropped. */
  readonly status: number | null
  /** Why it was refused: the message of the answer, and the requirement that the request broke, where it broke one. */
  readonly refusal: { readonly code: string; readonly requirement: RequirementId | null; readonly message: string } | null
  /** The requirements that the operation answers for. */
  readonly requirements: readonly RequirementId[]
  /** The fault that struck it. */
  readonly fault: Fault | null
  /** Real time until the answer, in milliseconds; null while it is served. */
  readonly durationMs: number | null
}

export function toJournalEntry(draft: Draft): JournalEntry {
  const { index, at, endpoint, method, path, search, headers, refusal, fault, status } = draft
  return {
    index,
    at: toIso(at),
    operation: (endpoint?.id as OperationId | undefined) ?? null,
    method,
    path,
    query: Object.fromEntries([...parseSearch(search)].map(([name, values]) => [name, values.length === 1 ? redactParameter(name, values[0]!) : values.map((value) => redactParameter(name, value))])),
    headers: Object.fromEntries([...headers].map(([name, value]) => [name, redactHeader(name, value)])),
    body: draft.body === undefined || draft.body === '' ? null : redactBody(draft.body, headers.get('content-type') ?? ''),
    credentials: draft.credentials ?? (headers.has('authorization') && endpoint && endpoint.credentials.length > 0 ? 'refused' : 'none'),
    status: status === undefined || status === 0 ? null : status,
    refusal: refusal ? { code: refusal.code, requirement: refusal.requirement ?? null, message: refusal.message } : null,
    requirements: endpoint?.requirements ?? [],
    fault: fault ?? null,
    durationMs: status === undefined ? null : Math.round((draft.ended - draft.begun) * 1000) / 1000,
  }
}

/** A request on one line, as messages name it: `#3 GET /1.13/environments?limit=2 (environments.list) 200`. */
export function lineOf(draft: Draft): string {
  const parameters = [...parseSearch(draft.search)].flatMap(([name, values]) => values.map((value) => `${name}=${redactParameter(name, value)}`)).join('&')
  const outcome = draft.status === undefined ? 'not answered yet' : draft.status === 0 ? 'dropped' : String(draft.status)
  return `#${draft.index} ${draft.method} ${draft.path}${parameters === '' ? '' : `?${parameters}`} (${draft.endpoint?.id ?? 'no operation'}) ${outcome}`
}
