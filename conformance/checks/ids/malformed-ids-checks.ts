import {
  cursorParameters,
  type CursorParameter,
  idInPathOf,
  type IdOperation,
  idOperations,
  operationOf,
  type LegacyOperation,
  type WriteOperation,
} from '../../catalogue/operations.ts'
import { type RequirementId, requirementOf } from '../../catalogue/requirements.ts'
import { because } from '../../conclusions/cause.ts'
import { notApplicable } from '../../conclusions/conclusion.ts'
import { phrase } from '../../conclusions/phrase.ts'
import { type BareClass, malformedBare, malformedIds, malformedPrefixed } from '../../reading/malformed-id-forms.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { membersFor } from '../../target/declarations.ts'
import { needsOfPath } from '../documented-calls.ts'
import { mayBeOpenBefore, servedBy } from '../documented-endpoints.ts'
import { cursorPlaces, idNames, otherCursorPlaces, type IdPlace, pathPlaces } from './id-places.ts'
import { assertMalformedRefused, usablePlaces } from './judge-malformed-ids.ts'

type Class = keyof typeof malformedIds

/** Checks of the same places. */
interface Group extends Pick<ActiveCheck, 'effect' | 'needs' | 'after'> {
  readonly where: string
  /** The members of a target file that the places need: of each inner list, one is enough. */
  readonly declare: readonly (readonly string[])[]
  readonly places: (session: Session) => Promise<readonly IdPlace[]>
  /**
   * True if the checks of ids in paths name a fault that shows here too: most targets read all ids by the same code.
   */
  readonly mayRepeat?: boolean
}

const nameOf = (id: string): Class => id.split('.').at(-1) as Class

/** Ways to malform an id of which a quick run asks some, in other places. */
const rareClasses: ReadonlySet<Class> = new Set<Class>([
  'line-front',
  'line-within',
  'overlong',
  'dot',
  'prefixed-line-end',
  'prefix-alone',
  'prefixed-non-ascii',
  'prefixed-blank-behind',
])

/**
 * One check for each way to malform an id. The id of the check ends with the name of the way. In a quick run, the seed
 * chooses one of the places, another for each way, so that it asks in every place.
 */
function checksByClass({ where, declare, places, ...common }: Group, ids: readonly string[]): readonly Check[] {
  return ids.map((id, index) => {
    const name = nameOf(id)
    return defineCheck({
      ...common,
      id,
      onlyInFull: rareClasses.has(name),
      description: `Sends ${malformedIds[name].what} as ${where}: 400, although the well-formed id was accepted.`,
      run: async (session) => {
        const { usable, skipped } = await usablePlaces(await places(session), declare)
        const chosen = session.run.rotation.some(usable, 1, index)
        return await assertMalformedRefused(
          session,
          chosen.map((place) => ({ place, malformed: malformedIds[name] })),
          skipped,
        )
      },
    })
  })
}

/** One check of a place, with every way to malform an id; in a quick run, with a few, which the seed chooses. */
function checkOfPlace(
  { id, names, count, offset }: OfPlace,
  { where, declare, places, mayRepeat, ...common }: Group,
): Check {
  return defineCheck({
    ...common,
    id,
    ...(mayRepeat ? { mayRepeat } : {}),
    description: `Sends malformed ids of every kind as ${where}: 400, although the well-formed id was accepted.`,
    run: async (session) => {
      const { usable, skipped } = await usablePlaces(await places(session), declare, common.effect === 'write')
      const chosen = session.run.rotation.some(names, count, offset)
      return await assertMalformedRefused(
        session,
        usable.flatMap((place) => chosen.map((name) => ({ place, malformed: malformedIds[name] }))),
        skipped,
      )
    },
  })
}

const bareNames = Object.keys(malformedBare) as readonly BareClass[]
const prefixedNames = Object.keys(malformedPrefixed) as readonly Class[]
/** A few that follow one another are of both kinds. */
const everyName = bareNames.flatMap((name, index) => [name, prefixedNames[index]!])

/** An operation with checks of its own: it writes, or it is one of the legacy API. */
type SeparateOperation = Extract<IdOperation, WriteOperation | LegacyOperation>

/** A check of a few malformed ids in one place. */
interface OfPlace {
  readonly id: string
  readonly names: readonly Class[]
  readonly count: number
  /** Moves the choice of the seed. */
  readonly offset: number
}

const ofBare = (id: string, offset: number): OfPlace => ({
  id,
  names: bareNames,
  count: 1,
  offset,
})
const ofPrefixed = (id: string, offset: number): OfPlace => ({
  ...ofBare(id, offset),
  names: prefixedNames,
})
const ofEvery = (id: string, offset: number): OfPlace => ({
  id,
  names: everyName,
  count: 2,
  offset,
})

const separate: Readonly<Record<SeparateOperation, readonly OfPlace[]>> = {
  'services.invoke': [
    ofBare('ids.malformed-path.written.command', 0),
    ofPrefixed('ids.malformed-prefixed.written.command', 0),
  ],
  'access-tokens.rename': [
    ofBare('ids.malformed-path.written.renamed-token', 1),
    ofPrefixed('ids.malformed-prefixed.written.renamed-token', 1),
  ],
  'access-tokens.revoke': [
    ofBare('ids.malformed-path.written.deleted-token', 2),
    ofPrefixed('ids.malformed-prefixed.written.deleted-token', 2),
  ],
  'groups.list': [ofEvery('ids.malformed-legacy.project', 0)],
  'events.list': [ofEvery('ids.malformed-legacy.issue', 1)],
  'groups.create': [ofEvery('ids.malformed-legacy.written.new-group', 0)],
}

