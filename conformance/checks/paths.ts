import { pathOf } from '../catalogue/operations.ts'
import type { Session } from '../judge/session.ts'

/** The path of personal access tokens. The target file may name it, as clause 4.2 does not say what comes before it. */
export function accessTokensPath({ run }: Session): string {
  return pathOf('access-tokens.list', run.names)
}

/** The path of a personal access token. */
export function accessTokenPath({ run }: Session, id: string): string {
  return pathOf('access-tokens.rename', run.names, { id })
}

/** A path of the versioned API that no operation has (clause 9). */
export function versionedPath({ run }: Session, resource: string): string {
  return `/${run.version}/${resource}`
}

/** The products of a catalog (clause 4.4). */
export function catalogPath({ run }: Session, catalogId: string): string {
  return pathOf('products.list', run.names, { catalog_id: catalogId })
}

/** The capabilities of an adapter connection (clause 4.7). */
export function capabilitiesPath({ run }: Session, adapterConnectionId: string): string {
  return pathOf('services.capabilities', run.names, { adapterConnectionId })
}

/** The events of the issue that the target file declares (clause 4.9). */
export function eventsPath({ run }: Session): string {
  return pathOf('events.list', run.names, { issue_id: run.target.samples?.issueId ?? '' })
}

/** The projects of the legacy API (clause 4.9). */
export function projectsPath({ run }: Session): string {
  return pathOf('legacy-projects.list', run.names)
}

/** The groups of the project that the target file declares (clause 4.9). */
export function groupsPath({ run }: Session): string {
  return pathOf('groups.list', run.names, { project_id: run.target.samples?.projectId ?? '' })
}

/**
 * The credential for the legacy API that a target file declares; the Bearer token of the versioned API if there is
 * none. A DSN alone is for `samples.dsnPath`.
 */
export function legacyCredential({ run }: Session): 'integrationToken' | 'apiKey' | 'bearer' | 'dsn' {
  const { integrationToken, apiKey, token, oauth, dsn } = run.target.credentials ?? {}
  if (integrationToken !== undefined) return 'integrationToken'
  if (apiKey !== undefined) return 'apiKey'
  return dsn !== undefined && (token ?? oauth) === undefined ? 'dsn' : 'bearer'
}
