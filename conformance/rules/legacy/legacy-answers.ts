import { findObject, idOf } from '../../reading/find-list.ts'
import { serves } from '../../reading/served.ts'
import { type Once, once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import type { Exchange } from '../../wire/exchange.ts'
import { pageOf } from '../lists/pages.ts'
import { legacyCredential } from '../paths.ts'

/**
 * The legacy root. Clause 4.9 does not say whether it takes credentials, so it may be refused, or hidden, without them.
 */
export const getRoot: Once<[], Exchange> = once(async (own) => {
  const open = await own.send({ path: '/0/', as: 'none' })
  const { integrationToken, apiKey, token, oauth } = own.run.target.credentials ?? {}
  if (open.response.status === 200 || (integrationToken ?? apiKey ?? token ?? oauth) === undefined) return open
  return own.send({ path: '/0/', as: legacyCredential(own) })
})

/** Whether an answer refuses the credentials of its request. */
export function isRefusal({ response }: Exchange): boolean {
  return response.status === 401 || response.status === 403
}

/** Why a refusal is no fault: clause 5 does not state the credential for every endpoint of the legacy API. */
export function refusedHere(session: Session): string {
  const names = { integrationToken: 'integration token', apiKey: 'API key', dsn: 'DSN', bearer: 'Bearer token' }
  return `the ${names[legacyCredential(session)]} is refused here; declare credentials.integrationToken`
}

/** The ids of the projects in an answer of `/0/projects/`, which may be a list or one object; undefined for neither. */
export function projectIds(session: Session, exchange: Exchange): readonly string[] | undefined {
  if (exchange.response.status !== 200 || !serves(exchange)) return undefined
  const page = pageOf(session, exchange)
  if (page && (page.ids.some((id) => id !== '') || Array.isArray(exchange.response.json))) return page.ids
  const one = findObject(exchange.response.json)
  // A project may hold lists of its own. If there is no project, an empty list is the list of projects.
  return one ? [idOf(one)!] : page?.items.length === 0 ? [] : undefined
}
