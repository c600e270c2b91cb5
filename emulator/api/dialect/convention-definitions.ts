import { answerForms } from './answer-forms.ts'
import type { ConventionName, Conventions } from '../../model/contract/conventions.ts'
import { count, freePrefix, knownPrefixes, path, versionList } from './convention-values.ts'
import { choice, type ConventionDefinition, open, openChoice } from './define-convention.ts'
import {
  memberName,
  nameOrTemplate,
  refusalStatus,
  shownMembers,
  statuses,
  statusWithBody,
  template,
  scopeVocabulary,
} from './more-values.ts'

const expiryFormats = [
  'rfc3339',
  'unix-seconds',
  'unix-milliseconds',
  'rfc3339-offset',
  'date',
  'http-date',
  'unix-seconds-text',
  'unix-milliseconds-text',
] as const

const freePaths = ', outside /_emulator, /oauth, /services, /app, /0 and the documented paths'

/**
 * Every convention: a gap of the specification, its default and its alternatives. The type `Conventions` is generated
 * from this table.
 */
export const definitions: { readonly [Name in ConventionName]: ConventionDefinition<Conventions[Name]> } = {
  listEnvelope: openChoice('4', ['data', 'array', 'items', 'named'], {
    what: 'The shape of a list: `{"data": […], "has_more"}`, an array, `{"items": […], "next_cursor"}`, or named.',
    why: 'An object leaves room for more members; has_more tells a client when to stop.',
    more: template('listEnvelope'),
    perOperation: true,
  }),
  legacyListEnvelope: openChoice('4.9', ['array', 'data'], {
    what: 'The shape of a list of the legacy API.',
    why: 'The Link header has the paging, so the body is only the list.',
    more: template('legacyListEnvelope'),
    perOperation: true,
  }),
  legacyProjects: choice('4.9', ['list', 'object'], {
    what: 'Whether `/0/projects/` answers an API key with a list of one project or with that project.',
    why: 'A list in every case, with one project under an API key; object answers that project itself.',
  }),
  objectEnvelope: openChoice('4', ['bare', 'data', 'named'], {
    what: 'The shape of one object: bare, `{"data": {…}}`, or by its name.',
    why: 'It is the simplest shape.',
    more: template('objectEnvelope'),
    perOperation: true,
  }),
  errorBody: openChoice('7', ['error', 'problem', 'message', 'errors'], {
    what: 'The shape of an error body; `problem` is RFC 9457.',
    why: 'It has a code for programs, and a message and details for people.',
    more: template('errorBody'),
    perOperation: true,
  }),
  refusedStatus: openChoice('7', [400, 422], {
    what: 'The status for refused input. A malformed id and an invalid enum value are always 400.',
    why: 'The specification uses 400 for the two refusals that it states: a malformed id, and an invalid value of an enum filter. Those two are 400 under every convention. An invalid enum member of a body is refused like any other fault of a body.',
    more: refusalStatus('refusedStatus'),
    perOperation: true,
  }),
  unauthenticatedStatus: openChoice('7', [401, 403], {
    what: 'The status for missing or invalid credentials.',
    why: 'RFC 9110. A 401 comes with WWW-Authenticate.',
    more: refusalStatus('unauthenticatedStatus'),
    perOperation: true,
  }),
  forbiddenStatus: openChoice('7', [403, 404], {
    what: 'The status for a credential that does not allow the request.',
    why: 'RFC 9110. 404 hides whether the object exists.',
    more: refusalStatus('forbiddenStatus'),
    perOperation: true,
  }),
  unknownIdStatus: openChoice('7', [404, 410], {
    what: 'The status for an id that no object has.',
    why: 'RFC 9110.',
    more: refusalStatus('unknownIdStatus'),
    perOperation: true,
  }),
  createdStatus: openChoice('7', [201, 200], {
    what: 'The status for a created object.',
    why: 'RFC 9110.',
    more: statusWithBody('createdStatus'),
    perOperation: true,
  }),
  successStatus: openChoice('7', [200, 203], {
    what: 'The status for any other success whose answer is JSON. That of `/0/` is always 200.',
    why: 'RFC 9110. It says no more than that the request has succeeded.',
    more: statusWithBody('successStatus'),
    perOperation: true,
  }),
  deletedStatus: openChoice('7', [204, 200], {
    what: 'The status for a deleted object; all but 204 and 205 come with the object.',
    why: 'There is nothing left to show. 200 comes with the deleted object.',
    more: statuses('deletedStatus', 200, 299),
    perOperation: true,
  }),
  tokenResponse: openChoice('2.3', ['rfc6749', 'withoutRefreshToken', 'withoutExpiresIn', 'expiresAt'], {
    what: 'The members of a token response, as variants of RFC 6749.',
    why: 'RFC 6749 section 5.1.',
    more: template('tokenResponse'),
    perOperation: true,
  }),
  accessTokenLifetime: open('5.2', 3600, {
    what: 'The lifetime of an OAuth access token, in seconds.',
    why: 'It is the value in the example of RFC 6749.',
    expects: 'a whole number of seconds from 1 to 1000000000',
    ...count(1),
  }),
  accessTokensPath: open('4.2', '/access-tokens', {
    what: 'The path of the personal access tokens.',
    why: 'The table of clause 4.2 uses this path.',
    expects: `a path such as /1.13/access-tokens${freePaths}`,
    ...path,
  }),
  secretName: openChoice('2.2', ['token', 'secret', 'value'], {
    what: 'The member that holds the secret of a new personal access token.',
    why: 'The record is called a token.',
    more: memberName(['id', 'name', 'scopes', 'expires_at', 'created_at']),
  }),
  scopeFormat: choice('2.2', ['string', 'object', 'text', 'named'], {
    what: 'The form of scopes: `resource:action`, an object with both, and in answers alone one text with blanks between them, or objects with a name and a description.',
    why: 'OAuth scopes are written as resource:action.',
  }),
  scopeRule: openChoice('5.3', ['enforced', 'ignored'], {
    more: scopeVocabulary,
    what: 'Whether a request needs a credential with its scope, or the names of all scopes with what each allows.',
    why: 'A scope is a resource family and an action. GET needs <family>:read and every other method needs <family>:write; without it the answer is 403. A token has no scope that its creator lacks, and a user has access to every project. An unknown scope is refused with a list of all scopes. With ignored, any text is a valid scope, and scopes have no effect. A vocabulary of a service names other scopes, as in {"read": ["*:read"], "catalog_admin": ["catalogs:*"]}.',
  }),
  expiresAtFormat: choice('2.2', expiryFormats, {
    what: 'The form of `expires_at`; an offset is +02:00, and a date is the moment at which its day begins in UTC.',
    why: 'It is readable, and its unit is clear.',
  }),
  stateCodeName: openChoice('4.3', ['state', 'prepare_state', 'code'], {
    what: 'The member that holds the state code of `prepare-connect`, or a template of that answer.',
    why: 'The specification calls it a state code.',
    more: nameOrTemplate('stateCodeName', ['expires_in']),
  }),
  stateCodeLifetime: open('4.3', 600, {
    what: 'The lifetime of a state code, in seconds.',
    why: 'It is short, but long enough for a person to sign in.',
    expects: 'a whole number of seconds from 1 to 1000000000',
    ...count(1),
  }),
  connectFlow: choice('4.3', ['consent', 'redirect', 'immediate', 'redirect-302'], {
    what: 'The first thing that the connect page shows: a consent page, a redirect to the third party (303 or 302), or the result.',
    why: 'A person must agree before a connection is made.',
  }),
  defaultLimit: open('8', 20, {
    what: 'The page size without `limit`.',
    why: 'Such a page fits a screen.',
    expects: 'a whole number from 1 to 1000000000',
    ...count(1),
  }),
  maximumLimit: open('8', 100, {
    what: 'The largest page size.',
    why: 'It is the page size in the legacy example.',
    expects: 'a whole number from 1 to 1000000000',
    ...count(1),
  }),
  excessiveLimit: choice('8', ['refuse', 'clamp'], {
    what: 'The effect of a `limit` above `maximumLimit`.',
    why: 'The client learns that it asked for too much.',
  }),
  unknownCursor: choice('4.6', ['continue', 'refuse'], {
    what: 'The effect of a cursor that is the id of no object.',
    why: 'Ids are ordered, so paging can continue when the object of the cursor has been deleted.',
  }),
  bothCursors: choice('4.6', ['refuse', 'startingAfter'], {
    what: 'The effect of both cursors in one request.',
    why: 'They contradict each other.',
  }),
  recordMembers: openChoice('2.4', ['full', 'minimal'], {
    what: 'The members of records in answers; `minimal` is `id` and `name`, and names by resource are those alone.',
    why: 'A test of a filter must see the filtered field. minimal shows only id and name.',
    more: shownMembers,
  }),
  environmentsPaged: choice('4.4', [true, false], {
    what: 'Whether the list of environments has pages.',
    why: 'All other lists are paged.',
  }),
  bareScope: choice('2.1', ['refuse', 'accept'], {
    what: 'The effect of the id of a configuration scope without a prefix.',
    why: 'Without a prefix, the type of the scope is ambiguous.',
  }),
  capabilities: openChoice('4.7', ['commands', 'map'], {
    what: 'The shape of the capabilities of an adapter connection: a list of commands, or a map of schemas.',
    why: 'MCP lists tools in this shape.',
    more: template('capabilities'),
    perOperation: true,
  }),
  mcpPath: open('4.8', '/mcp', {
    what: 'The path of the MCP endpoint.',
    why: 'It is the usual path of an MCP endpoint.',
    expects: `a path such as /mcp${freePaths}`,
    ...path,
  }),
  environmentPrefix: open('2.1', 'env_', {
    what: "The prefix of an environment's id when it is a configuration scope.",
    why: 'It abbreviates environment.',
    expects: `three lowercase letters and an underscore, other than ${knownPrefixes.join(', ')}`,
    ...freePrefix,
  }),
  rateLimit: open('8', 0, {
    what: 'The requests that one credential may send in a minute; 0 for no limit.',
    why: 'Tests should run at full speed unless they test the limit. Every answer to a counted request, also a refusal, has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset; a 429 also has Retry-After. Times are in seconds of virtual time. A request that is refused for its credentials is not counted.',
    expects: 'the number of requests a minute for one credential; 0 for no limit',
    ...count(0),
  }),
  legacyPageSize: open('8', 100, {
    what: 'The records of a page of the legacy API.',
    why: 'It is the value in the documented example.',
    expects: 'a whole number from 1 to 1000000000',
    ...count(1),
  }),
  versionedResources: choice('4.4', ['on', 'off'], {
    what: 'Whether resources beyond the documented ones are served under `/1.13/`.',
    why: 'All resources of clause 2.4 are served by the general rules of clause 4. off serves only documented paths.',
  }),
  optionsAnswer: choice('4', ['description', 'noContent', 'empty'], {
    what: 'The answer to OPTIONS in addition to `Allow`: a description, 204, or 200 without a body.',
    why: 'The specification says that OPTIONS describes the endpoint.',
  }),
  versions: open('9', ['1.13'], {
    what: 'The versions that are served, the current one first.',
    why: 'Several versions run at the same time, and this one is documented.',
    expects: 'versions such as 1.13,1.14',
    ...versionList,
  }),
  repeatedParameters: choice('4.5', ['refuse', 'first', 'last'], {
    what: 'The effect of a repeated query parameter.',
    why: 'A repeated parameter is ambiguous.',
  }),
  emptyParameters: choice('4.5', ['exact', 'ignore', 'refuse'], {
    what: 'The effect of an empty query parameter; `exact` filters by the empty text.',
    why: 'By clause 4.5, an empty filter is an exact match of the empty text.',
  }),
  unknownParameters: choice('4', ['ignore', 'refuse'], {
    what: 'The effect of an unknown query parameter.',
    why: 'The specification allows extra parameters. refuse finds misspelt filters.',
  }),
  unknownMembers: choice('4', ['refuse', 'ignore'], {
    what: 'The effect of an unknown member of a body.',
    why: 'Otherwise a misspelt member would be lost silently.',
  }),
  trailingSlash: choice('4', ['documented', 'any'], {
    what: 'Whether a path is also served with one slash more or less at its end.',
    why: 'The specification defines the exact paths.',
  }),
  answerForms: open('4', 'none', {
    what: 'What answers have beside the other conventions, by operation and outcome: headers, media types, members.',
    why: 'The other conventions say all that the emulator needs. Forms are for what a service does beside them.',
    ...answerForms,
  }),
  bodyLimit: open('8', 1_048_576, {
    what: 'The largest request body, in bytes.',
    why: 'It is far above any documented body.',
    expects: 'a whole number of bytes from 1 to 1000000000',
    ...count(1),
  }),
}
