// All inputs of tasks, and the faults that they show. `inputs.test.ts` asserts the characters, values and lengths in
// them.
import { sortedJson } from '../../reading/same-json.ts'
import type { ClientRequirementId } from '../catalogue/requirements.ts'
import type { DialectFacts, ProductFacts, WorldFacts } from '../evidence/world-facts.ts'
import { toExpiry, readDottedPath } from './expected-values.ts'
import type { TaskInput, TaskName } from './names.ts'
import type { InputChoice } from './task.ts'

/** The page size of inputs that have one, unless the largest is smaller. */
const smallPage = 3

/** A text of more than 255 bytes with the characters that languages, forms, addresses and JSON treat specially. */
const oddText = ` %41%2f "e\u0301" '日本' 🚀 <a>;[b],{c}\\|^:~!$()*@-_\`&=#?+/\n\t0${' long'.repeat(50)} `

const unknownId = '0'.repeat(27)

/** Every kind of value that JSON has. */
const jsonValues = {
  yes: true,
  no: false,
  zero: 0,
  negative: -7,
  fraction: 0.1,
  large: 9_007_199_254_740_991,
  small: 1e-7,
  empty: '',
  number: '007',
  time: '2026-01-01T00:00:00.000Z',
  absent: null,
  nothing: [],
  none: {},
  list: [[null, false, 0, ''], { snake_case: 1, camelCase: 2 }],
}

