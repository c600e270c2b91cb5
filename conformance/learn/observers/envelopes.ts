// The shapes of bodies: lists, objects and capabilities. Each is learned as a template with holes, from the known
// values of the answers. It is reported by its shorthand if it has one.
import { because } from '../../conclusions/cause.ts'
import { findList, findObject, itemId, isObject, addressListName, readMemberPath } from '../../reading/find-list.ts'
import { jsonType } from '../answer-shape.ts'
import type { Answers } from '../answers.ts'
import {
  type KnownPage,
  legacyShorthands,
  likelyForm,
  listShorthands,
  lonePageForm,
  listForm,
  madeUpId,
  pathToItems,
  renameListPath,
  sameSteps,
  type Shorthands,
  pruneTemplate,
  withoutEmptyItems,
  lastPageTemplate,
  withoutPaging,
  wrappedForm,
} from '../list-form.ts'
import { learned, type Observation, unrepresentable, unobservable, unobservableBut } from '../observation.ts'
import { findWrapper } from '../wrapped-members.ts'
import { placeholderValue, sameTemplate, inferTemplate } from '../template.ts'
import { toPerOperation } from './by-operation.ts'
import type { ConventionObserver } from './observer.ts'
import { isSameJson } from '../../reading/same-json.ts'

const objectShorthands: Shorthands = { bare: '$item', data: { data: '$item' }, named: { $kind: '$item' } }

/** The shorthand of a template, or the template if it has none. */
function toShorthand(template: unknown, shorthands: Shorthands): unknown {
  return Object.entries(shorthands).find(([, long]) => sameTemplate(long, template))?.[0] ?? template
}

/** @param path The path to the records, if another page shows it. */
function knownPages(
  answers: Answers,
  question: string,
  more: boolean | undefined,
  path?: readonly string[],
): readonly KnownPage[] {
  const found = path ? findList(answers.json(question), path) : answers.list(question)
  if (!found) return []
  const lastId = found.items.length === 0 ? undefined : itemId(found.items.at(-1))
  return [{ question, json: answers.json(question), ...found, more, lastId, kind: listedKind(answers, question) }]
}

/** The paths of request ids: the only differences between two answers for the same object. */
function requestIdPaths(first: unknown, second: unknown, path: readonly string[] = []): readonly string[] {
  if (isObject(first) && isObject(second))
    return Object.keys(first).flatMap((name) => requestIdPaths(first[name], second[name], [...path, name]))
  const isId = (value: unknown) => typeof value === 'string' && value.length >= 8 && !/\s/.test(value)
  return first !== second && isId(first) && isId(second) ? [path.join('.')] : []
}

/** The member name of a list: the last segment of its path, with underscores. */
const listedKind = (answers: Answers, question: string): string | undefined => {
  const exchange = answers.get(question)
  return exchange && addressListName(exchange.request.url)?.replaceAll('-', '_')
}

/** The template with `$kind` instead of the list's name, if two lists have their names at the same place. */
function insertKindHole(
  template: unknown,
  pages: readonly { readonly path: readonly string[]; readonly kind: string | undefined }[],
): unknown {
  const [first, second] = pages
  if (!first || !second || first.path.length !== second.path.length) return template
  const at = first.path.findIndex((name, index) => name === first.kind && second.path[index] === second.kind)
  if (at < 0) return template
  const rename = (part: unknown, index: number): unknown =>
    isObject(part)
      ? Object.fromEntries(
          Object.entries(part).map(([name, value]) =>
            name !== first.path[index]
              ? [name, value]
              : index === at
                ? ['$kind', value]
                : [name, rename(value, index + 1)],
          ),
        )
      : part
  return rename(template, 0)
}

/** The lists of records other than products. That of tokens may be empty, but not for a token. */
function otherPages(answers: Answers): readonly KnownPage[] {
  const pages = ['environments.list', 'resources.list'].flatMap((question) =>
    knownPages(answers, question, answers.hasMore(question)),
  )
  const [tokens] = ['access-tokens.as-secret', 'access-tokens.list']
    .flatMap((question) => knownPages(answers, question, undefined))
    .toSorted((left, right) => Math.sign(right.items.length) - Math.sign(left.items.length))
  return tokens ? [...pages, { ...tokens, question: 'access-tokens.list' }] : pages
}

