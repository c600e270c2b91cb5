import { Type } from 'typebox'
import { faultSchema } from '../disturb/faults/fault.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { journalText } from '../journal/journal-text.ts'
import { earlierBatch, RequestBatch } from '../journal/journal-watch.ts'
import { openedRequest } from '../journal/opened-request.ts'
import { findRelated } from '../journal/related-requests.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'
import { largeBody } from '../api/input/read-body.ts'
import { limitItems, wholeNumber } from './list-limits.ts'
import { readFilter, selectorQuery } from './request-selector.ts'
import { RequestChanges, sendAgain } from './send-again.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import { runInTurns } from '../tools/in-turns.ts'
import { shortJson } from '../tools/short-text.ts'
import { nullable, patternRecord } from '../tools/record-of.ts'

const listQuery = Type.Object({
  ...selectorQuery,
  limit: wholeNumber(1, 'Shows only the latest requests. Default: all kept requests.'),
})
const linesQuery = Type.Object({
  ...selectorQuery,
  before: wholeNumber(1, 'Shows requests below this index.'),
  limit: wholeNumber(1, 'Shows only the latest of them, at most 1000. Default: 100.'),
})

const Parameters = patternRecord(Type.Union([Type.String(), Type.Array(Type.String())]))

const HandedOut = Type.Object(
  {
    ids: Type.Array(Type.String(), {
      description: 'The ids of the objects in a list, in order, or of a single object.',
    }),
    more: nullable(
      Type.Boolean(),
      'Whether the answer said that more objects follow this page; null if it did not say.',
    ),
    cursors: patternRecord(Type.String(), { description: 'The cursors in the Link header, by relation.' }),
    secrets: Type.Array(
      Type.Object(
        {
          label: Type.String({ description: 'Such as oauth#2, refresh#1, pat#3 or state#1.' }),
          expiresAt: nullable(Type.String(), 'Virtual time, RFC 3339; null for one that does not expire.'),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'HandedOut', additionalProperties: false },
)

const Entry = Type.Object(
  {
    index: Type.Integer({ description: 'From 1, in the order of arrival.' }),
    at: Type.String({ description: 'Virtual time, RFC 3339.' }),
    operation: nullable(Type.String(), 'Null when the request matched no endpoint.'),
    method: Type.String(),
    path: Type.String(),
    query: Parameters,
    headers: patternRecord(Type.String()),
    rawHeaders: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), {
      description: 'Names and values in their original order and form. In process, names are in lower case.',
    }),
    body: Type.Unknown({
      description:
        'The value of JSON, the parameters of a form, or a note about any other body; null when none was read.',
    }),
    credentials: Type.String({ description: 'The kind of the accepted credentials, or none, refused or unchecked.' }),
    credential: nullable(
      Type.String(),
      'Which credential it carried, as a label such as oauth#2, with what was wrong with it in brackets; null for one that was never issued.',
    ),
    connection: nullable(Type.Integer(), 'The number of the connection at the server; null in process.'),
    overlapped: Type.Array(Type.Integer(), {
      description: 'The indexes of the kept requests that were under way at the same time.',
    }),
    status: nullable(Type.Integer(), 'Null while the request is served, and when the connection was dropped.'),
    refusal: nullable(
      Type.Object(
        {
          code: Type.String(),
          requirement: nullable(Type.String(), 'The requirement that the request broke.'),
          message: Type.String(),
        },
        { additionalProperties: false },
      ),
      'Why the request was refused.',
    ),
    requirements: Type.Array(Type.String()),
    fault: nullable(faultSchema(), 'The fault that was applied.'),
    deviations: Type.Array(Type.String(), {
      description:
        'The deviations that were on. The client may have received a different answer from the one shown here.',
    }),
    mcp: nullable(
      Type.Object(
        {
          method: Type.String(),
          tool: nullable(Type.String(), 'The name of the called tool.'),
          error: nullable(Type.String(), 'The message of an error, which MCP answers with 200.'),
        },
        { additionalProperties: false },
      ),
      'The call of an MCP request.',
    ),
    handedOut: nullable(HandedOut, 'Null for an error, and when the text of the answer is not kept.'),
    durationMs: nullable(Type.Number(), 'Real time until the answer began; null while the request is served.'),
  },
  { title: 'JournalEntry', additionalProperties: false },
)

const Unread = Type.Object(
  {
    kind: Type.Enum(['parameter', 'member', 'body']),
    name: Type.String(),
    nearest: nullable(Type.String(), 'The known name that was probably meant.'),
    operation: Type.String(),
    request: Type.String(),
  },
  { title: 'Unread', additionalProperties: false },
)

const Opened = Type.Object(
  {
    request: Entry,
    response: nullable(
      Type.Object(
        {
          status: Type.Integer(),
          headers: nullable(patternRecord(Type.String()), 'Null when they are not kept.'),
          body: Type.Unknown({ description: 'The JSON, or a note about a body that is not kept.' }),
        },
        { additionalProperties: false },
      ),
      'The answer, secrets replaced; null while the request is served, and when the connection was dropped.',
    ),
    unread: Type.Array(Unread),
    related: Type.Array(
      Type.Object(
        { relation: Type.Enum(['token', 'page', 'original']), index: Type.Integer() },
        { additionalProperties: false },
      ),
      {
        description:
          'Earlier requests that explain it: the one that handed out its token, the page before, and the one that it sends again.',
      },
    ),
  },
  { title: 'OpenedRequest', additionalProperties: false },
)

const answer = Type.Object(
  {
    requests: Type.Array(Entry, { description: 'Oldest first, secrets replaced.' }),
    unread: Type.Array(Unread, { description: 'The parts of all kept requests that no endpoint read.' }),
    truncated: Type.Boolean({ description: 'Whether earlier requests were dropped.' }),
    dropped: Type.Integer({ description: 'How many earlier requests were dropped.' }),
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
    summary: 'Shows a request with its answer, and what nothing read of it.',
    params: Type.Object({ index: Type.String({ description: 'The index of the request.' }) }),
    answers: [{ status: 200, description: 'The request.', schema: Opened }],
    handle: ({ world: { requests }, params }) => ({ body: openRequest(requests, params.index) }),
  }),
  defineControl({
    id: 'requests.again',
    method: 'POST',
    path: '/requests/{index}/again',
    summary: 'Sends a request again with its credentials, as it was or changed, and shows it as the request before.',
    params: Type.Object({ index: Type.String({ description: 'The index of the request.' }) }),
    body: RequestChanges,
    bodyLimit: largeBody,
    answers: [{ status: 200, description: 'The new request.', schema: Opened }],
    handle: async ({ emulator, world, params, body, request, origin }) => {
      const sent = await sendAgain(emulator, world, keptDraft(world.requests, params.index), body, { request, origin })
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
function keptDraft(requests: Journal, text: string): JournalDraft {
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
function openRequest(requests: Journal, text: string): object {
  const draft = keptDraft(requests, text)
  return { ...openedRequest(draft, requests.view), related: findRelated(draft, requests) }
}

function keptRequestsText({ size, oldest, latest }: Journal): string {
  return size === 0 ? 'It keeps none.' : `It keeps those from ${oldest} to ${latest}.`
}
