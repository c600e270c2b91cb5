import { readJson, listedRecords } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { mapBody, on, refuseRequests, remember } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'
import { isBearer } from './wrappers.ts'

/** The list of an id of nothing has the first record of the list that was found first. */
const mixProjects = remember(() => {
  let first: unknown
  return on('legacy.events.list', async (intercepted) => {
    const response = await intercepted.send()
    if (response.ok) first ??= listedRecords(await readJson(response))[0]
    return response.status === 404 && first !== undefined ? Response.json([first]) : response
  })
})

/** Violations of clause 4.9, and of clause 9 by the legacy API. */
export const legacyFaults: readonly Violation[] = [
  ...violations('legacy.projects.served', {
    'legacy-projects-without-projects': [
      'The projects are counted, not listed, for a Bearer token.',
      mapBody('legacy.projects', (body, intercepted) =>
        isBearer(intercepted) ? { count: listedRecords(body).length } : undefined,
      ),
    ],
    'legacy-projects-gone': ['GET /0/projects/ answers 404 to everybody.', refuseRequests('legacy.projects', 404)],
  }),
  ...violations('legacy.events.list', {
    'legacy-events-not-a-list': [
      'The latest event is answered instead of the list.',
      mapBody('legacy.events.list', (body) => listedRecords(body)[0] ?? {}),
    ],
  }),
  ...violations('legacy.events.own-issue', {
    'legacy-events-of-another-issue': [
      'The events of an issue that does not exist hold one of an issue that does.',
      mixProjects,
    ],
  }),
  ...violations('http.query-on-writes.post', {
    'post-with-query-400-where-status-is-needed': [
      'A POST needs a status in its body and takes no query string.',
      refuseRequests(
        'legacy.groups.create',
        400,
        async ({ request }) =>
          new URL(request.url).search !== '' || !(await request.clone().text()).includes('"status"'),
      ),
    ],
  }),
]
