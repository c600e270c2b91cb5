import type { CheckId } from '../../catalogue/check-requirements.ts'
import type { RequirementId } from '../../catalogue/requirements.ts'
import { type BareClass, malformedBare, malformedIds, malformedPrefixed } from '../../reading/malformed-ids.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import {
  commandPlaces,
  deletedTokenPlaces,
  endingBeforePlaces,
  groupPlaces,
  type IdPlace,
  issuePlaces,
  pathPlaces,
  projectPlaces,
  renamedTokenPlaces,
  scopePlaces,
  startingAfterPlaces,
} from './id-places.ts'
import { assertRefused, usablePlaces } from './malformed-ids.ts'

type Class = keyof typeof malformedIds
type PlacesOf = (session: Session) => readonly IdPlace[] | Promise<readonly IdPlace[]>

/** Checks of the same places. */
interface Group extends Pick<ActiveCheck, 'effect' | 'needs' | 'after'> {
  readonly requirement: RequirementId
  readonly where: string
  /** The members of a target file that the places need: of each inner list, one is enough. */
  readonly declare: readonly (readonly string[])[]
  readonly places: PlacesOf
  /**
   * Whether the checks of ids in paths name a fault that shows here too: most targets read all ids by the same code.
   */
  readonly sameFaultAsPaths?: boolean
}

const nameOf = (id: string): Class => id.split('.').at(-1) as Class

const isBare = (name: Class): name is BareClass => name in malformedBare

const inPath = (name: Class): CheckId =>
  isBare(name) ? `ids.malformed-path.${name}` : `ids.malformed-prefixed.${name}`

/**
 * One check for each way to malform an id. The id of the check ends with the name of the way. The seed chooses one of
 * the places, another for each way, so that a run asks in every place.
 */
function checksByClass(
  { requirement, where, declare, places, ...common }: Group,
  ids: readonly string[],
): readonly Check[] {
  return ids.map((id, index) => {
    const name = nameOf(id)
    return defineCheck({
      ...common,
      id,
      requirement,
      description: `Sends ${malformedIds[name].what} as ${where} (one of them, which the seed chooses): 400, although the well-formed id was accepted.`,
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

/** One check of a place, with a few of the ways to malform an id, which the seed chooses. */
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
    description: `Sends malformed ids of ${count} kinds, which the seed chooses, as ${where}: 400, although the well-formed id was accepted.`,
    run: async (session) => {
      const { usable, skipped } = await usablePlaces(await places(session), declare, common.effect === 'write')
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
/** A few that follow one another are of both kinds. */
const everyName = bareNames.flatMap((name, index) => [name, prefixedNames[index]!])

const inPaths: Omit<Group, 'requirement'> = {
  effect: 'read',
  needs: ['bearer'],
  after: ['versions.current.path'],
  where: 'the catalog of the products, the adapter connection of capabilities and the configuration scope',
  declare: [['samples.catalogId', 'samples.adapterConnectionId']],
  places: (session) => [...pathPlaces(session), ...scopePlaces(session)],
}
const command = {
  effect: 'write',
  needs: ['bearer', 'adapterConnectionId', 'command'],
  after: ['services.invoke.result'],
  where: 'the adapter connection of a command',
  declare: [['samples.adapterConnectionId'], ['samples.command']],
  places: commandPlaces,
} as const
const renamed = {
  effect: 'write',
  needs: ['bearer'],
  after: ['pat.name-updatable.rename'],
  where: 'the id of a personal access token to rename',
  declare: [['personalAccessTokens.scopes']],
  places: renamedTokenPlaces,
} as const
const deleted = {
  ...renamed,
  after: ['pat.revoke.refused'],
  where: 'the id of a personal access token to delete',
  places: deletedTokenPlaces,
} as const

const startingAfter: Group = {
  requirement: 'ids.malformed-cursor',
  effect: 'read',
  needs: ['bearer'],
  after: ['versions.current.path'],
  where: 'starting_after',
  declare: [['samples.catalogId']],
  places: startingAfterPlaces,
  sameFaultAsPaths: true,
}
const endingBefore: Group = { ...startingAfter, where: 'ending_before', places: endingBeforePlaces }
const project: Group = {
  requirement: 'ids.malformed-legacy',
  effect: 'read',
  needs: ['legacy', 'projectId'],
  where: 'the project of the groups',
  declare: [['samples.projectId']],
  places: projectPlaces,
  sameFaultAsPaths: true,
}
const issue: Group = {
  ...project,
  needs: ['legacy', 'issueId'],
  where: 'the issue of the events',
  declare: [['samples.issueId']],
  places: issuePlaces,
}

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
  ].map(([id, place], index) => checkOfPlace(id, bareNames, 1, index, { ...place, requirement: 'ids.malformed-path' })),
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
    checkOfPlace(id, prefixedNames, 1, index, { ...place, requirement: 'ids.malformed-prefixed' }),
  ),
  checkOfPlace('ids.malformed-cursor.starting-after', everyName, 2, 0, startingAfter),
  checkOfPlace('ids.malformed-cursor.ending-before', everyName, 2, 1, endingBefore),
  checkOfPlace('ids.malformed-legacy.project', everyName, 2, 0, project),
  checkOfPlace('ids.malformed-legacy.issue', everyName, 2, 1, issue),
  checkOfPlace('ids.malformed-legacy.written.new-group', everyName, 2, 0, {
    requirement: 'ids.malformed-legacy',
    effect: 'write',
    needs: ['legacy', 'projectId'],
    after: ['legacy.groups-post.body'],
    where: 'the project of a group to create',
    declare: [['samples.projectId']],
    places: groupPlaces,
    sameFaultAsPaths: true,
  }),
]
