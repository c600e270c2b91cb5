// Reports about one fault, for a reader who knows neither the code nor the fault.
import { expect, it } from 'vitest'
import { everyDeviation } from '../../testing/faults/faults.ts'
import { product } from '../../testing/product/product.ts'
import { deviatingSubject, runKit } from '../../testing/conformance/subject.ts'
import { type OauthFault, oauthService, setFormMember } from '../../testing/servers/oauth-faults.ts'
import { secrets } from '../../testing/servers/right/service/service.ts'
import { writeReport } from './service-document.ts'

/** The terminal report about a server with a fault, each space and line break as one space. */
async function reportOf(name: string, only: readonly string[]): Promise<string> {
  const fault = [...everyDeviation, ...product].find((other) => other.name === name)
  if (!fault) throw new Error(`There is no fault ${name}`)
  const result = await runKit(deviatingSubject({ caughtBy: '', ...fault }), { only })
  return writeReport('terminal', result).replaceAll(/\s+/g, ' ')
}

interface Row {
  readonly fault: string
  /** The requirements to check. */
  readonly only: readonly string[]
  readonly says: readonly (string | RegExp)[]
  readonly not?: readonly string[]
}

const lists = ['cursors.*', 'filters.*']

it.each<Row>([
  {
    fault: 'token-list-without-second/access-tokens.list/without-query',
    only: ['pat.list'],
    says: ['the second of the 3 tokens that were created', 'the list after later creations, which has it;'],
    not: ['for a token with one scope', 'List tokens with one scope'],
  },
  {
    fault: 'token-list-without-newest/access-tokens.list/always',
    only: ['pat.list'],
    says: ['the newest of the 3 tokens that were created', 'to do List the newest token too.'],
  },
  {
    fault: 'prefixed-token-delete-ignored',
    only: ['ids.prefixed-form', 'pat.*'],
    says: [
      'ids.prefixed-form: 204, but the token is still there at DELETE /access-tokens/{id}, then GET /access-tokens for a prefixed id (',
      'got 5 of 5 requests, for pat_, tok_, act_, prj_, wrk_: 204, but the token is still listed',
      /request curl -i -X DELETE '\S+\/pat_\w+' .* && curl -i '\S+\/access-tokens' /,
    ],
    not: ['instead of a refusal'],
  },
  {
    fault: 'secret-without-part-5/client-secret/always',
    only: ['oauth.*'],
    says: [
      'a token is issued for a wrong client_secret: its characters 30 to 35 are not compared at POST /oauth/token',
      /passed \d+ other requests, such as with only character 29 or 36 changed; a client_secret with its last character changed;/,
    ],
  },
  {
    fault: 'command-keyword-minimum/services.invoke/everywhere',
    only: ['services.validated'],
    says: [
      'services.validated: minimum is not checked at POST',
      'for a body with items[0].quantity below 1, a body with items[0].unit_price below 0: 200',
      'to do Check minimum too.',
    ],
  },
  {
    fault: 'pat-revoke-answers-not-found',
    only: ['pat.*'],
    says: ['pat.revoke: 404, but the token is gone at DELETE', 'to do Answer the revocation with a success.'],
  },
  {
    fault: 'environment-without-id-on-a-later-page',
    only: ['environments.*'],
    says: ['no id on the first of 10 records at GET'],
  },
  {
    fault: 'id-known-prefix-last/environments.list/always',
    only: ['ids.never-prefixed', ...lists],
    says: [
      'ids.never-prefixed: prefixed id prj_… in id of the last record at GET /{version}/environments in every answer (clause',
    ],
  },
  {
    fault: 'configuration-path-ignored/configurations.value/with-other-parameter',
    only: ['configurations.*'],
    says: [
      'the answer changes with an undocumented parameter at GET',
      '; without the parameter 200 "#2c1a2d"',
      'to do Ignore parameters that the endpoint does not know.',
    ],
    not: ['Split the path'],
  },
  {
    fault: 'page-behind-the-last-begins-again/products.list/with-cursor-alone',
    only: lists,
    says: [
      'the first page again at GET /{version}/pulse/catalogs/{catalog_id}/products with starting_after at the last record, without limit (clause',
      'expected no records after the last one for starting_after',
      '(from the beginning of the list)',
      'with ending_before instead of starting_after; with limit added; at /1.13/resources and',
    ],
    not: ['for status'],
  },
  {
    fault: 'filters-absent-hidden/resources.list/with-ending-before',
    only: lists,
    says: [
      '6 records with status="archived" missing at',
      'all of these have status="archived", and no record of the page has it',
      'to do Leave out no records by their status.',
    ],
  },
  {
    fault: 'ending-before-from-the-end/products.list/with-limit',
    only: lists,
    says: [
      'the newest records instead of those right before the cursor at',
      '(from the beginning of the list)',
      'with ending_before at record 3;',
      'to do End the page right before the record with that id.',
    ],
    not: ['ignored', 'Apply ending_before', 'Look for code'],
  },
  {
    fault: 'search-lower-only/products.list/with-enum',
    only: lists,
    says: [
      'search is case-sensitive for a text with a capital letter at',
      'products with status and search (clause',
      'search="AST"',
      'passed without status; without search; with search="ast",',
    ],
  },
  {
    fault: 'answer-of-another-object/products.list/with-enum',
    only: ['products.list'],
    says: ['also wrong: another catalog id and status', 'for every request with status (clause'],
  },
  {
    fault: 'environment-names-within-their-owners',
    only: ['environments.*'],
    says: [
      'no name on all 20 records, although owner has one at GET',
      '(owner.name is "Acme" on all of them)',
      'to do Send name at the top level of each environment, not only in owner.',
    ],
    not: ['wrong name'],
  },
  {
    fault: 'ending-before-other-way/resources.list/with-enum',
    only: lists,
    says: [
      'the records after the cursor instead of those before it at',
      'expected records 1 to 10 for',
      'got records 12 to 20 (as if starting_after had been sent)',
    ],
  },
  {
    fault: 'page-behind-the-last-but-one-one-lost/products.list/with-cursor-alone',
    only: lists,
    says: [
      'with starting_after when one record is left after the cursor, without limit (clause',
      'also wrong: with any filter added',
    ],
    not: ['only with starting_after at record 249'],
  },
  {
    fault: 'search-any-word/resources.list/with-starting-after',
    only: lists,
    says: [
      'search finds records with any one of its words at',
      'also wrong: with limit added; with search="qzxjvkqzxjvk deliver"',
      'starting_after; with search="qzxjvkqzxjvk"',
    ],
    not: ['not tried'],
  },
  {
    fault: 'search-underscore/environments.list/with-limit',
    only: lists,
    says: [
      '_ in search matches any character at',
      'passed without limit; with search="qzxjvkqzxjvk", "P_k", "Pembroke qzxjvkqzxjvk", "P%e" and "P*e";',
    ],
  },
  {
    fault: 'enum-unlisted-folded-letters/environments.list?kind/with-ending-before',
    only: ['filters.enum-invalid'],
    says: ['kind takes ı (U+0131) for i: 200 instead of 400 at', '(the same page as with kind="production")'],
    not: ['Look for code'],
  },
  {
    fault: 'string-filter-exact-other-case/category/always',
    only: lists,
    says: ['category ignores case at', 'with category="chairs" and "chaIRS"', 'with brand="LESCH-POUROS - SKILES"'],
    not: ['only with category="chairs"'],
  },
  {
    fault: 'filter-decodes-percent-twice',
    only: lists,
    says: [
      'brand is decoded twice at',
      'expected no records for brand="%4Cesch-Pouros - Skiles"',
      /also wrong: .*with category="%43hairs & Tables" passed/,
      /passed with brand="Lesch-Pouros\+- Skiles"; with brand="Lesch-Pouros - Skiles" .*, in quotation marks and after ! /,
    ],
  },
  {
    fault: 'filter-takes-a-plus-for-a-space',
    only: lists,
    says: [
      'brand takes + (sent as %2B) for a space at',
      /also wrong: .*with category="Chairs\+& Tables" passed/,
      'passed with brand="%4Cesch-Pouros - Skiles"; with brand="Lesch-Pouros - Skiles" in another case,',
      'brand=Lesch-Pouros%2B-%20Skiles',
    ],
  },
  {
    fault: 'filter-removes-quotes',
    only: lists,
    says: [
      'brand ignores quotation marks at',
      'with brand="L\\"esch-Pouros - Skiles"; with category="\\"Chairs & Tables\\"" passed',
      'passed with brand="\'Lesch-Pouros - Skiles\'"; with brand="Lesch-Pouros - Skiles" in another case,',
      'percent-encoded twice or with + for a space and after ! to do Treat quotation marks literally.',
    ],
    not: ['quotation marks around a value'],
  },
  {
    fault: 'filter-negates-behind-an-exclamation-mark',
    only: lists,
    says: [
      'brand with ! in front matches all other values at',
      'percent-encoded twice or with + for a space and in quotation marks to do Treat ! literally.',
    ],
  },
  {
    fault: 'search-leaves-out-an-s',
    only: lists,
    says: [
      'search ignores an s at the end of its text at',
      'for search="Größer Licensed Rubber Fishs"',
      'which contains "Größer Licensed Rubber Fish" ',
      'passed with search="qzxjvkqzxjvk", "Größer Licensed Rubber Fishsqzxjvkqzxjvk", "Größer Licensed Rubber Fishx", ',
      'to do Search for the whole text, without changes to its words.',
    ],
  },
  {
    fault: 'search-reads-ten-letters',
    only: lists,
    says: [
      'search uses only the beginning of its text at',
      'with search="Größer Licensed Rubber Fishsqzxjvkqzxjvk" and "Größer Licensed Rubber Fishx" passed',
      'passed with search="qzxjvkqzxjvk", "Größer qzxjvkqzxjvk", ',
    ],
  },
  {
    fault: 'enum-value-all-finds-all',
    only: ['filters.enum-invalid'],
    says: [
      'status accepts "all": 200 instead of 400 at GET /{version}/resources with status (',
      '(the same page as without status)',
      'passed 400 with status="qzxjv"',
    ],
  },
  {
    fault: 'enum-value-negated',
    only: ['filters.enum-invalid'],
    says: ['status with ! in front matches all other values: 200 instead of 400 at', 'to do Treat ! literally.'],
  },
  {
    fault: 'enum-value-in-quotes',
    only: ['filters.enum-invalid'],
    says: [
      'status ignores quotation marks around a value: 200 instead of 400 at',
      `passed 400 with status="qzxjv", "a\\"ctive", "'active'",`,
      'to do Treat quotation marks literally.',
    ],
  },
  {
    fault: 'limit-of-ten-ignored',
    only: ['cursors.limit'],
    says: ['limit is ignored at', 'products with limit=10 (', 'passed with limit=1, 2, 5, 9, 11, 60 and 100;'],
  },
  {
    fault: 'string-filter-exact-list-any/category/with-ending-before',
    only: lists,
    says: [
      'category=A,B is read as A or B at',
      'and category="Chairs & Tables,qzxjv" at',
      'starting_after instead of ending_before',
    ],
  },
  {
    fault: 'filter-reads-up-to-an-ampersand',
    only: lists,
    says: [
      'category ignores what follows & at',
      'with category="Beauty&qzxjv", which returns the records with "Beauty"',
    ],
  },
  {
    fault: 'newest-first-by-name/environments.list/with-enum',
    only: lists,
    says: [
      'cursors.newest-first: sorted by name at GET /{version}/environments with kind (clause',
      'passed without kind;',
    ],
  },
  {
    fault: 'filters-paged-after-the-page/products.list?brand/with-limit',
    only: lists,
    says: ['brand is applied to a page that is already cut at', 'to do Filter by brand before you cut the page.'],
  },
  {
    fault: 'filters-absent-hidden/resources.list/with-limit',
    only: lists,
    says: [
      '6 records with status="archived" missing at GET /{version}/resources with limit (clause',
      'passed without limit',
    ],
  },
  {
    fault: 'enum-listed-ignored-value/issue-events.list?level/always',
    only: lists,
    says: [
      'level is ignored at GET /{version}/issue-events with level="error"',
      'passed with level="info" and "warning";',
    ],
  },
  {
    fault: 'walk-begins-again',
    only: lists,
    says: [
      'with limit=1 and starting_after at the last record (clause',
      '(record 250 of 250',
      '(from the beginning of the list)',
      'passed with starting_after at record 1, 2, 126 and 249; with limit=2, 5,',
    ],
    not: ['ignored', 'Apply starting_after'],
  },
  {
    fault: 'legacy-group-is-posted-empty-body/legacy.groups.create/refused-405',
    only: ['legacy.*'],
    says: ['also wrong: an empty object without a query passed a body with the status'],
  },
  {
    fault: 'prepare-connect-empty',
    only: ['connect.*'],
    says: ['connect.prepare: 204 without a body at POST'],
  },
  {
    fault: 'legacy-groups-not-a-list',
    only: ['legacy.*'],
    says: ['no list in the body at GET /0/projects/'],
  },
  {
    fault: 'limit-one-less-1/resources.list/with-ending-before',
    only: lists,
    says: ['got no records', 'passed with limit=2, 5, 10, 20, 40 and 100; without limit'],
  },
  {
    fault: 'ending-before-ignored/environments.list/with-cursor-alone',
    only: lists,
    says: [
      '(the same page as without ending_before)',
      'passed with starting_after instead of ending_before; with limit added',
    ],
  },
  {
    fault: 'page-on-the-last-page-one-lost/resources.list/with-cursor-alone',
    only: lists,
    says: [
      '(record 41 of 60',
      'the last record of the list missing at',
      'with starting_after when less than a page is left after the cursor, without limit (clause',
      '(the last record of the list missing)',
      'at record 59;',
      'at record 1, 2, 31 and 40; with ending_before instead of starting_after; with limit added',
    ],
  },
  { fault: 'third-filter-dropped', only: lists, says: ['(the same page as without brand)'] },
  {
    fault: 'search-upper-only/products.list/with-brand',
    only: lists,
    says: ['products with brand and search (clause', '(right without brand)'],
  },
  {
    fault: 'id-number-last/environments.list/with-ending-before',
    only: ['ids.grammar', ...lists],
    says: [
      /^Not conformant: ids\.grammar: [\w ]+ at GET \/\{version\}\/environments in every answer with ending_before \(/,
    ],
    not: ['without ,'],
  },
  {
    fault: 'pat-put-changes-scopes',
    only: ['pat.scopes-fixed'],
    says: [
      'pat.scopes-fixed: a PUT with a new name and another scope and an expires_at 50 days earlier changes scopes at',
      /passed \d+ other requests, such as POST with a new name and fewer scopes;/,
      'to do Ignore or refuse scopes by PUT, as by POST.',
    ],
  },
  {
    fault: 'oauth-token-dead',
    only: ['oauth.*'],
    says: [
      'oauth.token-works: the access token is refused at GET /{version}/environments (',
      'also wrong: the same token for 3 s; another token of the client; that one at GET /access-tokens; that one at the Services API',
      'passed a token by a refresh; the Bearer token of the target file',
      /request curl -i -X POST '\S+\/oauth\/token' .* && curl -i '\S+\/environments' /,
    ],
    not: ['immediately'],
  },
  {
    fault: 'oauth-token-refused-by-services',
    only: ['oauth.*'],
    says: [
      'the access token is refused at GET /services/{adapterConnectionId}/capabilities (',
      'passed the token of the client at the versioned API',
    ],
  },
  {
    fault: 'secret-without-part-5/client-token/always',
    only: ['auth.invalid-bearer'],
    says: [
      'an access token by client credentials is not compared as a whole: its characters 28 to 33 are not compared at',
      'also wrong: the same token with only character 28 or 29 or 32 or 33 changed',
      'such as the same token with only character 27 or 34 changed;',
    ],
    not: ['instead of a refusal'],
  },
  {
    fault: 'pat-secret-masked',
    only: ['pat.*'],
    says: [
      'token is a masked string of 8 characters at POST /access-tokens (',
      'got 201, where token is a masked string of 8 characters',
    ],
  },
  {
    fault: 'fixed-member-by-body-alone/scopes/none',
    only: ['pat.scopes-fixed'],
    says: [
      'a body with only [] as scopes changes scopes at',
      'also wrong: POST with only null as scopes',
      /passed \d+ other requests, such as POST with only fewer scopes; POST with a new name and \[\] as scopes;/,
      'to do Ignore or refuse scopes in the body, whatever the value.',
      'needs your own token id in the path',
    ],
  },
  {
    fault: 'fixed-member-by-query/scopes/others',
    only: ['pat.scopes-fixed'],
    says: ['a query with another scope, beside a new name in the body, changes scopes at', 'scopes in the query,'],
  },
  {
    fault: 'capabilities-are-of-the-connection/services.capabilities/second-parent',
    only: ['services.*'],
    says: [
      'services.capabilities-own: two connections get the same commands at GET',
      'got the same commands for both: create-order, list-orders,',
      'to do Show only the commands of the connection in the path.',
    ],
  },
  {
    fault: 'pat-secret-in-list-behind-rename',
    only: ['pat.*'],
    says: [
      'POST /access-tokens/{id}, then GET /access-tokens in every answer after a new name for any token (',
      'passed answers there before a new name for any token; answers of POST /access-tokens/{id}, ',
    ],
  },
  {
    fault: 'services-behind-the-version',
    only: ['services.*'],
    says: ['to do Serve /services without a version. cause The API has the version in its path.'],
    not: ['samples that exist'],
  },
  {
    fault: 'link-walk-meets-each-record-middle/legacy.groups.list/last-lost',
    only: ['link.*'],
    says: [
      'the last page has 29 records, but its rel=next counts 30 at',
      'or show the record that the page leaves out.',
    ],
  },
  {
    fault: 'environment-without-name-last/environments.list/with-cursor',
    only: ['environments.*'],
    says: ['no name on the last of', 'with a cursor (clause', 'passed without a cursor'],
  },
  {
    fault: 'malformed-id-is-400/legacy.groups.create/underscore-front',
    only: ['ids.malformed-legacy'],
    says: ['1 of 28 requests, for an underscore before an id', 'such as an id with an underscore in it'],
  },
  {
    fault: 'command-takes-objects-with-members/services.invoke/with-other-parameter',
    only: ['services.validated'],
    says: [
      /^Not conformant: services\.validated: an invalid body is accepted at POST \S+ for every request with members, with a query \(clause/,
    ],
  },
  {
    fault: 'page-before-the-second-record-of-the-cursor/resources.list/always',
    only: lists,
    says: ['(up to the record of the cursor itself)'],
  },
  {
    fault: 'link-offset-grows-by-no-less/legacy.events.list/every',
    only: ['link.*'],
    says: [
      /^Not conformant: link\.offset: the offset of rel=next .* at GET/,
      'passed at GET /0/projects/{project_id}/groups/',
    ],
  },
  {
    fault: 'link-results-are-true-or-false/legacy.groups.list/last',
    only: ['link.*'],
    says: [
      /passed \d other requests, such as the first page; cursor=0:100:0; .*; at GET \/0\/issues\/\{issue_id\}\/events\/ to do/,
    ],
  },
  {
    fault: 'link-cursor-attribute-of-next-is-there/legacy.groups.list/first',
    only: ['link.*'],
    says: ['the other entry of this page; '],
  },
  {
    fault: 'ended-token-refused-late/resources.list/expired',
    only: ['pat.expires'],
    says: [
      'pat.expires: an expired token is accepted for a few more requests or seconds at',
      'passed the same request a few seconds later, which is refused; the same token is refused at GET',
      'to do Refuse the token from the first request after its end.',
    ],
  },
  {
    fault: 'oauth-versioned-alone',
    only: ['oauth.*'],
    says: ['cause The endpoint has the version in its path.'],
    not: ['if the service does not offer'],
  },
  { fault: 'enum-filter-ignored', only: lists, says: ['(the same page as without status)'] },
  {
    fault: 'link-previous-stays',
    only: ['link.*'],
    says: [
      'at cursor=0:100:1; cursor=0:0:1 shows page 1',
      'expected page 1 (records 1 to 100) at rel=previous of page 2 of 3, which has 100 records got page 2 (records 101 to 200) at cursor=0:100:1',
    ],
  },
  {
    fault: 'any-bearer-environments',
    only: ['auth.invalid-bearer'],
    says: [
      'for a Bearer value that was never issued: GET /1.13/environments answers 200',
      'passed no credentials; Bearer without a token; at GET',
      'to do Look up the Bearer value among the issued tokens, and refuse any other.',
    ],
  },
  {
    fault: 'id-hyphen-first/resources.list/always',
    only: ['ids.grammar', ...lists],
    says: [
      /^Not conformant: ids\.grammar: an id with "-" in the first record at GET \/\{version\}\/resources in every answer/,
    ],
  },
  {
    fault: 'token-list-without-with-several-scopes/access-tokens.list/without-query',
    only: ['pat.*'],
    says: [
      'GET /access-tokens for a token with several scopes (',
      'with scopes ["access-tokens:read","catalogs:read",',
      'passed the list with limit=100, which has it;',
      'to do List tokens with several scopes too.',
    ],
  },
  {
    fault: 'new-name-changes-nothing-else/scopes/only the first',
    only: ['pat.*'],
    says: ['pat.scopes-fixed: a new name removes all scopes except the first at POST'],
  },
  {
    fault: 'pat-rename-answers-nothing',
    only: ['pat.*'],
    says: [
      'pat.name-updatable: 204 without the updated token at POST',
      'passed the new name in the list of tokens',
      'to do Answer with the updated token.',
    ],
  },
  {
    fault: 'link-identifier-is-an-integer/legacy.groups.list/second-of-an-api-key',
    only: ['link.*'],
    says: [/ with Basic credentials \(/, 'passed the first page'],
  },
  {
    fault: 'enum-unlisted-number/resources.list?status/with-starting-after',
    only: ['filters.enum-invalid'],
    says: [
      'status takes the number of a value, from 0: 200 instead of 400 at',
      'passed 400 with status="qzxjv", "3"',
      'at 13 other filters',
      '(the same page as with status="inactive")',
    ],
  },
  {
    fault: 'refusal-is-json/access-tokens.revoke/text-html',
    only: ['http.json', 'ids.malformed-path', 'pat.*'],
    says: ['got 400 with text/html', /passed .*answers of GET .* other operations/],
  },
  {
    fault: 'page-on-a-last-page-that-is-full-begins-again/products.list/with-limit',
    only: lists,
    says: [
      '(record 248 of 250',
      'with limit=1, 5, 10, 20, 60 and 100;',
      'passed with starting_after at record 1, 2, 126, 249 and 250 and limit=2;',
    ],
  },
  {
    fault: 'filters-paged-lost/resources.list?status/with-starting-after',
    only: lists,
    says: [
      'status is ignored at GET /{version}/resources with status and starting_after (clause',
      'to do Apply status also with starting_after.',
      'passed without starting_after',
    ],
  },
  {
    fault: 'string-filter-exact-longer/category/with-limit',
    only: lists,
    says: [
      'category ignores any text after a value at',
      'with any other filter added; with category="Chairs & Tables',
      'passed without limit; with category="',
      'with category="Chairs & Tables" in another case, only in part,',
    ],
  },
  {
    fault: 'search-word-starts/products.list/always',
    only: lists,
    says: [
      'search finds only the beginnings of words at',
      'as for "Key" and "Fan" and "Fantastic" and',
      'also for "ast" or "tic"',
    ],
  },
  {
    fault: 'configuration-first-step-alone',
    only: ['configurations.*'],
    says: [
      'configurations.dotted-path: only the first step of the path is used at GET',
      /expected "#2c1a2d", the value at theme\.colors\.primary got the value at theme \(\{"colors":\{.*\), also at theme\.\w+\.primary; theme\.colors\.\w+; \S+ \(\w+ does not exist\)/,
      /passed other answers at \w+\.colors\.primary/,
    ],
  },
  {
    fault: 'configuration-path-one-key/configurations.value/always',
    only: ['configurations.*'],
    says: [
      /^Not conformant: configurations\.dotted-path: /,
      '404 for a path with a dot at GET',
      'also wrong: path=theme.colors passed path=theme breaks configurations.value',
      'to do Split the path at its dots',
    ],
  },
  {
    fault: 'legacy-root-gone',
    only: ['legacy.*'],
    says: ['expected 200 with a JSON object that has a string field version got 410'],
    not: ['for a request with Bearer'],
  },
  {
    fault: 'legacy-projects-without-projects',
    only: ['legacy.*'],
    says: ['to do Answer GET /0/projects/ with the projects'],
    not: ['slash is missing'],
  },
  {
    fault: 'pat-renames-once-in-silence',
    only: ['pat.*', 'http.*'],
    says: [
      /^Not conformant: pat\.name-updatable: wrong name at .* for a second new name \(/,
      'also wrong: a third name',
      'blocks 1 requirement until this is fixed: http.query-on-writes',
    ],
    not: ['Allow a query string'],
  },
  {
    fault: 'id-hyphen-last/legacy.events.list/with-cursor',
    only: ['ids.grammar', 'link.*'],
    says: ['an id with "-" in the last record at', '(only the last of 100 records)', 'to do Send the id without "-"'],
  },
  {
    fault: 'secret-without-case/client-secret/always',
    only: ['oauth.secret-verified'],
    says: ['a client_secret with the case of one letter changed', 'to do Compare also the case of client_secret.'],
  },
  {
    fault: 'grant-needs-each-member/refresh_token?client_secret/another-value',
    only: ['oauth.*'],
    says: [
      'a token is issued for a wrong client_secret: its characters are not compared at POST /oauth/token with grant_type=refresh_token',
      'a refresh without client_secret',
      'to do Compare the whole client_secret.',
    ],
  },
  {
    fault: 'secret-without-case/refresh-token/always',
    only: ['oauth.*'],
    says: [
      /oauth.refresh-verified: a token is issued for a refresh token with the case of \S+ letters? changed at POST/,
      'passed a refresh token with its last character changed; a refresh token with one character in the middle changed',
    ],
  },
  {
    fault: 'new-name-answers-nothing-else/scopes/without the last',
    only: ['pat.*'],
    says: [
      'the answer to a new name leaves out the last of the scopes, unlike the list at POST /access-tokens/{id} (',
      'got ["access-tokens:read","catalogs:read"] in the answer, ["access-tokens:read","catalogs:read","environments:read"] in the list after it',
      'Answer a new name with the whole record',
    ],
    not: ['accepts every member'],
  },
  {
    fault: 'post-with-query-400-where-status-is-needed',
    only: ['http.*', 'legacy.*'],
    says: ['a POST with a query string, with status or with another parameter, to be accepted'],
  },
  {
    fault: 'link-offset-grows-by-the-page/legacy.events.list/bare',
    only: ['link.*'],
    says: ['link.offset: the offset of rel=next '],
  },
  {
    fault: 'filters-absent-assumed/environments.list?kind/with-starting-after',
    only: lists,
    says: ['(the same page as with kind="production")'],
  },
  {
    fault: 'search-finds-no-two-letters',
    only: lists,
    says: ['search for two letters finds nothing at', 'for search="oz"', 'as for "roz"'],
    not: ['passed at /1.13/resources'],
  },
  {
    fault: 'ending-before-nothing-comes/resources.list/with-filter',
    only: lists,
    says: ['got no records', 'with limit added passed without search; without ending_before'],
  },
  {
    fault: 'environment-without-id-last/environments.list/with-limit',
    only: ['environments.*'],
    says: ['passed without limit'],
  },
  {
    fault: 'search-word-starts/resources.list/with-limit',
    only: lists,
    says: [
      'search finds only the beginnings of words at',
      'resources with search and limit (clause',
      '(right without limit)',
    ],
  },
  {
    fault: 'search-case-sensitive/environments.list/always',
    only: lists,
    says: ['search is case-sensitive at', 'environments with search (clause', 'as for "port"'],
  },
  {
    fault: 'expiry-maximum-too-high-quietly/rfc3339/two-days',
    only: ['pat.*'],
    says: [
      'an expires_at 2 years and 2 days ahead creates a token in spite of the 400, 2 years and 3 days ahead creates none at',
      'with expires_at "2029-03-03T09:40:16Z", on the list, although the answer was 400',
    ],
  },
  {
    fault: 'only-the-last-missing',
    only: lists,
    says: ['passed with starting_after at record', 'with limit=2, 5,'],
  },
  {
    fault: 'page-before-the-second-record-of-the-cursor/environments.list/always',
    only: lists,
    says: [
      '(record 2 of 25',
      "the page ends with the cursor's own record at",
      'with any filter added; with limit added passed with ending_before at record 1, 3, 13, 21, 22 and 25; with',
    ],
  },
  {
    fault: 'page-before-the-newest-begins-again/environments.list/with-limit',
    only: lists,
    says: [
      'with limit=1, 5, 10,',
      'passed with ending_before at record 2, 4, 13 and 25; without limit; with starting_after instead',
      'to do Do not treat index 0, the newest record, as no cursor.',
    ],
  },
  {
    fault: 'search-asterisk/products.list/with-category',
    only: lists,
    says: ['* in search matches any text at', 'without category; with any other filter instead of category'],
  },
  {
    fault: 'search-ignores-two-letters',
    only: lists,
    says: ['search for two letters is ignored at', 'also wrong: with search="oz" passed with search="qzq"'],
  },
  {
    fault: 'search-whole/products.list/always',
    only: lists,
    says: ['search finds only whole texts at', 'got a list without it, also for "ast" or "Key" or "tic" or "Fan" or'],
  },
  {
    fault: 'secret-once-in-an-address/access-tokens.list/always',
    only: ['pat.*'],
    says: ['again at GET /access-tokens, within a longer text in data.token'],
  },
  {
    fault: 'pat-secret-in-list-of-single-scopes',
    only: ['pat.*'],
    says: [
      'a token with scopes ["access-tokens:read"] again',
      'POST /access-tokens, then GET /access-tokens in every answer about a token with one scope (',
      'passed answers there about a token with several scopes; answers of POST /access-tokens/{id}, ',
    ],
  },
  {
    fault: 'legacy-project-of-the-key-from-the-third/legacy.projects/all-projects',
    only: ['legacy.*'],
    says: [
      'legacy.projects-key: 2 projects instead of the one of the key at GET /0/projects/ (clause',
      'passed the same request, two requests earlier; the integration token sees 4 projects',
      /reproduce curl -i '\S+\/0\/projects\/' .* && curl -i '\S+\?\S+=1' .* && curl -i '\S+\/0\/projects\/' /,
    ],
  },
  {
    fault: 'enum-options-name-one-more',
    only: ['filters.*'],
    says: ['passed the values "active" and', 'to do Build the list of options from the values'],
    not: ['does not contain the list'],
  },
  {
    fault: 'query-on-writes-hides-no-body/access-tokens.create/with-other-parameter',
    only: ['http.*'],
    says: [
      'to do Read the body as if there were no query.',
      'the name of the body is ignored at POST /access-tokens with an undocumented parameter in the query (',
      'passed the same body without a query; the same body with the query limit=1',
    ],
  },
  { fault: 'pat-create-answers-no-record', only: ['pat.*'], says: ['to do Answer with the created token and its id.'] },
  {
    fault: 'command-keyword-multipleOf/services.invoke/everywhere',
    only: ['services.*'],
    says: [
      'services.validated: multipleOf of lead_days is not checked at POST',
      'for a body with lead_days that is not a multiple of 7',
      /passed \d+ other requests, such as/,
    ],
  },
  {
    fault: 'limit-one-less-1/resources.list/with-starting-after',
    only: lists,
    says: ['without limit; without starting_after; with ending_before instead of starting_after'],
  },
  {
    fault: 'command-takes-objects/services.invoke/bare-id',
    only: ['services.*'],
    says: [
      'for every request with an object, by a bare id (',
      /also wrong: .*, sent with a parameter in the query passed \d+ other requests, such as/,
    ],
  },
  {
    fault: 'oldest-first',
    only: lists,
    says: ['oldest first at', 'also wrong: with any filter added', 'and 9 more'],
  },
  {
    fault: 'secret-once-base64/access-tokens.list/in-a-header',
    only: ['pat.*'],
    says: ['encoded, in the header x-token'],
  },
  {
    fault: 'fixed-member-by-body-alone/expires_at/earlier',
    only: ['pat.*'],
    says: [
      'a body with only an expires_at an hour earlier changes expires_at at',
      'also wrong: POST with only an expires_at 100 days earlier',
      /passed \d+ other requests, such as POST with only an expires_at an hour later; POST with a new name and an expires_at an hour earlier;/,
    ],
  },
  {
    fault: 'enum-options-without-last/products.list?status/with-brand',
    only: ['filters.*'],
    says: [
      'products with brand and status (clause',
      '(without archived) (right without brand)',
      'also wrong: with status="',
    ],
  },
  {
    fault: 'link-is-prev-is-one-or-zero/legacy.events.list/last',
    only: ['link.*'],
    says: [/^Not conformant: link\.cursor-format: /, 'got 0:100:true'],
  },
  {
    fault: 'limit-refused',
    only: lists,
    says: ['also wrong: with any filter added', 'to do Accept limit.'],
  },
  {
    fault: 'legacy-root-is-described-with-other-parameter/legacy.root/type-vendor',
    only: ['legacy.*'],
    says: [
      'got application/vnd.api+json',
      'in every answer with an undocumented parameter (',
      'passed answers there without',
    ],
  },
  {
    fault: 'limit-one-less-below-10/environments.list/always',
    only: lists,
    says: [
      'with limit=3 to 9 (clause',
      'wrong: with limit=3, 5 and 9; with a cursor added; with kind added passed with limit=1, 2, 10, 20 and 100;',
    ],
  },
  {
    fault: 'id-other-prefix-first/products.list/with-limit',
    only: ['ids.never-prefixed', ...lists],
    says: ['only the first of 100 records at GET', 'passed answers there without limit'],
  },
  {
    fault: 'capabilities-show-what-is-enforced/services.capabilities/asks-for-more',
    only: ['services.*'],
    says: ['to be refused, or another schema: the schema that', '(no member x)'],
  },
  {
    fault: 'legacy-list-is-served-405/legacy.events.list/with-cursor',
    only: ['legacy.*', 'link.*'],
    says: ['a list at rel=next of page 1', 'also wrong: cursor=0:200:0; cursor=0:0:1'],
  },
  {
    fault: 'link-pages-are-answered/legacy.events.list/second',
    only: ['link.*'],
    says: ['passed cursor=0:200:0; cursor=0:0:1; at GET /0/projects/{project_id}/groups/ to do'],
  },
  {
    fault: 'limit-one-more-default/resources.list/always',
    only: lists,
    says: ['limit=1, 2, 5, 10, 19, 21 and 40; without limit; at'],
    not: ['with status added'],
  },
  {
    fault: 'command-keyword-type/services.invoke/top',
    only: ['services.*'],
    says: [
      /passed \d+ other requests, such as .*an object as ship_to\.city, which is of type string/,
      /for \d+ requests about type, at the top level \(/,
    ],
  },
  {
    fault: 'id-long-last/products.list/with-filter',
    only: ['ids.grammar', ...lists],
    says: ['(28 characters, only the last of'],
    not: ['answers without search'],
  },
  {
    fault: 'status-defaults-to-active',
    only: lists,
    says: [
      'filters.absent: 19 records with status="inactive" missing at GET /{version}/resources (clause',
      'got 19 of these 20 are missing',
      /reproduce curl -i '\S+\?status=inactive' .* && curl -i '\S+\/resources\?limit=100' /,
    ],
  },
  {
    fault: 'ending-before-inclusive/environments.list/with-search',
    only: lists,
    says: ['(record 3 of 4', '(up to the record of the cursor itself)'],
  },
  {
    fault: 'limit-one-more-below-10/resources.list/with-filter-and-cursor',
    only: lists,
    says: ['cursors.limit: 6 records instead of 5 at', '(record 11 of 20'],
  },
  {
    fault: 'starting-after-other-way/environments.list/with-cursor-alone',
    only: lists,
    says: ['(record 2 of 25', '(as if ending_before had been sent)'],
  },
  {
    fault: 'invalid-enum-ignored',
    only: ['filters.enum-invalid'],
    says: [
      'filters.enum-invalid: an unlisted status is ignored: 200 with the list unfiltered at',
      '(the same page as without status)',
    ],
  },
  {
    fault: 'filters-and-second-only/products.list?brand&category/with-limit',
    only: lists,
    says: ['filters.and: brand is ignored at', 'to do Apply brand also with category and limit.'],
    not: ['and join all'],
  },
  {
    fault: 'connect-asks-for-bearer',
    only: ['connect.*'],
    says: [
      'needs your own <state_code>',
      /request curl -i -X POST '\S+\/prepare-connect' .* && curl -i '\S+\/connect\?/,
    ],
  },
  {
    fault: 'query-on-writes-is-taken/services.invoke/refused-405',
    only: ['http.query-on-writes'],
    says: ['405 instead of 2xx at', 'passed at POST /oauth/token,', 'reproduce curl'],
    not: ['rename-token'],
  },
  {
    fault: 'options-like-get',
    only: ['http.options'],
    says: ['got for OPTIONS /1.13/environments: no Allow, but 200', /at \d+ other places/],
  },
  {
    fault: 'empty-bearer-environments',
    only: ['auth.required'],
    says: ['passed no credentials at /1.13/environments, the DSN on the versioned API'],
    not: ['at GET /{version}/resources'],
  },
  {
    fault: 'page-on-the-last-page-begins-again/environments.list/with-limit',
    only: lists,
    says: [
      'the first page again at',
      'when less than a page is left after the cursor (clause',
      'with limit and starting_after when',
      'with limit=2 and starting_after at record 13;',
    ],
    not: ['is ignored'],
  },
  {
    fault: 'no-credential-refused/services.capabilities/with-version-alone',
    only: ['services.auth'],
    says: ['for every request with version (', 'for GET /services/', 'passed HEAD; its path with the slash'],
  },
  {
    fault: 'command-keyword-pattern/services.invoke/everywhere',
    only: ['services.validated'],
    says: [
      'services.validated: pattern is not checked at POST',
      'for the command create-order (clause',
      'to do Check pattern too.',
      /passed \d+ other requests, such as a body with/,
    ],
  },
  {
    fault: 'link-walk-meets-each-record-bare/legacy.events.list/last-twice',
    only: ['ids.unique', 'link.*'],
    says: [
      'ids.unique: a record twice in one list at',
      'got one record twice, as records',
      'to do Show each record once.',
    ],
    not: ['one id generator', 'without 0 of these'],
  },
  {
    fault: 'answer-is-json-whatever-was-asked/resources.list/with-limit',
    only: ['http.json', 'filters.*'],
    says: ['text/html; charset=utf-8 at', 'in every answer with limit', 'passed answers there without limit;'],
  },
  {
    fault: 'refusals-as-text',
    only: ['http.json', 'ids.*', 'filters.enum-invalid'],
    says: [/text\/plain\S* at .* in answers with 400/, /also wrong: answers of POST .* and of \d+ other operations/],
  },
  {
    fault: 'secret-once-in-a-text/access-tokens.rename/prefixed-id',
    only: ['pat.*', 'ids.*'],
    says: [
      'at POST /access-tokens/{id} in every answer by a prefixed id (',
      'passed answers there by a bare id; answers of GET /access-tokens, ',
    ],
  },
  {
    fault: 'malformed-id-is-not-found/environments.list?starting_after/hyphen',
    only: ['ids.malformed-cursor', 'cursors.*'],
    says: [/passed \d+ other requests, such as an id with a hyphen in it as ending_before at \/1\.13\/environments;/],
  },
  {
    fault: 'malformed-id-is-not-mended/products.list?ending_before/blank-front',
    only: ['ids.malformed-cursor', 'cursors.*'],
    says: ['products with a blank before an id (', 'such as an id followed by a blank'],
  },
  {
    fault: 'prefix-is-accepted/environments.list?ending_before/flr',
    only: ['ids.prefix-ignored', 'ids.prefixed-cursor', 'cursors.*'],
    says: [
      'environments with flr_, at /1.13/environments?ending_before (',
      /such as \S+\?starting_after=flr_\w+; \S+\?ending_before=zzz_/,
    ],
  },
  {
    fault: 'prefix-is-ignored/legacy.groups.create/prj',
    only: ['ids.*', 'legacy.*'],
    says: ['for prj_'],
  },
  {
    fault: 'pat-revoke-unlists-all',
    only: ['pat.*'],
    says: [
      '2 records missing at DELETE /access-tokens/{id}, then GET /access-tokens',
      'passed the same list before the revocation',
      /request curl -i -X DELETE '\S+' .* && curl -i '\S+\/access-tokens' /,
    ],
  },
  {
    fault: 'connect-completes-any-code',
    only: ['connect.*'],
    says: ['expected no connection for a state code with the case of', 'also wrong: a made-up state code'],
  },
  {
    fault: 'link-identifier-is-an-integer/legacy.events.list/last',
    only: ['link.*'],
    says: ['to do Send an integer as identifier.'],
  },
  {
    fault: 'connect-codes-complete-forever',
    only: ['connect.*'],
    says: [
      'connect.short-lived: a state code that is 31 days old still connects at',
      'expected no connection for a state code that is 31 days old (hooks.advanceClock moved the clock)',
      'passed a made-up state code',
      'needs your own <state_code>, and time that passes before the last request',
    ],
    not: ['_emulator/clock'],
  },
  {
    fault: 'no-credential-refused/environments.list/with-search',
    only: ['auth.required'],
    says: ['for every request with search (', 'for GET /1.13/environments?search='],
    not: ['by a page after a cursor'],
  },
  {
    fault: 'token-list-without-with-one-scope/access-tokens.list/without-query',
    only: ['pat.list'],
    says: [
      'for a token with one scope (',
      'also wrong: a later token with one scope passed',
      'a later token with several scopes;',
    ],
  },
  {
    fault: 'legacy-group-is-posted-both-places/legacy.groups.create/refused-400',
    only: ['legacy.*'],
    says: ['also wrong: the same with other credentials; the same with a bare id passed the same without a query;'],
  },
  {
    fault: 'groups-post-ignores-query',
    only: ['legacy.*'],
    says: ['passed a body with the status'],
  },
  {
    fault: 'new-name-answers-nothing-else/expires_at/an hour later',
    only: ['pat.*'],
    says: ['the answer to a new name shows another value of expires_at, unlike the list at'],
  },
  {
    fault: 'search-word-ends/resources.list/with-enum',
    only: lists,
    says: ['search finds only the ends of words at GET /{version}/resources with status and search (clause'],
  },
  {
    fault: 'page-on-the-last-page-one-lost/products.list/with-filter',
    only: lists,
    says: ['with a filter and starting_after when less than a page is left after the cursor (clause'],
    not: ['status="active")'],
  },
  {
    fault: 'string-filter-exact-list-first/category/with-limit',
    only: lists,
    says: ['category ignores what follows a comma at', 'passed without limit; with category="qzxjv,Chairs'],
    not: ['Ski…'],
  },
  {
    fault: 'filter-finds-no-ampersand',
    only: lists,
    says: [
      'no records at',
      'products with "&" in category (clause',
      'with brand="Christiansen, Effertz and Becker", status and search instead of category',
      'to do Decode %26 once, and compare the value as it is.',
    ],
  },
  {
    fault: 'ending-before-from-the-end/environments.list/always',
    only: lists,
    says: [
      'right before the cursor at GET /{version}/environments with ending_before (clause',
      'also wrong: with ending_before at record 22; with limit added passed with starting_after instead',
    ],
    not: ['without filters', 'at record 2, 3', 'with any filter added'],
  },
  {
    fault: 'page-behind-the-newest-record-of-the-cursor/resources.list/with-limit',
    only: lists,
    says: [
      "begins with the cursor's own record and is one record too long at",
      'to do Do not treat index 0, the newest record, as no cursor.',
    ],
  },
  {
    fault: 'enum-unlisted-trimmed/groups.list?status/always',
    only: ['filters.enum-invalid'],
    says: ['status ignores white space around a value: 200', 'with status="unresolved\\n" and " unresolved"'],
  },
  {
    fault: 'page-on-a-last-page-that-is-full-one-lost/environments.list/with-filter',
    only: lists,
    says: [
      'passed with starting_after at record 1 and limit=5; without kind;',
      'with starting_after at record 4',
      'to do Begin the page right after the record with that id, and leave out none.',
    ],
  },
  {
    fault: 'limit-one-less-below-default/environments.list/with-starting-after',
    only: lists,
    says: ['environments with limit=10 to 19 and starting_after (clause', 'passed with limit=1, 2, 5, 9 and 20;'],
  },
  {
    fault: 'page-of-a-hundred-repeats-one',
    only: lists,
    says: ['products with limit=100 and starting_after (clause', 'passed with limit=1, 2, 5, 10, 20, 60 and 99;'],
    not: ['only with limit'],
  },
  {
    fault: 'enum-listed-last-refused/flows.list?status/always',
    only: lists,
    says: ['to do Add "paused" to the allowed values of status.'],
  },
  {
    fault: 'product-of-another-catalog/products.list/with-starting-after',
    only: lists,
    says: [
      'another record in place of the last record of the page at',
      '(record 101, newest first)',
      /without \w{27} \(\w{27} is in its place as the last record of the page\); the list with only brand=/,
      'to do Show only records of this list: the other one may be of another list.',
    ],
    not: ['of 200', 'missing at', 'at record 180', 'and 199', 'Begin the page right after'],
  },
  {
    fault: 'search-percent/environments.list/always',
    only: lists,
    says: ['% in search matches any text at', /also wrong: .*with search="P%k"/],
  },
  {
    fault: 'ending-before-from-the-end/environments.list/with-filter',
    only: lists,
    says: ['the newest records instead of those right before the cursor at', 'with a filter'],
    not: ['is ignored'],
  },
  {
    fault: 'page-on-a-last-page-that-is-full-one-lost/resources.list/with-filter',
    only: lists,
    says: [
      'with a filter, limit and starting_after when exactly a page is left after the cursor (clause',
      'without status;',
    ],
  },
  {
    fault: 'page-before-the-second-begins-again/resources.list/always',
    only: lists,
    says: ['the first page again at GET /{version}/resources with ending_before at the second record (clause'],
  },
  {
    fault: 'enum-unlisted-trimmed-start/products.list?status/with-limit',
    only: ['filters.enum-invalid'],
    says: [
      'status ignores spaces in front of a value: 200 instead of 400 at',
      '"active" or "draft" or "archived" is allowed',
    ],
  },
  {
    fault: 'newest-first-first-two/environments.list/always',
    only: lists,
    says: ['records 1 and 2 in the wrong order at'],
  },
  {
    fault: 'link-walk-ends-one-page-early',
    only: ['link.*'],
    says: [
      'results=false on rel=next, which leads to 100 records at GET /0/issues/{issue_id}/events/ with cursor=0:100:0 (',
      'whose own rel=next says results=false',
      'passed the first page; ',
    ],
  },
  {
    fault: 'link-offset-grows-by-no-less/legacy.events.list/middle',
    only: ['link.*'],
    says: [/^Not conformant: link\.offset: the offset of rel=next of page 3 of 3 grows by 99 instead of 100 at/],
  },
  {
    fault: 'link-next-is-there/legacy.events.list/every',
    only: ['link.*'],
    says: ['no rel=next at GET /0/issues/{issue_id}/events/ on every page (clause'],
  },
  {
    fault: 'link-next-leads-to-the-same-list/legacy.events.list/middle',
    only: ['link.*'],
    says: [/^Not conformant: link\.next: rel=next leads to \/0\/projects\/ at GET .* with cursor=0:200:0 \(/],
  },
  {
    fault: 'link-link-is-there/legacy.events.list/of-an-api-key',
    only: ['link.*'],
    says: ['no Link header at GET /0/issues/{issue_id}/events/ with the API key (clause'],
  },
  {
    fault: 'link-pages-overlap',
    only: ['link.*'],
    says: ['a record twice, the last of page 1 and the first of page 2 at'],
  },
  {
    fault: 'link-next-repeats-the-page',
    only: ['link.*'],
    says: [
      'link.next: the cursor is ignored at GET /0/issues/{issue_id}/events/ ',
      'got cursor=0:100:0, which shows page 1 again check',
      'also wrong: cursor=0:200:0; cursor=0:0:1',
    ],
  },
  {
    fault: 'link-pages-are-answered/legacy.events.list/behind',
    only: ['link.*'],
    says: [
      'link.both-entries: 404 instead of an empty list on the page of rel=next at GET /0/issues/{issue_id}/events/ with cursor=0:300:0 (',
      'to do Answer the page after the last one with an empty list',
    ],
    not: ['no rel=next'],
  },
  {
    fault: 'legacy-list-ends-with-another-project/legacy.groups.list/at the end',
    only: ['link.*'],
    says: [
      'link.offset: a record with another project_id on the last page at GET /0/projects/{project_id}/groups/ with cursor=0:200:0 (',
      /cursor=0:230:0 shows no record; record 31, \w{27}, has project_id "\w{27}", all others "\w{27}"/,
      'to do Leave out the record with another project_id',
    ],
    not: ['cursor=0:100:0 ', "cursor=0:100:0'"],
  },
  {
    fault: 'link-cursor-opaque',
    only: ['link.*'],
    says: [
      'cursor=MDowOjE (base64 of 0:0:1) on rel=previous and cursor=MDoxMDA6MA (base64 of 0:100:0) on rel=next at',
      'also at GET /0/projects/{project_id}/groups/ breaks link.offset',
      'to do Send the cursor as it is, without encoding it in base64. blocks',
    ],
    not: ['grow by the page size. reproduce'],
  },
  {
    fault: 'link-pages-adjoin/legacy.events.list/late',
    only: ['link.*'],
    says: [
      'link.complete: page 2 begins 1 record too late at',
      /page 2 begins 1 record later: \S+cursor=0:50:0 shows \w{27} between the two; the pages have 100, 100, 99 records/,
      'to do Begin each page at the offset of its cursor.',
    ],
  },
  {
    fault: 'groups-post-ignores-body',
    only: ['legacy.*'],
    says: ['legacy.groups-post: status "unresolved" instead of "resolved" at POST /0/projects/{project_id}/groups/ ('],
  },
  {
    fault: 'link-empty-pages-stay-empty',
    only: ['link.*'],
    says: [
      'a new event appears nowhere in the list at GET /0/issues/{issue_id}/events/ with cursor (',
      /got neither these pages nor a walk of the whole list from its beginning show \w{27}, which POST \S+ created in addition to 300 records; polled: cursor=0:300:0 and 0:0:1 /,
    ],
    not: ['hooks.createEvent'],
  },
  {
    fault: 'link-missing-on-first-page',
    only: ['link.*'],
    says: [
      'link.both-entries: no Link header at GET /0/issues/{issue_id}/events/ without a cursor (',
      /also wrong: with the API key passed cursor=0:100:0; at GET \/0\/projects/,
    ],
  },
  {
    fault: 'link-link-is-there/legacy.events.list/every',
    only: ['link.*'],
    says: ['no Link header at GET /0/issues/{issue_id}/events/ on every page ('],
  },
  {
    fault: 'link-offset-does-not-grow',
    only: ['link.*'],
    says: [
      'link.offset: the identifier of the cursor grows instead of the offset at',
      'cursors 0:100:0, 0:200:0, 0:300:0, as the offset grows by the page size got 100:100:0, 200:100:0, 300:100:0, on',
    ],
  },
  {
    fault: 'link-relations-are-right/legacy.groups.list/middle',
    only: ['link.*'],
    says: [
      'link.next: rel=next and rel=previous are swapped at GET /0/projects/{project_id}/groups/ with cursor=0:200:0 (',
      'got the cursor 0:100:1 on rel=next, with is_prev=1, and 0:232:0 on rel=previous, with is_prev=0',
    ],
  },
  {
    fault: 'link-previous-leads-to-the-page-before/legacy.groups.list/last',
    only: ['link.*'],
    says: [
      'rel=previous of page 3 leads to record 141 instead of record 101 at',
      'page 3 of 3, which has 30 records got records 141 to 230 at cursor=0:140:1',
    ],
  },
  {
    fault: 'link-walk-meets-each-record-second/legacy.events.list/one-within-lost',
    only: ['link.*'],
    says: [
      'link.complete: page 2 leaves out 1 record at',
      /got cursor=0:100:1 shows \w{27}, which the walk leaves out/,
    ],
  },
  {
    fault: 'id-twice-second-as-first/legacy.events.list/with-cursor',
    only: ['ids.unique', 'link.*'],
    says: [
      'ids.unique: the same id on two records of a list at',
      /on records 1 and 2 of 100, which differ in name, .*; record 2 has the id \w{27}, as record 52 of 100 at \?cursor=0:50:0/,
      'passed answers of GET /0/projects/{project_id}/groups/',
      'link.complete (clause 4.10), for the same reason to do Send each record with its own id.',
    ],
  },
  {
    fault: 'id-short-first/legacy.groups.list/with-cursor',
    only: ['ids.grammar', 'link.*'],
    says: [
      'ids.grammar: an id of 26 characters in the first record at',
      /the same record has the id \w{27}, as record 51 of 100 at \?cursor=0:50:0/,
      'passed answers there without cursor; answers of GET /0/issues/{issue_id}/events/',
    ],
    not: ['page 2 begins 1 record later'],
  },
  {
    fault: 'link-walk-meets-each-record-second/legacy.groups.list/last-lost',
    only: ['link.*'],
    says: [
      'link.complete: page 2 lacks its last record at',
      /expected 100 records on page 2, .* got 99 records, without \w{27}, which \S+cursor=0:150:0 shows/,
      "cursor=0:100:0'",
      'breaks link.previous (clause 4.10): expected',
    ],
    not: ['page 3 to begin', 'cursor=0:200:0'],
  },
  {
    fault: 'legacy-list-is-served-405/legacy.events.list/always',
    only: ['legacy.*', 'auth.integration-token'],
    says: [
      'also wrong: the same request with the API key; the same request with a Bearer token of the versioned API; cursor=0:0:0',
      'passed HEAD breaks auth.integration-token (clause 5.4), for the same reason to do Serve GET /0/issues/{issue_id}/events/. ',
    ],
    not: ['No route', 'or declare'],
  },
  {
    fault: 'legacy-events-not-a-list',
    only: ['legacy.*', 'auth.integration-token'],
    says: [
      'legacy.events: one event instead of a list of events at',
      'also wrong: the same request with the API key;',
      'breaks auth.integration-token (clause 5.4), for the same reason to do Send a list of events.',
    ],
    not: ['to be accepted', 'passed the same request'],
  },
  {
    fault: 'legacy-root-gone',
    only: ['legacy.*', 'versions.*'],
    says: ['breaks versions.side-by-side (clause 9), for the same reason to do Answer GET /0/ with 200.'],
  },
  {
    fault: 'configuration-path-ignored/configurations.value/prj-id',
    only: ['configurations.*'],
    says: [
      /expected "#2c1a2d", the value at theme\.colors\.primary got the whole configuration, also at \w+\.colors\.primary; \S+; \S+; \S+ \(\w+ does not exist\)/,
      'also wrong: with path=theme.colors passed path=theme to do',
    ],
  },
  {
    fault: 'one-group-without-id',
    only: ['ids.grammar', 'link.*'],
    says: [
      'ids.grammar: no id in record 3 at GET /0/projects/{project_id}/groups/ in every answer (',
      /no id for record 3 of 100 \(group \{"name":"/,
      /in all \d+ such answers it is record 3, and not the same one/,
    ],
    not: ['wrong id', '27 characters from A-Z, a-z and 0-9, and send'],
  },
  {
    fault: 'id-long-last/products.list/with-limit',
    only: ['ids.grammar', ...lists],
    says: [
      /products\?limit=\d+; in all \d+ such answers it is the last record/,
      /the same record has the id \w{27}, as record \d+ of \d+ at \?/,
      'to do Send the bare id of 27 characters.',
    ],
  },
  {
    fault: 'id-line-end-first/access-tokens.rename/always',
    only: ['ids.*'],
    says: ['ids.grammar: an id with a line break at its end at POST /access-tokens/{id} in every answer ('],
  },
  {
    fault: 'legacy-root-is-described-anonymous/legacy.root/status-201',
    only: ['legacy.*'],
    says: [
      'legacy.root: 201 instead of 200 at GET /0/ in every answer without credentials (',
      'passed answers there with Bearer credentials to do Answer GET /0/ with 200.',
    ],
    not: ['version is a string.', 'with 201'],
  },
  {
    fault: 'configuration-last-step-ignored/configurations.value/always',
    only: ['configurations.*'],
    says: [
      'the last step of the path is ignored at GET',
      /expected "#2c1a2d", the value at theme\.colors\.primary got the value at theme\.colors \(\{"primary":/,
      /also at theme\.colors\.(\w+) \(\1 does not exist\)/,
    ],
  },
  {
    fault: 'configuration-path-ignored/configurations.value/always',
    only: ['configurations.*'],
    says: ['the path is ignored at GET', 'got the whole configuration, also at'],
  },
  {
    fault: 'configuration-first-step-ignored/configurations.value/prj-id',
    only: ['configurations.*'],
    says: ['the first step of the path is ignored at GET', /also wrong: path=\w+\.theme, with the answer at theme/],
  },
  {
    fault: 'configuration-last-step-alone/configurations.value/always',
    only: ['configurations.*'],
    says: ['only the last step of the path is used at GET'],
  },
  {
    fault: 'prefix-is-ignored/products.list/prj',
    only: ['ids.*'],
    says: ['ids.prefix-ignored: 404 instead of 2xx at', 'products with prj_ ('],
    not: ['for every request'],
  },
  {
    fault: 'legacy-group-is-posted-prefixed-id/legacy.groups.create/without-status',
    only: ['legacy.*'],
    says: [
      /passed the same with a bare id to do .* reproduce curl -i -X POST '\S+\/groups\/\?status=\w+' (?!.*API_KEY)/,
      'status "unresolved" instead of "resolved" at POST /0/projects/{project_id}/groups/ for every request with a prefixed id in the path (',
    ],
  },
  {
    fault: 'legacy-root-is-described-anonymous/legacy.root/version-a-number',
    only: ['legacy.*'],
    says: [
      'legacy.root: wrong version at GET /0/ in every answer without credentials (',
      'passed answers there with B',
    ],
  },
  {
    fault: 'answer-of-another-object/legacy.events.list/always',
    only: ['legacy.*'],
    says: ['legacy.events: the records of the declared issue at', 'for 2 requests with another issue id ('],
  },
  {
    fault: 'json-only-if-asked-for',
    only: ['http.json', 'environments.*'],
    says: ['in every answer with Accept: */* (', 'passed answers there with Accept: application/json; '],
  },
  {
    fault: 'dsn-refused',
    only: ['auth.*'],
    says: [
      '404 with valid credentials at',
      'passed the same request with the integration token; the same request with the API key; the same request with a Bearer token of the versioned API to do Accept',
    ],
    not: ['samples.dsnPath'],
  },
  {
    fault: 'pat-list-not-served',
    only: ['pat.*'],
    says: ['to do Serve GET /access-tokens. '],
    not: ['cause No route'],
  },
  {
    fault: 'expiry-minimum-too-low/rfc3339/five-days',
    only: ['pat.expiry-minimum'],
    says: [
      'an expires_at 2 days ahead is accepted, 1 day ahead is refused at POST /access-tokens (',
      'also wrong: an expires_at 4 days ahead; 3 days ahead',
      'passed an expires_at 1 day ahead to do',
      'to do Set the minimum to 7 days, to the second. Now it is between 2 days ahead and 1 day ahead.',
      'needs another expires_at, counted from the time of your request',
    ],
  },
  {
    fault: 'expiry-maximum-too-low/unix-seconds/five-days',
    only: ['pat.expiry-range'],
    says: ['an expires_at 3 days short of 2 years is refused, 5 days short of 2 years is accepted at'],
  },
  {
    fault: 'pat-past-expiry-accepted',
    only: ['pat.expiry-minimum'],
    says: ['an expires_at in the past is accepted, 1 hour ahead is refused at', 'passed an expires_at 4 days ahead;'],
    not: ['Now it is between'],
  },
  {
    fault: 'no-credential-refused/access-tokens.revoke/prefixed-id',
    only: ['auth.required'],
    says: [
      'a token is revoked without credentials at DELETE /access-tokens/{id} with a prefixed id (',
      'passed the same write as documented; with an undocumented parameter in the query',
    ],
  },
  {
    fault: 'pat-expires-an-hour-late',
    only: ['pat.expires'],
    says: ['a token works 15 minutes after its expires_at, and is refused 2 hours after it at'],
  },
  {
    fault: 'pat-expires-early',
    only: ['pat.expires'],
    says: ['a token is refused 12 hours before its expires_at, and works 2 days before it at'],
  },
  {
    fault: 'ended-token-refused/products.list/revoked',
    only: ['pat.revoke'],
    says: [
      'a revoked token is still accepted at',
      'passed the list, which no longer shows the token; the same token is refused at GET',
      'to do Check here, too, whether',
    ],
  },
  {
    fault: 'oauth-refresh-while-token-lives',
    only: ['oauth.*'],
    says: [
      'POST /oauth/token with grant_type=refresh_token for a refresh token whose access token has expired (',
      'passed a refresh after 1800 s, while the access token of 3600 s was still valid',
      'either with the access token, or after a lifetime of its own',
    ],
    not: ['or issue none'],
  },
  {
    fault: 'oauth-refreshed-token-an-object',
    only: ['oauth.*'],
    says: [
      'access_token is an object at POST /oauth/token with grant_type=refresh_token (',
      'passed the tokens of an answer to grant_type=client_credentials',
    ],
  },
  {
    fault: 'new-name-changes-nothing-else/scopes/without the last',
    only: ['pat.scopes-fixed'],
    says: [
      'a new name removes the last of the scopes at POST /access-tokens/{id}, then GET /access-tokens (',
      'to do Store only the new name, and leave scopes unchanged.',
    ],
    not: ['cause'],
  },
  {
    fault: 'fixed-member-by-body-with-name/expires_at/null-left-out',
    only: ['pat.expiry-fixed'],
    says: [
      'a body with a new name and null as expires_at changes expires_at at',
      'got none in the list and in the answer',
    ],
  },
  {
    fault: 'command-keyword-maximum/services.invoke/everywhere',
    only: ['services.validated'],
    says: [
      'maximum of items[0].quantity is not checked at',
      'also wrong: a body with items[0].quantity above 10000, by far',
      'such as a body with items[0].quantity below 1;',
    ],
  },
  {
    fault: 'command-part-is-validated/services.invoke/nested-object',
    only: ['services.validated'],
    says: ['ship_to is not validated at'],
  },
  {
    fault: 'command-takes-all/services.invoke/with-other-parameter',
    only: ['services.validated'],
    says: [
      'an invalid body is accepted at',
      'for every request with a query (',
      'passed a body with the required member',
    ],
  },
  {
    fault: 'command-validator-is-strict/services.invoke/null in place of no value',
    only: ['services.validated'],
    says: ['null is accepted where another type is required at', 'null as items[0].sku, which is of type string'],
  },
  {
    fault: 'integration-token-refused-for-events',
    only: ['auth.integration-token'],
    says: ['the integration token is refused at', 'passed the same request with the API key;'],
  },
  {
    fault: 'api-key-needs-a-password',
    only: ['auth.api-key'],
    says: ['the same request with the API key and a password'],
  },
  {
    fault: 'legacy-group-is-posted-both-places/legacy.groups.create/another-status',
    only: ['legacy.groups-post'],
    says: ['for every request with a status in the query, with a status in the body ('],
  },
  {
    fault: 'link-pages-are-answered/legacy.events.list/back',
    only: ['link.*'],
    says: [
      'rel=previous of page 2 leads to 404 without a list at',
      'to do Answer the URL of rel=previous with a list.',
    ],
    not: ['no rel=previous'],
  },
  {
    fault: 'link-next-leads-on/legacy.events.list/every',
    only: ['link.*'],
    says: ['cursor=0:0:0, which shows page 1 again check'],
  },
  {
    fault: 'filters-paged-after-the-page/environments.list?search/with-ending-before',
    only: lists,
    says: [
      'environments with search and ending_before (clause',
      'filters.paged: search is applied to a page that is already cut at',
      '(those records of the page without search that match it)',
    ],
    not: ['at the last record'],
  },
  {
    fault: 'filters-paged-lost/environments.list?search/with-limit',
    only: lists,
    says: [
      'search is ignored at GET /{version}/environments with limit and search (clause',
      'got the same page as without search',
      'to do Apply search also with limit.',
    ],
    not: ['too many'],
  },
  {
    fault: 'ended-token-refused/products.list/client-token-expired',
    only: ['oauth.expiry'],
    says: ['environments, GET /{version}/configurations/{scope_id}, GET /{version}/resources and 4 more to do'],
  },
])('names $fault and what passed beside it', async ({ fault, only, says, not = [] }) => {
  const report = await reportOf(fault, only)
  for (const text of says) expect(report).toMatch(text)
  for (const text of not) expect(report).not.toContain(text)
})

it('tries the other wrong secrets of a refresh with new refresh tokens, as the accepted one may have ended the first', async () => {
  const { clientSecret } = secrets
  const acceptAny: OauthFault = {
    form: ({ form }) =>
      form.get('grant_type') === 'refresh_token' && form.get('client_secret')
        ? setFormMember(form, 'client_secret', clientSecret)
        : form,
  }
  const { options, ...subject } = oauthService({ choices: { oauth: { refresh: 'rotates' } }, faults: [acceptAny] })
  const result = await runKit(subject, { ...options, only: ['oauth.refresh-secret-verified'] })
  const report = writeReport('terminal', result).replaceAll(/\s+/g, ' ')
  expect(report).toContain('a token is issued for a wrong client_secret: its characters are not compared at')
  expect(report).toContain('also wrong: a client_secret with its first character changed;')
  expect(report).toContain('passed a refresh without client_secret;')
})
