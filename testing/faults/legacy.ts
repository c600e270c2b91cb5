import { jsonOf, membersOf, recordsIn } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { events, legacyRoot, newGroup, projects } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import {
  anyId,
  mapAnswer,
  mapBody,
  mapHeader,
  mapRequest,
  on,
  refuse,
  remember,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { InterceptedRequest } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { isBearer } from '../../emulator/disturb/deviations/behaviours/legacy.ts'
import { type Violation, violations } from './violations.ts'

const hasJson = ({ request }: InterceptedRequest) => request.headers.get('content-type')?.includes('json') === true

/** The list of an id of nothing has the first record of the list that was found first. */
const fromAnother = remember(() => {
  let first: unknown
  return on(events, async (intercepted) => {
    const response = await intercepted.send()
    if (response.ok) first ??= recordsIn(await jsonOf(response))[0]
    return response.status === 404 && first !== undefined ? Response.json([first]) : response
  })
})

/** Violations of clause 4.9, and of clause 9 by the legacy API. */
export const legacyFaults: readonly Violation[] = [
  ...violations('legacy.root', 'legacy.root.version', {
    'legacy-version-a-number': [
      'The version of GET /0/ is a number.',
      mapBody(legacyRoot, (body) => ({ ...(body as object), version: 0 })),
    ],
    'legacy-version-missing': ['GET /0/ has no version.', mapBody(legacyRoot, () => ({ status: 'ok' }))],
    'legacy-version-null': [
      'The version of GET /0/ is null.',
      mapBody(legacyRoot, (body) => ({ ...(body as object), version: null })),
    ],
    'legacy-version-in-envelope': [
      'GET /0/ answers the object within another.',
      mapBody(legacyRoot, (data) => ({ data })),
    ],
    'legacy-root-203': [
      'GET /0/ answers 203.',
      mapAnswer(legacyRoot, async ({ headers, body }) => new Response(body, { status: 203, headers })),
    ],
  }),
  ...violations('legacy.projects', 'legacy.projects.served', {
    'legacy-projects-without-projects': [
      'The projects are counted, not listed, for a Bearer token.',
      mapBody(projects, (body, intercepted) => (isBearer(intercepted) ? { count: recordsIn(body).length } : undefined)),
    ],
    'legacy-projects-gone': ['GET /0/projects/ answers 404 to everybody.', refuse(projects, 404)],
  }),
  ...violations('legacy.events', 'legacy.events.list', {
    'legacy-events-not-a-list': [
      'The latest event is answered instead of the list.',
      mapBody(events, (body) => recordsIn(body)[0] ?? {}),
    ],
  }),
  ...violations('legacy.events', 'legacy.events.own-issue', {
    'legacy-events-of-another-issue': [
      'The events of an issue that does not exist hold one of an issue that does.',
      fromAnother,
    ],
    'legacy-issue-id-ignored': ['Every issue id gives the events of the same issue.', anyId(events)],
  }),
  ...violations('legacy.groups-post', 'legacy.groups-post.body', {
    'groups-post-takes-no-json': ['POST to the groups refuses JSON with 415.', refuse(newGroup, 415, hasJson)],
    'groups-post-takes-no-status': [
      'POST to the groups refuses a body with status.',
      refuse(newGroup, 400, async ({ request }) => (await request.clone().text()).includes('status')),
    ],
    'groups-post-takes-empty-object-only': [
      'POST to the groups refuses a JSON object with members.',
      refuse(newGroup, 400, async ({ request }) => Object.keys(await membersOf(request)).length > 0),
    ],
  }),
  ...violations('legacy.groups-post-query', 'legacy.groups-post-query.status', {
    'groups-post-query-only-with-body': [
      'POST to the groups takes the status of the query only where the body has one.',
      mapRequest(newGroup, async ({ request }) =>
        'status' in (await membersOf(request)) ? undefined : { query: { status: undefined } },
      ),
    ],
    'groups-post-refuses-status-in-query': [
      'POST to the groups refuses status in the query.',
      refuse(newGroup, 400, ({ query }) => query.has('status')),
    ],
  }),
  ...violations('http.query-on-writes', 'http.query-on-writes.post', {
    'post-with-query-400-where-status-is-needed': [
      'A POST needs a status in its body and takes no query string.',
      refuse(
        newGroup,
        400,
        async ({ request }) =>
          new URL(request.url).search !== '' || !(await request.clone().text()).includes('"status"'),
      ),
    ],
    'post-with-query-404': [
      'A POST with a query string answers 404.',
      refuse(newGroup, 404, ({ request }) => new URL(request.url).search !== ''),
    ],
  }),
  ...violations('legacy.root-content-type', 'legacy.root.content-type', {
    'legacy-root-of-another-type': [
      'GET /0/ answers application/vnd.api+json.',
      mapHeader(legacyRoot, 'content-type', 'application/vnd.api+json'),
    ],
    'legacy-root-as-text-json': ['GET /0/ answers text/json.', mapHeader(legacyRoot, 'content-type', 'text/json')],
    'legacy-root-without-type': ['GET /0/ has no Content-Type.', mapHeader(legacyRoot, 'content-type', undefined)],
    'legacy-root-as-text': [
      'GET /0/ answers text/plain.',
      mapHeader(legacyRoot, 'content-type', 'text/plain; charset=utf-8'),
    ],
  }),
  ...violations('legacy.root-allow', 'legacy.root.allow', {
    'legacy-root-allow-without-head': [
      'The Allow of GET /0/ lacks HEAD.',
      mapHeader(legacyRoot, 'allow', 'GET, OPTIONS'),
    ],
    'legacy-root-allow-without-options': [
      'The Allow of GET /0/ lacks OPTIONS.',
      mapHeader(legacyRoot, 'allow', 'GET, HEAD'),
    ],
    'legacy-root-allows-anything': ['The Allow of GET /0/ is an asterisk.', mapHeader(legacyRoot, 'allow', '*')],
    'legacy-root-allow-missing': ['GET /0/ has no Allow.', mapHeader(legacyRoot, 'allow', undefined)],
  }),
]
