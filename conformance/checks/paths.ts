import { encode } from '../reading/encode.ts'
import type { Session } from '../judge/session.ts'

/** The path of personal access tokens. The target file may name it, as clause 4.2 does not say what comes before it. */
export function accessTokensPath({ run }: Session): string {
  return run.target.paths?.accessTokens ?? '/access-tokens'
}

/** The path of a resource of the versioned API (clause 9). */
export function versionedPath({ run }: Session, resource: string): string {
  return `/${run.version}/${resource}`
}

/** The products of a catalog (clause 4.4). */
export function catalogPath(session: Session, catalogId: string): string {
  return versionedPath(session, `pulse/catalogs/${encode(catalogId)}/products`)
}

/** The capabilities of an adapter connection (clause 4.7). */
export function capabilitiesPath(connectionId: string): string {
  return `/services/${encode(connectionId)}/capabilities`
}

/** The events of the issue that the target file declares (clause 4.9). */
export function eventsPath({ run }: Session): string {
  return `/0/issues/${run.target.samples?.issueId ?? ''}/events/`
}

/** The groups of the project that the target file declares (clause 4.9). */
export function groupsPath({ run }: Session): string {
  return `/0/projects/${run.target.samples?.projectId ?? ''}/groups/`
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
