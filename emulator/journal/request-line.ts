// A request on one line, for lists with many new requests a second.
import type { OperationId } from '../model/contract/operation-ids.ts'
import type { JournalDraft } from './journal-draft.ts'
import { operationId, answerStatus, requestTarget } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { isProblem } from './request-marks.ts'
import { countUnread } from './unread.ts'
import { cutText } from '../tools/short-text.ts'
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
  /** True until the request is answered. */
  readonly open: boolean
  readonly durationMs: number | null
  /** The code of the refusal. */
  readonly refusal: string | null
  /** The first words of the reason why the request failed. */
  readonly reason: string | null
  /** The method of MCP and the called tool, such as `tools/call list_projects`. */
  readonly mcp: string | null
  /** True if the request failed, including an error that MCP answers with 200. */
  readonly problem: boolean
  readonly faulted: boolean
  /** The number of parts of the request that the endpoint did not read. */
  readonly unread: number
}

/** The length at which a reason is cut, in characters. */
const longestReason = 160

/** Shows a request on one line. */
export function toRequestLine(draft: JournalDraft, redactor: Redactor): RequestLine {
  const { index, at, method, status, refusal, fault, mcp } = draft
  const reason = mcp?.error ?? refusal?.message
  return {
    index,
    at: toIso(at),
    operation: operationId(draft),
    method,
    target: requestTarget(draft, redactor),
    status: answerStatus(draft),
    open: status === undefined,
    durationMs: status === undefined ? null : Math.round((draft.ended - draft.begun) * 1000) / 1000,
    refusal: refusal?.code ?? null,
    reason: reason === undefined ? null : cutText(redactor.text(reason), longestReason),
    mcp: mcp ? cutText(redactor.text([mcp.method, mcp.tool].filter(Boolean).join(' ')), longestReason) : null,
    problem: isProblem(draft),
    faulted: fault !== undefined,
    unread: countUnread(draft),
  }
}
