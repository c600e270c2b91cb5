import type { RequirementId } from '../../catalogue/requirements.ts'
import { type BareClass, malformedBare, malformedIds, malformedPrefixed } from '../../reading/malformed-ids.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import {
  commandPlaces,
  cursorPlaces,
  deletedTokenPlaces,
  groupPlaces,
  type IdPlace,
  legacyPlaces,
  pathPlaces,
  renamedTokenPlaces,
  scopePlaces,
} from './id-places.ts'
import { assertRefused, usablePlaces } from './malformed-ids.ts'

type Class = keyof typeof malformedIds
type PlacesOf = (session: Session) => readonly IdPlace[] | Promise<readonly IdPlace[]>

/** Checks of the same places. */
interface Group extends Pick<ActiveCheck, 'effect' | 'needs' | 'after'> {
  readonly requirement: RequirementId
  readonly where: string
  readonly declare: string
  readonly places: PlacesOf
  /**
   * Whether the checks of ids in paths name a fault that shows here too: most targets read all ids by the same code.
   */
  readonly sameFaultAsPaths?: boolean
}

const nameOf = (id: string): Class => id.split('.').at(-1) as Class

const inPath = (name: Class): string =>
  `${name in malformedBare ? 'ids.malformed-path' : 'ids.malformed-prefixed'}.${name}`

/**
 * One check for each way to malform an id. The id of the check ends with the name of the way. The seed chooses one of
 * the places, another for each way, so that a run asks in every place.
 */
function checksByClass(
  { requirement, where, declare, places, sameFaultAsPaths, ...common }: Group,
  ids: readonly string[],
): readonly Check[] {
  return ids.map((id, index) => {
    const name = nameOf(id)
    return defineCheck({
      ...common,
      id,
      requirement,
      ...(sameFaultAsPaths ? { sameFaultAs: [inPath(name)] } : {}),
      description:
        `Sends ${malformedIds[name].what} as ${where} (one of them, which the seed chooses): ` +
        '400, although the well-formed id was accepted.',
      run: async (session) => {
        const { usable, skipped } = await usablePlaces(await places(session), declare)
        const chosen = session.run.rotation.some(usable, 1, index)
        return await assertRefused(
          session,
          chosen.map((place) => ({ place, malformed: malformedIds[name] })),
          skipped,
        )
      },
    })
  })
}

/** One check of a place in a write, with a few of the ways to malform an id, which the seed chooses. */
function checkOfPlace(
  id: string,
  names: readonly Class[],
  count: number,
  index: number,
  { requirement, where, declare, places, sameFaultAsPaths, ...common }: Group,
): Check {
  return defineCheck({
    ...common,
    id,
    requirement,
    ...(sameFaultAsPaths ? { sameFaultAs: names.map(inPath) } : {}),
    description:
      `Sends malformed ids of ${count} kinds, which the seed chooses, as ${where}: ` +
      '400, although the well-formed id was accepted.',
    run: async (session) => {
      const { usable, skipped } = await usablePlaces(await places(session), declare, true)
      const chosen = session.run.rotation.some(names, count, index)
      return await assertRefused(
        session,
        usable.flatMap((place) => chosen.map((name) => ({ place, malformed: malformedIds[name] }))),
        skipped,
      )
    },
  })
}

const bareNames = Object.keys(malformedBare) as readonly BareClass[]
const prefixedNames = Object.keys(malformedPrefixed) as readonly Class[]

const inPaths: Omit<Group, 'requirement'> = {
  effect: 'read',
  needs: ['bearer'],
  after: ['versions.current.path'],
  where: 'the catalog of the products, the adapter connection of capabilities and the configuration scope',
  declare: 'samples.catalogId or samples.adapterConnectionId',
  places: (session) => [...pathPlaces(session), ...scopePlaces(session)],
}
const command = {
  effect: 'write',
  needs: ['bearer', 'adapterConnectionId', 'command'],
  after: ['services.invoke.result'],
  where: 'the adapter connection of a command',
  declare: 'samples.adapterConnectionId and samples.command',
  places: commandPlaces,
} as const
const renamed = {
  effect: 'write',
  needs: ['bearer'],
  after: ['pat.name-updatable.rename'],
  where: 'the id of a personal access token to rename',
  declare: 'personalAccessTokens.scopes',
  places: renamedTokenPlaces,
} as const
const deleted = {
  ...renamed,
  after: ['pat.revoke.refused'],
  where: 'the id of a personal access token to delete',
  places: deletedTokenPlaces,
} as const

