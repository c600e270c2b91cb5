import { listedRecords } from '../wrappers/messages.ts'
import { answer, mapBody, mapHeader, mapQuery, mapSent, refuseRequests } from '../wrappers/fetch-wrappers.ts'

/** The deviations of "The legacy API". */
export const legacyDeviations = {
  title: 'The legacy API',
  deviations: {
    'legacy-root-204': [
      'legacy.root.version',
      'GET /0/ answers 204.',
      answer('legacy.root', () => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } })),
    ],
    'legacy-root-a-list': ['legacy.root.version', 'GET /0/ answers a list.', mapBody('legacy.root', (body) => [body])],
    'legacy-root-allows-post': [
      'legacy.root-allow.methods',
      'The Allow of GET /0/ also names POST.',
      mapHeader('legacy.root', 'allow', 'GET, POST, HEAD, OPTIONS'),
    ],
    'legacy-root-gone': [
      'versions.side-by-side.both',
      'The legacy API is switched off.',
      refuseRequests('legacy.root', 410),
    ],
    'legacy-groups-not-a-list': [
      'legacy.groups.list',
      'The groups are counted, not listed.',
      mapBody('legacy.groups.list', (body) => ({ count: listedRecords(body).length })),
    ],
    'groups-post-ignores-body': [
      'legacy.groups-post.body',
      'POST to the groups ignores the status of the body.',
      mapSent('legacy.groups.create', ({ status: _status, ...others }) => others),
    ],
    'groups-post-ignores-query': [
      'legacy.groups-post-query.status',
      'POST to the groups ignores the status of the query.',
      mapQuery('legacy.groups.create', () => ({ status: undefined })),
    ],
  },
} as const
