// The template of the pages of one list: the place of the records, the wrapper of each record, and the paging.
import { itemId, isObject, type Item, findRecord, readMemberPath } from '../reading/find-list.ts'
import { stripPrefix } from '../reading/id-forms.ts'
import { findWrapper } from './wrapped-members.ts'
import { type MemberValues, placeholderValue, type Template, inferTemplate, wordOrMadeUp } from './template.ts'

/** The shorthands of a convention, with their templates. */
export type Shorthands = Readonly<Record<string, unknown>>

/** The shapes of lists with a name. */
export const listShorthands: Shorthands = {
  data: { data: '$items', has_more: '$hasMore' },
  array: '$items',
  items: { items: '$items', next_cursor: '$next' },
  named: { $kind: '$items', has_more: '$hasMore' },
}

/** The shapes of lists of the legacy API with a name. */
export const legacyShorthands: Shorthands = { array: '$items', data: { data: '$items' } }

/** An answer with a list, and the facts about it. */
export interface KnownPage {
  readonly question: string
  readonly json: unknown
  readonly items: readonly unknown[]
  /** The names that lead to the records. */
  readonly path: readonly string[]
  /** True if more records follow; undefined if it is unknown. */
  readonly more: boolean | undefined
  readonly lastId: string | undefined
  /** The name of the list in its address. */
  readonly kind: string | undefined
}

export const sameSteps = (left: readonly string[], right: readonly string[]): boolean =>
  left.join('\n') === right.join('\n')

interface ListContext {
  /** Lists of other records: a value that these lists share is not a value of a record. */
  readonly others: readonly KnownPage[]
  /** The paths of request ids. */
  readonly requestIds: readonly string[]
}

/** The template of several pages of one list. */
export function listForm(pages: readonly KnownPage[], { others, requestIds }: ListContext): Template {
  const [{ path }] = pages as readonly [KnownPage]
  const items = itemsForm(pages as readonly [KnownPage])
  const holes = holesOfPaging(
    pages,
    path,
    others.find(({ more, items: found }) => more === false && found.length > 0),
  )
  const { template, unexplained } = inferTemplate(
    pages.map(({ json }) => json),
    (place) => {
      if (sameSteps(place.path, path)) return items.template
      // A cursor may differ in each answer too, as new records come.
      return holes(place) ?? (requestIds.includes(place.path.join('.')) ? '$requestId' : undefined)
    },
    (value, at) => {
      // Clause 2.1 states the form of ids, whatever they identify.
      if (at.at(-1) === 'id' && typeof value === 'string') return madeUpId
      return others.some(({ json }) => readMemberPath(json, at) === value)
        ? wordOrMadeUp(value)
        : placeholderValue(value)
    },
  )
  return { template, unexplained: [...unexplained, ...items.unexplained] }
}

/** An id that no record has. */
export const madeUpId: string = '0'.repeat(27)

/** The part of a template for the records: a hole, or a template that is repeated for each record. */
function itemsForm(pages: readonly [KnownPage, ...KnownPage[]]): Template {
  const lists = pages.map(({ json, path }) => readMemberPath(json, path))
  const isByKey = lists.some(isObject)
  const raw = lists.flatMap((list) => (Array.isArray(list) ? list : isObject(list) ? Object.values(list) : []))
  const items = raw.filter(isObject).map((item) => ({ item, record: findRecord(item) }))
  const isPlain = items.every(({ item, record }) => record === item || record === undefined)
  if (isByKey) {
    const form = items.every(({ item }) => !Object.hasOwn(item, 'id')) ? '$members' : '$item'
    const unexplained = form === '$item' && !isPlain ? ['the wrapper of each record'] : []
    return { template: { $each: '$items', $key: '$id', $value: form }, unexplained }
  }
  const wrapper = isPlain ? findWrapper(raw.filter(isObject)) : undefined
  if (wrapper !== undefined) {
    const { template, unexplained } = wrappedForm(raw.filter(isObject), wrapper, pages[0].kind)
    return { template: { $each: '$items', $value: template }, unexplained }
  }
  if (isPlain) return { template: '$items', unexplained: [] }
  const ofItems = items.filter(({ record }) => record !== undefined)
  const { template, unexplained } = inferTemplate(
    ofItems.map(({ item }) => item),
    ({ values }) => {
      if (values.every((value, index) => value === ofItems[index]!.record)) return '$item'
      if (values.every((value, index) => typeof value === 'string' && value === itemId(ofItems[index]!.item)))
        return '$id'
      // A cursor that does not have the form of an id.
      return values.every((value) => typeof value === 'string') ? 'text' : undefined
    },
  )
  return { template: { $each: '$items', $value: template }, unexplained }
}

