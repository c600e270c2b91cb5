import { cursorParameters, type CursorParameter, findPathId, type IdOperation } from '../../catalogue/operations.ts'
import { at } from '../../catalogue/operation-paths.ts'
import { stripPrefix, idPrefix } from '../../reading/id-forms.ts'
import type { Call } from '../../judge/call.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Session } from '../../judge/session.ts'
import { missingDeclarations } from '../../target/declarations.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { spareRequest } from '../tokens/spare-tokens.ts'
import { serves } from '../../reading/success.ts'
import { askOnce } from '../shared-answers.ts'
import { objectCall, declaredCredential, needsOfPath, type SampledOperation } from '../documented-calls.ts'
import { acceptedGroup } from '../legacy/posted-groups.ts'
import { knownPrefixes } from '../prefixes.ts'
import { limitedPage, otherPagedLists, pagedList, sameIds, sendPage, smallLimit } from '../lists/paging.ts'
import type { WalkedList } from '../lists/walked-list.ts'

/** A place in a request that takes an id, and an id that is accepted there. */
export interface IdPlace {
  readonly what: string
  /** As the target file or the target shows it: bare or prefixed. */
  readonly declared: string
  /** Bare. */
  readonly id: string
  /** A prefix to put before it, with its underscore. */
  readonly prefix: string
  readonly call: (id: string) => Call
  /** Sends the same request with a well-formed id, once per run. It must succeed. */
  readonly control: () => Promise<Exchange>
  /** Sends the same request with the bare id, once per run, if a prefix is required. It may be refused. */
  readonly bare?: () => Promise<Exchange>
}

/** The meaning of the id in the path of each operation. */
export const idNames: Readonly<Record<IdOperation, string>> = {
  'access-tokens.rename': 'the id of a token to rename',
  'access-tokens.revoke': 'the id of a token to delete',
  'configurations.value': 'the configuration scope',
  'products.list': 'the catalog id of the products',
  'services.invoke': 'the adapter connection id of a command',
  'services.capabilities': 'the adapter connection id of capabilities',
  'groups.list': 'the project id of the groups',
  'groups.create': 'the project id of a new group',
  'events.list': 'the issue id of the events',
}

type Good = Pick<IdPlace, 'declared' | 'call' | 'control'>

/** Operations on objects that the run creates, or with a good request that the run discovers. */
const made: Readonly<Record<Exclude<IdOperation, SampledOperation>, (session: Session) => Promise<Good | undefined>>> =
  {
    'access-tokens.rename': (session) => spareRequest(session, 'rename'),
    'access-tokens.revoke': (session) => spareRequest(session, 'delete'),
    'groups.create': async (session) => {
      const declared = session.run.target.samples!.projectId!
      // The control is the creation of legacy.groups-post.
      const { body, exchange } = await acceptedGroup(session)
      const as = declaredCredential(session, 'groups.create')
      return {
        declared,
        call: (id) => ({ method: 'POST', path: at('groups.create', { project_id: id }), json: body, as }),
        control: async () => exchange,
      }
    },
  }

const isMade = (operation: IdOperation): operation is keyof typeof made => operation in made

/**
 * The id in the path of an operation. Empty if the target file does not declare the samples of the path, or if the run
 * could not create the object.
 */
export async function pathPlaces(session: Session, operation: IdOperation): Promise<readonly IdPlace[]> {
  if (missingDeclarations(needsOfPath(operation), session.run.target).length > 0) return []
  const good = isMade(operation) ? await made[operation](session) : sampledPlace(session, operation)
  if (good === undefined) return []
  const { prefixes } = findPathId(operation)
  const place = toIdPlace(idNames[operation], good, prefixes)
  if (prefixes.length > 0) return [place]
  // Its prefix is required.
  return place.prefix === '' ? [] : [{ ...place, bare: () => askOnce(session, good.call(place.id)) }]
}

