// The filters that a list accepts, with the records of their values as the list shows them (clause 4.5).
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type OperationId, versionedLists } from '../../catalogue/operations.ts'
import {
  toAddress,
  matchOperation,
  type Path,
  toDocumentedPath,
  operationPath,
} from '../../catalogue/operation-paths.ts'
import { Conclusion } from '../../conclusions/conclusion.ts'
import type { Session } from '../../judge/session.ts'
import { findMember } from '../../reading/find-list.ts'
import { samePath } from '../../reading/id-forms.ts'
import { toValueText } from '../../reading/value-text.ts'
import { targetPathNames } from '../../target/path-names.ts'
import type { Target } from '../../target/target-file.ts'
import type { Query } from './fewest-parameters.ts'
import type { ListFilter } from './list-model.ts'
import { maxPages, type WalkedList } from './walked-list.ts'
import { walkForward } from './pages.ts'
import { sendPage } from './paging.ts'
import { memberText, supportedStringFilters } from './record-filters.ts'
import { caseForms, swapCase, nonsense, searchTexts, splitWords } from './search-terms.ts'

/** An enum filter of a list. */
export interface EnumFilter {
  readonly path: string
  readonly parameter: string
  readonly values: readonly string[]
  /** False for the filter of clause 4.4, which has only one known value. */
  readonly isDeclared: boolean
}

/** The maximum number of enum filters to test, in a full and in a quick run. A target file may declare any number. */
const mostEnumFilters = { full: 20, quick: 2 } as const
/** The number of values of a filter to request. */
export const triedValues = 4

/** The enum filters of a target: the declared ones, documented lists first, or else that of clause 4.4. */
export function enumFilters(target: Target, quick: boolean): readonly EnumFilter[] {
  const { enumFilters: declared = [], without = [] } = target
  const names = targetPathNames(target)
  const isLeftOut = without.includes('enumFilters') || without.includes('resources')
  if (declared.length === 0)
    return isLeftOut
      ? []
      : [{ path: operationPath('resources.list', names), parameter: 'status', values: ['active'], isDeclared: false }]
  const documented: readonly (OperationId | undefined)[] = ['resources.list', 'products.list', 'environments.list']
  const rank = ({ path }: { readonly path: string }) =>
    (documented.indexOf(matchOperation('GET', path, names)) + documented.length + 1) % (documented.length + 1)
  return declared
    .toSorted((left, right) => rank(left) - rank(right))
    .map((filter) => ({ ...filter, isDeclared: true }))
    .slice(0, quick ? mostEnumFilters.quick : mostEnumFilters.full)
}

/** The enum filters of the list at an address. */
const listEnumFilters = ({ run }: Session, address: string): readonly EnumFilter[] =>
  enumFilters(run.target, run.quick).filter(({ path }) =>
    samePath(toAddress(toDocumentedPath('GET', path, run.names), run.names), address),
  )

/** Returns true for a path of a list of clause 4.4. */
export const isDocumented = ({ run }: Session, path: string): boolean =>
  versionedLists.some(({ id }) => id === matchOperation('GET', path, run.names))

/** The ids of the records of a list by the value that a member shows. */
function indexIds({ ids, items }: WalkedList, member: string): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>()
  for (const id of ids) {
    const value = memberText(items.get(id), member)
    if (value !== undefined) index.set(value, (index.get(value) ?? new Set()).add(id))
  }
  return index
}

/** Returns true for the products, which have the string filters of clause 4.5. */
export const isProducts = (path: Path): boolean => typeof path !== 'string' && path.operation === 'products.list'

/**
 * The plain string filters of a list, and those that it does not accept: no record shows them, and any value returns
 * all records.
 */
export async function findStringFilters(
  session: Session,
  list: WalkedList,
): Promise<{ readonly filters: readonly ListFilter[]; readonly ignoredFilters: readonly string[] }> {
  const filters: ListFilter[] = []
  const ignoredFilters: string[] = []
  for (const name of isProducts(list.path) ? supportedStringFilters(session) : []) {
    const values = indexIds(list, name)
    if (values.size > 0) filters.push({ name, kind: 'string', values, isShown: true })
    else if ((await sendPage(session, list, { [name]: nonsense })).ids.length > 0) ignoredFilters.push(name)
  }
  return { filters, ignoredFilters }
}

/**
 * The enum filters of a list. If records do not show the values, the records of each value come from a walk with the
 * filter.
 */