/** The envelope of the lists of the versioned API, from pages of products that are and are not the last. */
export const listEnvelope: ConventionObserver = (answers) => {
  const filled = [
    ...knownPages(answers, 'products.first', answers.hasMore('products.first', 'products.next')),
    ...knownPages(answers, 'products.list', answers.hasMore('products.list')),
  ].filter(({ items }) => items.length > 0)
  // An empty page may show other records next to the list.
  const seen = [...filled, ...knownPages(answers, 'products.none', false, filled[0]?.path)]
  // Without the next page it is unknown which member announces it.
  const pages = seen.filter(({ more }) => more !== undefined)
  if (pages.length === 0 && answers.isForeign('products.next')) return unobservable(answers.whyNot('products.next'))
  const others = otherPages(answers)
  const environments = others.filter(({ question }) => question === 'environments.list')
  if (pages.length === 0) return envelopeOfOne(answers, [...seen, ...environments])
  const first = pages[0]!
  const seenIn = [...pages, ...environments].map(({ question }) => question)
  if (pages.some(({ path }) => !sameSteps(path, first.path)))
    return unrepresentable(['the place of the records'], seenIn)
  const requestIds = requestIdPaths(answers.json('products.list'), answers.json('products.again'))
  const form = listForm(pages, { others: environments, requestIds })
  const pageKind = (page: KnownPage) => ({ path: page.path, kind: listedKind(answers, page.question) })
  const template = insertKindHole(form.template, [pageKind(first), ...environments.map(pageKind)])
  const none = answers.hasSuccess('products.none') ? answers.json('products.none') : undefined
  const isLeftOut = isObject(none) && readMemberPath(none, first.path) === undefined && !findList(none)
  const toValue = (form: unknown) => toShorthand(isLeftOut ? withoutEmptyItems(form) : form, listShorthands)
  const value = toValue(template)
  const particular = others.flatMap((page) => {
    const found = particularEnvelope(page, template, answers)
    return found === undefined ? [] : [[page.question, toValue(found)] as const]
  })
  if (form.unexplained.length > 0) return unrepresentable(form.unexplained, seenIn, toPerOperation(value, particular))
  // Without a last page, a boolean or a cursor next to the records looks like a literal.
  if (pages.every(({ more }) => more === first.more) && hasSeveralMembers(template)) {
    const whole = pages.find(({ items }) => items.length > 0) ?? first
    return unobservableBut(because.data, likelyTemplate(whole), ...seenIn)
  }
  const questions = new Set([...seenIn, ...particular.map(([question]) => question)])
  return learned(toPerOperation(value, particular), ...questions)
}

const hasSeveralMembers = (template: unknown): boolean => isObject(template) && Object.keys(template).length > 1

/** The probable form of a page; undefined if none fits. */
function likelyTemplate(page: KnownPage): unknown {
  const { template, unexplained } = likelyForm(page)
  return unexplained.length > 0 ? undefined : toShorthand(template, listShorthands)
}

/** The envelope of one list, if its shape differs from the usual one. */
function particularEnvelope(page: KnownPage, usual: unknown, answers: Answers): unknown {
  // Personal access tokens may have another path, but their kind is the same.
  const kind = page.question === 'access-tokens.list' ? 'access_tokens' : listedKind(answers, page.question)
  // A list without pages has fixed values in place of paging.
  const isUnpaged = answers.ids(page.question.replace(/list$/, 'limit-1')).length > 1
  const endsAlways = isUnpaged || page.question === 'access-tokens.list'
  const hole = endsAlways || JSON.stringify(usual).includes('$last') ? '$last' : '$next'
  const path = (pathToItems(usual) ?? []).map((name) => (name === '$kind' ? (kind ?? name) : name))
  const written = renameListPath(usual, pathToItems(usual) ?? [], page)
  const isUsual = sameSteps(path, page.path)
  const form = isUsual ? pruneTemplate(usual, page.json) : (written ?? lonePage(page, hole))
  if (form === undefined || (!isUnpaged && sameTemplate(form, usual))) return undefined
  const fixed = isUnpaged ? withoutPaging(form, page.json) : form
  if (isUsual && sameTemplate(fixed, lastPageTemplate(usual))) return undefined
  return fixed
}