/** The inputs of each task. A client is asked for the first one in every scenario of the task. */
export const taskInputs: Readonly<Record<TaskName, readonly InputChoice[]>> = {
  'get-token': [
    {
      name: 'plain',
      tests: 'client.token-request',
      shows: 'credentials with signs that are not encoded in the form',
      of: () => ({}),
    },
  ],
  'list-environments': [
    {
      name: 'plain',
      tests: 'client.versioned-paths',
      shows: 'another path, changed ids, ids sorted by language',
      of: () => ({}),
    },
  ],
  'walk-products': [
    {
      name: 'all',
      tests: 'client.walk-complete',
      shows: 'a walk that stops early, ids folded by case or sorted by language',
      of: (world) => findCatalog(world, 'walked'),
    },
    {
      name: 'page-size',
      tests: 'client.walk-complete',
      shows: 'a page size that is ignored, or under another name; a short page taken for the last one',
      // Only a client that knows the page size can take a short page for the last one.
      scenarios: ['short-pages'],
      of: (world, dialect) => fullPages(world, dialect, 3),
    },
    {
      name: 'largest-page-size',
      tests: 'client.walk-complete',
      shows: 'a page size that is cut to a limit of the client',
      of: (world, { pageSize }) => {
        const catalog = findCatalog(world, 'walked')
        return catalog && { ...catalog, pageSize: pageSize.largest }
      },
    },
    {
      name: 'one-full-page',
      tests: 'client.walk-ends',
      shows: 'a full page that is never taken for the last one',
      of: (world, dialect) => fullPages(world, dialect, 1),
    },
    filteredInput(
      'one-more-than-a-page',
      'client.walk-complete',
      'a last page of one record that gets lost',
      { category: 'Chairs & Tables' },
      smallPage,
    ),
    {
      // Clause 7: an invalid enum value is refused with 400.
      ...filteredInput('unknown-status', 'client.errors-reported', 'a refusal taken for an empty list', {
        status: 'no-such-status',
      }),
      allows: 'error',
    },
    {
      name: 'unknown-catalog',
      tests: 'client.errors-reported',
      shows: 'an unknown id taken for an empty list',
      allows: 'error',
      of: () => ({ catalogId: unknownId }),
    },
    {
      name: 'no-products',
      tests: 'client.walk-ends',
      shows: 'an empty list taken for an error, or walked without end',
      of: (world) => findCatalog(world, 'none'),
    },
    filteredInput(
      'brand-with-twins',
      'client.filters-sent',
      'a filter sent in another case, or as a part of the value',
      {
        brand: 'Acme',
      },
    ),
    filteredInput('twin-brand', 'client.filters-sent', 'a filter sent in capitals', { brand: 'acme' }),
    filteredInput('brand-to-encode', 'client.filters-sent', 'a value that is cut at &, # or +', {
      brand: 'Größe & Söhne +10% #1=a/b?',
    }),
    filteredInput(
      'brand-with-every-sign',
      'client.filters-sent',
      'a value that is trimmed, cut, split at a comma, decoded twice, normalized or written as CESU-8',
      { brand: oddText },
    ),
    filteredInput(
      'brand-zero',
      'client.filters-sent',
      'a value that is dropped because it is falsy in the language; a page of one record taken for the end',
      { brand: '0' },
      1,
    ),
    filteredInput('category-with-ampersand', 'client.filters-sent', 'a value that is cut at &', {
      category: 'Chairs & Tables',
    }),
    filteredInput(
      'status',
      'client.filters-sent',
      'a filter that is lost, or missing on page two',
      { status: 'draft' },
      smallPage,
    ),
    filteredInput('no-match', 'client.filters-sent', 'no record taken for an error', { brand: 'None such' }),
    filteredInput(
      'two-filters',
      'client.filters-combined',
      'only the last filter sent, or the union of both',
      { brand: 'Acme', category: 'Chairs' },
      smallPage,
    ),
    filteredInput(
      'search-in-words',
      'client.search',
      'records filtered again by case or by word',
      { search: 'COMPASS' },
      smallPage,
    ),
    filteredInput('search-beyond-ascii', 'client.search', 'a text in another encoding than UTF-8', {
      search: 'éMAILLÉ',
    }),
    filteredInput('search-to-encode', 'client.search', 'a + sent as a space', { search: 'c++ & 50%' }),
    filteredInput('search-with-every-sign', 'client.search', 'a text that is trimmed, cut, split, or decoded twice', {
      search: oddText.replace('long', 'LONG'),
    }),
    filteredInput(
      'search-and-filters',
      'client.filters-combined',
      'free text that replaces filters',
      { search: 'acme', category: 'Tables', status: 'draft' },
      smallPage,
    ),
  ],
  'walk-products-back': [
    // Nearly all products are newer, so that the walk has many pages.
    walkBackInput('many-pages', 'the last id of a page taken for the cursor', (ids) => ids.at(-3)),
    walkBackInput('one-full-page', 'a full page that is never taken for the last one', (ids, page) => ids[page]),
    walkBackInput('one-more-than-a-page', 'a last page of one record that gets lost', (ids, page) => ids[page + 1]),
    walkBackInput('newest', 'an empty page taken for an error', (ids) => ids[0]),
  ],
  'get-configuration': [
    configurationInput('text', 'client.configuration-path', 'a path that is not sent', 'theme.colors.primary', 0),
    configurationInput('another-scope', 'client.configuration-path', 'a scope that is kept', 'theme.colors.primary', 1),
    configurationInput('environment', 'client.scope-prefixed', 'the prefix of a project', 'theme.colors.primary', 2),
    configurationInput('flow', 'client.scope-prefixed', 'the prefix of a project', 'theme.colors.primary', 3),
    configurationInput(
      'path-to-encode',
      'client.configuration-path',
      'a path that is cut at & or +',
      'R&D +10% für.cost center',
      0,
    ),
    configurationInput(
      'path-with-every-sign',
      'client.configuration-path',
      'a path that is trimmed, cut, split, or decoded twice',
      oddText.replace('\\', ''),
      0,
    ),
    configurationInput(
      'one-step',
      'client.configuration-path',
      'a path without a dot taken for a key of the client',
      'theme',
      0,
    ),
    configurationInput('object', 'client.configuration-path', 'an object taken for an envelope', 'theme.colors', 2),
    configurationInput(
      'values',
      'client.configuration-path',
      'numbers rounded or taken for texts, texts taken for numbers or times, members in null or [] lost',
      'values',
      0,
    ),
    configurationInput('list', 'client.configuration-path', 'a list taken for a page', 'values.list', 0),
    configurationInput('empty-list', 'client.configuration-path', '[] taken for nothing', 'values.nothing', 0),
    configurationInput('zero', 'client.configuration-path', '0 taken for nothing', 'features.limits.daily', 0),
    configurationInput('false', 'client.configuration-path', 'false taken for nothing', 'features.beta', 0),
    configurationInput('null', 'client.configuration-path', 'null taken for an error', 'contact.fax', 0),
    configurationInput(
      'empty-text',
      'client.configuration-path',
      'an empty text taken for nothing',
      'contact.phone',
      0,
    ),
  ],
  'create-access-token': [
    accessToken('plain', 'a name that is not in UTF-8', 'Für "CI" & Söhne – 日本語 🚀', 30),
    accessToken('a-year', 'a name that is trimmed or taken for null; another expiry', '  null ', 365),
    accessToken('every-sign', 'a name that is escaped as JSON or HTML, or cut; one scope as a text', oddText, 8, [
      'projects:read',
    ]),
    accessToken('nearly-two-years', 'an expiry that is cut to a limit of the client', '0', 729),
  ],
  'rename-access-token': [
    renameInput('plain', 'a name that is not in UTF-8', 1, 'Renämed & "quoted" 100% +1 🚀'),
    renameInput('name-of-another', 'a token that is found by its name', 3, 'Deploy'),
    renameInput('every-sign', 'a name that is trimmed, cut, or escaped as JSON or HTML', 2, oddText),
    renameInput('zero', 'a name that is dropped because it is falsy in the language', 1, '0'),
  ],
  'revoke-access-token': [revokeInput('plain', 1), revokeInput('another', 2)],
  'use-access-token': [
    {
      name: 'plain',
      tests: 'client.access-token-use',
      shows: 'a secret that is cut, encoded or exchanged',
      prepare: 'accessToken',
      of: () => ({}),
    },
  ],
  'prepare-connect': [adapterInput('plain', 0), adapterInput('another', 1)],
  invoke: [
    commandInput('plain', 'a body that is wrapped, not in UTF-8 or encoded twice', 'create-order', {
      customer: 'Ada "Lovelace" & Söhne 日本 🚀',
      items: [
        { sku: 'SKU-1', quantity: 2, unit_price: 1.5 },
        { sku: 'SKU-2', quantity: 1 },
      ],
      tags: ['a+b', '50%'],
      terms_accepted: true,
      deposit: 0.25,
    }),
    commandInput(
      'values',
      'numbers sent as texts, members with null, false, 0, an empty text, [] or {} left out, names in camel case',
      'create-order',
      {
        customer: '0',
        items: [{ sku: 'SKU-1', quantity: 1, unit_price: 0 }],
        tags: [],
        custom_fields: { ...jsonValues, [oddText]: oddText },
      },
    ),
    commandInput('empty-result', 'no body where {} is meant; an empty list taken for nothing', 'list-orders', {}),
  ],
  capabilities: [connectionInput('plain', 0), connectionInput('another', 1)],
  'list-projects': [
    credentialInput('integrationToken', 'client.integration-token', 'another scheme or token'),
    credentialInput('apiKey', 'client.api-key', 'a key without its colon, or in the base64 of addresses'),
    credentialInput('dsn', 'client.dsn', 'a DSN that is decoded, encoded or rewritten'),
  ],
  'walk-groups': legacyLists('projectId', 'groups'),
  'walk-events': legacyLists('issueId', 'events'),
  'poll-events': [
    polledInput('partial-last-page', 'lost new events after a short page', (size, page) => size > 1 && size < page),
    polledInput('full-last-page', 'lost new events after a full page', (size, page) => size === page),
  ],
}

