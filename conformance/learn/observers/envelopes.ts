// The shapes of bodies: lists, objects and capabilities. Each is learned as a template with holes, by the
// values that the answers are known to hold, and is told by its shorthand where it has one.
import { because } from '../../conclusions/cause.ts'
import { findObject, idOf, isObject, listNameAt } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { typeOf } from '../answer-shape.ts'
import type { Answers } from '../answers.ts'
import { learned, type Observation, unrepresentable, unseen } from '../observation.ts'
import { type HoleOf, madeUp, sameTemplate, type Template, templateOf, wordOrMadeUp } from '../template.ts'
import type { Observer } from './observer.ts'

/** The shorthands of a convention, with the templates that they stand for. */
type Shorthands = Readonly<Record<string, unknown>>

const listShorthands: Shorthands = {
  data: { data: '$items', has_more: '$hasMore' },
  array: '$items',
  items: { items: '$items', next_cursor: '$next' },
  named: { $kind: '$items', has_more: '$hasMore' },
}

const legacyShorthands: Shorthands = { array: '$items', data: { data: '$items' } }

const objectShorthands: Shorthands = { bare: '$item', data: { data: '$item' }, named: { $kind: '$item' } }

/** The template as its shorthand, where it has one. */
function shortened(template: unknown, shorthands: Shorthands): unknown {
  return Object.entries(shorthands).find(([, long]) => sameTemplate(long, template))?.[0] ?? template
}

/** An answer with a list, and what is known of it. */
interface KnownPage {
  readonly question: string
  readonly json: unknown
  readonly items: readonly unknown[]
  readonly path: readonly string[]
  /** Whether more follows; undefined where it is not known. */
  readonly more: boolean | undefined
  readonly lastId: string | undefined
}

function pageIn(answers: Answers, question: string, more: boolean | undefined): readonly KnownPage[] {
  const found = answers.list(question)
  if (!found) return []
  const lastId = found.items.length === 0 ? undefined : idOf(found.items.at(-1))
  return [{ question, json: answers.json(question), ...found, more, lastId }]
}

const sameText = (left: readonly string[], right: readonly string[]): boolean => left.join('\n') === right.join('\n')

/** The holes of the envelope of lists, by what is known of each page. */
function holesOfLists(pages: readonly KnownPage[], path: readonly string[]): HoleOf {
  const knowsMore = pages.every(({ more }) => more !== undefined)
  const differs = new Set(pages.map(({ more }) => more)).size > 1
  return ({ values, path: at }) => {
    if (sameText(at, path)) return '$items'
    if (at.length <= path.length && sameText(at, path.slice(0, at.length))) return undefined
    if (!knowsMore || !differs) return undefined
    if (values.every((value, index) => value === pages[index]!.more)) return '$hasMore'
    const isNext = (value: unknown, { more, lastId }: KnownPage) =>
      more === true ? typeof value === 'string' && bareOf(value) === lastId : value === null || value === undefined
    return values.every((value, index) => isNext(value, pages[index]!)) ? '$next' : undefined
  }
}

/** Requests for one thing whose answers differ in nothing else than what names the request. */
function requestIdsIn(first: unknown, second: unknown, path: readonly string[] = []): readonly string[] {
  if (isObject(first) && isObject(second))
    return Object.keys(first).flatMap((name) => requestIdsIn(first[name], second[name], [...path, name]))
  const isId = (value: unknown) => typeof value === 'string' && value.length >= 8 && !/\s/.test(value)
  return first !== second && isId(first) && isId(second) ? [path.join('.')] : []
}

/** Puts `$kind` in place of the name of the list, where a member has it in two lists of different names. */
function named(template: unknown, name: string | undefined): unknown {
  if (name === undefined || !isObject(template) || !Object.hasOwn(template, name)) return template
  return Object.fromEntries(
    Object.entries(template).map(([member, value]) => [member === name ? '$kind' : member, value]),
  )
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), json)
}

function listTemplate(
  pages: readonly KnownPage[],
  others: readonly KnownPage[],
  requestIds: readonly string[],
): Template {
  const [{ path }] = pages as readonly [KnownPage]
  const holes = holesOfLists(pages, path)
  return templateOf(
    pages.map(({ json }) => json),
    (place) => (requestIds.includes(place.path.join('.')) ? '$requestId' : holes(place)),
    // What a list of other records has too is no value of a record.
    (value, path) => (others.some(({ json }) => valueAt(json, path) === value) ? wordOrMadeUp(value) : madeUp(value)),
  )
}

/** The name that a list has as a member: the last segment of its path, with underscores. */
const kindAt = (answers: Answers, question: string): string | undefined => {
  const exchange = answers.get(question)
  return exchange && listNameAt(exchange.request.url)?.replaceAll('-', '_')
}

