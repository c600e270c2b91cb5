// A request on one line, for lists with many new requests a second.
import { type Static, Type } from 'typebox'
import type { OperationId } from '../model/contract/operation-ids.ts'
import type { JournalDraft } from './journal-draft.ts'
import { answerDuration, matchedOperation, answerStatus, requestTarget } from './journal-entry.ts'
import type { Redactor } from './redactor.ts'
import { isProblem } from './request-filter.ts'
import { countUnread } from './unread.ts'
import { nullable } from '../tools/record-of.ts'
import { cutText } from '../tools/short-text.ts'
import { toIso } from '../tools/time.ts'
import type { DeepReadonly } from '../tools/deep-readonly.ts'

/** The parts of a request that a list shows. */
export const RequestLine = Type.Object(
  {
    index: Type.Integer(),
    at: Type.String({ description: 'Virtual time, RFC 3339.' }),
    operation: nullable(Type.Unsafe<OperationId>(Type.String()), 'Null when the request matched no endpoint.'),
    method: Type.String(),
    target: Type.String({ description: 'The path and the query, secrets replaced, cut at 500 characters.' }),
    status: nullable(Type.Integer(), 'Null while the request is served, and when the connection was dropped.'),
    open: Type.Boolean({ description: 'True until the request is answered.' }),
    durationMs: nullable(Type.Number(), 'Real time until the answer began; null while the request is served.'),
    refusal: nullable(Type.String(), 'The code of the refusal.'),
    reason: nullable(Type.String(), 'The first words of why it had no success.'),
    mcp: nullable(Type.String(), 'The method of MCP and the called tool, such as tools/call list_projects.'),
    problem: Type.Boolean({ description: 'Whether it had no success, also where MCP answers an error with 200.' }),
    faulted: Type.Boolean({ description: 'Whether a fault was applied.' }),
    unread: Type.Integer({ description: 'The number of its parts that no endpoint read.' }),
  },
  { title: 'RequestLine', additionalProperties: false },
)
export type RequestLine = DeepReadonly<Static<typeof RequestLine>>

/** The length at which a reason is cut, in characters. */
const longestReason = 160

/** Shows a request on one line. */
export function toRequestLine(draft: JournalDraft, redactor: Redactor): RequestLine {
  const { index, at, method, status, refusal, fault, mcp } = draft
  const reason = mcp?.error ?? refusal?.message
  return {
    index,
    at: toIso(at),
    operation: matchedOperation(draft),
    method,
    target: requestTarget(draft, redactor),
    status: answerStatus(draft),
    open: status === undefined,
    durationMs: answerDuration(draft),
    refusal: refusal?.code ?? null,
    reason: reason === undefined ? null : cutText(redactor.text(reason), longestReason),
    mcp: mcp ? cutText(redactor.text([mcp.method, mcp.tool].filter(Boolean).join(' ')), longestReason) : null,
    problem: isProblem(draft),
    faulted: fault !== undefined,
    unread: countUnread(draft),
  }
}