/** Malformed ids (clause 2.1), one way at a time, as a target may accept only one of them. */
export const malformedIdChecks: readonly Check[] = [
  ...checksByClass({ ...inPaths, requirement: 'ids.malformed-path' }, [
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
  ]),
  ...[
    ['ids.malformed-path.written.command', command] as const,
    ['ids.malformed-path.written.renamed-token', renamed] as const,
    ['ids.malformed-path.written.deleted-token', deleted] as const,
  ].map(([id, place], index) => checkOfPlace(id, bareNames, 2, index, { ...place, requirement: 'ids.malformed-path' })),
  ...checksByClass({ ...inPaths, requirement: 'ids.malformed-prefixed' }, [
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
  ]),
  ...[
    ['ids.malformed-prefixed.written.command', command] as const,
    ['ids.malformed-prefixed.written.renamed-token', renamed] as const,
    ['ids.malformed-prefixed.written.deleted-token', deleted] as const,
  ].map(([id, place], index) =>
    checkOfPlace(id, prefixedNames, 2, index, { ...place, requirement: 'ids.malformed-prefixed' }),
  ),
  ...checksByClass(
    {
      requirement: 'ids.malformed-cursor',
      effect: 'read',
      needs: ['bearer'],
      after: ['versions.current.path'],
      where: 'starting_after and as ending_before',
      declare: 'samples.catalogId',
      places: cursorPlaces,
      sameFaultAsPaths: true,
    },
    [
      'ids.malformed-cursor.short',
      'ids.malformed-cursor.hyphen',
      'ids.malformed-cursor.underscore-front',
      'ids.malformed-cursor.blank-behind',
      'ids.malformed-cursor.long',
      'ids.malformed-cursor.underscore',
      'ids.malformed-cursor.blank-front',
      'ids.malformed-cursor.non-ascii',
      'ids.malformed-cursor.line-end',
      'ids.malformed-cursor.upper-case-prefix',
      'ids.malformed-cursor.prefixed-short',
      'ids.malformed-cursor.two-prefixes',
      'ids.malformed-cursor.other-separator',
      'ids.malformed-cursor.prefixed-long',
      'ids.malformed-cursor.no-underscore',
      'ids.malformed-cursor.prefixed-hyphen',
      'ids.malformed-cursor.four-letter-prefix',
    ],
  ),
  ...checksByClass(
    {
      requirement: 'ids.malformed-legacy',
      effect: 'read',
      needs: [],
      after: [],
      where: 'the project of the groups and the issue of the events',
      declare: 'credentials.integrationToken (or credentials.apiKey), and samples.projectId or samples.issueId',
      places: legacyPlaces,
      sameFaultAsPaths: true,
    },
    [
      'ids.malformed-legacy.short',
      'ids.malformed-legacy.hyphen',
      'ids.malformed-legacy.underscore-front',
      'ids.malformed-legacy.blank-behind',
      'ids.malformed-legacy.long',
      'ids.malformed-legacy.underscore',
      'ids.malformed-legacy.blank-front',
      'ids.malformed-legacy.number',
      'ids.malformed-legacy.non-ascii',
      'ids.malformed-legacy.line-end',
      'ids.malformed-legacy.upper-case-prefix',
      'ids.malformed-legacy.prefixed-short',
      'ids.malformed-legacy.two-prefixes',
      'ids.malformed-legacy.other-separator',
      'ids.malformed-legacy.prefixed-long',
      'ids.malformed-legacy.no-underscore',
      'ids.malformed-legacy.prefixed-hyphen',
      'ids.malformed-legacy.four-letter-prefix',
    ],
  ),
  checkOfPlace('ids.malformed-legacy.written.new-group', [...bareNames, ...prefixedNames], 3, 0, {
    requirement: 'ids.malformed-legacy',
    effect: 'write',
    needs: ['legacy', 'projectId'],
    after: ['legacy.groups-post.body'],
    where: 'the project of a group to create',
    declare: 'samples.projectId',
    places: groupPlaces,
    sameFaultAsPaths: true,
  }),
]
