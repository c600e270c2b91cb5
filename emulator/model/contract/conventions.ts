import {
  byOperation,
  choiceConvention,
  type ConventionValue,
  openConvention,
  openChoice,
  type OperationValue,
  templateConvention,
  statusConvention,
} from './define-convention.ts'

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

const token = { access_token: '$access_token', token_type: '$token_type' } as const

/**
 * Every convention: a gap of the specification, its default and its alternatives. The comments are for editors, and
 * repeat `what`.
 */
export const definitions = {
  /** The shape of a list: `{"data": […], "has_more"}`, an array, `{"items": […], "next_cursor"}`, or named. */
  listEnvelope: templateConvention(
    '4',
    {
      data: { data: '$items', has_more: '$hasMore' },
      array: '$items',
      items: { items: '$items', next_cursor: '$next' },
      named: { $kind: '$items', has_more: '$hasMore' },
    },
    {
      what: 'The shape of a list: `{"data": […], "has_more"}`, an array, `{"items": […], "next_cursor"}`, or named.',
      why: 'An object leaves room for more members; has_more says when a client must stop.',
    },
  ),
  /** The shape of a list of the legacy API. */
  legacyListEnvelope: templateConvention(
    '4.9',
    { array: '$items', data: { data: '$items' } },
    {
      what: 'The shape of a list of the legacy API.',
      why: 'The Link header has the paging, so the body is only the list.',
    },
  ),
  /** Whether `/0/projects/` answers an API key with a list of one project or with that project. */
  legacyProjects: choiceConvention('4.9', ['list', 'object'], {
    what: 'Whether `/0/projects/` answers an API key with a list of one project or with that project.',
    why: 'A list in every case, with one project under an API key; object answers that project itself.',
  }),
  /** The shape of one object: bare, `{"data": {…}}`, or by its name. */
  objectEnvelope: templateConvention(
    '4',
    { bare: '$item', data: { data: '$item' }, named: { $kind: '$item' } },
    {
      what: 'The shape of one object: bare, `{"data": {…}}`, or by its name.',
      why: 'It is the simplest shape.',
    },
  ),
  /** The shape of an error body; `problem` is RFC 9457. */
  errorBody: templateConvention(
    '7',
    {
      error: { error: { code: '$code', message: '$message', details: '$details' } },
      problem: {
        $mediaType: 'application/problem+json',
        type: 'about:blank',
        title: '$code',
        status: '$status',
        detail: '$message',
        errors: '$details',
      },
      message: { message: '$message', allowed: '$options' },
      errors: {
        errors: {
          $each: '$details',
          $value: { code: '$code', at: '$at', message: '$message', allowed: '$allowed' },
        },
      },
    },
    {
      what: 'The shape of an error body; `problem` is RFC 9457.',
      why: 'It has a code for programs, and a message and details for people.',
    },
  ),
  /** The status for refused input. A malformed id and an invalid enum value are always 400. */
  refusedStatus: statusConvention('7', [400, 422], {
    what: 'The status for refused input. A malformed id and an invalid enum value are always 400.',
    why: 'The specification uses 400 for the two refusals that it states: a malformed id, and an invalid value of an enum filter. Those two are 400 under every convention. An invalid enum member of a body is refused like any other fault of a body.',
    takes: 'refusalStatus',
  }),
  /** The status for missing or invalid credentials. */
  unauthenticatedStatus: statusConvention('7', [401, 403], {
    what: 'The status for missing or invalid credentials.',
    why: 'RFC 9110. A 401 comes with WWW-Authenticate.',
    takes: 'refusalStatus',
  }),
  /** The status for a credential that does not allow the request. */
  forbiddenStatus: statusConvention('7', [403, 404], {
    what: 'The status for a credential that does not allow the request.',
    why: 'RFC 9110. 404 hides whether the object exists.',
    takes: 'refusalStatus',
  }),
  /** The status for an id that no object has. */
  unknownIdStatus: statusConvention('7', [404, 410], {
    what: 'The status for an id that no object has.',
    why: 'RFC 9110.',
    takes: 'refusalStatus',
  }),
  /** The status for a created object. */
  createdStatus: statusConvention('7', [201, 200], {
    what: 'The status for a created object.',
    why: 'RFC 9110.',
    takes: 'successStatusWithBody',
  }),
  /** The status for any other success whose answer is JSON. That of `/0/` is always 200. */
  successStatus: statusConvention('7', [200, 203], {
    what: 'The status for any other success whose answer is JSON. That of `/0/` is always 200.',
    why: 'RFC 9110. It says no more than that the request has succeeded.',
    takes: 'successStatusWithBody',
  }),
  /** The status for a deleted object; all but 204 and 205 come with the object. */
  deletedStatus: statusConvention('7', [204, 200], {
    what: 'The status for a deleted object; all but 204 and 205 come with the object.',
    why: 'There is nothing left to show. 200 comes with the deleted object.',
    takes: 'successStatus',
  }),
  /** The members of a token response, as variants of RFC 6749. */
  tokenResponse: templateConvention(
    '2.3',
    {
      rfc6749: { ...token, expires_in: '$expires_in', refresh_token: '$refresh_token', scope: '$scope' },
      withoutRefreshToken: { ...token, expires_in: '$expires_in', scope: '$scope' },
      withoutExpiresIn: { ...token, refresh_token: '$refresh_token', scope: '$scope' },
      expiresAt: { ...token, expires_at: '$expires_at', refresh_token: '$refresh_token', scope: '$scope' },
    },
    {
      what: 'The members of a token response, as variants of RFC 6749.',
      why: 'RFC 6749 section 5.1.',
    },
  ),
  /** The lifetime of an OAuth access token, in seconds. */
  accessTokenLifetime: openConvention('5.2', 3600, {
    what: 'The lifetime of an OAuth access token, in seconds.',
    why: 'It is the value in the example of RFC 6749.',
    takes: { kind: 'count', least: 1, of: 'seconds' },
  }),
  /** Whether a new OAuth access token of a client leaves its earlier ones valid, or ends them. */
  earlierTokens: choiceConvention('5.2', ['stay', 'end'], {
    what: 'Whether a new OAuth access token of a client leaves its earlier ones valid, or ends them.',
    why: 'Processes of one client need not share a token.',
  }),
  /** The path of the personal access tokens. */
  accessTokensPath: openConvention('4.2', '/access-tokens', {
    what: 'The path of the personal access tokens.',
    why: 'The table of clause 4.2 uses this path.',
    takes: { kind: 'path', such: '/1.13/access-tokens' },
  }),
  /** The member that holds the secret of a new personal access token. */
  secretName: openChoice('2.2', ['token', 'secret', 'value'], {
    what: 'The member that holds the secret of a new personal access token.',
    why: 'The record is called a token.',
    takes: { kind: 'memberName', except: ['id', 'name', 'scopes', 'expires_at', 'created_at'] },
  }),
  /**
   * The form of scopes: `resource:action`, an object with both, or, only in answers, one text separated by spaces, or
   * objects with a name and a description.
   */
  scopeFormat: choiceConvention('2.2', ['string', 'object', 'text', 'named'], {
    what: 'The form of scopes: `resource:action`, an object with both, or, only in answers, one text separated by spaces, or objects with a name and a description.',
    why: 'OAuth scopes are written as resource:action.',
  }),
  /** Whether a request needs a credential with its scope, or the names of all scopes with what each allows. */
  scopeRule: openChoice('5.3', ['enforced', 'ignored'], {
    takes: { kind: 'scopes' },
    what: 'Whether a request needs a credential with its scope, or the names of all scopes with what each allows.',
    why: 'A scope is a resource family and an action. GET needs <family>:read and every other method needs <family>:write; without it the answer is 403. A token has no scope that its creator lacks, and a user has access to every project. An unknown scope is refused with a list of all scopes. With ignored, any text is a valid scope, and scopes have no effect. A vocabulary of a service names other scopes, as in {"read": ["*:read"], "catalog_admin": ["catalogs:*"]}.',
  }),
  /** The form of `expires_at`; an offset is +02:00, and a date is the moment at which its day begins in UTC. */
  expiresAtFormat: choiceConvention('2.2', expiryFormats, {
    what: 'The form of `expires_at`; an offset is +02:00, and a date is the moment at which its day begins in UTC.',
    why: 'It is readable, and its unit is clear.',
  }),
  /** The member that holds the state code of `prepare-connect`, or a template of that answer. */
  stateCodeName: openChoice('4.3', ['state', 'prepare_state', 'code'], {
    what: 'The member that holds the state code of `prepare-connect`, or a template of that answer.',
    why: 'The specification calls it a state code.',
    takes: { kind: 'memberNameOrTemplate', except: ['expires_in'] },
  }),
  /** The lifetime of a state code, in seconds. */
  stateCodeLifetime: openConvention('4.3', 600, {
    what: 'The lifetime of a state code, in seconds.',
    why: 'It is short, but long enough for a person to sign in.',
    takes: { kind: 'count', least: 1, of: 'seconds' },
  }),
  /**
   * The first thing that the connect page shows: a consent page, a redirect to the third party (303 or 302), or the
   * result.
   */
  connectFlow: choiceConvention('4.3', ['consent', 'redirect', 'immediate', 'redirect-302'], {
    what: 'The first thing that the connect page shows: a consent page, a redirect to the third party (303 or 302), or the result.',
    why: 'A person must agree before a connection is made.',
  }),
  /** The page size without `limit`. */
  defaultLimit: byOperation(
    openConvention('8', 20, {
      what: 'The page size without `limit`.',
      why: 'Such a page fits a screen.',
      takes: { kind: 'count', least: 1 },
    }),
  ),
  /** The largest page size. */
  maximumLimit: byOperation(
    openConvention('8', 100, {
      what: 'The largest page size.',
      why: 'It is the page size in the legacy example.',
      takes: { kind: 'count', least: 1 },
    }),
  ),
  /** The effect of a `limit` above `maximumLimit`. */
  excessiveLimit: byOperation(
    choiceConvention('8', ['refuse', 'clamp'], {
      what: 'The effect of a `limit` above `maximumLimit`.',
      why: 'The client learns that it asked for too much.',
    }),
  ),
  /** The smallest page size. A smaller `limit` is refused. */
  minimumLimit: byOperation(
    openConvention('8', 1, {
      what: 'The smallest page size. A smaller `limit` is refused.',
      why: 'A page has at least one record.',
      takes: { kind: 'count', least: 1 },
    }),
  ),
  /** The effect of a cursor that is the id of no object. */
  unknownCursor: byOperation(
    choiceConvention('4.6', ['continue', 'refuse'], {
      what: 'The effect of a cursor that is the id of no object.',
      why: 'Ids are ordered, so paging can continue when the object of the cursor has been deleted.',
    }),
  ),
  /** The page after the last object of a list: 200 is an empty one, and any other status is a refusal. */
  lastCursor: byOperation(
    openConvention('4.6', 200, {
      what: 'The page after the last object of a list: 200 is an empty one, and any other status is a refusal.',
      why: 'A client may poll for the next objects.',
      takes: { kind: 'emptyOrRefusalStatus' },
    }),
  ),
  /** The effect of both cursors in one request. */
  bothCursors: byOperation(
    choiceConvention('4.6', ['refuse', 'startingAfter'], {
      what: 'The effect of both cursors in one request.',
      why: 'They contradict each other.',
    }),
  ),
  /**
   * The members of records in answers; `minimal` is `id` and `name`, and a list of names for a resource shows only
   * those.
   */
  recordMembers: openChoice('2.4', ['full', 'minimal'], {
    what: 'The members of records in answers; `minimal` is `id` and `name`, and a list of names for a resource shows only those.',
    why: 'A test of a filter must see the filtered field. minimal shows only id and name.',
    takes: { kind: 'members' },
  }),
  /** Whether a list of the versioned API or of access tokens has pages. That of products always has. */
  pagedLists: byOperation(
    choiceConvention('4.6', [true, false], {
      what: 'Whether a list of the versioned API or of access tokens has pages. That of products always has.',
      why: 'Clause 4.6 describes the pages of the versioned API, and clause 4.4 names only those of products. A list without pages answers all records, and has neither `limit` nor cursors.',
    }),
  ),
  /** The effect of the id of a configuration scope without a prefix. */
  bareScope: choiceConvention('2.1', ['refuse', 'accept'], {
    what: 'The effect of the id of a configuration scope without a prefix.',
    why: 'Without a prefix, the type of the scope is ambiguous.',
  }),
  /** The shape of the capabilities of an adapter connection: a list of commands, or a map of schemas. */
  capabilities: templateConvention(
    '4.7',
    {
      commands: {
        commands: [
          {
            name: '$name',
            description: '$description',
            inputSchema: '$inputSchema',
            outputSchema: '$outputSchema',
          },
        ],
      },
      map: { $name: '$inputSchema' },
    },
    {
      what: 'The shape of the capabilities of an adapter connection: a list of commands, or a map of schemas.',
      why: 'MCP lists tools in this shape.',
    },
  ),
  /** The path of the MCP endpoint. */
  mcpPath: openConvention('4.8', '/mcp', {
    what: 'The path of the MCP endpoint.',
    why: 'It is the usual path of an MCP endpoint.',
    takes: { kind: 'path', such: '/mcp' },
  }),
  /** The prefix of an environment's id when it is a configuration scope. */
  environmentPrefix: openConvention('2.1', 'env_', {
    what: "The prefix of an environment's id when it is a configuration scope.",
    why: 'It abbreviates environment.',
    takes: { kind: 'prefix' },
  }),
  /** The requests that one credential may send in a minute; 0 for no limit. */
  rateLimit: openConvention('8', 0, {
    what: 'The requests that one credential may send in a minute; 0 for no limit.',
    why: 'Tests should run at full speed unless they test the limit. Every answer to a counted request, also a refusal, has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset; a 429 also has Retry-After. Times are in seconds of virtual time. A request that is refused for its credentials is not counted.',
    takes: { kind: 'count', least: 0, expects: 'the number of requests a minute for one credential; 0 for no limit' },
  }),
  /** Whether a new group needs a status. */
  groupStatus: choiceConvention('4.9', ['optional', 'required'], {
    what: 'Whether a new group needs a status.',
    why: 'Clause 4.9 has `status` only as an example of a member.',
  }),
  /** The records of a page of the legacy API. */
  legacyPageSize: openConvention('8', 100, {
    what: 'The records of a page of the legacy API.',
    why: 'It is the value in the documented example.',
    takes: { kind: 'count', least: 1 },
  }),
  /** Whether resources beyond the documented ones are served under `/1.13/`. */
  versionedResources: choiceConvention('4.4', ['on', 'off'], {
    what: 'Whether resources beyond the documented ones are served under `/1.13/`.',
    why: 'All resources of clause 2.4 are served by the general rules of clause 4. off serves only documented paths.',
  }),
  /** The answer to OPTIONS in addition to `Allow`: a description, 204, or 200 without a body. */
  optionsAnswer: choiceConvention('4', ['description', 'noContent', 'empty'], {
    what: 'The answer to OPTIONS in addition to `Allow`: a description, 204, or 200 without a body.',
    why: 'The specification says that OPTIONS describes the endpoint.',
  }),
  /** The versions that are served, the current one first. */
  versions: openConvention('9', ['1.13'], {
    what: 'The versions that are served, the current one first.',
    why: 'Several versions run at the same time, and this one is documented.',
    takes: { kind: 'versions' },
  }),
  /** The effect of a repeated query parameter. */
  repeatedParameters: byOperation(
    choiceConvention('4.5', ['refuse', 'first', 'last'], {
      what: 'The effect of a repeated query parameter.',
      why: 'A repeated parameter is ambiguous.',
    }),
  ),
  /** The effect of an empty query parameter; `exact` filters by the empty string. */
  emptyParameters: byOperation(
    choiceConvention('4.5', ['exact', 'ignore', 'refuse'], {
      what: 'The effect of an empty query parameter; `exact` filters by the empty string.',
      why: 'By clause 4.5, an empty filter is an exact match of the empty string.',
    }),
  ),
  /** The effect of an unknown query parameter. */
  unknownParameters: byOperation(
    choiceConvention('4', ['ignore', 'refuse'], {
      what: 'The effect of an unknown query parameter.',
      why: 'The specification allows extra parameters. refuse finds misspelt filters.',
    }),
  ),
  /** The effect of an unknown member of a body. */
  unknownMembers: choiceConvention('4', ['refuse', 'ignore'], {
    what: 'The effect of an unknown member of a body.',
    why: 'Otherwise a misspelt member would be lost silently.',
  }),
  /** Whether a path is also served with its trailing slash added or removed. The operations at a path share it. */
  trailingSlash: byOperation(
    choiceConvention('4', ['documented', 'any'], {
      what: 'Whether a path is also served with its trailing slash added or removed. The operations at a path share it.',
      why: 'The specification defines the exact paths.',
    }),
  ),
  /** Parts of answers that no other convention has, by operation and outcome: headers, media types, members. */
  answerForms: openConvention('4', 'none', {
    what: 'Parts of answers that no other convention has, by operation and outcome: headers, media types, members.',
    why: 'The other conventions say all that the emulator needs. Forms are for the rest of what a service answers.',
    takes: { kind: 'answerForms' },
  }),
  /** The largest request body, in bytes. */
  bodyLimit: openConvention('8', 1_048_576, {
    what: 'The largest request body, in bytes.',
    why: 'It is far above any documented body.',
    takes: { kind: 'count', least: 1, of: 'bytes' },
  }),
}

type Definitions = typeof definitions

/** The name of a convention: one of `conventionNames`. */
export type ConventionName = keyof Definitions

type Values = { readonly [Name in keyof Definitions]: ConventionValue<Definitions[Name]> }
type OperationValues = { readonly [Name in keyof Definitions]: OperationValue<Definitions[Name]> }

/**
 * The emulator's answers in the gaps of the specification: "not shown" or not mentioned. Each can be changed, for users
 * who know the real shape.
 */
export interface Conventions extends Values {}

/** The conventions of one operation. */
export interface OperationConventions extends OperationValues {}
