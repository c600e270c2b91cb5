/** The legacy API (clause 4.9). */
export const legacyRequirements = [
  {
    id: 'legacy.root',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/ returns 200 with a JSON object that has a string field version.',
  },
  {
    id: 'legacy.root-content-type',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/ returns Content-Type: application/json.',
  },
  { id: 'legacy.root-allow', clause: '4.9', kind: 'stated', statement: 'GET /0/ returns Allow: GET, HEAD, OPTIONS.' },
  { id: 'legacy.projects', clause: '4.9', kind: 'stated', statement: 'GET /0/projects/ returns project information.' },
  {
    id: 'legacy.projects-key',
    clause: '4.9',
    kind: 'stated',
    statement: 'With an API key, GET /0/projects/ returns the project that the key is bound to.',
  },
  {
    id: 'legacy.groups',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/projects/{project_id}/groups/ lists groups.',
  },
  {
    id: 'legacy.groups-post',
    clause: '4.9',
    kind: 'stated',
    statement: 'POST /0/projects/{project_id}/groups/ takes a JSON object, for example with status.',
  },
  {
    id: 'legacy.groups-post-query',
    clause: '4.9',
    kind: 'stated',
    statement: 'POST /0/projects/{project_id}/groups/ also takes status in the query.',
  },
  {
    id: 'legacy.events',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/issues/{issue_id}/events/ lists the events of an issue.',
  },
  { id: 'legacy.other', clause: '4.9', kind: 'notShown', statement: 'Other legacy endpoints.' },
  { id: 'legacy.page-size', clause: '8', kind: 'example', statement: '100 events per page.' },
] as const