/** A catalog of the world: the largest without filters, the largest with filters, or an empty one. */
function findCatalog({ catalogs }: WorldFacts, kind: 'walked' | 'filtered' | 'none'): TaskInput | undefined {
  const isFiltered = (products: readonly ProductFacts[]) => products.some(({ brand }) => brand === 'Acme')
  const fits = (products: readonly ProductFacts[]) =>
    kind === 'none' ? products.length === 0 : isFiltered(products) === (kind === 'filtered')
  const [found] = [...catalogs]
    .filter(([, products]) => fits(products))
    .toSorted(([, left], [, right]) => right.length - left.length)
  return found && { catalogId: found[0] }
}

/** The catalog that fills exactly one page without `limit`, with a page size that gives at least `pages` pages. */
function fullPages({ catalogs }: WorldFacts, { pageSize }: DialectFacts, pages: number): TaskInput | undefined {
  const [found] = [...catalogs].find(([, products]) => products.length === pageSize.default) ?? []
  const size = pages === 1 ? pageSize.default : Math.min(7, Math.max(1, Math.floor(pageSize.default / pages)))
  return found === undefined ? undefined : { catalogId: found, pageSize: size }
}

function filteredInput(
  name: string,
  tests: ClientRequirementId,
  shows: string,
  filters: TaskInput,
  size?: number,
): InputChoice {
  return {
    name,
    tests,
    shows,
    of: (world, { pageSize }) => {
      const catalog = findCatalog(world, 'filtered')
      return catalog && { ...catalog, ...filters, ...(size && { pageSize: Math.min(size, pageSize.largest) }) }
    },
  }
}

function walkBackInput(
  name: string,
  shows: string,
  choose: (ids: readonly string[], page: number) => string | undefined,
): InputChoice {
  return {
    name,
    tests: 'client.walk-back',
    shows,
    of: (world, { pageSize }) => {
      const catalog = findCatalog(world, 'walked')
      const products = world.catalogs.get(String(catalog?.['catalogId'])) ?? []
      const id = choose(
        products.map((product) => product.id),
        pageSize.default,
      )
      return catalog && id !== undefined ? { ...catalog, from: id } : undefined
    },
  }
}

