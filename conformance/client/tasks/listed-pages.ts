// Reads the pages of a list from the requests of a run.
import type { OperationId } from '../../catalogue/operations.ts'
import { findList, idOf } from '../../reading/find-list.ts'
import { entryOf, type LinkEntry, parseLinkHeader } from '../../reading/link-header.ts'
import { headerOf, jsonOf, queryOf } from '../evidence/read-request.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import type { OutcomeRun } from './outcome.ts'
import { isSuccessStatus } from '../../reading/success.ts'

/** A page that a client was given. */
export interface ListedPage {
  readonly request: ReceivedRequest
  readonly query: URLSearchParams
  readonly ids: readonly string[]
}

/** The pages that an operation answered, in the order of the requests. */
export function listedPages(
  { transcript }: Pick<OutcomeRun, 'transcript'>,
  operation: OperationId,
): readonly ListedPage[] {
  return transcript.requests
    .filter((request) => request.operation === operation && request.method === 'GET' && isAnswered(request))
    .map((request) => ({ request, query: queryOf(request), ids: idsIn(request) }))
}

/** Returns true if a request was answered with success. */
export function isAnswered({ answer }: ReceivedRequest): boolean {
  return answer !== undefined && isSuccessStatus(answer.status)
}

/** The Link header of an answer. */
export function linkOf({ answer }: ReceivedRequest): string {
  return answer ? (headerOf({ headers: Object.entries(answer.headers) }, 'link') ?? '') : ''
}

/** The entry rel=next of a Link header. */
export function nextLink(header: string): LinkEntry | undefined {
  return entryOf(parseLinkHeader(header) ?? [], 'next')
}

function idsIn({ answer }: ReceivedRequest): readonly string[] {
  return (findList(jsonOf({ body: answer?.body }))?.items ?? []).map((item) => idOf(item) ?? '')
}
