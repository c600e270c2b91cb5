import { encode } from '../../reading/encode.ts'
import { bareOf, prefixOf } from '../../reading/id-forms.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import { missingDeclarations } from '../../target/declarations.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { spareRequests } from '../access-tokens/spare-tokens.ts'
import { answerTo } from '../answers.ts'
import { acceptedGroup } from '../legacy/posted-groups.ts'
import { pagedList, smallLimit } from '../lists/paging.ts'
import { capabilitiesPath, catalogPath, legacyCredential, versionedPath } from '../paths.ts'

/** A place in a request that takes an id, and an id that it takes there. */
export interface IdPlace {
  readonly what: string
  /** Bare. */
  readonly id: string
  /** A prefix to put before it, with its underscore. */
  readonly prefix: string
  readonly call: (id: string) => Call
  /** Sends the same request with a well-formed id, once in a run. It must succeed. */
  readonly control: () => Promise<Exchange>
  /** Sends the same request with the bare id, once in a run, where a prefix is required. It may be refused. */
  readonly bare?: () => Promise<Exchange>
}

type Place = Pick<IdPlace, 'what' | 'call' | 'prefix'> & { readonly declared: string }

/** A place whose control is sent once in a run, with the id as it is declared. */
function toPlace(session: Session, { what, call, declared, prefix }: Place): IdPlace {
  return {
    what,
    call,
    id: bareOf(declared),
    prefix: prefixOf(declared) || prefix,
    control: () => answerTo(session, call(declared)),
  }
}

/** The ids in versioned and unversioned paths. */
export function pathPlaces(session: Session): readonly IdPlace[] {
  const { catalogId, adapterConnectionId } = session.run.target.samples ?? {}
  const places: Place[] = []
  if (catalogId !== undefined)
    places.push({
      what: 'the catalog id of the products',
      declared: catalogId,
      prefix: 'cat_',
      call: (id) => ({ path: catalogPath(session, id) }),
    })
  if (adapterConnectionId !== undefined)
    places.push({
      what: 'the adapter connection id of capabilities',
      declared: adapterConnectionId,
      prefix: 'adc_',
      call: (id) => ({ path: capabilitiesPath(id) }),
    })
  return places.map((place) => toPlace(session, place))
}

/** A configuration scope. Its prefix is required. */
export function scopePlaces(session: Session): readonly IdPlace[] {
  const { scopeId, configurationPath } = session.run.target.samples ?? {}
  if (scopeId === undefined || prefixOf(scopeId) === '') return []
  const place: Place = {
    what: 'the configuration scope',
    declared: scopeId,
    prefix: '',
    call: (id) => ({
      path: versionedPath(session, `configurations/${encode(id)}`),
      query: { path: configurationPath },
    }),
  }
  const bare = () => answerTo(session, place.call(bareOf(scopeId)))
  return [{ ...toPlace(session, place), bare }]
}

/** The adapter connection of a command. Trying it runs the command. */
export function commandPlaces(session: Session): readonly IdPlace[] {
  const { adapterConnectionId, command } = session.run.target.samples ?? {}
  if (adapterConnectionId === undefined || command === undefined) return []
  const place: Place = {
    what: 'the adapter connection id of a command',
    declared: adapterConnectionId,
    prefix: 'adc_',
    call: (id) => ({
      method: 'POST',
      path: `/services/${encode(id)}/${encode(command.name)}`,
      json: command.validBody,
    }),
  }
  return [toPlace(session, place)]
}

/** The id of a personal access token in a path; none when no token could be created. */
async function tokenPlaces(session: Session, wanted: 'rename' | 'delete'): Promise<readonly IdPlace[]> {
  const requests = await spareRequests(session)
  return requests
    .filter(({ kind }) => kind === wanted)
    .map(({ id, call, control }) => ({ what: `the id of a token to ${wanted}`, id, prefix: 'pat_', call, control }))
}

/** The id of a personal access token to rename. */
export const renamedTokenPlaces = (session: Session): Promise<readonly IdPlace[]> => tokenPlaces(session, 'rename')

/** The id of a personal access token to delete. */
export const deletedTokenPlaces = (session: Session): Promise<readonly IdPlace[]> => tokenPlaces(session, 'delete')

/** A place in a path of the legacy API. None where the declared credential is not for it. */
function legacyPlaces(
  session: Session,
  sample: 'projectId' | 'issueId',
  { what, prefix, path }: Pick<Place, 'what' | 'prefix'> & { readonly path: (id: string) => string },
): readonly IdPlace[] {
  const { target } = session.run
  if (missingDeclarations(['legacy', sample], target).length > 0) return []
  const call = (id: string): Call => ({ path: path(encode(id)), as: legacyCredential(session) })
  return [toPlace(session, { what, prefix, declared: target.samples![sample]!, call })]
}

/** The project of the groups. */
export const projectPlaces = (session: Session): readonly IdPlace[] =>
  legacyPlaces(session, 'projectId', {
    what: 'the project id of the groups',
    prefix: 'prj_',
    path: (id) => `/0/projects/${id}/groups/`,
  })

/** The issue of the events. */
export const issuePlaces = (session: Session): readonly IdPlace[] =>
  legacyPlaces(session, 'issueId', {
    what: 'the issue id of the events',
    prefix: 'iss_',
    path: (id) => `/0/issues/${id}/events/`,
  })

/** The project of a group that is created. The control is the creation of legacy.groups-post. */
export async function groupPlaces(session: Session): Promise<readonly IdPlace[]> {
  const { projectId } = session.run.target.samples ?? {}
  if (projectId === undefined) return []
  const { body, exchange } = await acceptedGroup(session)
  const as = legacyCredential(session)
  const path = (id: string) => `/0/projects/${encode(id)}/groups/`
  return [
    {
      what: 'the project id of a new group',
      id: bareOf(projectId),
      prefix: prefixOf(projectId) || 'prj_',
      call: (id) => ({ method: 'POST', path: path(id), json: body, as }),
      control: async () => exchange,
    },
  ]
}

/** A cursor of clause 4.6, which is the id of a record. */
async function cursorPlace(session: Session, parameter: 'starting_after' | 'ending_before'): Promise<IdPlace> {
  const list = await pagedList(session)
  const { path, ids } = list
  const limit = await smallLimit(session, list)
  return toPlace(session, {
    what: parameter,
    declared: ids[1]!,
    prefix: 'prd_',
    call: (id) => ({ path, query: { limit, [parameter]: id } }),
  })
}

/** The cursor for what comes after a record. */
export const startingAfterPlaces = async (session: Session): Promise<readonly IdPlace[]> => [
  await cursorPlace(session, 'starting_after'),
]

/** The cursor for what comes before a record. */
export const endingBeforePlaces = async (session: Session): Promise<readonly IdPlace[]> => [
  await cursorPlace(session, 'ending_before'),
]