export async function findEnumFilters(session: Session, list: WalkedList): Promise<readonly ListFilter[]> {
  const filters: ListFilter[] = []
  for (const { parameter: name, values, isDeclared } of listEnumFilters(session, list.address)) {
    const index = indexIds(list, name)
    const listed = isDeclared
      ? values
      : await acceptedValues(session, list, name, [...new Set([...values, ...index.keys()])])
    // A member with that name but without any of the values has another meaning.
    const isShown = listed.some((value) => index.has(value))
    const found = isShown ? index : await indexByWalks(session, list, name, listed)
    const known = new Map(listed.flatMap((value) => (found.has(value) ? [[value, found.get(value)!] as const] : [])))
    filters.push({ name, kind: 'enum', values: known, isShown, listed })
  }
  return filters
}

/** The accepted values of a filter, among those guessed from records. */
async function acceptedValues(session: Session, list: WalkedList, name: string, guessed: readonly string[]) {
  const taken: string[] = []
  for (const value of guessed.slice(0, triedValues))
    if ((await sendPage(session, list, { [name]: value })).page) taken.push(value)
  return taken
}

/**
 * The records of each value by walks with the filter; empty if values share records, as their meaning is then unknown.
 */
async function indexByWalks(session: Session, list: WalkedList, name: string, values: readonly string[]) {
  const index = new Map<string, Set<string>>()
  if (!list.complete || session.run.quick) return index
  for (const value of values.slice(0, triedValues)) {
    const ids = await wholeList(session, list, { [name]: value })
    if (ids) index.set(value, new Set(ids))
  }
  const all = [...index.values()].flatMap((ids) => [...ids])
  return new Set(all).size === all.length ? index : new Map<string, Set<string>>()
}

/**
 * The records of a list with a filter, walked to its end; undefined if there is no list, or if the end was not reached.
 */
async function wholeList(session: Session, list: WalkedList, query: Query): Promise<readonly string[] | undefined> {
  try {
    const { limit, path, pageSize } = list
    const { page } = await sendPage(session, list, { ...query, ...(limit === undefined ? {} : { limit }) })
    const isLast = page !== undefined && page.ids.length < pageSize
    const walk =
      isLast || limit === undefined
        ? undefined
        : await walkForward(session, { call: { path, query }, maxPages, limit, ...(page ? { first: page } : {}) })
    if (!isLast && !walk?.complete) return undefined
    return (walk?.ids ?? page!.ids).filter((id) => list.places.has(id))
  } catch (error) {
    const cause = error instanceof Conclusion ? error.cause?.kind : undefined
    if (cause !== 'refused' && cause !== 'absent') throw error
    return undefined
  }
}

/** The known facts about the search of a list. */
export interface FoundSearch {
  /** False if the list does not support search: it returns records for letters that none has, or refuses them. */
  readonly isTaken: boolean
  readonly filter?: ListFilter
  /** The member that search visibly looks into. */
  readonly label?: string
  /**
   * The requirements shown by a search for a part of a label in another case, if it finds all records with that part.
   */
  readonly proves?: readonly RequirementId[]
  /** A record that a search for a part of its name does not find, although a search for its whole name does. */
  readonly lacking?: {
    readonly id: string
    readonly term: string
    /** Other texts that find it, and those that do not. */
    readonly found: readonly string[]
    readonly lost: readonly string[]
  }
  /** A record that no search for its label finds, although other records are found by their labels. */
  readonly unfound?: { readonly id: string; readonly name: string }
}

/** Labels of records, the likeliest first. Which members `search` looks into is not stated. */
const labels = ['name', 'title', 'label', 'displayName', 'display_name', 'description', 'summary', 'brand']

/** Examines the search of a list, which only some endpoints support (clause 4.5), with parts of names. */
export async function examineSearch(session: Session, list: WalkedList): Promise<FoundSearch> {
  if (session.run.omits('search') || list.ids.length === 0) return { isTaken: false }
  const none = await sendPage(session, list, { search: nonsense })
  if (none.page?.ids.length !== 0) return { isTaken: false }
  for (const label of labels) {
    const found = await searchLabel(session, list, label)
    if (found) return found
  }
  return { isTaken: true }
}

/** A part of labels to search for, and the records whose labels contain it. */
interface Term {
  readonly part: string
  readonly named: readonly string[]
}

