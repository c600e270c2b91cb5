// Each place of an input has every kind of value that a fault of a client may change, or a reason why it cannot.
import { expect, it } from 'vitest'
import { inProcess } from '../../../bin/judges/client/in-process.ts'
import { carefulRun } from '../../../testing/clients/careful/runs.ts'
import { filterEntries, matchingProducts, readDottedPath } from './expected-values.ts'
import type { TaskName } from './names.ts'
import { clientTasks } from './tasks.ts'

const { world, dialect } = inProcess({})
const { credentials } = await carefulRun('get-token plain')

type Kinds<Value> = Readonly<Record<string, (value: Value) => boolean>>

const containing = (parts: readonly string[]): Kinds<string> =>
  Object.fromEntries(parts.map((part) => [JSON.stringify(part), (text: string) => text.includes(part)]))

/** The texts that languages, forms, addresses, headers and JSON treat in a way of their own. */
const texts: Kinds<string> = {
  ...containing([...`&=#?+/%;,:"'\\<>[]{}()|^~\`!$*@-_ \n\t`]),
  'two letters in other case': (text) => /[a-z]/.test(text) && /[A-Z]/.test(text),
  'an escape of an address': (text) => /%[0-9A-F]{2}/i.test(text),
  'Latin beyond ASCII': (text) => /[äéöü]/i.test(text),
  'beyond Latin': (text) => /\p{Script=Han}/u.test(text),
  'beyond 16 bits': (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  'composed otherwise in NFC': (text) => text.normalize('NFC') !== text,
  'a space at both ends': (text) => text.startsWith(' ') && text.endsWith(' '),
  'false in some languages': (text) => text === '0',
  'longer than 255 characters': (text) => text.length > 255,
}

/** Signs of a form and of base64, and the end of a name. */
const formTexts = containing([...'+/=&%'])
/** RFC 6750, 2.1: a Bearer token has no other character. */
const bearerTexts = containing([...'-._~+/='])

/** The places of texts. A reason replaces a kind that a place cannot have. */
const textPlaces: readonly (readonly [
  place: string,
  texts: readonly unknown[],
  kinds: Kinds<string>,
  reasons: Readonly<Record<string, string>>,
])[] = [
  ['a filter', inputValues('walk-products', 'brand', 'category'), texts, {}],
  ['free text', inputValues('walk-products', 'search'), texts, { 'false in some languages': 'the filter shows it' }],
  [
    'the path of a configuration',
    inputValues('get-configuration', 'path'),
    texts,
    {
      '"\\\\"': 'services may escape a dot by it',
      'false in some languages': 'the filter shows it',
    },
  ],
  ['the name of a new token', inputValues('create-access-token', 'name'), texts, {}],
  ['a new name of a token', inputValues('rename-access-token', 'name'), texts, {}],
  ['a text of a command', allTexts(inputValues('invoke', 'body')), texts, {}],
  ['a secret in a form', [credentials.clientId, credentials.clientSecret], formTexts, {}],
  ['a Bearer token', [credentials.token, credentials.integrationToken], bearerTexts, {}],
  ['an API key', [btoa(`${credentials.apiKey}:`)], containing(['+', '/', '=']), {}],
  ['a DSN', [credentials.dsn], containing([...':/@%~!=,_.-']), {}],
]

it.each(textPlaces)('%s has every kind of text', (_place, found, kinds, reasons) => {
  const missing = Object.keys(kinds).filter((kind) => !found.some((text) => kinds[kind]!(String(text))))
  expect(missing).toEqual(Object.keys(reasons))
})

/** Members that can have no odd text, as their form is laid down. */
const laidDown: Readonly<Record<string, RegExp>> = {
  // Clause 2.1.
  catalogId: /^[0-9A-Za-z]{27}$/,
  from: /^[0-9A-Za-z]{27}$/,
  id: /^[0-9A-Za-z]{27}$/,
  adapterConnectionId: /^[0-9A-Za-z]{27}$/,
  projectId: /^[0-9A-Za-z]{27}$/,
  issueId: /^[0-9A-Za-z]{27}$/,
  scopeId: /^[a-z]{3}_[0-9A-Za-z]{27}$/,
  // Clause 4.5: an enum has the values that its endpoint lists.
  status: /^[a-z-]+$/,
  // The names that adapters and commands may have.
  adapter: /^[a-z][a-z0-9_-]*$/,
  command: /^[a-z][a-z0-9_-]*$/,
  credential: /^(integrationToken|apiKey|dsn)$/,
}

it('has no member of an input without a kind', () => {
  const judged = ['brand', 'category', 'search', 'path', 'name', 'body', 'pageSize', 'scopes', 'expiresAt']
  for (const { name, inputs } of clientTasks)
    for (const choice of inputs)
      for (const [member, value] of Object.entries(choice.of(world, dialect) ?? {})) {
        if (judged.includes(member)) continue
        expect(laidDown[member]?.test(String(value)), `${name} ${choice.name} ${member} ${String(value)}`).toBe(true)
      }
})

const isKind = (kind: 'object' | 'list', value: unknown, size: (length: number) => boolean): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray(value) === (kind === 'list') &&
  size(Object.keys(value).length)

/** The values of JSON that clients take for others, round or drop. */
const values: Kinds<unknown> = {
  true: (value) => value === true,
  false: (value) => value === false,
  zero: (value) => value === 0,
  'a negative number': (value) => typeof value === 'number' && value < 0,
  'a fraction without a binary form': (value) => value === 0.1,
  'a number beyond 32 bits': (value) => typeof value === 'number' && value > 2 ** 32,
  'a number with an exponent': (value) => /e/.test(JSON.stringify(value)) && typeof value === 'number',
  'an empty text': (value) => value === '',
  'a number as a text': (value) => typeof value === 'string' && /^0\d+$/.test(value),
  'a time as a text': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value),
  'a text beyond ASCII': (value) => typeof value === 'string' && texts['beyond 16 bits']!(value),
  null: (value) => value === null,
  'an empty list': (value) => isKind('list', value, (size) => size === 0),
  'a list in a list': (value) => Array.isArray(value) && value.some((item) => Array.isArray(item)),
  'an empty object': (value) => isKind('object', value, (size) => size === 0),
  'names in snake and camel case': (value) =>
    isKind('object', value, () => true) && ['snake_case', 'camelCase'].every((name) => Object.hasOwn(value!, name)),
  'a name with every sign': (value) =>
    isKind('object', value, () => true) && Object.keys(value!).some(texts['beyond 16 bits']!),
}

