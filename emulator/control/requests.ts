import { Type } from 'typebox'
import { toJournalEntry } from '../journal/journal-entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { earlierBatch, RequestBatch } from '../journal/journal-watch.ts'
import { openedRequest, findRelated } from '../journal/opened-request.ts'
import { type RequestFilter, toTest } from '../journal/request-filter.ts'
import { EntrySchema, type OpenedRequest, OpenedSchema, UnreadSchema } from '../journal/request-schemas.ts'
import { listUnread } from '../journal/unread.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { largeBody } from '../api/input/read-body.ts'
import { limitItems, wholeNumber } from './list-limits.ts'
import { readFilter, selectorQuery } from './request-selector.ts'
import { RequestChanges, sendAgain } from './send-again.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { runInTurns } from '../tools/in-turns.ts'
import { shortJson } from '../tools/short-text.ts'

const listQuery = Type.Object({
  ...selectorQuery,
  limit: wholeNumber(1, 'Shows only the latest requests. Default: all kept requests.'),
})
const linesQuery = Type.Object({
  ...selectorQuery,
  before: wholeNumber(1, 'Shows requests below this index.'),
  limit: wholeNumber(1, 'Shows only the latest of them, at most 1000. Default: 100.'),
})

const answer = Type.Object(
  {
    requests: Type.Array(EntrySchema, { description: 'Oldest first, secrets replaced.' }),
    unread: Type.Array(UnreadSchema, { description: 'The parts of all kept requests that no endpoint read.' }),
    truncated: Type.Boolean({ description: 'Whether earlier requests were dropped.' }),
    dropped: Type.Integer({ description: 'The number of earlier requests that were dropped.' }),
  },
  { title: 'Journal', additionalProperties: false },
)

/** Shows and clears the journal, and sends its requests again. */
export const requestEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'requests.list',
    method: 'GET',
    path: '/requests',
    summary: "Lists the requests that the request's world received, without control requests.",
    query: listQuery,
    answers: [{ status: 200, description: 'The requests.', schema: answer }],
    handle: ({ world, query }) => ({ text: journalText(world.requests, readFilter(query), query.limit) }),
  }),
  defineControl({
    id: 'requests.lines',
    method: 'GET',
    path: '/requests/lines',
    summary: "Lists the requests that the request's world received, each on one line, the latest in pages.",
    query: linesQuery,
    answers: [{ status: 200, description: 'The requests.', schema: RequestBatch }],
    handle: async ({ world: { requests }, query }) => {
      const { limit = 100, before = requests.latest + 1 } = query
      return { body: await runInTurns(earlierBatch(requests, readFilter(query), before, limitItems(limit))) }
    },
  }),
  defineControl({
    id: 'requests.retrieve',
    method: 'GET',
    path: '/requests/{index}',
    summary: 'Shows a request with its answer, and the parts that no endpoint read.',
    params: Type.Object({ index: Type.String({ description: 'The index of the request.' }) }),
    answers: [{ status: 200, description: 'The request.', schema: OpenedSchema }],
    handle: ({ world: { requests }, params }) => ({ body: openRequest(requests, params.index) }),
  }),
  defineControl({
    id: 'requests.again',
    method: 'POST',
    path: '/requests/{index}/again',
    summary: 'Sends a request again with its credentials, as it was or changed, and shows it as the request before.',
    params: Type.Object({ index: Type.String({ description: 'The index of the request.' }) }),
    body: RequestChanges,
    bodyOptional: true,
    bodyLimit: largeBody,
    answers: [{ status: 200, description: 'The new request.', schema: OpenedSchema }],
    handle: async ({ emulator, world, params, body, request, origin }) => {
      const sent = await sendAgain(emulator, world, findDraft(world.requests, params.index), body, { request, origin })
      return { body: openRequest(world.requests, String(sent.index)) }
    },
  }),
  defineControl({
    id: 'requests.clear',
    method: 'DELETE',
    path: '/requests',
    summary: 'Clears the journal.',
    answers: [{ status: 204, description: 'The journal is empty.' }],
    handle: ({ world }) => world.requests.clear(),
  }),
]

/** @throws ApiError `unknown_request`. */
function findDraft(requests: Journal, text: string): JournalDraft {
  if (!/^[1-9]\d{0,9}$/.test(text))
    throw new ApiError('refused', `index must be a whole number from 1; got ${shortJson(text)}.`)
  const index = Number(text)
  const draft = requests.draftAt(index)
  if (draft) return draft
  throw new ApiError('unknown', `The journal does not keep the request ${index}. ${keptRequestsText(requests)}`, {
    code: 'unknown_request',
  })
}

/** A request with the requests that explain it. */
function openRequest(requests: Journal, text: string): OpenedRequest {
  const draft = findDraft(requests, text)
  return { ...openedRequest(draft, requests.view), related: findRelated(draft, requests) }
}

function keptRequestsText({ size, oldest, latest }: Journal): string {
  return size === 0 ? 'It keeps none.' : `It keeps those from ${oldest} to ${latest}.`
}

/**
 * The JSON of the matching requests and of all that no endpoint read, one request at a time: a full journal takes a
 * second, and other requests are served between the pieces. A piece may be empty.
 * @param limit Shows only the latest requests.
 */
function* journalText(
  journal: Journal,
  filter: RequestFilter,
  limit: number = Number.POSITIVE_INFINITY,
): Generator<string, void> {
  const all = journal.drafts()
  const found = all.filter(toTest(journal, filter)).slice(-limit)
  const { truncated, dropped, view } = journal
  let comma = ''
  yield '{"requests":['
  for (const draft of found) {
    // Gets the current redactor: a secret may have been issued since the beginning.
    yield comma + JSON.stringify(toJournalEntry(draft, { ...view, redactor: journal.redactor }))
    comma = ','
  }
  comma = ''
  yield '],"unread":['
  for (const draft of all) {
    const unread = listUnread(draft, journal.redactor)
    yield unread.length === 0 ? '' : comma + JSON.stringify(unread).slice(1, -1)
    if (unread.length > 0) comma = ','
  }
  yield `],"truncated":${truncated},"dropped":${dropped}}`
}