const cursors: Readonly<Record<CursorParameter, OfPlace>> = {
  starting_after: ofEvery('ids.malformed-cursor.starting-after', 0),
  ending_before: ofEvery('ids.malformed-cursor.ending-before', 1),
}

/** The lists of a service read their cursors by the same code, as a rule: the ways that differ most are asked. */
const ofOtherCursors: OfPlace = {
  ...ofEvery('ids.malformed-cursor.lists', 1),
  names: [
    'short',
    'upper-case-prefix',
    'hyphen',
    'prefixed-short',
    'long',
    'two-prefixes',
    'number',
    'other-separator',
    'non-ascii',
    'no-underscore',
    'line-end',
    'prefixed-long',
  ],
}

const isSeparate = (operation: IdOperation): operation is SeparateOperation => operation in separate

const lacksPrefix = (operation: IdOperation): boolean => idInPathOf(operation).prefixes.length === 0

/**
 * The operations whose ids are asked together: the reads of the versioned API and of services. A seed chooses by this
 * order, so that another order would change what a report's seed asks.
 */
const together = idOperations
  .filter((operation) => !isSeparate(operation))
  .toSorted((left, right) => Number(lacksPrefix(left)) - Number(lacksPrefix(right)))

/** The members of a target file that an operation needs beside a credential; what the run makes needs scopes. */
function declareFor(operation: IdOperation): readonly (readonly string[])[] {
  const { credentials } = operationOf(operation)
  const samples = needsOfPath(operation).filter((need) => need !== credentials && membersFor(need).length > 0)
  return samples.length === 0 ? [['personalAccessTokens.scopes']] : samples.map(membersFor)
}

const inPaths: Group = {
  effect: 'read',
  needs: ['bearer'],
  after: ['versions.current.path'],
  where: new Intl.ListFormat('en').format(together.map((operation) => idNames[operation])),
  declare: [
    together.filter((operation) => !lacksPrefix(operation)).flatMap((operation) => declareFor(operation).flat()),
  ],
  places: async (session) => (await Promise.all(together.map((operation) => pathPlaces(session, operation)))).flat(),
}

function inPathOf(operation: SeparateOperation): Group {
  const { method, part } = operationOf(operation)
  return {
    effect: method === 'GET' ? 'read' : 'write',
    needs: needsOfPath(operation),
    ...(method === 'GET' ? {} : { after: [servedBy[operation]], ...mayBeOpenBefore(operation) }),
    where: idNames[operation],
    declare: declareFor(operation),
    places: (session) => pathPlaces(session, operation),
    mayRepeat: part === 'legacy',
  }
}

const inCursor = (parameter: CursorParameter): Group => ({
  effect: 'read',
  needs: ['bearer', 'offer:versioned'],
  after: ['versions.current.path'],
  where: parameter,
  declare: [['samples.catalogId']],
  places: (session) => cursorPlaces(session, parameter),
  mayRepeat: true,
})

const inOtherCursors: Group = {
  effect: 'read',
  needs: ['bearer'],
  after: ['cursors.starting-after.pages', 'cursors.ending-before.pages'],
  where: 'a cursor of the environments and the resources, if they take cursors',
  declare: [],
  places: async (session) => {
    const places = await otherCursorPlaces(session)
    if (places.length === 0)
      notApplicable(because.absent, phrase`no other list of clause 4.4 with three records takes cursors`)
    return places
  },
  mayRepeat: true,
}

/** The checks of one requirement in operations that have checks of their own. */
const separateChecks = (requirement: RequirementId): readonly Check[] =>
  idOperations
    .filter(isSeparate)
    .flatMap((operation) =>
      separate[operation]
        .filter((row) => requirementOf(row.id) === requirement)
        .map((row) => checkOfPlace(row, inPathOf(operation))),
    )

/** Malformed ids (clause 2.1), one way at a time, as a target may accept only one of them. */
export const malformedIdChecks: readonly Check[] = [
  ...checksByClass(inPaths, [
    'ids.malformed-path.short',
    'ids.malformed-path.hyphen',
    'ids.malformed-path.underscore-front',
    'ids.malformed-path.blank-behind',
    'ids.malformed-path.long',
    'ids.malformed-path.underscore',
    'ids.malformed-path.blank-front',
    'ids.malformed-path.number',
    'ids.malformed-path.non-ascii',
    'ids.malformed-path.line-end',
    'ids.malformed-path.line-front',
    'ids.malformed-path.line-within',
    'ids.malformed-path.overlong',
    'ids.malformed-path.dot',
  ]),
  ...separateChecks('ids.malformed-path'),
  ...checksByClass(inPaths, [
    'ids.malformed-prefixed.upper-case-prefix',
    'ids.malformed-prefixed.prefixed-short',
    'ids.malformed-prefixed.two-prefixes',
    'ids.malformed-prefixed.other-separator',
    'ids.malformed-prefixed.prefixed-long',
    'ids.malformed-prefixed.two-letter-prefix',
    'ids.malformed-prefixed.no-underscore',
    'ids.malformed-prefixed.prefixed-hyphen',
    'ids.malformed-prefixed.four-letter-prefix',
    'ids.malformed-prefixed.digit-prefix',
    'ids.malformed-prefixed.prefixed-line-end',
    'ids.malformed-prefixed.prefix-alone',
    'ids.malformed-prefixed.prefixed-non-ascii',
    'ids.malformed-prefixed.prefixed-blank-behind',
  ]),
  ...separateChecks('ids.malformed-prefixed'),
  ...cursorParameters.map((parameter) => checkOfPlace(cursors[parameter], inCursor(parameter))),
  { ...checkOfPlace(ofOtherCursors, inOtherCursors), onlyInFull: true },
  ...separateChecks('ids.malformed-legacy'),
]
