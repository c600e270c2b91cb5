// Credentials of the target file that the target never accepts.
import { grantForm } from '../target/grant-form.ts'
import { findOperation } from '../catalogue/operations.ts'
import { at, toDocumentedPath, undocumentedPath } from '../catalogue/operation-paths.ts'
import type { RunCredential } from '../conclusions/cause.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { answerPhrase, phrase, type Phrase } from '../conclusions/phrase.ts'
import { isObject } from '../reading/find-list.ts'
import { tokenObject } from '../reading/token-answer.ts'
import type { Call, Credential } from './call.ts'
import type { TokenSession } from './refused-token.ts'
import type { Run } from './run.ts'
import { isSuccessStatus } from '../reading/success.ts'
import { isSameBody } from '../reading/same-json.ts'

/** The member of the target file that declares each credential, and the remedy if it is refused. */
const declaredBy: Readonly<Record<RunCredential, readonly [member: string, remedy: string]>> = {
  bearer: ['credentials.token', 'give a token that has not expired and was not revoked'],
  client: ['credentials.oauth.clientSecret', 'give the secret that belongs to credentials.oauth.clientId'],
  integrationToken: ['credentials.integrationToken', 'give the token of an internal integration that exists'],
  apiKey: ['credentials.apiKey', 'give the key without its colon, of an account that may use API keys'],
  dsn: ['credentials.dsn', 'give the client key of a project, and in samples.dsnPath an endpoint that takes it'],
}

/** A credential of the target file that is not accepted anywhere. */
export interface RefusedDeclaration {
  readonly member: string
  readonly words: Phrase
  readonly at: readonly Exchange[]
}

/** The key under which a session remembers whether a credential was accepted. */
const declarations = {}

/**
 * A credential of the target file that the target refuses wherever the kit can use it, so that nothing shows that the
 * target knows it; undefined if another answer shows more. The user has to correct it before anything that needs it can
 * be judged.
 */
export async function refusedDeclaration(
  session: TokenSession,
  credential: RunCredential,
  exchange: Exchange,
): Promise<RefusedDeclaration | undefined> {
  if (!mayRefuseCredential(exchange, credential)) return undefined
  return await session.remember(declarations, credential, (forked) => tryCredential(forked, credential))
}

async function tryCredential(
  session: TokenSession,
  credential: RunCredential,
): Promise<RefusedDeclaration | undefined> {
  const [first, ...others] = documentedUses(credential, session.run)
  if (!first) return undefined
  const refused: Exchange[] = []
  for (const use of [first, ...others]) {
    const exchange = await session.send({ ...use, refusalStands: true })
    if (!mayRefuseCredential(exchange, credential) || !(await isAsForStrangers(session, { credential, use }, exchange)))
      return undefined
    refused.push(exchange)
  }
  for (const other of undocumentedUses(credential, session.run))
    if (acceptsCredential(await session.send({ ...other, refusalStands: true }), credential)) return undefined
  const [member, remedy] = declaredBy[credential]
  const { method, url } = refused[0]!.request
  return {
    member,
    words: phrase`the target refuses ${member} of the target file: ${method} ${new URL(url).pathname} answers ${answerPhrase(refused[0]!)}; ${remedy}`,
    at: [refused[0]!],
  }
}

interface Use {
  readonly credential: RunCredential
  readonly use: Call
}

/**
 * Resolves to true if a refusal shows that the target does not know the credential. 401 shows that. Any other status
 * may mean that rights are missing, unless a value that was never issued gets the same answer; 400 may be about the
 * form, unless an empty form gets another answer.
 */
async function isAsForStrangers(
  session: TokenSession,
  { credential, use }: Use,
  { response }: Exchange,
): Promise<boolean> {
  if (response.status === 401) return true
  const stranger = await session.send(
    credential === 'client'
      ? { ...use, form: { grant_type: '' }, refusalStands: true }
      : { ...use, as: neverIssued(credential, session.run), wrong: credential, refusalStands: true },
  )
  const isAlike = stranger.response.status === response.status && isSameBody(stranger.response, response)
  return credential === 'client' ? !isAlike : isAlike
}

function neverIssued(credential: RunCredential, { neverIssued: text }: Run): Credential {
  if (credential === 'apiKey') return { authorization: `Basic ${btoa(`${text}:`)}` }
  return credential === 'dsn' ? { authorization: `DSN ${text}` } : { bearer: text }
}

/** Error codes of RFC 6749 that are not about the client. */
const ofTheForm: ReadonlySet<unknown> = new Set([
  'invalid_request',
  'invalid_scope',
  'unsupported_grant_type',
  'unsupported_response_type',
])

/**
 * Returns true if an answer may refuse a credential. An answer that is neither JSON nor empty breaks the specification
 * by itself.
 */
function mayRefuseCredential({ response: { status, json, text } }: Exchange, credential: RunCredential): boolean {
  if (json === undefined && text !== '') return false
  if (status === 400) return credential === 'client' && !(isObject(json) && ofTheForm.has(json['error']))
  return status === 401 || status === 403
}

function acceptsCredential({ response: { status, json } }: Exchange, credential: RunCredential): boolean {
  if (!isSuccessStatus(status)) return false
  return credential !== 'client' || tokenObject(json)?.['access_token'] !== undefined
}

/** The documented uses of a credential that change nothing. */
function documentedUses(credential: RunCredential, { target, names }: Run): readonly Call[] {
  const { projectId, issueId, dsnPath } = target.samples ?? {}
  switch (credential) {
    case 'bearer':
      return [at('environments.list'), at('access-tokens.list'), at('resources.list')].map((path) => ({ path }))
    case 'client':
      return [clientGrantCall(target)]
    case 'integrationToken':
    case 'apiKey':
      return [
        at('legacy-projects.list'),
        ...(projectId === undefined ? [] : [at('groups.list', { project_id: projectId })]),
        ...(issueId === undefined ? [] : [at('events.list', { issue_id: issueId })]),
      ].map((path) => ({ path, as: credential }))
    case 'dsn':
      return dsnPath === undefined ? [] : [{ path: toDocumentedPath('GET', dsnPath, names), as: 'dsn' }]
  }
}

/** Undocumented uses of a credential. If one succeeds, the target knows the credential. */
function undocumentedUses(credential: RunCredential, { target, version }: Run): readonly Call[] {
  const { oauth, apiKey } = target.credentials ?? {}
  if (credential === 'apiKey')
    return [{ path: at('legacy-projects.list'), as: { authorization: `Basic ${btoa(`${apiKey}:x`)}` } }]
  if (credential !== 'client') return []
  const { form, ...grant } = clientGrantCall(target)
  const basic = `Basic ${btoa(`${oauth?.clientId}:${oauth?.clientSecret}`)}`
  return [
    { ...grant, form, path: undocumentedPath(`/${version}${findOperation('oauth.token').path}`) },
    { ...grant, json: form },
    { ...grant, form: { grant_type: 'client_credentials' }, as: { authorization: basic } },
  ]
}

/** The request of the OAuth client for a token. */
export function clientGrantCall(target: Run['target']): Call & Required<Pick<Call, 'form'>> {
  return {
    method: 'POST',
    path: at('oauth.token'),
    as: 'none',
    repeatable: true,
    form: grantForm(target),
  }
}
