// A request on one line, for lists that many requests a second pass through.
import type { OperationId } from '../model/contract/operation-ids.ts'
import type { JournalDraft } from './journal-draft.ts'
import { operationOf, statusOf } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { requestTarget } from './request-target.ts'
import { unreadOf } from './unread.ts'
import { toIso } from '../tools/time.ts'

/** The parts of a request that a list shows. */
export interface RequestLine {
  readonly index: number
  readonly at: string
  readonly operation: OperationId | null
  readonly method: string
  /** The path and the query, secrets replaced, cut at 500 characters. */
  readonly target: string
  readonly status: number | null
  /** True if the answer is still to come. */
  readonly open: boolean
  readonly durationMs: number | null
  /** The code of the refusal. */
  readonly refusal: string | null
  readonly faulted: boolean
  /** The number of parts of the request that the endpoint did not read. */
  readonly unread: number
}

/** Shows a request on one line. */
export function toRequestLine(draft: JournalDraft, redactor: Redactor): RequestLine {
  const { index, at, method, status, refusal, fault } = draft
  return {
    index,
    at: toIso(at),
    operation: operationOf(draft),
    method,
    target: requestTarget(draft, redactor),
    status: statusOf(draft),
    open: status === undefined,
    durationMs: status === undefined ? null : Math.round((draft.ended - draft.begun) * 1000) / 1000,
    refusal: refusal?.code ?? null,
    faulted: fault !== undefined,
    unread: unreadOf(draft, redactor).length,
  }
}
