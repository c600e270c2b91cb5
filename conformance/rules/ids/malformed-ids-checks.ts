import type { RequirementId } from '../../catalogue/requirements.ts'
import { blocked, fail, notApplicable } from '../../catalogue/verdict.ts'
import { isBare, malformedBare, type MalformedClass, malformedPrefixed } from '../../reading/id-forms.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { summary } from '../../wire/exchange.ts'
import {
  commandPlaces,
  cursorPlaces,
  groupPlaces,
  type IdPlace,
  legacyPlaces,
  pathPlaces,
  scopePlaces,
  tokenPlaces,
} from './id-places.ts'

const classes: Readonly<Record<string, MalformedClass>> = { ...malformedBare, ...malformedPrefixed }

/** Sends the malformed id in each place in which the well-formed one was accepted. */
async function assertRefused(
  session: Session,
  { what, make }: MalformedClass,
  places: readonly IdPlace[],
  declare: string,
): Promise<string> {
  if (places.length === 0) notApplicable(`declare ${declare} in the target file`)
  const failures: string[] = []
  const tried: string[] = []
  const skipped: string[] = []
  for (const place of places) {
    // Made from an id of another form, it could be well-formed.
    if (!isBare(place.id)) {
      skipped.push(`${place.what}, as ${place.id} is not an id of 27 characters (see ids.grammar)`)
      continue
    }
    const control = await place.control()
    if (control.response.status >= 300) {
      skipped.push(`${place.what}, where a well-formed id got ${summary(control)}`)
      continue
    }
    const answer = await session.send(place.call(make(place.id, place.prefix)))
    tried.push(place.what)
    if (answer.response.status !== 400) failures.push(`${summary(answer)} for ${place.what}`)
  }
  if (failures.length > 0) fail(`400 for ${what}`, failures.join('; '))
  if (tried.length === 0) blocked(`not tried at ${skipped.join('; nor at ')}`)
  return `${tried.join(', ')}${skipped.length > 0 ? `; not at ${skipped.join('; ')}` : ''}`
}

/** Checks of the same places. */
interface Group {
  readonly requirement: RequirementId
  readonly effect: ActiveCheck['effect']
  readonly where: string
  readonly declare: string
  readonly after: readonly string[]
  readonly places: (session: Session) => Promise<readonly IdPlace[]>
  /**
   * Whether the checks of ids in paths name a fault that shows here too: most targets read all ids by the same code.
   */
  readonly sameFaultAsPaths?: boolean
}

/** One check for each way to malform an id. The id of the check ends with the name of the way. */
function toChecks(group: Group, ids: readonly string[]): readonly Check[] {
  return ids.map((id) => {
    const name = id.split('.').at(-1)!
    const malformed = classes[name]!
    return defineCheck({
      id,
      requirement: group.requirement,
      effect: group.effect,
      needs: ['bearer'],
      after: group.after,
      ...(group.sameFaultAsPaths
        ? { sameFaultAs: [`${name in malformedBare ? 'ids.malformed-path' : 'ids.malformed-prefixed'}.${name}`] }
        : {}),
      description: `Sends ${malformed.what} as ${group.where}: 400, although the well-formed id was accepted.`,
      run: async (session) => await assertRefused(session, malformed, await group.places(session), group.declare),
    })
  })
}

const samples = 'samples.catalogId or samples.adapterConnectionId'

