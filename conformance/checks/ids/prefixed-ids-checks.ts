// Bare and prefixed ids (clause 2.1): both forms are accepted, and the prefix is ignored.
import type { CheckId } from '../../catalogue/check-ids.ts'
import { type CursorParameter, findPathId, idOperations, findOperation } from '../../catalogue/operations.ts'
import { because } from '../../conclusions/cause.ts'
import { notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { operationEffect, neededDeclarations } from '../documented-calls.ts'
import { writeMayBeOpen, servedBy } from '../documented-endpoints.ts'
import { defineLaw, type Place, type Variant } from '../law.ts'
import { hasRightPage } from '../lists/judged-lists.ts'
import { pagedList, smallLimit } from '../lists/paging.ts'
import type { WalkedList } from '../lists/walked-list.ts'
import { otherPrefixes } from '../prefixes.ts'
import {
  knownPrefix,
  likelyPrefixes,
  otherCursors,
  type PrefixedOperation,
  recordPrefixes,
  sampledPlace,
} from './id-places.ts'
import {
  leaveSpares,
  prepareCommand,
  prepareDelete,
  type PreparedRequest,
  prepareGroup,
  prepareRename,
} from './prefixed-writes.ts'
import { sameObject } from './same-object.ts'

/** A place that takes an id in either form. */
interface PrefixPlace {
  /** As in "GETs the events of an issue". */
  readonly request: string
  readonly prepare: (session: Session) => Promise<readonly PreparedRequest[]>
  /** Prepares a new request for each prefix, as each can be carried out only once. */
  readonly isSpent?: true
  readonly common: Omit<Place, 'id'>
  /** The prerequisites of the check of the form, or of the only check. */
  readonly before: Pick<Place, 'after' | 'mayBeOpen'>
  /** The prefix of its kind, if clause 2.1 names it. */
  readonly known?: string | undefined
  readonly likely: readonly string[]
  /** The check that a prefix of its kind is accepted. Undefined for the cursors of other lists. */
  readonly form?: CheckId
  /** The check that other prefixes change nothing. */
  readonly ignored: CheckId
}

/** An operation that reads: compares the answer to a prefixed id with the answer to the bare id. */
const comparedRead =
  (operation: Parameters<typeof sampledPlace>[1]): PrefixPlace['prepare'] =>
  async (session) => {
    const { call, declared } = sampledPlace(session, operation)
    return [{ declared, ask: await sameObject(session, call, declared) }]
  }

type Row = Pick<PrefixPlace, 'request' | 'prepare' | 'isSpent' | 'form' | 'ignored'>

const rows: Readonly<Record<PrefixedOperation, Row>> = {
  'products.list': {
    request: 'GETs the products of a catalog',
    prepare: comparedRead('products.list'),
    form: 'ids.prefixed-form.catalog',
    ignored: 'ids.prefix-ignored.catalog',
  },
  'services.capabilities': {
    request: 'GETs the capabilities of an adapter connection',
    prepare: comparedRead('services.capabilities'),
    form: 'ids.prefixed-form.adapter-connection',
    ignored: 'ids.prefix-ignored.adapter-connection',
  },
  'groups.list': {
    request: 'GETs the groups of a project',
    prepare: comparedRead('groups.list'),
    form: 'ids.known-prefixes.project',
    ignored: 'ids.prefix-ignored.project',
  },
  'events.list': {
    request: 'GETs the events of an issue',
    prepare: comparedRead('events.list'),
    form: 'ids.prefixed-form.issue',
    ignored: 'ids.prefix-ignored.issue',
  },
  'access-tokens.rename': {
    request: 'Renames an access token',
    prepare: prepareRename,
    form: 'ids.prefixed-form.renamed-token',
    ignored: 'ids.prefix-ignored.renamed-token',
  },
  'access-tokens.revoke': {
    request: 'DELETEs an access token, which a DELETE by the bare id then does not find,',
    prepare: prepareDelete,
    isSpent: true,
    form: 'ids.prefixed-form.deleted-token',
    ignored: 'ids.prefix-ignored.deleted-token',
  },
  'services.invoke': {
    request: 'POSTs a command of an adapter connection',
    prepare: prepareCommand,
    form: 'ids.prefixed-form.command',
    ignored: 'ids.prefix-ignored.command',
  },
  'groups.create': {
    request: 'POSTs to the groups of a project',
    prepare: prepareGroup,
    form: 'ids.known-prefixes.new-group',
    ignored: 'ids.prefix-ignored.new-group',
  },
}

const inPaths: readonly PrefixPlace[] = idOperations
  .filter((operation): operation is PrefixedOperation => operation in rows)
  .map((operation) => ({
    ...rows[operation],
    common: { effect: operationEffect(operation), needs: neededDeclarations(operation) },
    before: {
      after: [servedBy[operation]],
      ...(findOperation(operation).method === 'GET' ? {} : writeMayBeOpen(operation)),
    },
    known: knownPrefix(operation),
    likely: findPathId(operation).prefixes,
  }))

/** A cursor, which is an id in a query parameter. */
const prefixedCursorPlace = (
  cursor: CursorParameter,
  checks: Pick<PrefixPlace, 'form' | 'ignored' | 'before'>,
): PrefixPlace => ({
  ...checks,
  request: `GETs a page with ${cursor}`,
  common: { effect: 'read', needs: ['bearer', 'offer:versioned'] },
  likely: recordPrefixes,
  prepare: async (session) => {
    const list = await pagedList(session)
    const limit = await smallLimit(session, list)
    // Neither page is the first of the list, which is served if the cursor is ignored, or the page of the other id.
    const isForward = cursor === 'starting_after'
    const declared = list.ids[Math.min(isForward ? 1 : limit + 3, list.ids.length - 2)]!
    const other = list.ids.at(isForward ? -1 : 0)!
    const call = (id: string) => ({ path: list.path, query: { limit, [cursor]: id } })
    const ask = await sameObject(session, call, declared, { other, exact: true })
    return [{ declared, ask: askUnlessKnown(session, list, cursor, ask) }]
  },
})

/** Pages that judge the list itself were requested with prefixed cursors too: a right one need not be asked for again. */
const askUnlessKnown =
  (
    session: Session,
    { address }: WalkedList,
    cursor: CursorParameter,
    ask: PreparedRequest['ask'],
  ): PreparedRequest['ask'] =>
  async (prefix) =>
    (await hasRightPage(session, address, cursor, prefix)) ? 'kept' : await ask(prefix)

const inOtherLists: PrefixPlace = {
  request: 'GETs pages of the environments and the resources, if they take cursors, by a cursor',
  common: {
    inQuickRun: 'never',
    effect: 'read',
    needs: ['bearer'],
    mayRepeat: true,
  },
  before: { after: ['cursors.starting-after.pages', 'cursors.ending-before.pages'] },
  likely: [],
  ignored: 'ids.prefix-ignored.lists',
  prepare: async (session) => {
    const cursors = await otherCursors(session)
    if (cursors.length === 0)
      notApplicable(because.absent, phrase`no other list of clause 4.4 with three records takes cursors`)
    // The page of each cursor is known to differ from the first page.
    return await Promise.all(
      cursors.map(async ({ list, parameter, limit, id }) => {
        const call = (sent: string) => ({ path: list.path, query: { limit, [parameter]: sent } })
        const ask = await sameObject(session, call, id, { isTelling: true, exact: true })
        return {
          declared: id,
          where: `${list.address}?${parameter}`,
          ask: askUnlessKnown(session, list, parameter, ask),
        }
      }),
    )
  },
}

const places: readonly PrefixPlace[] = [
  ...inPaths,
  prefixedCursorPlace('starting_after', {
    before: { after: ['cursors.starting-after.pages'] },
    form: 'ids.prefixed-cursor.starting-after',
    ignored: 'ids.prefix-ignored.cursor',
  }),
  prefixedCursorPlace('ending_before', {
    before: { after: ['cursors.ending-before.pages'] },
    form: 'ids.prefixed-cursor.ending-before',
    ignored: 'ids.prefix-ignored.cursor-back',
  }),
  inOtherLists,
]

/** A place with one of its checks. */
interface CheckedPlace extends Place {
  readonly place: PrefixPlace
}

function prefixVariants(prefixes: readonly string[], prepared: readonly PreparedRequest[]): readonly Variant[] {
  return prepared.flatMap(({ ask, declared, where }) =>
    prefixes.map((prefix) => ({
      what: phrase`${where === undefined ? '' : `${where}=`}${prefix + stripPrefix(declared)}`,
      traits: { prefix: `with ${prefix}`, place: where && `at ${where}` },
      // One request was sent with each prefix.
      wordsUnder: ({ holds }) => ({ condition: phrase`${holds}` }),
      ask: () => ask(prefix),
    })),
  )
}

/** An id is accepted with a prefix of its kind. */
const accepted = defineLaw<CheckedPlace>({
  places: places.flatMap((place) =>
    place.form === undefined
      ? []
      : [
          {
            inQuickRun: 'sampled',
            ...place.common,
            ...place.before,
            id: place.form,
            place,
            ...(place.known === undefined ? {} : { mayRepeat: true }),
          },
        ],
  ),
  description: ({ place: { request, known } }) =>
    `${request} by its bare id and ${known === undefined ? 'by a prefixed one (one of the likely prefixes is enough)' : `with ${known}`}: the same.`,
  expected: phrase`the same answer as for the bare id`,
  isOneEnough: ({ place }) => place.known === undefined,
  variants: async (session, { place: { prepare, known, likely } }) => {
    const prepared = await prepare(session)
    const [{ declared }] = prepared as readonly [PreparedRequest]
    return { variants: prefixVariants(known === undefined ? likelyPrefixes(declared, likely) : [known], prepared) }
  },
  // A further write would create more that cannot be deleted.
  further: async (session, { place, effect }) =>
    place.isSpent || effect !== 'read'
      ? []
      : prefixVariants(otherPrefixes(session, places.indexOf(place), place.known), await place.prepare(session)),
})

/** A prefix that an id does not have changes nothing. */
const ignored = defineLaw<CheckedPlace>({
  places: places.map((place) => ({
    inQuickRun: 'sampled',
    ...place.common,
    id: place.ignored,
    place,
    ...(place.form === undefined ? place.before : { after: [place.form] }),
    ...(place.isSpent ? { inQuickRun: 'never' } : {}),
  })),
  description: ({ place: { request } }) =>
    `${request} with a meaningless prefix and with each that clause 2.1 names: the same as by its bare id.`,
  expected: phrase`the same answer as for the bare id`,
  atOnce: ({ effect }) => (effect === 'read' ? 4 : 1),
  variants: async (session, { place }) => {
    const prefixes = otherPrefixes(session, places.indexOf(place), place.known)
    if (place.isSpent) await leaveSpares(session, prefixes.length)
    return { variants: prefixVariants(prefixes, await place.prepare(session)) }
  },
})

const all = [...accepted, ...ignored]

/** Bare and prefixed ids in requests that read (clause 2.1). */
export const prefixedReadChecks: readonly DeclaredCheck[] = all.filter(({ effect }) => effect === 'read')

/** Bare and prefixed ids in requests that write (clause 2.1). */
export const prefixedWriteChecks: readonly DeclaredCheck[] = all.filter(({ effect }) => effect === 'write')
