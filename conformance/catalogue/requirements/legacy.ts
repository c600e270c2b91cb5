/** The legacy API (clause 4.9). */
export const legacyRequirements = [
  {
    id: 'legacy.root',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/ returns 200 with a JSON object that has a string field version.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The root is not served, or its version is a number.',
      remedy: 'Answer GET /0/ with 200 and an object whose version is a string.',
    },
  },
  {
    id: 'legacy.root-content-type',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/ returns Content-Type: application/json.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'A gateway or a framework sets another type.',
      remedy: 'Send Content-Type: application/json.',
    },
  },
  {
    id: 'legacy.root-allow',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/ returns Allow: GET, HEAD, OPTIONS.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'Allow is sent only with OPTIONS and 405, or lists methods that the framework adds.',
      remedy: 'Send Allow: GET, HEAD, OPTIONS with the answer to GET /0/.',
    },
  },
  {
    id: 'legacy.projects',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/projects/ returns project information.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The route or its trailing slash is missing.',
      remedy: 'Serve GET /0/projects/ with its slash.',
    },
  },
  {
    id: 'legacy.projects-key',
    clause: '4.9',
    kind: 'stated',
    statement: 'With an API key, GET /0/projects/ returns the project that the key is bound to.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The query leaves out the project of the key.',
      remedy: 'Answer a request with an API key with only the project of that key.',
    },
  },
  {
    id: 'legacy.groups',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/projects/{project_id}/groups/ lists groups.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The route or its trailing slash is missing, or does not read the id in the path.',
      remedy: 'List the groups of the project in the path.',
    },
  },
  {
    id: 'legacy.groups-post',
    clause: '4.9',
    kind: 'stated',
    statement: 'POST /0/projects/{project_id}/groups/ takes a JSON object, for example with status.',
    profiles: ['legacy'],
    advice: {
      cause: 'The body is not parsed, or its status is not stored.',
      remedy: 'Read the body as JSON, and use its status.',
    },
  },
  {
    id: 'legacy.groups-post-query',
    clause: '4.9',
    kind: 'stated',
    statement: 'POST /0/projects/{project_id}/groups/ also takes status in the query.',
    profiles: ['legacy'],
    advice: {
      cause: 'The query string of a POST is not read.',
      remedy: 'Read status in the query as it is read in the body.',
    },
  },
  {
    id: 'legacy.events',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/issues/{issue_id}/events/ lists the events of an issue.',
    profiles: ['legacy', 'read-only'],
    advice: {
      cause: 'The route or its trailing slash is missing, or does not read the id in the path.',
      remedy: 'List the events of the issue in the path.',
    },
  },
  { id: 'legacy.other', clause: '4.9', kind: 'notShown', statement: 'Other legacy endpoints.' },
  { id: 'legacy.page-size', clause: '8', kind: 'example', statement: '100 events per page.' },
] as const
