/** Requests and responses in general (clauses 4 and 4.4). */
export const httpRequirements = [
  {
    id: 'http.json',
    clause: '4',
    kind: 'stated',
    statement: 'Responses are JSON unless the specification says otherwise.',
  },
  {
    id: 'http.json-body',
    clause: '4',
    kind: 'stated',
    statement: 'Request bodies that are not in the URL are JSON with Content-Type: application/json.',
  },
  {
    id: 'http.query-on-writes',
    clause: '4',
    kind: 'stated',
    statement: 'Extra parameters may be given in the query string, even for POST, PUT and DELETE.',
  },
  { id: 'http.options', clause: '4', kind: 'stated', statement: 'OPTIONS describes the endpoint.' },
  {
    id: 'http.methods',
    clause: '4',
    kind: 'stated',
    statement: 'GET retrieves, POST creates, PUT updates (with partial data if possible), DELETE deletes.',
    excluded: 'The methods of each resource are not listed; each documented endpoint has a requirement of its own.',
  },
  {
    id: 'http.envelope',
    clause: '4',
    kind: 'notShown',
    statement: 'The shape of the response envelope of the versioned API.',
  },
  { id: 'http.endpoint-list', clause: '4.4', kind: 'notShown', statement: 'The full list of versioned endpoints.' },
] as const
