/** Addresses, ids, bodies and members: clauses 1, 2, 4 and 9. */
export const addressRequirements = [
  {
    id: 'client.reports',
    clause: '1',
    level: 'stated',
    statement: 'A client says what came of a task: its value or an error.',
    careful:
      'A driver process prints one JSON line with `value` or `error` and ends with exit code 0; a function returns the value or throws.',
    judged:
      'In plain runs, the last line of standard output is read as JSON. An error is wrong if every request was answered with success.',
  },
  {
    id: 'client.base-url',
    clause: '9',
    level: 'stated',
    statement: 'Every path begins with the base URL, whatever path the base URL itself has.',
    careful: 'It appends its paths to the base URL and keeps all of it.',
    judged: 'Requests without the path of the base URL are recorded separately; one of them is a failure.',
  },
  {
    id: 'client.versioned-paths',
    clause: '9',
    level: 'stated',
    statement: 'Versioned paths have the form {base_url}/{version}/{resource}; the current version is 1.13.',
    careful:
      'It begins the path of every versioned request with /1.13/, the current version, followed by the documented path, as in /1.13/environments.',
    judged: 'A path that no endpoint has is compared with the ends of the documented ones.',
  },
  {
    id: 'client.legacy-paths',
    clause: '9',
    level: 'stated',
    statement: 'The legacy API is addressed with the version 0.',
    careful: 'It asks for /0/projects/.',
    judged: 'A path that no endpoint has is compared with the ends of the documented ones.',
  },
  {
    id: 'client.unversioned-paths',
    clause: '9',
    level: 'stated',
    statement: 'The token endpoint and the Services API have no version in their paths.',
    careful: 'It asks for /oauth/token and /services/….',
    judged: 'A path that no endpoint has is compared with the ends of the documented ones.',
  },
  {
    id: 'client.ids-kept',
    clause: '2.1',
    level: 'stated',
    statement:
      'An id is a string of characters in which upper and lower case differ. A client gives it back unchanged.',
    careful: 'It treats ids as opaque strings.',
    judged: 'Ids in paths and cursors are compared with all that were handed out; another case or length is a change.',
  },
  {
    id: 'client.id-order',
    clause: '2.1',
    level: 'stated',
    statement: 'Ids sort by their characters alone, and the newest object has the highest id.',
    careful: 'It keeps the order of the answers, or compares ids by code unit and never by locale.',
    judged:
      'The cursor of each page is compared with the edge of that page when sorted by code unit and when sorted by locale.',
  },
  {
    id: 'client.scope-prefixed',
    clause: '2.1',
    level: 'stated',
    statement: 'The prefix of an id is required where the type would be ambiguous, as in the scope of a configuration.',
    careful: 'It sends the prefixed scope id that it was given.',
    judged: 'The scope in the path is compared with that of the task.',
  },
  {
    id: 'client.configuration-path',
    clause: '4.4',
    level: 'stated',
    statement: 'A configuration value is requested by its dotted path in the query parameter `path`.',
    careful: 'It sends ?path=<dotted path>, encoded.',
    judged: 'The query is compared with the path of the task, decoded once.',
  },
  {
    id: 'client.json-bodies',
    clause: '4',
    level: 'stated',
    statement: 'Bodies are JSON with Content-Type: application/json, except at the token endpoint.',
    careful: 'It sends Content-Type: application/json with every JSON body.',
    judged: 'The media type of every body except that of a token request is read; parameters are allowed.',
  },
  {
    id: 'client.unknown-members',
    clause: '2.1',
    level: 'stated',
    statement: 'An object carries at least `id` and `name`; it may have members that a client does not know.',
    careful: 'It ignores members that it does not know.',
    judged: 'Answers have undocumented members; the value must be the same as in the plain run.',
  },
  {
    id: 'client.null-members',
    clause: '2.4',
    level: 'implied',
    statement: 'The fields of most resources are not shown, so a member that a client does not need may be null.',
    careful: 'It reads the members that it needs and accepts null in all others.',
    judged: 'Members that are not needed are null; the value must be the same as in the plain run.',
  },
  {
    id: 'client.redirects',
    clause: '4.9',
    level: 'implied',
    statement: 'Legacy paths end with a slash; a service may redirect a path to its form with or without it.',
    careful: 'It follows a redirect on the same origin and sends its credentials again there.',
    judged:
      'Authorization and the query are compared after each followed redirect, and also the method after 307 and 308.',
  },
] as const
