import type { Exchange } from '../../wire/exchange.ts'
import type { Call, Session } from '../../run/session.ts'
import { catalogPath } from '../lists/walked-list.ts'
import { bareOf, prefixOf } from '../../reading/id-forms.ts'
import { eventsPath, groupsPath, legacyCredential } from '../link/link-pages.ts'
import { pagedList, smallLimit } from '../cursors/paging.ts'

/** One place in a request that takes an id, and one that it takes there. */
export interface IdPlace {
  readonly what: string
  /** Bare. */
  readonly id: string
  /** A prefix to put before it, with its underscore. */
  readonly prefix: string
  readonly call: (id: string) => Call
  /** The answer to the same request with a well-formed id, which must have succeeded. */
  readonly control: Promise<Exchange>
}

type Place = Pick<IdPlace, 'what' | 'call'> & {
  readonly declared: string
  readonly prefix: string
  readonly fact?: string
}

/** The control is sent once in a run, in the form in which the id is declared. */
function toPlace(session: Session, { what, call, declared, prefix, fact = `control of ${what}` }: Place): IdPlace {
  return {
    what,
    call,
    id: bareOf(declared),
    prefix: prefixOf(declared) || prefix,
    control: session.fact(fact, (own) => own.send(call(declared))),
  }
}

/** The ids in versioned and unversioned paths. */
export function pathPlaces(session: Session): readonly IdPlace[] {
  const { catalogId, adapterConnectionId } = session.run.target.samples ?? {}
  return [
    ...(catalogId === undefined
      ? []
      : [
          toPlace(session, {
            what: 'the catalog id of the products',
            declared: catalogId,
            prefix: 'cat_',
            fact: `GET ${catalogPath(session, catalogId)}`,
            call: (id) => ({ path: catalogPath(session, id) }),
          }),
        ]),
    ...(adapterConnectionId === undefined
      ? []
      : [
          toPlace(session, {
            what: 'the adapter connection id of capabilities',
            declared: adapterConnectionId,
            prefix: 'adc_',
            fact: `GET /services/${adapterConnectionId}/capabilities`,
            call: (id) => ({ path: `/services/${encodeURIComponent(id)}/capabilities` }),
          }),
        ]),
  ]
}

/** A configuration scope, whose prefix is required: it is malformed only behind or in its prefix. */
export function scopePlaces(session: Session): readonly IdPlace[] {
  const { scopeId, configurationPath } = session.run.target.samples ?? {}
  if (scopeId === undefined || prefixOf(scopeId) === '') return []
  return [
    toPlace(session, {
      what: 'the configuration scope',
      declared: scopeId,
      prefix: '',
      fact: `configuration at ${configurationPath}`,
      call: (id) => ({
        path: `/${session.run.version}/configurations/${encodeURIComponent(id)}`,
        query: { path: configurationPath },
      }),
    }),
  ]
}

/** The adapter connection of a command: trying it runs the command. */
export function commandPlaces(session: Session): readonly IdPlace[] {
  const { adapterConnectionId, command } = session.run.target.samples ?? {}
  if (adapterConnectionId === undefined || command === undefined) return []
  return [
    toPlace(session, {
      what: 'the adapter connection id of a command',
      declared: adapterConnectionId,
      prefix: 'adc_',
      call: (id) => ({
        method: 'POST',
        path: `/services/${encodeURIComponent(id)}/${encodeURIComponent(command.name)}`,
        json: command.validBody,
      }),
    }),
  ]
}

/** Where the legacy API takes an id that the target file declares. */
export function legacyPlaces(session: Session): readonly IdPlace[] {
  const { projectId, issueId } = session.run.target.samples ?? {}
  const as = legacyCredential(session)
  return [
    ...(projectId === undefined
      ? []
      : [
          toPlace(session, {
            what: 'the project id of the groups',
            declared: projectId,
            prefix: 'prj_',
            fact: `legacy ${groupsPath(session)}`,
            call: (id) => ({ path: `/0/projects/${encodeURIComponent(id)}/groups/`, as }),
          }),
        ]),
    ...(issueId === undefined
      ? []
      : [
          toPlace(session, {
            what: 'the issue id of the events',
            declared: issueId,
            prefix: 'iss_',
            fact: `legacy ${eventsPath(session)}`,
            call: (id) => ({ path: `/0/issues/${encodeURIComponent(id)}/events/`, as }),
          }),
        ]),
  ]
}

/** The two cursors of clause 4.6, which are ids of records. */
export async function cursorPlaces(session: Session): Promise<readonly IdPlace[]> {
  const base = await pagedList(session)
  const { path, ids } = base
  const limit = await smallLimit(session, base)
  return ['starting_after', 'ending_before'].map((parameter) =>
    toPlace(session, {
      what: parameter,
      declared: ids[1]!,
      prefix: 'prd_',
      call: (id) => ({ path, query: { limit, [parameter]: id } }),
    }),
  )
}