/** The envelope of the lists of the versioned API, from pages of products with and without more behind them. */
export const listEnvelope: Observer = (answers) => {
  // Without the next page it is not known what says that there is one.
  if (answers.isForeign('products.next')) return unseen(answers.whyNot('products.next'))
  const pages = [
    ...pageIn(answers, 'products.first', answers.ids('products.next').length > 0),
    ...pageIn(answers, 'products.list', answers.hasMore('products.list')),
    ...pageIn(answers, 'products.none', false),
  ].filter(({ items, question }) => items.length > 0 || question === 'products.none')
  const others = pageIn(answers, 'environments.list', undefined)
  if (pages.length === 0) return envelopeOfOne(answers, others)
  const seenIn = [...pages, ...others].map(({ question }) => question)
  const [first] = pages
  if (pages.some(({ path }) => !sameText(path, first!.path)))
    return unrepresentable(['the place of the records'], seenIn)
  const requestIds = requestIdsIn(answers.json('products.list'), answers.json('products.again'))
  const { template, unexplained } = listTemplate(pages, others, requestIds)
  const ofProducts = kindAt(answers, 'products.list')
  // A name that follows the resource shows where two lists have two names.
  const [other] = others
  const isNamed =
    other !== undefined && first!.path[0] === ofProducts && other.path[0] === kindAt(answers, 'environments.list')
  const value = shortened(isNamed ? named(template, ofProducts) : template, listShorthands)
  if (unexplained.length > 0) return unrepresentable(unexplained, seenIn, value)
  // Without a page that ends the list, a boolean or a cursor beside the records looks like a literal.
  if (pages.every(({ more }) => more === first!.more) && hasMembersBeside(template))
    return unseen(because.data, ...seenIn)
  const particular = other && !isNamed ? particularEnvelope(other, value) : undefined
  return learned(particular === undefined ? value : { $default: value, 'environments.list': particular }, ...seenIn)
}

const hasMembersBeside = (template: unknown): boolean => isObject(template) && Object.keys(template).length > 1

/** The envelope of one list, where it has another shape than the usual one. */
function particularEnvelope({ json, path }: KnownPage, usual: unknown): unknown {
  const long = typeof usual === 'string' ? (listShorthands[usual] ?? usual) : usual
  if (sameText(pathToItems(long) ?? [], path)) return undefined
  const { template, unexplained } = templateOf([json], (place) => (sameText(place.path, path) ? '$items' : undefined))
  return unexplained.length === 0 ? shortened(template, listShorthands) : undefined
}

/** The names that lead to the records in a template. */
function pathToItems(template: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (template === '$items') return path
  if (!isObject(template)) return undefined
  for (const [name, value] of Object.entries(template)) {
    const found = pathToItems(value, [...path, name])
    if (found) return found
  }
  return undefined
}

/** A list of which no other page was seen: bare arrays alone are certain. */
function envelopeOfOne(answers: Answers, pages: readonly KnownPage[]): Observation {
  const [page] = pages
  if (!page) return unseen(answers.whyNot('products.list', 'environments.list'))
  return page.path.length === 0 && Array.isArray(page.json)
    ? learned('array', page.question)
    : unseen(answers.whyNot('products.list'), page.question)
}

/** The envelope of the lists of the legacy API. */
export const legacyListEnvelope: Observer = (answers) => {
  const questions = ['legacy.groups.list', 'legacy.groups.next', 'legacy.events.list']
  const pages = questions.flatMap((question) => pageIn(answers, question, undefined))
  const [first] = pages
  if (!first) return unseen(answers.whyNot(...questions))
  const seenIn = pages.map(({ question }) => question)
  if (pages.some(({ path }) => !sameText(path, first.path)))
    return unrepresentable(['the place of the records'], seenIn)
  const { template, unexplained } = templateOf(
    pages.map(({ json }) => json),
    (place) => (sameText(place.path, first.path) ? '$items' : undefined),
  )
  const value = shortened(template, legacyShorthands)
  return unexplained.length > 0 ? unrepresentable(unexplained, seenIn, value) : learned(value, ...seenIn)
}

/** The envelope of one object, from an environment and a token. */
export const objectEnvelope: Observer = (answers) => {
  const kinds: Readonly<Record<string, string>> = {
    'environments.retrieve': 'environment',
    'access-tokens.create': 'access_token',
    'access-tokens.rename': 'access_token',
  }
  const seen = Object.keys(kinds).flatMap((question) => {
    const json = answers.json(question)
    const record = findObject(json)
    return record === undefined ? [] : [{ question, json, record }]
  })
  if (seen.length === 0) return unseen(answers.whyNot(...Object.keys(kinds)))
  const templates = seen.map(({ question, json, record }) => {
    const found = templateOf([json], ({ values: [value] }) => (value === record ? '$item' : undefined))
    return { question, ...found, template: namedObject(found.template, kinds[question]!) }
  })
  const [first] = templates
  const seenIn = templates.map(({ question }) => question)
  const unlike = templates.filter(({ template }) => !sameTemplate(template, first!.template))
  const unexplained = templates.flatMap((found) => found.unexplained)
  const value = shortened(first!.template, objectShorthands)
  if (unexplained.length > 0) return unrepresentable([...new Set(unexplained)], seenIn, value)
  if (unlike.length === 0) return learned(value, ...seenIn)
  const others = unlike.map(({ question, template }) => [question, shortened(template, objectShorthands)] as const)
  return learned({ $default: value, ...Object.fromEntries(others) }, ...seenIn)
}