/** The template of records whose members are in an object next to their ids. */
export function wrappedForm(records: readonly Item[], wrapper: string, kind: string | undefined): Template {
  return inferTemplate(records, ({ values, path }) => {
    if (path.length === 1 && path[0] === wrapper) return '$members'
    const isId = (value: unknown, index: number) => value === records[index]!['id']
    if (values.every(isId)) return '$id'
    if (!values.every((value) => typeof value === 'string')) return undefined
    if (kind !== undefined && values.every((value) => value === kind)) return '$kind'
    const texts = values as readonly string[]
    return texts.every((text, index) => text.includes(String(records[index]!['id']))) ? 'text$id' : undefined
  })
}

/**
 * The holes of the paging, by the facts about each page.
 * @param last The last page of another list. If it has a cursor, that does not depend on whether a page follows.
 */
function holesOfPaging(
  pages: readonly KnownPage[],
  path: readonly string[],
  last: KnownPage | undefined,
): (place: MemberValues) => unknown {
  const knowsMore = pages.every(({ more }) => more !== undefined)
  const differs = new Set(pages.map(({ more }) => more)).size > 1
  const followed = pages.filter(({ more }) => more)
  return ({ values, path: at }) => {
    if (at.length <= path.length && sameSteps(at, path.slice(0, at.length))) return undefined
    if (!knowsMore || !differs) return undefined
    if (values.every((value, index) => value === pages[index]!.more)) return '$hasMore'
    const [ofFollowed, ofLast] = [true, false].map((more) =>
      values.filter((_value, index) => pages[index]!.more === more),
    )
    const next = nextForm(ofFollowed!, followed)
    if (next === undefined) return undefined
    const there = last && readMemberPath(last.json, renamedSteps(at, path, last.path))
    const hole = last && nextForm([there], [last]) !== undefined ? '$last' : '$next'
    if (ofLast!.every((value) => value === null) && typeof next === 'string') return next
    return ofLast!.every((value) => value === undefined) ? omitIfEmpty(hole, next) : undefined
  }
}

/** The hole for the id of the last record, where the next page begins: `$next` only where a page follows. */
type CursorHole = '$next' | '$last'

/** A member that is left out where its hole is empty. */
function omitIfEmpty(hole: CursorHole, next: NextForm): Readonly<Record<string, unknown>> {
  const form = JSON.parse(JSON.stringify(next).replaceAll('$next', hole)) as NextForm
  return typeof form === 'string' ? { $when: hole, $value: form } : { $when: hole, ...form }
}

/** The template of a list of which only one page was seen. */
export function lonePageForm({ json, path, ...page }: KnownPage, hole: CursorHole): Template {
  return inferTemplate([json], ({ values, path: at }) => {
    if (sameSteps(at, path)) return '$items'
    const isInner = at.length > 0 && !sameSteps(at, path.slice(0, at.length))
    const next = isInner ? nextForm(values, [{ json, path, ...page }]) : undefined
    return next && omitIfEmpty(hole, next)
  })
}

/** A path of a list as it is in another list, whose records have another path. */
function renamedSteps(at: readonly string[], from: readonly string[], to: readonly string[]): readonly string[] {
  const shared = at.findIndex((name, index) => name !== from[index])
  return at.map((name, index) => (index < (shared < 0 ? at.length : shared) ? (to[index] ?? name) : name))
}

type NextForm = string | Readonly<Record<string, unknown>>

/** The value that refers to the next page: its cursor, a text with it, or an object with either. */
function nextForm(values: readonly unknown[], pages: readonly KnownPage[]): NextForm | undefined {
  if (values.length === 0) return undefined
  if (values.every(isObject)) {
    let hasNext = false
    const { template, unexplained } = inferTemplate(values, (place) => {
      if (place.path.length === 0) return undefined
      const form = nextForm(place.values, pages)
      hasNext ||= typeof form === 'string'
      return typeof form === 'string' ? form : undefined
    })
    return hasNext && unexplained.length === 0 && isObject(template) ? template : undefined
  }
  if (!values.every((value) => typeof value === 'string')) return undefined
  const texts = values as readonly string[]
  const ids = pages.map(({ lastId }) => (lastId === undefined ? undefined : stripPrefix(lastId)))
  if (texts.every((text, index) => stripPrefix(text) === ids[index])) return '$next'
  return texts.every((text, index) => ids[index] !== undefined && text.includes(ids[index])) ? 'text$next' : undefined
}