/** The id in the path of an operation, with the samples of the target file, which must be declared. */
export function sampledPlace(session: Session, operation: SampledOperation & IdOperation): Good {
  const declared = session.run.target.samples![findPathId(operation).sample!]!
  const as = declaredCredential(session, operation)
  const repeatable = operation === 'services.invoke'
  const call = (id: string): Call => ({ ...objectCall(session, operation, id), as, ...(repeatable && { repeatable }) })
  return { declared, call, control: () => askOnce(session, call(declared)) }
}

function toIdPlace(what: string, good: Good, prefixes: readonly string[]): IdPlace {
  const { declared } = good
  return { what, ...good, id: stripPrefix(declared), prefix: idPrefix(declared) || (prefixes[0] ?? '') }
}

/** The number of ids to try as a cursor. */
const triedCursors = 4

/** A cursor of clause 4.6, which is the id of a record. */
export async function cursorPlaces(session: Session, parameter: CursorParameter): Promise<readonly IdPlace[]> {
  const list = await pagedList(session)
  const { path, ids } = list
  const limit = await smallLimit(session, list)
  const call = (id: string): Call => ({ path, query: { limit, [parameter]: id } })
  let declared = ids[1]!
  // A target may refuse the id of a record that another client has deleted.
  for (const id of ids.slice(1, 1 + triedCursors)) {
    if (!serves(await askOnce(session, call(id)))) continue
    declared = id
    break
  }
  return [toIdPlace(parameter, { declared, call, control: () => askOnce(session, call(declared)) }, recordPrefixes)]
}

/** A cursor of one of the other lists of clause 4.4. */
export interface ListCursor {
  readonly list: WalkedList
  readonly parameter: CursorParameter
  readonly limit: number
  /** An id that the cursor accepts, and whose page is distinct. */
  readonly id: string
}

/**
 * The cursors of the other lists of clause 4.4 that visibly take them: the page is that of the cursor, and not the
 * first one.
 */
export const otherCursors: Once<[], readonly ListCursor[]> = oncePerRun(async (session) => {
  const found: ListCursor[] = []
  for (const list of await otherPagedLists(session)) {
    const limit = await smallLimit(session, list)
    const first = (await limitedPage(session, list, limit)).ids
    for (const parameter of cursorParameters) {
      const place = parameter === 'starting_after' ? 1 : limit + 1
      const id = list.ids[place]
      if (id === undefined) continue
      const { ids } = await sendPage(session, list, { limit, [parameter]: id })
      const meant = parameter === 'starting_after' ? list.ids.slice(2, 2 + limit) : list.ids.slice(1, 1 + limit)
      if (ids.length > 0 && sameIds(ids, meant) && !sameIds(ids, first)) found.push({ list, parameter, limit, id })
    }
  }
  return found
})

/** The cursors of the other lists as places of ids. */
export async function otherCursorPlaces(session: Session): Promise<readonly IdPlace[]> {
  return (await otherCursors(session)).map(({ list, parameter, limit, id }) => {
    const call = (other: string): Call => ({ path: list.path, query: { limit, [parameter]: other } })
    const good = { declared: id, call, control: () => askOnce(session, call(id)) }
    return toIdPlace(`${parameter} at ${list.address}`, good, recordPrefixes)
  })
}

/** Prefixes that the id of a record in a list with cursors likely has. */
export const recordPrefixes: readonly string[] = ['prd_', 'pro_', 'res_']

/** Prefixes that an id may have: its own, likely ones, and two that clause 2.1 names. */
export function likelyPrefixes(declared: string, likely: readonly string[]): readonly string[] {
  return [...new Set([idPrefix(declared), ...likely, 'prj_', 'wrk_'])].filter((prefix) => prefix !== '')
}

/** The operations that take an id in either form, and look up or change its object. */
export type PrefixedOperation = Exclude<IdOperation, 'configurations.value'>

/** The prefix of an operation's id, if clause 2.1 names it. */
export function knownPrefix(operation: IdOperation): string | undefined {
  return findPathId(operation).prefixes.find((prefix) => knownPrefixes.includes(prefix))
}