function lonePage(page: KnownPage, hole: '$next' | '$last'): unknown {
  const { template, unexplained } = lonePageForm(page, hole)
  return unexplained.length === 0 ? template : undefined
}

/** The envelope of a list of which only one page was seen: only a bare array is certain. */
function envelopeOfOne(answers: Answers, pages: readonly KnownPage[]): Observation {
  const [page] = pages
  if (!page) return unobservable(answers.whyNot('products.list', 'environments.list'))
  return page.path.length === 0 && Array.isArray(page.json)
    ? learned('array', page.question)
    : unobservableBut(answers.whyNot('products.list'), likelyTemplate(page), page.question)
}

/** The envelope of the lists of the legacy API. */
export const legacyListEnvelope: ConventionObserver = (answers) => {
  const questions = ['legacy.groups.list', 'legacy.groups.next', 'legacy.events.list']
  const pages = questions.flatMap((question) => knownPages(answers, question, undefined))
  const [first] = pages
  if (!first) return unobservable(answers.whyNot(...questions))
  const seenIn = pages.map(({ question }) => question)
  const usual = pages.filter(({ path }) => sameSteps(path, first.path))
  const form = listForm(usual, { others: [], requestIds: [] })
  const other = pages.find(({ path }) => !sameSteps(path, first.path))
  const pageKind = (page: KnownPage) => ({ path: page.path, kind: listedKind(answers, page.question) })
  const template = other ? insertKindHole(form.template, [pageKind(first), pageKind(other)]) : form.template
  const value = toShorthand(template, legacyShorthands)
  const isNamed = !other || template !== form.template
  const renamed =
    isNamed || other.question !== 'legacy.events.list' ? undefined : renameListPath(template, first.path, other)
  const particular = renamed === undefined ? [] : [[other!.question, toShorthand(renamed, legacyShorthands)] as const]
  const differs = [...form.unexplained, ...(isNamed || particular.length > 0 ? [] : ['the place of the records'])]
  const found = toPerOperation(value, particular)
  return differs.length === 0 ? learned(found, ...seenIn) : unrepresentable(differs, seenIn, found)
}

/** The envelope of one object, from an environment and a token. */
export const objectEnvelope: ConventionObserver = (answers) => {
  const kinds: Readonly<Record<string, string>> = {
    'environments.retrieve': 'environment',
    'access-tokens.rename': 'access_token',
    'access-tokens.create': 'access_token',
    'access-tokens.revoke': 'access_token',
    'legacy.groups.create': 'group',
  }
  const secret = answers.get('access-tokens.as-secret')?.request.headers['authorization']?.replace(/^Bearer /, '')
  const seen = Object.keys(kinds).flatMap((question) => {
    const json = answers.json(question)
    const record = findObject(json)
    // The answer to a DELETE may have any body.
    return record === undefined && !(question === 'access-tokens.revoke' && isObject(json))
      ? []
      : [{ question, json, record }]
  })
  if (seen.length === 0) return unobservable(answers.whyNot(...Object.keys(kinds)))
  const templates = seen.map(({ question, json, record }) => {
    const wrapper = record && findWrapper([record])
    const form = wrapper === undefined ? undefined : wrappedForm([record!], wrapper, kinds[question])
    const found = inferTemplate([json], ({ values: [value] }) => {
      if (value === secret && secret !== undefined) return '$secret'
      return value === record ? (form?.template ?? '$item') : undefined
    })
    return { question, ...found, template: namedObject(found.template, kinds[question]!) }
  })
  const [first] = templates
  const seenIn = templates.map(({ question }) => question)
  const ofValue = valueTemplate(answers)
  if (ofValue) {
    templates.push(ofValue)
    seenIn.push(ofValue.question, 'configurations.parent')
  }
  const unlike = templates.filter(({ template }) => !sameTemplate(template, first!.template))
  const unexplained = templates.flatMap((found) => found.unexplained)
  const value = toShorthand(first!.template, objectShorthands)
  const others = unlike.map(({ question, template }) => [question, toShorthand(template, objectShorthands)] as const)
  const found = toPerOperation(value, others)
  return unexplained.length === 0
    ? learned(found, ...seenIn)
    : unrepresentable([...new Set(unexplained)], seenIn, found)
}