/** The same template for another list, if only the names on the path to the records differ. */
export function renameListPath(
  template: unknown,
  from: readonly string[],
  { json, path: to }: Pick<KnownPage, 'json' | 'path'>,
): unknown {
  if (from.length !== to.length) return undefined
  const renamed = (part: unknown, index: number): unknown =>
    index === from.length || !isObject(part)
      ? part
      : Object.fromEntries(
          Object.entries(part).map(([name, value]) =>
            name === from[index] ? [to[index]!, renamed(value, index + 1)] : [name, value],
          ),
        )
  const result = renamed(template, 0)
  return coversMembers(result, json) ? result : undefined
}

/** True if the template has all members of an answer. */
function coversMembers(template: unknown, json: unknown): boolean {
  if (!isObject(template) || !isObject(json) || '$each' in template) return true
  return Object.entries(json).every(
    ([name, value]) => Object.hasOwn(template, name) && coversMembers(template[name], value),
  )
}

/** The template without the members that an answer lacks, except those that depend on the page. */
export function pruneTemplate(template: unknown, json: unknown): unknown {
  if (!isObject(template) || !isObject(json) || '$each' in template || '$when' in template) return template
  const members = Object.entries(template).filter(
    ([name, part]) => name.startsWith('$') || Object.hasOwn(json, name) || (isObject(part) && '$when' in part),
  )
  return Object.fromEntries(members.map(([name, part]) => [name, pruneTemplate(part, json[name])]))
}

/** The template of a list without pages: the paging members have their values from the answer. */
export function withoutPaging(template: unknown, json: unknown): unknown {
  if (template === '$hasMore' || template === '$next' || (typeof template === 'string' && template.endsWith('$next')))
    return json === undefined || typeof json === 'object' || typeof json === 'boolean' ? json : placeholderValue(json)
  if (!isObject(template) || '$each' in template) return template
  if (template['$when'] === '$next') return undefined
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, part]) => {
      const inner = withoutPaging(part, isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined)
      return inner === undefined ? [] : [[name, inner]]
    }),
  )
}

/** The template of the last page. */
export function lastPageTemplate(template: unknown): unknown {
  if (template === '$hasMore') return false
  if (typeof template === 'string' && template.endsWith('$next')) return null
  if (!isObject(template) || '$each' in template) return template
  if (template['$when'] === '$next') return undefined
  const members = Object.entries(template).map(([name, part]) => [name, lastPageTemplate(part)] as const)
  return Object.fromEntries(members.filter(([, part]) => part !== undefined))
}

/** The names that lead to the records in a template. */
export function pathToItems(template: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (template === '$items' || (isObject(template) && template['$each'] === '$items')) return path
  if (!isObject(template)) return undefined
  for (const [name, value] of Object.entries(template)) {
    const found = pathToItems(value, [...path, name])
    if (found) return found
  }
  return undefined
}

/** The template of a list whose empty pages lack the member of the records. */
export function withoutEmptyItems(template: unknown): unknown {
  if (!isObject(template) || '$each' in template) return template
  return Object.fromEntries(
    Object.entries(template).map(([name, part]) => [
      name,
      pathToItems(part)?.length === 0
        ? { $when: '$items', ...(part === '$items' ? { $value: part } : (part as object)) }
        : withoutEmptyItems(part),
    ]),
  )
}

/**
 * A template for pages that do not show how a list continues: members with common paging names count as paging. It is a
 * guess and never shown as learned.
 */
export function likelyForm(page: KnownPage): Template {
  const items = itemsForm([page])
  return inferTemplate([page.json], ({ values: [value], path }) => {
    if (sameSteps(path, page.path)) return items.template
    const name = path.at(-1) ?? ''
    if (typeof value === 'boolean' && /more|next/i.test(name)) return '$hasMore'
    return (value === null || typeof value === 'string') && /next|cursor/i.test(name) ? '$next' : undefined
  })
}