async function searchLabel(session: Session, list: WalkedList, label: string): Promise<FoundSearch | undefined> {
  const texts = new Map(
    list.ids.flatMap((id) => {
      const text = findMember(list.items.get(id), label)
      return typeof text === 'string' && /[\p{L}\p{N}]/u.test(text) ? [[id, text] as const] : []
    }),
  )
  if (texts.size === 0) return undefined
  const comes = async (id: string, search: string) => (await wholeList(session, list, { search }))?.includes(id)
  const values = new Map<string, ReadonlySet<string>>()
  let lacking: FoundSearch['lacking']
  let unfound: FoundSearch['unfound']
  const terms = searchTerms(list, texts)
  for (const { part, named } of terms) {
    const term = swapCase(part)
    const ids = await wholeList(session, list, { search: term })
    const missing = ids && named.find((id) => !ids.includes(id))
    if (ids && missing === undefined) {
      values.set(term, new Set(ids))
      continue
    }
    if (missing === undefined || lacking) continue
    if (!(await comes(missing, texts.get(missing)!))) {
      unfound = { id: missing, name: texts.get(missing)! }
      continue
    }
    const [found, lost]: [string[], string[]] = [[], []]
    for (const text of searchTexts(texts.get(missing)!, term))
      if (text !== term) ((await comes(missing, text)) ? found : lost).push(text)
    lacking = { id: missing, term, found, lost }
  }
  const proves: readonly RequirementId[] = terms.flatMap(({ part }): RequirementId[] => {
    const term = swapCase(part)
    if (!values.has(term)) return []
    return term === part ? ['filters.search-partial'] : ['filters.search-partial', 'filters.search-case']
  })
  if (values.size === 0 && !lacking) {
    // A label without such parts, or a member that search does not look into.
    const [id, name] = [...texts].find(([, text]) => text.length > 3) ?? [...texts][0]!
    for (const form of caseForms(name)) {
      const ids = await wholeList(session, list, { search: form })
      if (ids?.includes(id)) values.set(form, new Set(ids))
    }
    if (values.size === 0 && !unfound) return undefined
  }
  return {
    isTaken: true,
    label,
    proves,
    filter: { name: 'search', kind: 'search', values, isShown: false },
    ...(lacking ? { lacking } : {}),
    ...(unfound ? { unfound } : {}),
  }
}

/** The fewest records for which a search shows the bounds of its pages. */
const several = 5

/**
 * A part from within a word, and a part that several records have. The first finds nothing if only whole words,
 * prefixes or suffixes are matched; the second fills pages.
 */
function searchTerms({ ids, pageSize }: WalkedList, texts: ReadonlyMap<string, string>): readonly Term[] {
  const lower = new Map([...texts].map(([id, text]) => [id, text.toLowerCase()]))
  const words = [...new Set([...lower.values()].flatMap(splitWords))].filter((word) => /^[a-z]{3,}$/.test(word))
  const toTerm = (part: string): Term => ({ part, named: ids.filter((id) => lower.get(id)?.includes(part)) })
  const isInside = (part: string) => !words.some((word) => word.startsWith(part) || word.endsWith(part))
  const inner = [...new Set(words.filter((word) => word.length > 4).map((word) => word.slice(1, -1)))]
    .filter(isInside)
    .map(toTerm)
    .filter(({ named }) => named.length < Math.min(Math.max(2, ids.length / 2), pageSize))
    .toSorted((left, right) => right.named.length - left.named.length)[0]
  const parts = new Set(words.flatMap((word) => [word, ...[...word].slice(2).map((_, at) => word.slice(at, at + 3))]))
  const common = [...parts]
    .map(toTerm)
    .filter(({ named }) => named.length >= several && named.length <= Math.min(ids.length * 0.8, 60))
    .toSorted((left, right) => right.named.length - left.named.length)[0]
  return [inner, common].filter((term) => term !== undefined)
}

/** The name of a record by which search finds it. */
export const recordLabel = (list: WalkedList, id: string, label: string): string =>
  toValueText(findMember(list.items.get(id), label))

/** The paths of lists beyond clause 4.4 that have enum filters, each once. */
export function otherEnumPaths(session: Session): readonly string[] {
  const paths = enumFilters(session.run.target, session.run.quick).map(({ path }) => path)
  return [...new Set(paths)].filter((path) => !isDocumented(session, path))
}