/** Malformed ids (clause 2.1), one way at a time, as a target may accept only one of them. */
export const malformedIdChecks: readonly Check[] = [
  ...toChecks(
    {
      requirement: 'ids.malformed-path',
      effect: 'read',
      after: ['versions.current.path'],
      where: 'the catalog of the products and the adapter connection of capabilities',
      declare: samples,
      places: async (session) => pathPlaces(session),
    },
    [
      'ids.malformed-path.short',
      'ids.malformed-path.long',
      'ids.malformed-path.hyphen',
      'ids.malformed-path.underscore',
      'ids.malformed-path.non-ascii',
      'ids.malformed-path.number',
      'ids.malformed-path.line-end',
    ],
  ),
  ...toChecks(
    {
      requirement: 'ids.malformed-path',
      effect: 'write',
      after: [],
      where: 'the adapter connection of a command and the id of a personal access token to rename or delete',
      declare: 'samples.adapterConnectionId and samples.command',
      places: async (session) => [...commandPlaces(session), ...(await tokenPlaces(session))],
    },
    [
      'ids.malformed-path.written.short',
      'ids.malformed-path.written.long',
      'ids.malformed-path.written.hyphen',
      'ids.malformed-path.written.underscore',
      'ids.malformed-path.written.non-ascii',
    ],
  ),
  ...toChecks(
    {
      requirement: 'ids.malformed-prefixed',
      effect: 'read',
      after: ['versions.current.path'],
      where: 'the catalog of the products, the adapter connection of capabilities and the configuration scope',
      declare: samples,
      places: async (session) => [...pathPlaces(session), ...scopePlaces(session)],
    },
    [
      'ids.malformed-prefixed.upper-case-prefix',
      'ids.malformed-prefixed.two-letter-prefix',
      'ids.malformed-prefixed.four-letter-prefix',
      'ids.malformed-prefixed.digit-prefix',
      'ids.malformed-prefixed.no-underscore',
      'ids.malformed-prefixed.two-prefixes',
      'ids.malformed-prefixed.prefixed-short',
      'ids.malformed-prefixed.prefixed-long',
      'ids.malformed-prefixed.prefixed-hyphen',
    ],
  ),
  ...toChecks(
    {
      requirement: 'ids.malformed-prefixed',
      effect: 'write',
      after: [],
      where: 'the adapter connection of a command and the id of a personal access token to rename or delete',
      declare: 'samples.adapterConnectionId and samples.command',
      places: async (session) => [...commandPlaces(session), ...(await tokenPlaces(session))],
    },
    [
      'ids.malformed-prefixed.written.upper-case-prefix',
      'ids.malformed-prefixed.written.two-prefixes',
      'ids.malformed-prefixed.written.prefixed-short',
      'ids.malformed-prefixed.written.prefixed-long',
      'ids.malformed-prefixed.written.prefixed-hyphen',
    ],
  ),
  ...toChecks(
    {
      requirement: 'ids.malformed-cursor',
      effect: 'read',
      after: ['versions.current.path'],
      where: 'starting_after and as ending_before',
      declare: 'samples.catalogId',
      places: cursorPlaces,
      sameFaultAsPaths: true,
    },
    [
      'ids.malformed-cursor.short',
      'ids.malformed-cursor.long',
      'ids.malformed-cursor.hyphen',
      'ids.malformed-cursor.underscore',
      'ids.malformed-cursor.non-ascii',
      'ids.malformed-cursor.line-end',
      'ids.malformed-cursor.upper-case-prefix',
      'ids.malformed-cursor.four-letter-prefix',
      'ids.malformed-cursor.no-underscore',
      'ids.malformed-cursor.two-prefixes',
      'ids.malformed-cursor.prefixed-short',
      'ids.malformed-cursor.prefixed-long',
      'ids.malformed-cursor.prefixed-hyphen',
    ],
  ),
  ...toChecks(
    {
      requirement: 'ids.malformed-legacy',
      effect: 'read',
      after: [],
      where: 'the project of the groups and the issue of the events',
      declare: 'samples.projectId or samples.issueId',
      places: async (session) => legacyPlaces(session),
      sameFaultAsPaths: true,
    },
    [
      'ids.malformed-legacy.short',
      'ids.malformed-legacy.long',
      'ids.malformed-legacy.hyphen',
      'ids.malformed-legacy.underscore',
      'ids.malformed-legacy.non-ascii',
      'ids.malformed-legacy.number',
      'ids.malformed-legacy.line-end',
      'ids.malformed-legacy.upper-case-prefix',
      'ids.malformed-legacy.four-letter-prefix',
      'ids.malformed-legacy.no-underscore',
      'ids.malformed-legacy.two-prefixes',
      'ids.malformed-legacy.prefixed-short',
      'ids.malformed-legacy.prefixed-long',
      'ids.malformed-legacy.prefixed-hyphen',
    ],
  ),
  ...toChecks(
    {
      requirement: 'ids.malformed-legacy',
      effect: 'write',
      after: ['legacy.groups-post.body'],
      where: 'the project of a group to create',
      declare: 'samples.projectId',
      places: async (session) => groupPlaces(session),
      sameFaultAsPaths: true,
    },
    [
      'ids.malformed-legacy.written.short',
      'ids.malformed-legacy.written.long',
      'ids.malformed-legacy.written.hyphen',
      'ids.malformed-legacy.written.prefixed-short',
      'ids.malformed-legacy.written.upper-case-prefix',
    ],
  ),
]
