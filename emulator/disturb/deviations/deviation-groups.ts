import type { CheckId, CheckRequirements } from '../../../conformance/catalogue/check-requirements.ts'
import type { FetchWrapper } from './define-deviation.ts'

/** The requirement that is violated, a check that decides it, and what the server does wrong, in a sentence. */
export type DeviationRow = {
  [Check in CheckId]: readonly [requirement: CheckRequirements[Check], caughtBy: Check, description: string]
}[CheckId]

/** Deviations by their names, under a title for people. */
export interface DeviationGroup {
  readonly title: string
  readonly deviations: Readonly<Record<string, DeviationRow>>
}

/**
 * The deviations that are shipped: those that a client can notice. What else the kit must catch is in testing/faults/.
 *
 * A row stands apart from what it does, because names are checked when an emulator is made, where nothing can be
 * awaited, while a page in a browser should not load 800 lines of behaviour for that. `BehavioursOf` ties the two: a
 * file of `behaviours/` that lacks a row of its group, or has one too many, does not compile.
 */
export const deviationGroups = {
  ids: {
    title: 'Ids',
    deviations: {
      'event-ids-too-long': ['ids.grammar', 'ids.grammar.answers', 'The ids of events have 28 characters.'],
      'id-twice-in-list': ['ids.unique', 'ids.unique.answers', 'Two groups have the same id.'],
      'ids-unique-per-kind': ['ids.unique', 'ids.unique.answers', 'A group has the id of an event.'],
      'product-ids-prefixed': [
        'ids.never-prefixed',
        'ids.never-prefixed.answers',
        'The ids of products are answered with a prefix.',
      ],
      'event-ids-prefixed': [
        'ids.never-prefixed',
        'ids.never-prefixed.answers',
        'The ids of events are answered with a prefix.',
      ],
      'reference-prefixed': [
        'ids.never-prefixed',
        'ids.never-prefixed.answers',
        'The project of an environment is answered with a prefix.',
      ],
      'new-product-has-low-id': [
        'ids.order',
        'ids.order.products',
        'A new product has an id below those of older ones.',
      ],
      'prefixed-catalog-refused': [
        'ids.prefixed-form',
        'ids.prefixed-form.catalog',
        'The products accept only a bare catalog id.',
      ],
    },
  },
  tokens: {
    title: 'Personal access tokens',
    deviations: {
      'pat-create-always-refused': ['pat.create', 'pat.create.token', 'No creation is accepted.'],
      'pat-secret-missing': ['pat.secret-shown', 'pat.secret-shown.creation', 'A creation shows no secret.'],
      'pat-secret-not-accepted': [
        'pat.bearer',
        'pat.bearer.accepted',
        'The secret that is shown does not authenticate.',
      ],
      'pat-secret-in-list': ['pat.secret-once', 'pat.secret-once.list', 'The list shows the secrets.'],
      'pat-list-empty': ['pat.list', 'pat.list.created', 'The list of tokens is always empty.'],
      'pat-no-minimum': [
        'pat.expiry-minimum',
        'pat.expiry-minimum.five-days',
        'A token may expire at any time, even in the past.',
      ],
      'pat-refuses-seven-days': ['pat.expiry-range', 'pat.expiry-range.seven-days', 'A token must last 8 days.'],
      'pat-rename-refused': ['pat.name-updatable', 'pat.name-updatable.rename', 'A token cannot be renamed.'],
      'pat-rename-not-stored': [
        'pat.name-updatable',
        'pat.name-updatable.rename',
        'The answer shows the new name, but the old one stays.',
      ],
      'pat-rename-ends-the-secret': [
        'pat.name-updatable',
        'pat.name-updatable.secret',
        'A token is refused after it was renamed.',
      ],
      'pat-revoke-without-effect': [
        'pat.revoke',
        'pat.revoke.refused',
        'A revoked token is gone from the list, but goes on working.',
      ],
      'pat-revoked-still-listed': [
        'pat.revoke-unlists',
        'pat.revoke-unlists.list',
        'A revoked token stays in the list.',
      ],
      'pat-never-expires': ['pat.expires', 'pat.expires.refused', 'An expired token goes on working.'],
      'pat-expires-early': ['pat.expires', 'pat.expires.refused', 'A token stops working a day before its expires_at.'],
    },
  },
  oauth: {
    title: 'OAuth',
    deviations: {
      'oauth-token-under-another-name': [
        'oauth.client-credentials',
        'oauth.client-credentials.token',
        'The access token is in the member token.',
      ],
      'oauth-json-alone': [
        'oauth.client-credentials',
        'oauth.client-credentials.token',
        'The token endpoint accepts JSON and no form.',
      ],
      'oauth-versioned-alone': [
        'oauth.unversioned',
        'oauth.unversioned.path',
        'The token endpoint is at /1.13/oauth/token and nowhere else.',
      ],
      'oauth-access-token-a-number': [
        'oauth.access-token-string',
        'oauth.access-token-string.types',
        'access_token is a number.',
      ],
      'oauth-any-secret': [
        'oauth.secret-verified',
        'oauth.secret-verified.wrong-secret',
        'Any client_secret gives a token.',
      ],
      'oauth-any-client': [
        'oauth.secret-verified',
        'oauth.secret-verified.wrong-client',
        'Any client_id gives a token, if the secret is right.',
      ],
      'oauth-token-dead': ['oauth.token-works', 'oauth.token-works.bearer', 'The access token is not accepted.'],
      'oauth-no-refresh': ['oauth.refresh', 'oauth.refresh.token', 'Refresh tokens are issued, but never accepted.'],
      'oauth-refresh-while-token-lives': [
        'oauth.refresh',
        'oauth.refresh.after-expiry',
        'A refresh token ends with the access token that it came with.',
      ],
      'oauth-refreshed-token-dead': [
        'oauth.refreshed-token-works',
        'oauth.refreshed-token-works.bearer',
        'The access token of a refresh is not accepted.',
      ],
      'oauth-tokens-never-expire': ['oauth.expiry', 'oauth.expiry.refused', 'An expired access token goes on working.'],
    },
  },
  credentials: {
    title: 'Credentials',
    deviations: {
      'open-environments': ['auth.required', 'auth.required.environments', 'environments.list needs no credentials.'],
      'open-resources': ['auth.required', 'auth.required.resources', 'resources.list needs no credentials.'],
      'any-bearer-environments': [
        'auth.invalid-bearer',
        'auth.invalid-bearer.environments',
        'environments.list accepts any Bearer value.',
      ],
      'any-bearer-legacy-groups': [
        'auth.legacy-required',
        'auth.legacy-required.groups-wrong-bearer',
        'legacy.groups.list accepts any Bearer value.',
      ],
      'bearer-beginning-alone': [
        'auth.invalid-bearer',
        'auth.invalid-bearer.one-character',
        'Only the first 20 characters of a Bearer value are compared.',
      ],
      'integration-token-refused-for-projects': [
        'auth.integration-token',
        'auth.integration-token.projects',
        'The legacy projects accept no integration token.',
      ],
      'dsn-refused': ['auth.dsn', 'auth.dsn.accepted', 'No DSN is accepted: a request with one gets 404.'],
      'any-dsn': ['auth.dsn-verified', 'auth.dsn-verified.wrong', 'Any DSN is accepted.'],
      'api-key-refused': [
        'auth.api-key',
        'auth.api-key.accepted',
        'No API key is accepted: a request with one gets 404.',
      ],
      'any-api-key': [
        'auth.api-key-verified',
        'auth.api-key-verified.wrong',
        'Any user name is accepted as an API key.',
      ],
    },
  },
  lists: {
    title: 'Lists and records',
    deviations: {
      'version-not-served': [
        'versions.current',
        'versions.current.path',
        'The lists are not served under the current version.',
      ],
      'environments-not-found': ['environments.list', 'environments.list.get', 'There are no environments.'],
      'environment-without-name': [
        'environments.fields',
        'environments.fields.id-name',
        'One of the environments has no name.',
      ],
      'environment-id-renamed': [
        'environments.fields',
        'environments.fields.id-name',
        'The id of an environment is called environment_id.',
      ],
      'products-not-found': ['products.list', 'products.list.get', 'A catalog has no products.'],
      'catalog-id-ignored': [
        'products.list',
        'products.list.own-catalog',
        'Every catalog id gives the products of the same catalog.',
      ],
    },
  },
  configurations: {
    title: 'Configurations',
    deviations: {
      'configuration-path-ignored': [
        'configurations.value',
        'configurations.value.served',
        'The whole configuration is answered whatever the path.',
      ],
      'configuration-always-404': [
        'configurations.value',
        'configurations.value.served',
        'No configuration has a value anywhere.',
      ],
      'configuration-value-not-json': [
        'configurations.value',
        'configurations.value.served',
        'The value is answered as text that is not JSON.',
      ],
      'configuration-first-step-alone': [
        'configurations.dotted-path',
        'configurations.dotted-path.steps',
        'Only the first step of a path counts.',
      ],
      'configuration-of-any-scope': [
        'configurations.value',
        'configurations.value.scope',
        'A scope that does not exist gets the configuration of another.',
      ],
    },
  },
  filters: {
    title: 'Filters and search',
    deviations: {
      'brand-filter-ignored': ['filters.exact', 'filters.exact.value', 'The products ignore brand.'],
      'filters-match-prefixes': [
        'filters.exact',
        'filters.exact.partial',
        'A brand or category matches all values that begin with it.',
      ],
      'category-filter-folds-case': ['filters.exact', 'filters.exact.case', 'A category matches in any case.'],
      'filters-or-combined': [
        'filters.and',
        'filters.and.intersection',
        'A product matches when it matches brand or category.',
      ],
      'two-filters-match-nothing': [
        'filters.and',
        'filters.and.intersection',
        'A brand and a category together match nothing.',
      ],
      'search-case-sensitive': ['filters.search-case', 'filters.search-case.name', 'search is case-sensitive.'],
      'search-drops-filters': ['filters.and', 'filters.and.search', 'With search, brand and category do not count.'],
      'filter-lost-on-next-page': [
        'filters.paged',
        'filters.paged.strings',
        'With starting_after, brand and category do not count.',
      ],
      'filter-after-the-page': [
        'filters.paged',
        'filters.paged.strings',
        'The page is cut before the filter is applied.',
      ],
      'status-defaults-to-active': [
        'filters.absent',
        'filters.absent.enum',
        'Without status the resources are the active ones.',
      ],
      'enum-filter-ignored': [
        'filters.enum-filters',
        'filters.enum-filters.values',
        'The resources accept each value of status and ignore it.',
      ],
      'invalid-enum-ignored': [
        'filters.enum-invalid',
        'filters.enum-invalid.unlisted',
        'An invalid status is ignored.',
      ],
      'invalid-enum-matches-nothing': [
        'filters.enum-invalid',
        'filters.enum-invalid.unlisted',
        'An invalid status gives an empty list.',
      ],
      'enum-options-left-out': [
        'filters.enum-options',
        'filters.enum-options.all',
        'The 400 for an invalid enum value names no allowed value.',
      ],
    },
  },
  cursors: {
    title: 'Pages and cursors',
    deviations: {
      'limit-ignored': ['cursors.limit', 'cursors.limit.size', 'Every page of products has the same size.'],
      'page-one-too-short': [
        'cursors.limit',
        'cursors.limit.size',
        'A page of products has one record less than limit, unless limit is 1.',
      ],
      'page-one-too-long': [
        'cursors.limit',
        'cursors.limit.size',
        'A page of products has one record more than limit.',
      ],
      'oldest-first': ['cursors.newest-first', 'cursors.newest-first.falling', 'The products come oldest first.'],
      'starting-after-inclusive': [
        'cursors.starting-after',
        'cursors.starting-after.next',
        'A page begins with the record of starting_after.',
      ],
      'starting-after-skips-one': [
        'cursors.starting-after',
        'cursors.starting-after.next',
        'A page leaves out the record after that of starting_after.',
      ],
      'starting-after-ignored': [
        'cursors.starting-after',
        'cursors.starting-after.next',
        'starting_after gives the first page.',
      ],
      'ending-before-first-page': [
        'cursors.ending-before',
        'cursors.ending-before.adjacent',
        'ending_before gives the newest records.',
      ],
      'ending-before-inclusive': [
        'cursors.ending-before',
        'cursors.ending-before.adjacent',
        'A page ends with the record of ending_before.',
      ],
      'ending-before-ignored': ['cursors.ending-before', 'cursors.ending-before.adjacent', 'ending_before is ignored.'],
      'next-page-leaves-one-out': [
        'cursors.complete',
        'cursors.complete.walks',
        'Between pages of three or more records one is left out.',
      ],
      'last-record-left-out': [
        'cursors.complete',
        'cursors.complete.end',
        'A last page that is not full leaves out the last record.',
      ],
      'walk-begins-again': [
        'cursors.complete',
        'cursors.complete.end',
        'With a limit of 1, the first page follows the last.',
      ],
      'cursors-are-offsets': [
        'cursors.stable',
        'cursors.stable.created',
        'A cursor stands for a place in the list, which new records move.',
      ],
    },
  },
  services: {
    title: 'Services and commands',
    deviations: {
      'capabilities-empty': [
        'services.capabilities',
        'services.capabilities.schemas',
        'The capabilities of a connection are empty.',
      ],
      'capabilities-without-schemas': [
        'services.capabilities',
        'services.capabilities.schemas',
        'Capabilities name the commands without their schemas.',
      ],
      'capabilities-404': ['services.capabilities', 'services.capabilities.schemas', 'Capabilities are not served.'],
      'command-not-served': ['services.invoke', 'services.invoke.result', 'Commands answer 404.'],
      'command-fails': ['services.invoke', 'services.invoke.result', 'Commands answer 500.'],
      'command-result-not-json': ['services.invoke', 'services.invoke.result', 'The result of a command is a page.'],
      'command-body-not-validated': [
        'services.validated',
        'services.validated.invalid-body',
        'Commands accept any body.',
      ],
      'command-refuses-json': [
        'http.json-body',
        'http.json-body.accepted',
        'Commands refuse application/json with 415.',
      ],
      'services-behind-the-version': [
        'services.unversioned',
        'services.unversioned.path',
        'The Services API is only served behind a version.',
      ],
    },
  },
  connect: {
    title: 'Connecting an adapter',
    deviations: {
      'prepare-connect-without-code': [
        'connect.prepare',
        'connect.prepare.code',
        'prepare-connect answers no state code.',
      ],
      'connect-asks-for-bearer': [
        'connect.browser',
        'connect.browser.page',
        'GET connect asks the browser for a Bearer token.',
      ],
      'connect-refuses-good-codes': [
        'connect.browser',
        'connect.browser.page',
        'GET connect does not know the codes of prepare-connect.',
      ],
      'connect-form-posts-to-nowhere': [
        'connect.browser',
        'connect.browser.completed',
        'The form of the consent page is sent to an address that is not served.',
      ],
      'connect-page-forbids-its-form': [
        'connect.browser',
        'connect.browser.completed',
        'The content security policy of the consent page forbids its form.',
      ],
      'connect-approval-500': [
        'connect.browser',
        'connect.browser.completed',
        'Approving on the consent page answers 500.',
      ],
      'connect-approves-any-code': [
        'connect.code-verified',
        'connect.code-verified.in-browser',
        'A code that was never given completes a connection once it is approved.',
      ],
      'connect-codes-never-expire': [
        'connect.short-lived',
        'connect.short-lived.month-old',
        'A state code never expires.',
      ],
    },
  },
  legacy: {
    title: 'The legacy API',
    deviations: {
      'legacy-root-204': ['legacy.root', 'legacy.root.version', 'GET /0/ answers 204.'],
      'legacy-root-a-list': ['legacy.root', 'legacy.root.version', 'GET /0/ answers a list.'],
      'legacy-root-allows-post': [
        'legacy.root-allow',
        'legacy.root-allow.methods',
        'The Allow of GET /0/ also names POST.',
      ],
      'legacy-root-gone': ['versions.side-by-side', 'versions.side-by-side.both', 'The legacy API is switched off.'],
      'legacy-projects-404': [
        'legacy.projects',
        'legacy.projects.served',
        'GET /0/projects/ answers 404 to a Bearer token.',
      ],
      'legacy-groups-not-a-list': ['legacy.groups', 'legacy.groups.list', 'The groups are counted, not listed.'],
      'legacy-groups-404': ['legacy.groups', 'legacy.groups.list', 'The groups of a project answer 404.'],
      'legacy-project-id-ignored': [
        'legacy.groups',
        'legacy.groups.own-project',
        'Every project id gives the groups of the same project.',
      ],
      'legacy-events-500': ['legacy.events', 'legacy.events.list', 'The events of an issue answer 500.'],
      'groups-post-405': ['legacy.groups-post', 'legacy.groups-post.body', 'POST to the groups answers 405.'],
      'groups-post-ignores-body': [
        'legacy.groups-post',
        'legacy.groups-post.body',
        'POST to the groups ignores the status of the body.',
      ],
      'groups-post-ignores-query': [
        'legacy.groups-post-query',
        'legacy.groups-post-query.status',
        'POST to the groups ignores the status of the query.',
      ],
    },
  },
  link: {
    title: 'The Link header',
    deviations: {
      'link-missing-on-first-page': [
        'link.both-entries',
        'link.both-entries.events',
        'The first page of events has no Link header.',
      ],
      'link-missing-on-last-page': [
        'link.both-entries',
        'link.both-entries.events',
        'The last page of events has no Link header.',
      ],
      'link-rel-prev': ['link.both-entries', 'link.both-entries.events', 'The entry is called rel=prev.'],
      'link-results-missing': ['link.results', 'link.results.values', 'The entries have no attribute results.'],
      'link-results-always-true': ['link.results', 'link.results.next-true', 'rel=next always has results=true.'],
      'link-cursor-opaque': ['link.cursor-format', 'link.cursor-format.three-values', 'Cursors are opaque texts.'],
      'link-next-repeats-the-page': ['link.next', 'link.next.continues', 'A cursor answers the first page again.'],
      'link-next-refused': ['link.next', 'link.next.continues', 'A next cursor is answered with 404.'],
      'link-pages-overlap': [
        'link.complete',
        'link.complete.once',
        'Each page begins with the last record of the one before.',
      ],
      'link-record-lost-between-pages': [
        'link.complete',
        'link.complete.nothing-skipped',
        'Each page but the first begins one record late.',
      ],
      'link-walk-never-ends': ['link.complete', 'link.complete.once', 'After the last page the walk begins again.'],
      'link-walk-ends-one-page-early': [
        'link.complete',
        'link.complete.nothing-left',
        'rel=next has results=false although it leads to the last page.',
      ],
      'link-previous-stays': ['link.previous', 'link.previous.leads-back', 'rel=previous leads to the same page.'],
      'link-empty-pages-stay-empty': [
        'link.polling',
        'link.polling.new-event',
        'A cursor that once had no records never has any.',
      ],
    },
  },
  http: {
    title: 'HTTP and MCP',
    deviations: {
      'json-as-text': ['http.json', 'http.json.everywhere', 'The lists of clause 4.4 answer JSON as text/plain.'],
      'json-as-html': ['http.json', 'http.json.everywhere', 'The environments answer JSON as text/html.'],
      'refusals-as-text': ['http.json', 'http.json.everywhere', 'A 400 is plain text.'],
      'options-405': ['http.options', 'http.options.environments', 'OPTIONS answers 405.'],
      'create-token-refuses-json': [
        'http.json-body',
        'http.json-body.everywhere',
        'POST /access-tokens refuses JSON with 415.',
      ],
      'token-endpoint-with-query-404': [
        'http.query-on-writes',
        'http.query-on-writes.token-endpoint',
        'The token endpoint with a query answers 404.',
      ],
      'mcp-404': ['mcp.endpoint', 'mcp.endpoint.speaks', 'There is no MCP endpoint.'],
      'mcp-plain-json': [
        'mcp.endpoint',
        'mcp.endpoint.speaks',
        'The MCP endpoint answers JSON that is not a JSON-RPC message.',
      ],
    },
  },
} as const

type Groups = typeof deviationGroups

/** The name of a group of deviations. */
export type DeviationGroupName = keyof Groups

/** The name of a deviation: what `deviations` and `--deviation` take. */
export type DeviationName = { [Group in DeviationGroupName]: keyof Groups[Group]['deviations'] }[DeviationGroupName]

/** The wrapper around `fetch` for each deviation of a group: what the deviation does. */
export type BehavioursOf<Group extends DeviationGroupName> = {
  readonly [Name in keyof Groups[Group]['deviations']]: FetchWrapper
}
