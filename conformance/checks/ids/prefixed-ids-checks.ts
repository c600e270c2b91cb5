import type { CheckId } from '../../catalogue/check-ids.ts'
import { because } from '../../conclusions/cause.ts'
import { notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type CursorParameter, idInPathOf, idOperations } from '../../catalogue/operations.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { needsOf } from '../documented-calls.ts'
import { servedBy } from '../documented-endpoints.ts'
import { pagedList, smallLimit } from '../lists/paging.ts'
import {
  knownPrefix,
  likelyPrefixes,
  type PrefixedOperation,
  type PrefixedWrite,
  recordPrefixes,
  sampledPlace,
  otherCursors,
  otherPrefixes,
  anyPrefix,
} from './id-places.ts'
import { assertSameObject } from './same-object.ts'

type PrefixedRead = Exclude<PrefixedOperation, PrefixedWrite>

/** The checks of the id in the path of an operation that reads. */
interface Row {
  readonly request: string
  readonly result: string
  /** That a prefix is accepted: the one that clause 2.1 names, or else one of the likely ones. */
  readonly form: CheckId
  /** That other prefixes change nothing. */
  readonly ignored: CheckId
}

const rows: Readonly<Record<PrefixedRead, Row>> = {
  'products.list': {
    request: 'GETs the products of a catalog',
    result: 'products',
    form: 'ids.prefixed-form.catalog',
    ignored: 'ids.prefix-ignored.catalog',
  },
  'services.capabilities': {
    request: 'GETs the capabilities of an adapter connection',
    result: 'answer',
    form: 'ids.prefixed-form.adapter-connection',
    ignored: 'ids.prefix-ignored.adapter-connection',
  },
  'groups.list': {
    request: 'GETs the groups of a project',
    result: 'groups',
    form: 'ids.known-prefixes.project',
    ignored: 'ids.prefix-ignored.project',
  },
  'events.list': {
    request: 'GETs the events of an issue',
    result: 'events',
    form: 'ids.prefixed-form.issue',
    ignored: 'ids.prefix-ignored.issue',
  },
}

const reads = idOperations.filter((operation): operation is PrefixedRead => operation in rows)

/** Compares the answers to a bare id in a path and to prefixed forms of it. */
function assertSameInPath(
  session: Session,
  operation: PrefixedRead,
  prefixesOf: (declared: string) => readonly string[],
  some = false,
): Promise<void> {
  const { call, declared } = sampledPlace(session, operation)
  return assertSameObject(session, call, declared, prefixesOf(declared), { some })
}

/** The check that an id is accepted with a prefix of its kind. */
function formCheck(operation: PrefixedRead): Check {
  const { form: id, request, result } = rows[operation]
  const common = { id, effect: 'read', needs: needsOf(operation), after: [servedBy[operation]] } as const
  const known = knownPrefix(operation)
  return defineCheck(
    known === undefined
      ? {
          ...common,
          description: `${request} by its bare id and by a prefixed one (one of the likely prefixes is enough): the same ${result}.`,
          run: (session) =>
            assertSameInPath(
              session,
              operation,
              (declared) => likelyPrefixes(declared, idInPathOf(operation).prefixes),
              true,
            ),
        }
      : {
          ...common,
          mayRepeat: true,
          description: `${request} by its bare id and with ${known}: the same ${result}.`,
          run: (session) => assertSameInPath(session, operation, () => [known]),
        },
  )
}

/** A check that prefixes which an id does not have change nothing. */
function ignoredCheck(
  operation: PrefixedRead,
  {
    id,
    after,
    prefixes,
    which,
  }: {
    readonly id: string
    readonly after: CheckId
    readonly prefixes: (session: Session) => readonly string[]
    readonly which: string
  },
): Check {
  const { request, result } = rows[operation]
  return defineCheck({
    id,
    effect: 'read',
    needs: needsOf(operation),
    after: [after],
    description: `${request} with ${which}: the same ${result} as for the bare id.`,
    run: (session) => assertSameInPath(session, operation, () => prefixes(session)),
  })
}

