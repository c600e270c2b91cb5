// Every sentence of the specification: what it asks of a client, or why it asks nothing.
import type { ClientRequirementId } from '../../conformance/client/catalogue/requirements.ts'

/** A sentence of the specification. */
export interface Sentence {
  /** The deepest numbered heading above it;  `0` for text before the first. */
  readonly clause: string
  /** The first words of the sentence. */
  readonly begins: string
  /** The requirements of clients that come from it. If empty, `reason` says why. */
  readonly requirements: readonly ClientRequirementId[]
  readonly reason?: string
}

/** Reasons why a sentence asks nothing of a client that could be judged. */
const reasons = {
  prose: 'It describes the document or the service and asks nothing.',
  server: 'It binds only the service: a client cannot break it.',
  notShown: 'It says that something is not shown.',
  given: 'The value is the choice of the user; a client passes it on.',
  example: 'It is an example and no contract.',
  repeated: 'It repeats a sentence of another clause, which is judged there.',
} as const

type NoRequirement = keyof typeof reasons
type SentenceRow = readonly [begins: string, ...(readonly [NoRequirement] | readonly ClientRequirementId[])]

const table: Readonly<Record<string, readonly SentenceRow[]>> = {
  '0': [
    ['This document covers the whole interface', 'prose'],
    ['It is a single document', 'prose'],
    ['Placeholders:', 'client.base-url'],
    ['`<access_token>`, `<personal_access_token>`', 'client.secrets-in-headers'],
  ],
  '1': [
    ['The service is a JSON HTTP API', 'prose'],
    ["The same API is used by the service's dashboard", 'prose'],
    ['The libraries handle authentication, token refresh and pagination', 'client.reports', 'client.token-reused'],
    ['Every adapter connected to the service', 'prose'],
    ['They are invoked through a Services API', 'repeated'],
    ['Third-party connectors are connected', 'repeated'],
    ['Two path generations run at the same time', 'repeated'],
  ],
  '2.1': [
    ['Bare id | String of exactly 27 characters', 'client.ids-kept'],
    ['Field name on objects: `id`', 'client.walk-complete'],
    ['Uniqueness | Unique across the whole platform', 'client.ids-kept'],
    ['Ordering | Ids begin with an encoded timestamp', 'server'],
    ['Sorting ids alphabetically gives creation order', 'client.id-order'],
    ['Prefixed id | Three lowercase letters', 'client.scope-prefixed'],
    ['Known prefixes |', 'client.scope-prefixed'],
    ['Prefix for environment: not shown', 'notShown'],
    ['Responses | Ids in responses are never prefixed', 'server'],
    ['Requests | Wherever an endpoint takes an id', 'server'],
    ['The prefix is required only where', 'client.scope-prefixed'],
    ['Malformed id | Returns', 'client.errors-reported', 'client.bad-request-repeated'],
    ['An object such as an environment carries', 'client.unknown-members'],
  ],
  '2.2': [
    ['`id` | string (bare id)', 'client.access-token-rename', 'client.access-token-revoke'],
    ['`name` | string | Updatable', 'client.access-token-rename'],
    ['`scopes` | set of scopes | Fixed', 'client.access-token-rename'],
    ['`expires_at` | expiry timestamp | Fixed', 'client.access-token-rename'],
    ['Must lie between 7 days and 2 years', 'given'],
    ['token secret | string | Returned once', 'client.access-token-secret'],
    ['Format of `scopes` elements', 'notShown'],
  ],
  '2.3': [
    ['Contains `access_token` (string)', 'client.bearer'],
    ['A `refresh_token` (string) is present when one is issued', 'client.refresh-token-issued'],
  ],
  '2.4': [
    ['Named resources:', 'prose'],
    ['Fields of these resources: not shown', 'client.null-members', 'client.unknown-members'],
  ],
  '3': [
    ['States and transitions of any resource: not shown', 'notShown'],
    ['(An example enum filter named `status`', 'example'],
  ],
  '4': [
    ['All requests and responses are JSON', 'client.json-bodies'],
    ['Bodies that are not in the URL are JSON', 'client.json-bodies'],
    ['Extra parameters may also be given in the query string', 'server'],
    ['Methods used: `GET` retrieves', 'client.invoke', 'client.capabilities', 'client.access-token-create'],
    ['Protected endpoints need', 'client.bearer'],
    ['Shape of the response envelope', 'notShown'],
  ],
  '4.1': [
    ['POST | `{base_url}/oauth/token` | `grant_type=client_credentials`', 'client.token-request'],
    ['POST | `{base_url}/oauth/token` | `grant_type=refresh_token`', 'client.refresh-request'],
  ],
  '4.2': [
    ['GET | `/access-tokens`', 'client.access-token-secret'],
    ['POST | `/access-tokens` | `name`', 'client.access-token-create', 'client.writes-once'],
    ['POST | `/access-tokens/{id}` | `name`', 'client.access-token-rename'],
    ['DELETE | `/access-tokens/{id}`', 'client.access-token-revoke'],
    ['The response bodies of these four operations', 'notShown'],
  ],
  '4.3': [
    ['POST | `/app/{adapter}/prepare-connect`', 'client.connect-prepare'],
    ['GET | `/app/{adapter}/connect?prepare_state=<code>`', 'client.connect-url'],
  ],
  '4.4': [
    ['GET | `{base_url}/1.13/environments`', 'client.versioned-paths'],
    ['GET | `{base_url}/1.13/configurations/{scope_id}', 'client.configuration-path', 'client.scope-prefixed'],
    ['GET | `{base_url}/1.13/resources?status', 'client.versioned-paths', 'client.filters-sent'],
    ['GET | `{base_url}/1.13/pulse/catalogs', 'client.versioned-paths'],
    ['The full list of versioned endpoints: not shown', 'notShown'],
  ],
  '4.5': [
    ['Filters are query parameters on list endpoints', 'client.filters-sent'],
    ['A plain parameter (string filter)', 'client.filters-sent'],
    ['Some endpoints accept a free-text `search`', 'client.search'],
    ['Enum filters accept only the values', 'given'],
    ['An invalid enum value returns', 'client.errors-reported'],
    ['Absent filter parameters apply no filtering', 'client.filters-absent'],
    ['Several filters are AND-combined', 'client.filters-combined'],
    ['Filters combine with pagination parameters', 'client.filters-on-every-page'],
  ],
  '4.6': [
    ['`limit` | page size', 'client.limit-parameter', 'client.page-size'],
    ['`starting_after` | id cursor', 'client.walk-cursor', 'client.walk-complete', 'client.walk-ends'],
    ['`ending_before` | id cursor', 'client.walk-back'],
    ['Because ids are time-ordered', 'client.walk-stable'],
    ['Shape of the paged response', 'notShown'],
  ],
  '4.7': [
    ['POST | `{base_url}/services/{adapterConnectionId}/{command}`', 'client.invoke', 'client.writes-once'],
    ['GET | `{base_url}/services/{adapterConnectionId}/capabilities`', 'client.capabilities'],
    ['The list of commands and the body schemas', 'notShown'],
    ['The request body is validated server-side', 'client.errors-reported'],
  ],
  '4.8': [
    ['The service has a Model Context Protocol endpoint', 'prose'],
    ['Its path and behaviour: not shown', 'notShown'],
  ],
  '4.9': [
    ['GET | `{base_url}/0/`', 'server'],
    ['GET | `{base_url}/0/projects/`', 'client.legacy-paths', 'client.redirects'],
    ['GET | `{base_url}/0/projects/{project_id}/groups/`', 'client.legacy-paths', 'client.link-next'],
    ['POST | `{base_url}/0/projects/{project_id}/groups/`', 'client.json-bodies', 'client.writes-once'],
    ['GET | `{base_url}/0/issues/{issue_id}/events/`', 'client.legacy-paths', 'client.link-next'],
    ['Other legacy endpoints: not shown', 'notShown'],
  ],
  '4.10': [
    ['A paginated response carries a `Link` header', 'client.link-by-name'],
    ['Each entry is a URL whose query holds', 'client.link-next'],
    ['`results=true` means that page has results', 'client.link-results', 'client.link-stops'],
    ['Both a previous and a next cursor are always returned', 'client.link-polls'],
    ['To continue, request the URL', 'client.link-next'],
    ['Repeat until the `rel=next` entry has `results=false`', 'client.link-stops'],
    ['Cursor value format:', 'client.link-next'],
    ['Example shape:', 'example'],
    ['When the next cursor is requested', 'server'],
  ],
  '5.1': [
    ['Every request to a protected endpoint carries', 'client.bearer', 'client.secrets-in-headers'],
    ['A token is obtained in one of two ways', 'client.token-request', 'client.access-token-use'],
    ['The token endpoint is unversioned', 'client.unversioned-paths'],
  ],
  '5.2': [
    ['An OAuth client is created', 'prose'],
    ['The endpoint or dashboard action', 'notShown'],
    ['Exchange with `grant_type=client_credentials`', 'client.token-request'],
    ['Tokens expire', 'client.expired-token', 'client.token-reused', 'client.refresh-once'],
    [
      'When one expires, request a new one',
      'client.expired-token',
      'client.refresh-token-issued',
      'client.refresh-refused',
    ],
    ['Lifetime of an access token', 'notShown'],
  ],
  '5.3': [
    ['Long-lived token tied to a user', 'prose'],
    ['Creation requires `name`, `scopes`, `expires_at`', 'client.access-token-create'],
    ['Expiry ranges from 7 days', 'given'],
    ['Scopes and expiry cannot be changed', 'client.access-token-rename'],
    ['Only the name can be updated', 'client.access-token-rename'],
    ['The secret is shown only once', 'client.access-token-secret'],
    ['Sent as `Authorization: Bearer <personal_access_token>`', 'client.access-token-use'],
    ['What a token may do is determined', 'server'],
    ['The list of scopes and the rules: not shown', 'notShown'],
  ],
  '5.4': [
    ['Authentication tokens are passed', 'client.integration-token'],
    ['They can be created by making an internal integration', 'prose'],
    ['They are used on the legacy API exactly like a Bearer token', 'client.integration-token'],
  ],
  '5.5': [
    ['Some endpoints accept `Authorization: DSN <DSN>`', 'client.dsn'],
    ['It works like Bearer authentication', 'client.dsn'],
    ['Each endpoint states whether it is supported', 'server'],
  ],
  '5.6': [
    ['HTTP Basic authentication: username is the API key', 'client.api-key'],
    ['Still supported but disabled for new accounts', 'given'],
  ],
  '5.7': [['Call `POST /app/{adapter}/prepare-connect`', 'client.connect-prepare', 'client.connect-url']],
  '6': [
    ['Events emitted by the service', 'notShown'],
    ['(Issue events exist only as a listable legacy resource', 'prose'],
  ],
  '7': [
    ['Invalid enum value in a filter |', 'client.errors-reported'],
    ['Malformed id (bare or prefixed) |', 'client.errors-reported', 'client.bad-request-repeated'],
    ['Error response body shape: not shown', 'client.error-shapes'],
    ['Status codes other than 400', 'client.error-shapes', 'client.server-errors'],
  ],
  '8': [
    ['Personal access token lifetime |', 'given'],
    ['Id length |', 'client.ids-kept'],
    ['Legacy page size |', 'client.link-results'],
    ['Request rate limits and their response headers', 'client.rate-limits', 'client.retry-after'],
    ['Maximum and default value of `limit`: not shown', 'notShown'],
  ],
  '9': [
    ['Versioned paths have the form', 'client.versioned-paths', 'client.base-url'],
    ['The current version is `1.13`', 'client.versioned-paths'],
    ['Several versions run at the same time', 'server'],
    ['The legacy API is addressed with the version `0`', 'client.legacy-paths'],
    ['The token endpoint (`/oauth/token`) and the Services API', 'client.unversioned-paths'],
    ['A machine-readable description of the legacy API', 'prose'],
    ['Differences between versions: not shown', 'notShown'],
  ],
}

/** Every sentence of the specification. */
export const sentences: readonly Sentence[] = Object.entries(table).flatMap(([clause, rows]) =>
  rows.map(([begins, ...assessment]) => {
    const [first] = assessment
    return first !== undefined && first in reasons
      ? { clause, begins, requirements: [], reason: reasons[first as NoRequirement] }
      : { clause, begins, requirements: assessment as readonly ClientRequirementId[] }
  }),
)

/** Requirements of sentences that the specification does not have: what it leaves to careful clients. */
export const unsaid: Readonly<Partial<Record<ClientRequirementId, string>>> = {
  'client.slow-answers': 'Clause 8 names limits and none of time; each client chooses how long it waits.',
}
