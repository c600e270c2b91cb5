import { recordsIn } from '../wrappers/messages.ts'
import { events, groups, legacyRoot, newGroup, projects } from '../wrappers/operations.ts'
import { answer, anyId, mapBody, mapHeader, mapQuery, mapSent, refuse } from '../wrappers/fetch-wrappers.ts'
import type { InterceptedRequest } from '../wrappers/intercepted-request.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

export const isBearer = ({ authorization }: InterceptedRequest): boolean => authorization.startsWith('Bearer')

const hasCredentials = ({ authorization }: InterceptedRequest) => authorization !== ''

/** The behaviour of each deviation of "The legacy API". */
export const legacyBehaviours: BehavioursOf<'legacy'> = {
  'legacy-root-204': answer(
    legacyRoot,
    () => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } }),
  ),
  'legacy-root-a-list': mapBody(legacyRoot, (body) => [body]),
  'legacy-root-allows-post': mapHeader(legacyRoot, 'allow', 'GET, POST, HEAD, OPTIONS'),
  'legacy-root-gone': refuse(legacyRoot, 410),
  'legacy-projects-404': refuse(projects, 404, isBearer),
  'legacy-groups-not-a-list': mapBody(groups, (body) => ({ count: recordsIn(body).length })),
  'legacy-groups-404': refuse(groups, 404, hasCredentials),
  'legacy-project-id-ignored': anyId(groups),
  'legacy-events-500': refuse(events, 500, hasCredentials),
  'groups-post-405': refuse(newGroup, 405, hasCredentials),
  'groups-post-ignores-body': mapSent(newGroup, ({ status: _status, ...others }) => others),
  'groups-post-ignores-query': mapQuery(newGroup, () => ({ status: undefined })),
}