/** The form around the value of a configuration. The answer one step above has the value as a member. */
function valueTemplate(
  answers: Answers,
): { readonly question: string; readonly template: unknown; readonly unexplained: readonly string[] } | undefined {
  const question = 'configurations.value'
  const [json, parent] = [answers.json(question), answers.json('configurations.parent')]
  const url = answers.get(question)?.request.url
  if (json === undefined || parent === undefined || url === undefined) return undefined
  const member = new URL(url).searchParams.get('path')?.split('.').at(-1) ?? ''
  const place = valuePlace(json, parent, member)
  if (!place) return undefined
  const found = inferTemplate(
    [json],
    ({ path }) => (sameSteps(path, place) ? '$item' : undefined),
    (value, path) => (path.at(-1) === 'id' && typeof value === 'string' ? madeUpId : placeholderValue(value)),
  )
  return { question, ...found, template: namedObject(found.template, 'configuration') }
}

/** The shallowest path at which one answer has the value that is a member of the other answer's value. */
function valuePlace(json: unknown, parent: unknown, member: string): readonly string[] | undefined {
  let level: { readonly path: readonly string[]; readonly value: unknown; readonly of: unknown }[] = [
    { path: [], value: json, of: parent },
  ]
  for (let depth = 0; depth < 4 && level.length > 0; depth++) {
    const found = level.find(
      ({ value, of }) => isObject(of) && Object.hasOwn(of, member) && isSameJson(of[member], value),
    )
    if (found) return found.path
    level = level.flatMap(({ path, value, of }) =>
      isObject(value) && isObject(of)
        ? Object.keys(value).flatMap((name) =>
            Object.hasOwn(of, name) ? [{ path: [...path, name], value: value[name], of: of[name] }] : [],
          )
        : [],
    )
  }
  return undefined
}

function namedObject(template: unknown, kind: string): unknown {
  return isObject(template) && template[kind] === '$item'
    ? Object.fromEntries(Object.entries(template).map(([name, value]) => [name === kind ? '$kind' : name, value]))
    : template
}

/** The shape of capabilities: a list of commands under names, or a map of schemas. */
export const capabilities: ConventionObserver = (answers, target) => {
  const question = 'services.capabilities'
  const json = answers.json(question)
  if (json === undefined) return unobservable(answers.whyNot(question))
  const command = target.samples?.command?.name
  if (command === undefined) return unobservable({ kind: 'declaration', members: [['samples.command']] }, question)
  const entry = entryOfCommand(json, command, [])
  if (!entry) return unrepresentable(['the place of the commands'], [question])
  const value = entryTemplate(json, entry)
  return value === undefined
    ? unrepresentable(entry.unexplained, [question])
    : entry.unexplained.length > 0
      ? unrepresentable(entry.unexplained, [question], value)
      : learned(value, question)
}

interface Entry {
  /** The path to the list or the map. */
  readonly path: readonly string[]
  /** Its part of a template. */
  readonly repeated: unknown
  readonly unexplained: readonly string[]
}

const resemblesSchema = (value: unknown): boolean =>
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
  if (resemblesSchema(value)) return { path, repeated: { $name: '$inputSchema' }, unexplained: [] }
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
        : resemblesSchema(value) && !/output|result|response|returns/i.test(name)
          ? '$inputSchema'
          : resemblesSchema(value)
            ? '$outputSchema'
            : typeof value === 'string'
              ? '$description'
              : undefined
    if (hole === undefined) unexplained.push(`${name} (${jsonType(value)})`)
    return hole === undefined ? [] : [[name, hole] as const]
  })
  return { members: Object.fromEntries(members), unexplained }
}

const commandsTemplate = {
  commands: [
    { name: '$name', description: '$description', inputSchema: '$inputSchema', outputSchema: '$outputSchema' },
  ],
}

function entryTemplate(json: unknown, { path, repeated }: Entry): unknown {
  if (repeated === undefined) return undefined
  const { template, unexplained } = inferTemplate([json], (place) =>
    sameSteps(place.path, path) ? repeated : undefined,
  )
  if (unexplained.length > 0) return undefined
  if (sameTemplate(template, commandsTemplate)) return 'commands'
  return sameTemplate(template, { $name: '$inputSchema' }) ? 'map' : template
}
