// The report of a fault says the condition that it takes, the nearest request and the nearest requirement.
import { expect, it } from 'vitest'
import type { CheckId } from '../../conformance/catalogue/check-ids.ts'
import { writeReport } from '../../conformance/report/service-document.ts'
import type { Deviation } from '../../emulator/disturb/deviations/deviation.ts'
import { everyDeviation } from '../faults/faults.ts'
import { product } from '../product/product.ts'
import { deviatingSubject, runKit } from '../conformance/subject.ts'

const faults: readonly Deviation[] = [...everyDeviation, ...product.map((fault) => ({ ...fault, caughtBy: '' }))]

/** The failures of a terminal report in one line, of a run of some checks. */
async function failuresOf(name: string, only: readonly string[]): Promise<string> {
  const fault = faults.find((each) => each.name === name)!
  const result = await runKit(deviatingSubject(fault), { only })
  return writeReport('terminal', result).replaceAll(/\s+/g, ' ')
}

it.each<[fault: string, only: readonly CheckId[], texts: readonly string[]]>([
  [
    'string-filter-exact-percent/category/with-brand',
    ['filters.exact.pages'],
    ['whose category is "Chairs & Tables", and 7 others (right without brand)'],
  ],
  [
    'starting-after-nothing-comes/environments.list/with-enum',
    ['cursors.starting-after.pages'],
    ['got no records', 'passed without kind; without starting_after'],
  ],
  [
    'status-defaults-to-active',
    ['filters.absent.pages'],
    [
      'expected /1.13/resources without parameters to show all records that it shows for status="inactive" got 19 of these 20 are missing: ',
    ],
  ],
  [
    'answer-is-json/services.invoke/cut-short',
    ['http.json.everywhere'],
    ['with a body that is not JSON, as it ends after 219 characters'],
  ],
  [
    'brand-filter-loses-records',
    ['filters.exact.pages'],
    ['got 17 records, without', 'brand="Christiansen, Effertz and Becker"'],
  ],
  ['oldest-first', ['cursors.newest-first.pages'], ['the ids rise along the whole walk, oldest first']],
  [
    'starting-after-from-the-end/resources.list/with-cursor-alone',
    ['cursors.starting-after.pages'],
    ['10 places after the cursor to the end of the list'],
  ],
  [
    'starting-after-ignored',
    ['cursors.starting-after.pages'],
    ['got records 1 to 20 (the same page as without starting_after)'],
  ],
  [
    'fixed-member-by-body/expires_at/earlier',
    ['pat.expiry-fixed.attempt'],
    [
      'a body with a new name and an expires_at an hour earlier changes expires_at',
      '"2028-02-29T08:17:17Z" in the answer',
    ],
  ],
  [
    'fixed-member-by-body/scopes/fewer',
    ['pat.scopes-fixed.attempt'],
    ['fewer scopes', '["access-tokens:read"] in the list'],
  ],
  [
    'token-list-without-newest/access-tokens.list/without-query',
    ['pat.list.created'],
    ['the newest of the 3 tokens that were created, among'],
  ],
  [
    'secret-without-part-6/state-code-at-once/always',
    ['connect.code-verified.near-misses'],
    ['no connection for a state code with character 31 of 40 changed'],
  ],
  ['capabilities-list-foreign-commands', ['services.capabilities-own.listed'], ['1 record too many at GET /services/']],
  ['dsn-on-the-versioned-api', ['auth.required.no-dsn'], ['Require a valid Bearer token at this route']],
  ['search-asterisk/products.list/with-category', ['filters.search-partial.pages'], ['Treat * literally.']],
  ['oauth-form-not-decoded', ['oauth.client-credentials.escaped'], [`&client%5Fsecret='"$PLATFORM_CLIENT_SECRET"`]],
  [
    'command-refuses-json',
    ['http.json-body.accepted', 'http.json-body.everywhere'],
    ['http.json-body: 415 instead of 2xx at POST'],
  ],
])('reports %s plainly', async (name, only, texts) => {
  const report = await failuresOf(name, only)
  for (const text of texts) expect(report).toContain(text)
})