function namedObject(template: unknown, kind: string): unknown {
  return isObject(template) && template[kind] === '$item'
    ? Object.fromEntries(Object.entries(template).map(([name, value]) => [name === kind ? '$kind' : name, value]))
    : template
}

/** The shape of capabilities: a list of commands under names, or a map of schemas. */
export const capabilities: Observer = (answers, target) => {
  const question = 'services.capabilities'
  const json = answers.json(question)
  if (json === undefined) return unseen(answers.whyNot(question))
  const command = target.samples?.command?.name
  if (command === undefined) return unseen({ kind: 'declaration', members: [['samples.command']] }, question)
  const entry = entryOfCommand(json, command, [])
  if (!entry) return unrepresentable(['the place of the commands'], [question])
  const value = templateAt(json, entry)
  return value === undefined
    ? unrepresentable(entry.unexplained, [question])
    : entry.unexplained.length > 0
      ? unrepresentable(entry.unexplained, [question], value)
      : learned(value, question)
}

interface Entry {
  /** The names that lead to the list or the map. */
  readonly path: readonly string[]
  /** What stands there in a template. */
  readonly repeated: unknown
  readonly unexplained: readonly string[]
}

const isSchema = (value: unknown): boolean =>
  isObject(value) &&
  ['type', 'properties', '$ref', '$schema', 'anyOf', 'oneOf', 'allOf'].some((name) => Object.hasOwn(value, name))

function entryOfCommand(json: unknown, command: string, path: readonly string[]): Entry | undefined {
  if (path.length > 4) return undefined
  if (Array.isArray(json)) {
    const item = json.find((candidate) => isObject(candidate) && Object.values(candidate).includes(command))
    return isObject(item) ? listedEntry(item, command, path) : undefined
  }
  if (!isObject(json)) return undefined
  if (Object.hasOwn(json, command)) return mappedEntry(json[command], path)
  for (const [name, member] of Object.entries(json)) {
    const found = entryOfCommand(member, command, [...path, name])
    if (found) return found
  }
  return undefined
}

function listedEntry(item: Readonly<Record<string, unknown>>, command: string, path: readonly string[]): Entry {
  const { members, unexplained } = commandMembers(item, command)
  return { path, repeated: [members], unexplained }
}

function mappedEntry(value: unknown, path: readonly string[]): Entry {
  if (isSchema(value)) return { path, repeated: { $name: '$inputSchema' }, unexplained: [] }
  if (!isObject(value)) return { path, repeated: undefined, unexplained: ['the schema'] }
  const { members, unexplained } = commandMembers(value, undefined)
  return { path, repeated: { $name: members }, unexplained }
}

/** The members of an entry as holes: its name, its description, the schema of its body. */
function commandMembers(
  item: Readonly<Record<string, unknown>>,
  command: string | undefined,
): { readonly members: Readonly<Record<string, unknown>>; readonly unexplained: readonly string[] } {
  const unexplained: string[] = []
  const members = Object.entries(item).flatMap(([name, value]) => {
    const hole =
      command !== undefined && value === command
        ? '$name'
        : isSchema(value) && !/output|result|response|returns/i.test(name)
          ? '$inputSchema'
          : isSchema(value)
            ? '$outputSchema'
            : typeof value === 'string'
              ? '$description'
              : undefined
    if (hole === undefined) unexplained.push(`${name} (${typeOf(value)})`)
    return hole === undefined ? [] : [[name, hole] as const]
  })
  return { members: Object.fromEntries(members), unexplained }
}

const commandsTemplate = {
  commands: [
    { name: '$name', description: '$description', inputSchema: '$inputSchema', outputSchema: '$outputSchema' },
  ],
}

function templateAt(json: unknown, { path, repeated }: Entry): unknown {
  if (repeated === undefined) return undefined
  const { template, unexplained } = templateOf([json], (place) => (sameText(place.path, path) ? repeated : undefined))
  if (unexplained.length > 0) return undefined
  if (sameTemplate(template, commandsTemplate)) return 'commands'
  return sameTemplate(template, { $name: '$inputSchema' }) ? 'map' : template
}
