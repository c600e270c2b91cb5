/**
 * Every sentence of the specification that concerns a server, classified.
 *
 * - `stated`: normative; only these can fail a target. One that no client can judge from outside carries
 *   `excluded` with the reason and is never checked.
 * - `example`: shown by an example, not stated as a contract; recorded, never judged.
 * - `notShown`: the specification says that it does not say; a target is free.
 */
export interface Requirement {
  readonly id: string
  readonly clause: string
  readonly kind: 'stated' | 'example' | 'notShown'
  readonly statement: string
  readonly excluded?: string
}

const catalogue = [
  // 1 and 4: the service in general
  { id: 'http.json', clause: '4', kind: 'stated', statement: 'Responses are JSON unless stated otherwise.' },
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
    statement: 'Extra parameters may be given in the query string, also for POST, PUT and DELETE.',
  },
  { id: 'http.options', clause: '4', kind: 'stated', statement: 'OPTIONS describes the endpoint.' },
  {
    id: 'http.methods',
    clause: '4',
    kind: 'stated',
    statement: 'GET retrieves, POST creates, PUT updates with partial data where possible, DELETE deletes.',
    excluded: 'The methods of each resource are not listed; each documented endpoint has a requirement of its own.',
  },
  {
    id: 'http.envelope',
    clause: '4',
    kind: 'notShown',
    statement: 'The shape of the response envelope of the versioned API.',
  },
  { id: 'http.endpoint-list', clause: '4.4', kind: 'notShown', statement: 'The full list of versioned endpoints.' },

  // 2.1: identifiers
  {
    id: 'ids.grammar',
    clause: '2.1',
    kind: 'stated',
    statement: 'A bare id is a string of exactly 27 characters from A-Z, a-z and 0-9, in the field id.',
  },
  { id: 'ids.unique', clause: '2.1', kind: 'stated', statement: 'An id is unique across the whole platform.' },
  {
    id: 'ids.order',
    clause: '2.1',
    kind: 'stated',
    statement: 'Sorting ids alphabetically gives creation order; the newest object has the highest id.',
  },
  {
    id: 'ids.timestamp',
    clause: '2.1',
    kind: 'stated',
    statement: 'Ids begin with an encoded timestamp.',
    excluded: 'The encoding is not shown; what can be seen of it is ids.order.',
  },
  {
    id: 'ids.prefixed-form',
    clause: '2.1',
    kind: 'stated',
    statement:
      'A prefixed id is three lowercase letters, an underscore and the 27-character id; both forms are accepted in paths.',
  },
  {
    id: 'ids.prefixed-cursor',
    clause: '2.1',
    kind: 'stated',
    statement: 'Both the bare and the prefixed form are accepted where a query parameter takes an id.',
  },
  {
    id: 'ids.prefixed-body',
    clause: '2.1',
    kind: 'stated',
    statement: 'Both the bare and the prefixed form are accepted where a body takes an id.',
    excluded: 'No documented body takes an id.',
  },
  { id: 'ids.prefix-ignored', clause: '2.1', kind: 'stated', statement: 'Where an id is taken its prefix is ignored.' },
  {
    id: 'ids.known-prefixes',
    clause: '2.1',
    kind: 'stated',
    statement: 'wrk_, flw_, flr_ and prj_ are the prefixes of workspace, flow, flow run and project.',
  },
  { id: 'ids.environment-prefix', clause: '2.1', kind: 'notShown', statement: 'The prefix of an environment.' },
  { id: 'ids.never-prefixed', clause: '2.1', kind: 'stated', statement: 'Ids in responses are never prefixed.' },
  {
    id: 'ids.scope-prefix',
    clause: '2.1',
    kind: 'stated',
    statement: 'A prefix is required where the type would otherwise be ambiguous, as in a configuration scope.',
    excluded: 'What answers a bare scope is not shown; that the prefixed one works is configurations.value.',
  },
  { id: 'ids.malformed-path', clause: '2.1', kind: 'stated', statement: 'A malformed bare id in a path returns 400.' },
  {
    id: 'ids.malformed-prefixed',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed prefix, or a malformed id behind a prefix, returns 400.',
  },
  {
    id: 'ids.malformed-cursor',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed id in an id cursor returns 400.',
  },
  {
    id: 'ids.malformed-legacy',
    clause: '2.1',
    kind: 'stated',
    statement: 'A malformed id in a legacy path returns 400.',
  },
  {
    id: 'environments.fields',
    clause: '2.1',
    kind: 'stated',
    statement: 'An object such as an environment carries at least id and name.',
  },

  // 2.2, 4.2 and 5.3: personal access tokens
  {
    id: 'pat.record',
    clause: '2.2',
    kind: 'stated',
    statement: 'A personal access token record has a bare id, a name, a set of scopes and expires_at.',
  },
  {
    id: 'pat.create',
    clause: '4.2',
    kind: 'stated',
    statement: 'POST /access-tokens with name, scopes and expires_at creates a token.',
  },
  { id: 'pat.list', clause: '4.2', kind: 'stated', statement: "GET /access-tokens lists the caller's tokens." },
  {
    id: 'pat.list-own',
    clause: '4.2',
    kind: 'stated',
    statement: "GET /access-tokens lists only the caller's tokens.",
    excluded: 'It takes the credentials of a second user to see.',
  },
  { id: 'pat.name-updatable', clause: '4.2', kind: 'stated', statement: 'POST /access-tokens/{id} changes the name.' },
  { id: 'pat.scopes-fixed', clause: '2.2', kind: 'stated', statement: 'Scopes cannot be changed after creation.' },
  { id: 'pat.expiry-fixed', clause: '2.2', kind: 'stated', statement: 'expires_at cannot be changed after creation.' },
  {
    id: 'pat.expiry-minimum',
    clause: '2.2',
    kind: 'stated',
    statement: 'expires_at lies at least 7 days after creation.',
  },
  {
    id: 'pat.expiry-maximum',
    clause: '2.2',
    kind: 'stated',
    statement: 'expires_at lies at most 2 years after creation.',
  },
  {
    id: 'pat.expiry-range',
    clause: '5.3',
    kind: 'stated',
    statement: 'An expiry between 7 days and 2 years after creation is accepted.',
  },
  { id: 'pat.requires-name', clause: '5.3', kind: 'stated', statement: 'Creation requires name.' },
  { id: 'pat.requires-scopes', clause: '5.3', kind: 'stated', statement: 'Creation requires scopes.' },
  { id: 'pat.requires-expiry', clause: '5.3', kind: 'stated', statement: 'Creation requires expires_at.' },
  { id: 'pat.secret-shown', clause: '4.2', kind: 'stated', statement: 'The creation response includes the secret.' },
  {
    id: 'pat.secret-once',
    clause: '2.2',
    kind: 'stated',
    statement: 'The secret is returned at creation only and cannot be retrieved later.',
  },
  {
    id: 'pat.bearer',
    clause: '5.3',
    kind: 'stated',
    statement: 'The secret is sent as Authorization: Bearer and authenticates.',
  },
  {
    id: 'pat.revoke',
    clause: '4.2',
    kind: 'stated',
    statement: 'DELETE /access-tokens/{id} revokes the token: it no longer authenticates.',
  },
  {
    id: 'pat.revoke-unlists',
    clause: '4.2',
    kind: 'stated',
    statement: "A revoked token is no longer among the caller's tokens.",
  },
  {
    id: 'pat.expires',
    clause: '5.3',
    kind: 'stated',
    statement: 'A personal access token stops working at expires_at.',
  },
  {
    id: 'pat.scopes-decide',
    clause: '5.3',
    kind: 'stated',
    statement: "What a token may do is determined by its scopes and the user's project access.",
    excluded: 'The list of scopes and the rules are not shown.',
  },
  {
    id: 'pat.formats',
    clause: '2.2',
    kind: 'notShown',
    statement: 'The format of the elements of scopes and of expires_at, and the name of the secret.',
  },

  // 2.3, 4.1 and 5.2: OAuth
  {
    id: 'oauth.client-credentials',
    clause: '4.1',
    kind: 'stated',
    statement: 'POST /oauth/token with grant_type=client_credentials, form-urlencoded, answers JSON with access_token.',
  },
  {
    id: 'oauth.access-token-string',
    clause: '2.3',
    kind: 'stated',
    statement: 'access_token is a string, and so is refresh_token when one is issued.',
  },
  {
    id: 'oauth.secret-verified',
    clause: '5.2',
    kind: 'stated',
    statement: 'client_id and client_secret are exchanged for a token: a wrong secret gives none.',
  },
  {
    id: 'oauth.token-works',
    clause: '5.1',
    kind: 'stated',
    statement: 'The access token is accepted as Authorization: Bearer.',
  },
  {
    id: 'oauth.refresh',
    clause: '4.1',
    kind: 'stated',
    statement:
      'POST /oauth/token with grant_type=refresh_token, refresh_token, client_id and client_secret answers JSON with access_token.',
  },
  {
    id: 'oauth.refresh-secret-verified',
    clause: '5.2',
    kind: 'stated',
    statement: 'Refreshing takes the client_secret: a wrong one gives no token.',
  },
  {
    id: 'oauth.refresh-verified',
    clause: '5.2',
    kind: 'stated',
    statement: 'Refreshing takes a refresh token that was issued: any other value gives no token.',
  },
  {
    id: 'oauth.refreshed-token-works',
    clause: '5.2',
    kind: 'stated',
    statement: 'A refreshed access token is accepted as Authorization: Bearer.',
  },
  { id: 'oauth.expiry', clause: '5.2', kind: 'stated', statement: 'Access tokens expire.' },
  { id: 'oauth.unversioned', clause: '9', kind: 'stated', statement: 'The token endpoint is unversioned.' },
  { id: 'oauth.client-creation', clause: '5.2', kind: 'notShown', statement: 'How an OAuth client is created.' },
  {
    id: 'oauth.lifetime',
    clause: '5.2',
    kind: 'notShown',
    statement: 'The lifetime of an access token and the name of an expiry field.',
  },

  // 5: authentication
  {
    id: 'auth.required',
    clause: '5.1',
    kind: 'stated',
    statement: 'Every request to a protected endpoint carries Authorization: Bearer; without it nothing is served.',
  },
  {
    id: 'auth.invalid-bearer',
    clause: '5.1',
    kind: 'stated',
    statement: 'A Bearer value that was never issued is not accepted.',
  },
  {
    id: 'auth.integration-token',
    clause: '5.4',
    kind: 'stated',
    statement: 'The token of an internal integration is used on the legacy API exactly like a Bearer token.',
  },
  {
    id: 'auth.dsn',
    clause: '5.5',
    kind: 'stated',
    statement: 'Where an endpoint says so, Authorization: DSN with the client key works like Bearer.',
  },
  {
    id: 'auth.dsn-verified',
    clause: '5.5',
    kind: 'stated',
    statement: 'A DSN that is not a client key is not accepted.',
  },
  {
    id: 'auth.api-key',
    clause: '5.6',
    kind: 'stated',
    statement: 'HTTP Basic with the API key as user name and an empty password authenticates on the legacy API.',
  },
  {
    id: 'auth.api-key-verified',
    clause: '5.6',
    kind: 'stated',
    statement: 'A user name that is not an API key is not accepted.',
  },
  {
    id: 'auth.api-keys-new-accounts',
    clause: '5.6',
    kind: 'stated',
    statement: 'API keys are disabled for new accounts.',
    excluded: 'It takes a new account, and how one is made is not shown.',
  },
  {
    id: 'auth.legacy-required',
    clause: '5.4',
    kind: 'stated',
    statement: 'The legacy endpoints of a project or an issue serve nothing without valid credentials.',
  },

  // 4.3 and 5.7: connect
  {
    id: 'connect.prepare',
    clause: '4.3',
    kind: 'stated',
    statement: 'POST /app/{adapter}/prepare-connect answers a state code.',
  },
  { id: 'connect.prepare-auth', clause: '4.3', kind: 'stated', statement: 'prepare-connect takes a Bearer token.' },
  {
    id: 'connect.browser',
    clause: '4.3',
    kind: 'stated',
    statement: 'GET /app/{adapter}/connect?prepare_state=<code> goes on in the browser without a Bearer token.',
  },
  {
    id: 'connect.code-verified',
    clause: '5.7',
    kind: 'stated',
    statement: 'A code that prepare-connect did not give completes nothing.',
  },
  {
    id: 'connect.short-lived',
    clause: '5.7',
    kind: 'stated',
    statement: 'The state code is short-lived.',
    excluded: 'How short is not shown.',
  },
  { id: 'connect.code-name', clause: '4.3', kind: 'notShown', statement: 'The name of the field with the state code.' },

  // 4.4: versioned examples
  { id: 'environments.list', clause: '4.4', kind: 'stated', statement: 'GET /1.13/environments lists environments.' },
  {
    id: 'configurations.value',
    clause: '4.4',
    kind: 'stated',
    statement:
      'GET /1.13/configurations/{scope_id}?path= answers the configuration value at the dotted path, for a prefixed scope.',
  },
  {
    id: 'configurations.dotted-path',
    clause: '4.4',
    kind: 'stated',
    statement: 'The path is dotted: each step goes one level down.',
  },
  {
    id: 'resources.list',
    clause: '4.4',
    kind: 'stated',
    statement: 'GET /1.13/resources lists, with an enum filter status.',
  },
  {
    id: 'products.list',
    clause: '4.4',
    kind: 'stated',
    statement: 'GET /1.13/pulse/catalogs/{catalog_id}/products lists the products of a catalog.',
  },

  // 4.5: filters
  { id: 'filters.exact', clause: '4.5', kind: 'stated', statement: 'A plain string filter is an exact match.' },
  { id: 'filters.search-partial', clause: '4.5', kind: 'stated', statement: 'search is a partial match.' },
  { id: 'filters.search-case', clause: '4.5', kind: 'stated', statement: 'search is case-insensitive.' },
  {
    id: 'filters.enum-filters',
    clause: '4.5',
    kind: 'stated',
    statement: 'An enum filter accepts the values listed for the endpoint.',
  },
  { id: 'filters.enum-invalid', clause: '4.5', kind: 'stated', statement: 'An invalid enum value returns 400.' },
  {
    id: 'filters.enum-options',
    clause: '4.5',
    kind: 'stated',
    statement: 'The 400 for an invalid enum value names the allowed options.',
  },
  { id: 'filters.absent', clause: '4.5', kind: 'stated', statement: 'An absent filter applies no filtering.' },
  { id: 'filters.and', clause: '4.5', kind: 'stated', statement: 'Several filters are AND-combined.' },
  { id: 'filters.paged', clause: '4.5', kind: 'stated', statement: 'Filters combine with pagination parameters.' },

  // 4.6: id cursors
  { id: 'cursors.limit', clause: '4.6', kind: 'stated', statement: 'limit is the page size.' },
  { id: 'cursors.starting-after', clause: '4.6', kind: 'stated', statement: 'starting_after continues after the id.' },
  {
    id: 'cursors.ending-before',
    clause: '4.6',
    kind: 'stated',
    statement: 'ending_before answers the page before the id.',
  },
  {
    id: 'cursors.newest-first',
    clause: '4.6',
    kind: 'stated',
    statement: 'Paging forward walks backwards through time.',
  },
  { id: 'cursors.complete', clause: '4.6', kind: 'stated', statement: 'A walk visits each object once.' },
  {
    id: 'cursors.stable',
    clause: '4.6',
    kind: 'stated',
    statement: 'A walk stays stable while new objects are created.',
  },
  { id: 'cursors.response', clause: '4.6', kind: 'notShown', statement: 'Where the next cursor is returned.' },
  { id: 'cursors.limits', clause: '8', kind: 'notShown', statement: 'The default and the maximum of limit.' },

  // 4.7: services
  {
    id: 'services.invoke',
    clause: '4.7',
    kind: 'stated',
    statement: 'POST /services/{adapterConnectionId}/{command} with a JSON body answers the result of the command.',
  },
  {
    id: 'services.validated',
    clause: '4.7',
    kind: 'stated',
    statement: "The request body is validated against the command's schema.",
  },
  {
    id: 'services.capabilities',
    clause: '4.7',
    kind: 'stated',
    statement: 'GET /services/{adapterConnectionId}/capabilities answers the schemas of the available commands.',
  },
  {
    id: 'services.capabilities-own',
    clause: '4.7',
    kind: 'stated',
    statement: 'Capabilities are those of that single connection.',
  },
  { id: 'services.auth', clause: '4.7', kind: 'stated', statement: 'The Services API takes a Bearer token.' },
  { id: 'services.unversioned', clause: '9', kind: 'stated', statement: 'The Services API is unversioned.' },

  // 4.8: MCP
  {
    id: 'mcp.endpoint',
    clause: '4.8',
    kind: 'stated',
    statement: 'The service has a Model Context Protocol endpoint.',
  },
  { id: 'mcp.behaviour', clause: '4.8', kind: 'notShown', statement: 'The path and behaviour of the MCP endpoint.' },

  // 4.9: legacy
  {
    id: 'legacy.root',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/ answers 200 with a JSON object that has a string field version.',
  },
  {
    id: 'legacy.root-content-type',
    clause: '4.9',
    kind: 'stated',
    statement: 'GET /0/ answers Content-Type: application/json.',
  },
  { id: 'legacy.root-allow', clause: '4.9', kind: 'stated', statement: 'GET /0/ answers Allow: GET, HEAD, OPTIONS.' },
  { id: 'legacy.projects', clause: '4.9', kind: 'stated', statement: 'GET /0/projects/ answers project information.' },
  {
    id: 'legacy.projects-key',
    clause: '4.9',
    kind: 'stated',
    statement: 'Authenticated by API key, GET /0/projects/ answers the project that the key is bound to.',
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

  // 4.10: Link header
  {
    id: 'link.both-entries',
    clause: '4.10',
    kind: 'stated',
    statement:
      'A paginated response carries a Link header with the entries rel=previous and rel=next, even when those pages are empty.',
  },
  {
    id: 'link.results',
    clause: '4.10',
    kind: 'stated',
    statement: 'Each entry has results=true where that page has results and results=false where it has none.',
  },
  {
    id: 'link.cursor',
    clause: '4.10',
    kind: 'stated',
    statement: 'Each entry has a cursor attribute, and its URL carries cursor=<value>.',
  },
  {
    id: 'link.cursor-format',
    clause: '4.10',
    kind: 'stated',
    statement: 'A cursor is three colon-separated values: identifier, row offset, is_prev (1 or 0).',
  },
  { id: 'link.next', clause: '4.10', kind: 'stated', statement: 'Requesting the rel=next URL continues the list.' },
  {
    id: 'link.complete',
    clause: '4.10',
    kind: 'stated',
    statement: 'Following rel=next until results=false visits each record once.',
  },
  {
    id: 'link.offset',
    clause: '4.10',
    kind: 'stated',
    statement: 'When the next cursor is requested its offset grows by the page size.',
  },
  { id: 'link.previous', clause: '4.10', kind: 'stated', statement: 'The rel=previous entry leads back.' },
  {
    id: 'link.polling',
    clause: '4.10',
    kind: 'stated',
    statement: 'The cursors of empty pages let a client poll for new data.',
  },
  { id: 'link.identifier', clause: '4.10', kind: 'example', statement: 'The cursor identifier is usually 0.' },
  { id: 'link.previous-example', clause: '4.10', kind: 'example', statement: 'The previous entry is 0:0:1.' },

  // 7, 8 and 9
  {
    id: 'errors.body',
    clause: '7',
    kind: 'notShown',
    statement: 'The shape of an error body, and status codes other than 400.',
  },
  { id: 'limits.rate', clause: '8', kind: 'notShown', statement: 'Request rate limits and their headers.' },
  {
    id: 'versions.current',
    clause: '9',
    kind: 'stated',
    statement: 'Versioned paths have the form {base_url}/{version}/{resource}; the current version is 1.13.',
  },
  {
    id: 'versions.side-by-side',
    clause: '9',
    kind: 'stated',
    statement: 'The versioned and the legacy API run at the same time.',
  },
  {
    id: 'versions.legacy-description',
    clause: '9',
    kind: 'stated',
    statement: 'A machine-readable description of the legacy API is published under interface version 1.1.36.',
    excluded: 'Where it is published is not shown.',
  },
  { id: 'versions.differences', clause: '9', kind: 'notShown', statement: 'Differences between versions.' },
  { id: 'states.transitions', clause: '3', kind: 'notShown', statement: 'States and transitions of any resource.' },
  {
    id: 'resources.fields',
    clause: '2.4',
    kind: 'notShown',
    statement: 'Fields of the named resources beyond id, name and the filter names.',
  },
  { id: 'events.emitted', clause: '6', kind: 'notShown', statement: 'Events emitted by the service.' },
] as const

/** The name of a requirement: the one thing that both halves have in common. */
export type RequirementId = (typeof catalogue)[number]['id']

export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = catalogue