/**
 * A check of a cursor, which is an id in a query parameter.
 * @param likely Whether prefixes are tried that the id may have, of which one is enough.
 */
function cursorCheck(
  cursor: CursorParameter,
  check: Pick<ActiveCheck, 'id' | 'after' | 'description'>,
  likely: boolean,
): Check {
  return defineCheck({
    ...check,
    effect: 'read',
    needs: ['bearer', 'offer:versioned'],
    run: async (session) => {
      const list = await pagedList(session)
      const limit = await smallLimit(session, list)
      // Neither page is the first of the list, which comes if the cursor is ignored, nor that of the other id.
      const isForward = cursor === 'starting_after'
      const id = list.ids[Math.min(isForward ? 1 : limit + 3, list.ids.length - 2)]!
      const other = list.ids.at(isForward ? -1 : 0)!
      await assertSameObject(
        session,
        (sent) => ({ path: list.path, query: { limit, [cursor]: sent } }),
        id,
        likely ? likelyPrefixes('', recordPrefixes) : anyPrefix(session),
        { some: likely, other, exact: true },
      )
    },
  })
}

const anyPrefixes = 'a meaningless prefix and with each that clause 2.1 names'

/** Bare and prefixed ids in requests (clause 2.1). */
export const prefixedIdChecks: readonly Check[] = [
  ...reads.map(formCheck),
  cursorCheck(
    'starting_after',
    {
      id: 'ids.prefixed-cursor.starting-after',
      after: ['cursors.starting-after.pages'],
      description:
        'GETs a page with starting_after set to a bare id and to a prefixed one (one of the likely prefixes is enough): the same page.',
    },
    true,
  ),
  cursorCheck(
    'ending_before',
    {
      id: 'ids.prefixed-cursor.ending-before',
      after: ['cursors.ending-before.pages'],
      description:
        'GETs a page with ending_before set to a bare id and to a prefixed one (one of the likely prefixes is enough): the same page.',
    },
    true,
  ),
  ...reads.map((operation) =>
    ignoredCheck(operation, {
      id: rows[operation].ignored,
      after: rows[operation].form,
      prefixes: (session) => otherPrefixes(session, operation),
      which: anyPrefixes,
    }),
  ),
  cursorCheck(
    'starting_after',
    {
      id: 'ids.prefix-ignored.cursor',
      after: ['ids.prefixed-cursor.starting-after'],
      description: `GETs a page with starting_after and ${anyPrefixes}: the same page as for the bare id.`,
    },
    false,
  ),
  cursorCheck(
    'ending_before',
    {
      id: 'ids.prefix-ignored.cursor-back',
      after: ['ids.prefixed-cursor.ending-before'],
      description: `GETs a page with ending_before and ${anyPrefixes}: the same page as for the bare id.`,
    },
    false,
  ),
  defineCheck({
    id: 'ids.prefix-ignored.lists',
    onlyInFull: true,
    effect: 'read',
    needs: ['bearer'],
    after: ['cursors.starting-after.pages', 'cursors.ending-before.pages'],
    mayRepeat: true,
    description: `GETs pages of the environments and the resources, if they take cursors, by a cursor with ${anyPrefixes}: the same page as for the bare id.`,
    run: async (session) => {
      const cursors = await otherCursors(session)
      if (cursors.length === 0)
        notApplicable(because.absent, phrase`no other list of clause 4.4 with three records takes cursors`)
      // The page of each is known to be another than the first.
      for (const { list, parameter, limit, id } of cursors)
        await assertSameObject(
          session,
          (sent) => ({ path: list.path, query: { limit, [parameter]: sent } }),
          id,
          anyPrefix(session),
          { isTelling: true, exact: true },
        )
    },
  }),
]
