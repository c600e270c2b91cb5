// A list has the records of the object in its path (clauses 4.4 and 4.9): that of another id has none of them.
import { cursorParameters, findPathId } from '../../catalogue/operations.ts'
import { toAddress } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { countPhrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { nearId } from '../../reading/id-forms.ts'
import { objectCall, declaredCredential, sampledCall } from '../documented-calls.ts'
import { defineLaw, type Place, type Variant } from '../law.ts'
import { isOfTarget, cachedLinkPage, resolveLink, followLink } from '../link/link-list.ts'
import type { Query } from '../lists/fewest-parameters.ts'
import { readListPage } from '../lists/pages.ts'
import { recordQuery } from '../lists/record-filters.ts'
import { firstPage } from '../lists/walked-list.ts'
import { askOnce } from '../shared-answers.ts'

/** A list within an object. */
interface ListWithin extends Place {
  readonly operation: 'products.list' | 'groups.list' | 'events.list'
  readonly parent: string
}

const places: readonly ListWithin[] = [
  {
    id: 'products.list.own-catalog',
    operation: 'products.list',
    parent: 'catalog',
    effect: 'read',
    needs: ['bearer', 'catalogId'],
    after: ['products.list.get'],
  },
  {
    id: 'legacy.groups.own-project',
    operation: 'groups.list',
    parent: 'project',
    effect: 'read',
    needs: ['projectId', 'legacy'],
    after: ['legacy.groups.list'],
  },
  {
    id: 'legacy.events.own-issue',
    operation: 'events.list',
    parent: 'issue',
    effect: 'read',
    needs: ['issueId', 'legacy'],
    after: ['legacy.events.list'],
  },
]

/** The records of the declared object, and the queries for pages of another one that could show them. */
interface ParentRecords {
  readonly ids: readonly string[]
  readonly queries: readonly Query[]
}

/** Pages after and before a cursor, with a limit and all filters that a record matches. */
async function sharedByCursors(session: Session): Promise<ParentRecords> {
  const { path } = await sampledCall(session, 'products.list')
  const page = (await firstPage(session, path)).page!
  const address = toAddress(path, session.run.names)
  const queries = cursorParameters.map((cursor) => recordQuery(session, 'products.list', address, page, cursor))
  return { ids: page.ids, queries: queries.filter((query) => query !== undefined) }
}

/** The first page, and page two by its cursor. */
async function sharedByLinks(session: Session, operation: 'groups.list' | 'events.list'): Promise<ParentRecords> {
  const first = (await cachedLinkPage(session, (await sampledCall(session, operation)).path))!
  const url = first.next && resolveLink(first, first.next)
  if (!url || !isOfTarget(session, url)) return { ids: first.ids, queries: [{}] }
  const second = await followLink(session, first, first.next)
  return { ids: [...first.ids, ...(second?.ids ?? [])], queries: [{}, Object.fromEntries(url.searchParams)] }
}

const sharedRecords = (session: Session, { operation }: ListWithin): Promise<ParentRecords> =>
  operation === 'products.list' ? sharedByCursors(session) : sharedByLinks(session, operation)

/** The list of an id of no object, by each query: it has none of the records. */
function foreignPages(
  session: Session,
  { operation, parent }: ListWithin,
  { ids, queries }: ParentRecords,
): readonly Variant[] {
  const path = findPathId(operation)
  const elsewhere = objectCall(session, operation, nearId(session.run.target.samples![path.sample!]!))
  const as = declaredCredential(session, operation)
  return queries.map((query) => ({
    what: phrase`another ${parent} id${Object.keys(query).length === 0 ? '' : phrase` and ${{ list: Object.keys(query) }}`}`,
    traits: {
      id: `with another ${parent} id`,
      ...Object.fromEntries(Object.keys(query).map((name) => [`?${name}`, `with ${name}`])),
    },
    ask: async () => {
      const at = await askOnce(session, { ...elsewhere, query, as })
      const page = readListPage(session, at)
      const shared = page?.ids.filter((id) => ids.includes(id)) ?? []
      if (shared.length === 0) return 'kept'
      return {
        got: phrase`${countPhrase(shared.length, 'record')} of the declared ${parent}`,
        fact: { kind: 'present', ids: shared, at },
        words: {
          symptom:
            shared.length > 1 && shared.length === page!.ids.length
              ? phrase`the records of the declared ${parent}`
              : phrase`${countPhrase(shared.length, 'record')} of the declared ${parent}`,
        },
      }
    },
  }))
}

/** Each parameter of some queries, without the others. */
const eachParameter = (queries: readonly Query[]): readonly Query[] =>
  Object.entries(Object.assign({}, ...queries) as Query).map(([name, value]) => ({ [name]: value }))

/** A list has the records of the object in its path. */
export const otherParentChecks = defineLaw<ListWithin>({
  places,
  description: ({ parent }) =>
    `GETs the list of a well-formed id of no ${parent}, also by cursors: it has no record of the declared ${parent}.`,
  expected: phrase`only records of the object in the path`,
  variants: async (session, place) => {
    const shared = await sharedRecords(session, place)
    if (shared.ids.length === 0)
      insufficient(because.data, phrase`the ${place.parent} of the target file has no records`)
    return { variants: foreignPages(session, place, shared) }
  },
  further: async (session, place) => {
    const { ids, queries } = await sharedRecords(session, place)
    const fewer = [{}, ...eachParameter(queries)].filter(
      (query) => !queries.some((other) => Object.keys(other).length <= Object.keys(query).length),
    )
    return foreignPages(session, place, { ids, queries: fewer })
  },
})
