import { toAddress, at } from '../../catalogue/operation-paths.ts'
import { undeclared } from '../../conclusions/cause.ts'
import { insufficient } from '../../conclusions/conclusion.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findObject, isObject, itemId, collectTexts } from '../../reading/find-list.ts'
import { stripPrefix, isBare } from '../../reading/id-forms.ts'
import { serves } from '../../reading/success.ts'
import { type Once, oncePerRun } from '../../judge/once-per-run.ts'
import type { Call, Credential } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { readListPage } from '../lists/pages.ts'
import { legacyCredential } from '../paths.ts'
import { askNeverIssued, askOnce } from '../shared-answers.ts'
import { askNeighbours, contrast, type Similar } from '../similar.ts'

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

/** The symptom of an answer without a list. */
export function noListSymptom({ response: { json } }: Exchange, what: 'groups' | 'events'): Phrase {
  return isObject(json) && typeof json['id'] === 'string'
    ? phrase`one ${what.slice(0, -1)} instead of a list of ${what}`
    : phrase`no list in the body`
}

/** The credentials of the legacy API, in words. */
export const schemeNames = {
  integrationToken: 'the integration token',
  apiKey: 'the API key',
  bearer: 'a Bearer token of the versioned API',
} as const

/** A credential of the legacy API. */
export type Scheme = keyof typeof schemeNames

/** The declared credentials of the legacy API, except one. */
export function otherSchemes({ run }: Session, except: Credential): readonly Scheme[] {
  const { token, oauth, apiKey, integrationToken } = run.target.credentials ?? {}
  const declared = { integrationToken, apiKey, bearer: token ?? oauth }
  return (Object.keys(schemeNames) as readonly Scheme[]).filter((as) => as !== except && declared[as] !== undefined)
}

/** A failed request with each other credential, as neighbours of the failure. */
export const withOtherSchemes = (
  session: Session,
  call: Call,
  except: Credential,
  isRight: (exchange: Exchange) => boolean | undefined,
): Parameters<typeof askNeighbours>[0] =>
  otherSchemes(session, except).map((as) => [
    phrase`the same request with ${schemeNames[as]}`,
    async () => isRight(await askOnce(session.fork({ isNarrowing: true }), { ...call, as })),
  ])

/**
 * Requests like a failed one, with other credentials, a cursor or HEAD: those that are answered right, and those with
 * the same status.
 */
export async function similarAnswers(
  session: Session,
  { response: { status } }: Exchange,
  call: Call,
  isList: (exchange: Exchange) => boolean,
  cursor?: string,
): Promise<Similar> {
  const as = legacyCredential(session)
  const isRight = (other: Exchange) => isList(other) || (other.response.status === status ? false : undefined)
  const ask = async (change: Call) => await session.fork().send({ ...change, as })
  return contrast(
    await askNeighbours([
      ...withOtherSchemes(session, call, as, isRight),
      ...(cursor === undefined
        ? []
        : [[phrase`cursor=${cursor}`, async () => isRight(await ask({ ...call, query: { cursor } }))] as const]),
      ...(status < 300
        ? []
        : [['HEAD', async () => (await ask({ ...call, method: 'HEAD' })).response.status < 300] as const]),
    ]),
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
