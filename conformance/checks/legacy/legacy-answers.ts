import { toAddress, at } from '../../catalogue/operation-paths.ts'
import { undeclared } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { findObject, itemId, collectTexts } from '../../reading/find-list.ts'
import { stripPrefix, isBare } from '../../reading/id-forms.ts'
import { serves } from '../../reading/success.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { readListPage } from '../lists/pages.ts'
import { legacyCredential } from '../paths.ts'
import { askNeverIssued } from '../shared-answers.ts'

/**
 * The legacy root. Clause 4.9 does not state whether it takes credentials, so it may be refused or hidden without them.
 */
export const getRoot: Once<[], Exchange> = oncePerRun(async (session) => {
  const open = await session.send({ path: at('legacy.root'), as: 'none' })
  const { integrationToken, apiKey, token, oauth } = session.run.target.credentials ?? {}
  if (open.response.status < 300 || (integrationToken ?? apiKey ?? token ?? oauth) === undefined) return open
  return session.send({ path: at('legacy.root'), as: legacyCredential(session) })
})

/**
 * Answers of the legacy root to GET and HEAD, with each accepted credential of the legacy API, and with a query if that
 * is accepted: clause 4.9 states one answer for all of them.
 */
export const rootAnswers: Once<[], readonly Exchange[]> = oncePerRun(async (session) => {
  const plain = await getRoot(session)
  const path = at('legacy.root')
  const { credentials = {} } = session.run.target
  const isOpen = plain.request.headers['authorization'] === undefined
  const as = isOpen ? 'none' : legacyCredential(session)
  const declared = (['integrationToken', 'apiKey'] as const).filter(
    (name) => credentials[name] !== undefined && name !== as,
  )
  const calls: readonly Call[] = [
    ...declared.map((credential) => ({ path, as: credential })),
    { path, as, query: { [session.run.id]: '1' } },
    { method: 'HEAD', path, as },
  ]
  const others = await Promise.all(session.run.rotation.some(calls, 1).map((call) => session.send(call)))
  return [plain, ...others.filter(({ request, response }) => request.method === 'HEAD' || response.status < 400)]
})

/** Returns true if an answer refuses the credentials of its request. */
export function refusesCredentials({ response }: Exchange): boolean {
  return response.status === 401 || response.status === 403
}

/** Ends the check: a refusal is no fault, as clause 5 does not state the credential for every legacy endpoint. */
export function refusedHere(session: Session): never {
  const names = { integrationToken: 'integration token', apiKey: 'API key', dsn: 'DSN', bearer: 'Bearer token' }
  return insufficient(
    undeclared('credentials.integrationToken'),
    phrase`the ${names[legacyCredential(session)]} is refused here; declare credentials.integrationToken`,
  )
}

/** A token that is refused differently from a never issued value was accepted, and lacks rights. */
export async function assertNotForRights(session: Session, { path }: Call, exchange: Exchange): Promise<void> {
  if (exchange.response.status === 403 && (await askNeverIssued(session, { path })).response.status === 401)
    insufficient(
      undeclared('credentials.integrationToken'),
      phrase`the integration token is known, but may not see ${toAddress(path, session.run.names)}: ${answerPhrase(exchange)}; declare one in credentials.integrationToken that may`,
      exchange,
    )
}

/** The ids of the projects in an answer of `/0/projects/`, which may be a list or one object; undefined for neither. */
export function projectIds(session: Session, exchange: Exchange): readonly string[] | undefined {
  if (!serves(exchange)) return undefined
  const page = readListPage(session, exchange)
  const project = findObject(exchange.response.json)
  // A project may contain lists. If there is no project, an empty list is the list of projects.
  const isOfProject =
    project !== undefined &&
    isBare(stripPrefix(itemId(project)!)) &&
    collectTexts(project).some(({ path, text }) => path.length > 1 && page?.ids.includes(text))
  if (!isOfProject && page && (page.ids.some((id) => id !== '') || Array.isArray(exchange.response.json)))
    return page.ids
  return project ? [itemId(project)!] : page?.items.length === 0 ? [] : undefined
}
