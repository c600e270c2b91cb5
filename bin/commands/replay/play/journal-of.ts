import type { CaseRequest } from '../../../../emulator/case/case-file.ts'
import { factsOf } from '../../../../emulator/journal/operation-facts.ts'
import { JournalDraft } from '../../../../emulator/journal/journal-draft.ts'
import { endpoints } from '../../../../emulator/api/endpoints/endpoints.ts'
import type { RequirementId } from '../../../../conformance/catalogue/requirements.ts'
import type { RefusalKind } from '../../../../emulator/model/contract/refusal.ts'
import type { Fault } from '../../../../emulator/disturb/faults/fault.ts'

/** The requests of a world as its journal had them. Their answers can be asked for again, and are not kept. */
export function journalOf(requests: readonly CaseRequest[]): readonly JournalDraft[] {
  const facts = new Map(endpoints.map((endpoint) => [endpoint.id as string, endpoint]))
  return requests.map((request) => {
    const { index, at, method, path, search, headers, body, bodyLength, status, refusal, fault, mcp, number } = request
    const draft = new JournalDraft({
      index,
      at,
      begun: 0,
      method,
      path,
      search,
      headers: headers.join('\n'),
      arrived: 2 * number - 1,
      connection: undefined,
      baseUrl: request.base ?? '',
      size: 512 + 2 * (path.length + search.length + (body?.length ?? 0)),
    })
    const operation = request.operation ?? ''
    const endpoint = facts.get(operation)
    draft.operation = endpoint && factsOf(endpoint)
    draft.body = body
    draft.bodyLength = bodyLength
    draft.served = request.servedAt ?? at
    draft.status = status ?? 0
    draft.answered = 2 * number
    draft.fault = fault as Fault | undefined
    draft.mcp = mcp && { method: mcp.method, tool: mcp.tool, error: mcp.error }
    if (refusal)
      draft.refusal = {
        kind: (refusal.code === 'unauthenticated' ? 'unauthenticated' : 'refused') satisfies RefusalKind,
        code: refusal.code,
        requirement: (refusal.requirement ?? undefined) as RequirementId | undefined,
        message: refusal.message,
      }
    return draft
  })
}
