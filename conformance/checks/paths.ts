import {
  toAddress,
  at,
  type DocumentedPath,
  undocumentedPath,
  type UndocumentedPath,
} from '../catalogue/operation-paths.ts'
import type { Session } from '../judge/session.ts'

/** A session, or another object with a target. */
interface OfTarget {
  readonly run: Pick<Session['run'], 'target'>
}

/** A path of the versioned API that no operation has (clause 9). */
export function versionedPath({ run }: Session, resource: string): UndocumentedPath {
  return undocumentedPath(`/${run.version}/${resource}`)
}

/** The undocumented path of an unversioned operation with the version in front (clause 9). */
export function prefixVersion({ run }: Session, path: DocumentedPath): UndocumentedPath {
  return undocumentedPath(`/${run.version}${toAddress(path, run.names)}`)
}

/** The events of the issue that the target file declares (clause 4.9). */
export function eventsPath({ run }: OfTarget): DocumentedPath {
  return at('events.list', { issue_id: run.target.samples?.issueId ?? '' })
}

/** The groups of the project that the target file declares (clause 4.9). */
export function groupsPath({ run }: OfTarget): DocumentedPath {
  return at('groups.list', { project_id: run.target.samples?.projectId ?? '' })
}

/**
 * The credential for the legacy API that a target file declares, or else the Bearer token of the versioned API. If only
 * a DSN is declared, that is returned, for `samples.dsnPath`.
 */
export function legacyCredential({ run }: OfTarget): 'integrationToken' | 'apiKey' | 'bearer' | 'dsn' {
  const { integrationToken, apiKey, token, oauth, dsn } = run.target.credentials ?? {}
  if (integrationToken !== undefined) return 'integrationToken'
  if (apiKey !== undefined) return 'apiKey'
  return dsn !== undefined && (token ?? oauth) === undefined ? 'dsn' : 'bearer'
}
