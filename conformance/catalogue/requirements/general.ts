/** Requests and responses in general (clauses 4 and 4.4). */
export const httpRequirements = {
  'http.json': {
    clause: '4',
    statement: 'Responses are JSON unless the specification says otherwise.',
    profiles: ['versioned', 'legacy', 'tokens', 'services', 'read-only'],
    cause: 'A framework or a gateway writes some answers itself, such as errors, and not as JSON.',
    remedy: 'Send Content-Type: application/json and a JSON body with every answer, including those of the gateway.',
  },
  'http.json-body': {
    clause: '4',
    statement: 'Request bodies that are not in the URL are JSON with Content-Type: application/json.',
    profiles: ['legacy', 'tokens', 'services'],
    cause: 'The route reads a form, or has no JSON parser.',
    remedy: 'Parse bodies with Content-Type: application/json on every route that has a body.',
  },
  'http.query-on-writes': {
    clause: '4',
    statement: 'Extra parameters may be given in the query string, even for POST, PUT and DELETE.',
    profiles: ['legacy', 'tokens', 'services', 'read-only'],
    cause:
      'The router or the validation refuses unknown parameters on POST, PUT and DELETE, or reads the query instead of the body.',
    remedy:
      'Allow a query string on every method, ignore unknown parameters, and read the body as if there were no query.',
    servedRemedy: 'Read the body as if there were no query.',
  },
  'http.options': {
    clause: '4',
    statement: 'OPTIONS describes the endpoint.',
    profiles: ['versioned', 'legacy', 'tokens', 'services', 'read-only'],
    cause: 'OPTIONS falls through to the handler of GET, or CORS middleware answers it without a description.',
    remedy: 'Answer OPTIONS with Allow and the methods of that path, or with a description as JSON.',
  },
  'http.methods': {
    clause: '4',
    statement: 'GET retrieves, POST creates, PUT updates (with partial data if possible), DELETE deletes.',
    excluded: 'The methods of each resource are not listed; each documented endpoint has a requirement of its own.',
  },
  'http.envelope': {
    clause: '4',
    kind: 'notShown',
    statement: 'The shape of the response envelope of the versioned API.',
  },
  'http.endpoint-list': { clause: '4.4', kind: 'notShown', statement: 'The full list of versioned endpoints.' },
} as const