const configurations = clientTasks
  .find(({ name }) => name === 'get-configuration')!
  .inputs.map(({ of }) => of(world, dialect)!)
  .map(({ scopeId, path }) => readDottedPath(world.configurations.get(String(scopeId)), String(path)))

it.each([
  ['the body of a command', inputValues('invoke', 'body').flatMap(allParts), []],
  ['the value of a configuration', configurations.flatMap(allParts), ['a name with every sign']],
] as const)('%s has every kind of value', (_place, found, missing) => {
  expect(Object.keys(values).filter((kind) => !found.some(values[kind]!))).toEqual(missing)
})

it('configurations include every value that a client may mistake for nothing', () => {
  for (const value of ['', 0, false, null, []]) expect(configurations).toContainEqual(value)
})

/** The number of records in a list. */
const lengths: Kinds<readonly [length: number, page: number]> = {
  none: ([length]) => length === 0,
  'exactly a page': ([length, page]) => length === page,
  'a last page with one record': ([length, page]) => length > page && length % page === 1,
  'three pages': ([length, page]) => length > 2 * page,
}

const { legacyPageSize, pageSize } = dialect
const lists: readonly (readonly [task: TaskName, lengthOf: (input: Readonly<Record<string, unknown>>) => number])[] = [
  ['walk-products', (input) => matchingProducts(world, input).length],
  [
    'walk-products-back',
    (input) => (world.catalogs.get(String(input['catalogId'])) ?? []).findIndex(({ id }) => id === input['from']),
  ],
  ['walk-groups', (input) => world.groups.get(String(input['projectId']))?.length ?? 0],
  ['walk-events', (input) => world.events.get(String(input['issueId']))?.length ?? 0],
]

it.each(lists)('%s has lists of every length', (task, lengthOf) => {
  const found = clientTasks
    .find(({ name }) => name === task)!
    .inputs.flatMap(({ of, allows }) => (allows ? [] : [of(world, dialect)!]))
    .map((input) => {
      const page = Number(input['pageSize'] ?? (task.startsWith('walk-products') ? pageSize.default : legacyPageSize))
      return [lengthOf(input), page] as const
    })
  expect(Object.keys(lengths).filter((length) => !found.some(lengths[length]!))).toEqual([])
})

it('page sizes are the minimum, a small one, the default and the maximum', () => {
  expect(inputValues('walk-products', 'pageSize')).toEqual(
    expect.arrayContaining([1, 3, pageSize.default, pageSize.largest]),
  )
})

it('tokens are made with one scope and with two, for a week and for nearly two years', () => {
  expect(inputValues('create-access-token', 'scopes').map((scopes) => (scopes as object[]).length)).toEqual(
    expect.arrayContaining([1, 2]),
  )
  const days = inputValues('create-access-token', 'expiresAt').map(
    (expiry) => (Date.parse(String(expiry)) - world.now) / 86_400_000,
  )
  expect([Math.ceil(Math.min(...days)), Math.ceil(Math.max(...days))]).toEqual([8, 729])
})

it('only inputs that say so match no product', () => {
  for (const { name, of, allows } of clientTasks.find((task) => task.name === 'walk-products')!.inputs) {
    const input = of(world, dialect)!
    if (allows || filterEntries(input).length === 0 || name === 'no-match') continue
    const found = matchingProducts(world, input).length
    expect([name, found > 0 && found < matchingProducts(world, { catalogId: input['catalogId'] }).length]).toEqual([
      name,
      true,
    ])
  }
})

/** The values of some members of a task's inputs. */
function inputValues(task: TaskName, ...members: readonly string[]): readonly unknown[] {
  return clientTasks
    .find(({ name }) => name === task)!
    .inputs.flatMap(({ of }) => members.map((member) => of(world, dialect)?.[member]))
    .filter((value) => value !== undefined)
}

/** A value and everything in it. */
function allParts(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(allParts)] : [value]
}

function allTexts(found: readonly unknown[]): readonly unknown[] {
  return found.flatMap(allParts).filter((value) => typeof value === 'string')
}