/** @param scope The index of the scope, in the order of the configurations. */
function configurationInput(
  name: string,
  tests: ClientRequirementId,
  shows: string,
  path: string,
  scope: number,
): InputChoice {
  return {
    name,
    tests,
    shows,
    of: ({ configurations }) => {
      const scopeId = [...configurations.keys()][scope]
      return scopeId !== undefined && readDottedPath(configurations.get(scopeId), path) !== undefined
        ? { scopeId, path }
        : undefined
    },
  }
}

/** A new personal access token. Scopes to which the service gives the same name are sent once. */
function accessToken(
  name: string,
  shows: string,
  tokenName: string,
  days: number,
  scopes: readonly string[] = ['projects:read', 'environments:read'],
): InputChoice {
  return {
    name,
    tests: 'client.access-token-create',
    shows,
    of: (world, dialect) => ({
      name: tokenName,
      scopes: [...new Map(scopes.map(dialect.toScope).map((scope) => [sortedJson(scope), scope])).values()],
      expiresAt: toExpiry(world.now, days, dialect),
    }),
  }
}

/** Renames one of the world's tokens, by its index. */
function renameInput(name: string, shows: string, place: number, newName: string): InputChoice {
  return {
    name,
    tests: 'client.access-token-rename',
    shows,
    of: ({ accessTokens }) => accessTokens[place] && { id: accessTokens[place].id, name: newName },
  }
}

function revokeInput(name: string, place: number): InputChoice {
  return {
    name,
    tests: 'client.access-token-revoke',
    shows: 'another token revoked, or none',
    of: ({ accessTokens }) => accessTokens[place] && { id: accessTokens[place].id },
  }
}

function adapterInput(name: string, place: number): InputChoice {
  return {
    name,
    tests: 'client.connect-url',
    shows: 'another adapter, an address without the base URL',
    of: ({ adapters }) => (adapters[place] === undefined ? undefined : { adapter: adapters[place] }),
  }
}

function commandInput(name: string, shows: string, commandName: string, body: TaskInput): InputChoice {
  return {
    name,
    tests: 'client.invoke',
    shows,
    of: ({ adapterConnections }) => {
      const found = adapterConnections.find(({ commands }) => commands.includes(commandName))
      return found && { adapterConnectionId: found.id, command: commandName, body }
    },
  }
}

function connectionInput(name: string, place: number): InputChoice {
  return {
    name,
    tests: 'client.capabilities',
    shows: 'the commands of another connection, or a part of them',
    of: ({ adapterConnections }) => adapterConnections[place] && { adapterConnectionId: adapterConnections[place].id },
  }
}

function credentialInput(name: string, tests: ClientRequirementId, shows: string): InputChoice {
  return { name, tests, shows, of: () => ({ credential: name }) }
}

type Fits = (size: number, page: number) => boolean

/** The first list of the legacy API with a fitting size. */
function fittingList(lists: ReadonlyMap<string, readonly string[]>, page: number, fits: Fits): string | undefined {
  return [...lists].find(([, ids]) => fits(ids.length, page))?.[0]
}

function legacyLists(parent: 'projectId' | 'issueId', list: 'groups' | 'events'): readonly InputChoice[] {
  const walked = (name: string, tests: ClientRequirementId, shows: string, fits: Fits): InputChoice => ({
    name,
    tests,
    shows,
    of: (world, { legacyPageSize }) => {
      const found = fittingList(world[list], legacyPageSize, fits)
      return found === undefined ? undefined : { [parent]: found }
    },
  })
  return [
    walked('three-pages', 'client.link-next', 'a cursor that is computed', (size, page) => size > 2 * page),
    walked(
      'one-full-page',
      'client.link-stops',
      'a next entry that is followed although its page is empty',
      (size, page) => size === page,
    ),
    walked(
      'one-more-than-a-page',
      'client.link-next',
      'a last page of one record that gets lost',
      (size, page) => size === page + 1,
    ),
    walked('empty', 'client.link-stops', 'an empty list taken for an error', (size) => size === 0),
    {
      name: 'unknown',
      tests: 'client.errors-reported',
      shows: 'an unknown id taken for an empty list',
      allows: 'error',
      of: () => ({ [parent]: unknownId }),
    },
  ]
}

function polledInput(name: string, shows: string, fits: Fits): InputChoice {
  return {
    name,
    tests: 'client.link-polls',
    shows,
    prepare: 'eventsAfterLastPage',
    of: ({ events }, { legacyPageSize }) => {
      const issueId = fittingList(events, legacyPageSize, fits)
      return issueId === undefined ? undefined : { issueId }
    },
  }
}
