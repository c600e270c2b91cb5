// Personal access tokens: created, renamed, revoked and used (clauses 4.2 and 5.3).
import { remainingSegments, operationPath } from '../../catalogue/operation-paths.ts'
import { type Phrase, phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { isObject } from '../../reading/find-list.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { isWithoutZone, readTime, detectTimeFormat } from '../../reading/times.ts'
import { resolveDestination } from '../evidence/destinations.ts'
import { bodyJson, type ClientExchange, hasBody, queryParameters } from '../evidence/transcript.ts'
import { servedNames } from '../evidence/requested-operation.ts'
import { readAuthorization, isCall, isRedirected } from '../evidence/tokens.ts'
import { openDestinations } from './credentials.ts'
import type { ClientConclusion } from '../conclusions/client-conclusion.ts'
import { type ClientCheck, clientLaw, judgeRequestsEach, eachCall, type WireRun, wrong } from './law.ts'

/** The members of a new token by their names in the task's input, with names that an SDK might use by mistake. */
const members = [
  { name: 'name', input: 'name', misnamed: [] },
  { name: 'scopes', input: 'scopes', misnamed: ['scope'] },
  { name: 'expires_at', input: 'expiresAt', misnamed: ['expiresAt', 'expires', 'expiry', 'expires_in'] },
] as const

/** A token is created with its three members. */
export const accessTokenCreate: ClientCheck = clientLaw({
  id: 'client.access-token-create',
  trap: 'The client creates a personal access token.',
  tasks: ['create-access-token'],
  judge: eachCall(
    'access-tokens.list',
    phrase`No personal access token was created`,
    (exchange, _place, run) => creationFault(exchange, run),
    ({ request: { method } }) => method !== 'GET',
  ),
})

function creationFault(exchange: ClientExchange, run: WireRun): ClientConclusion | undefined {
  if (exchange.request.method !== 'POST') return wrong.method(exchange, 'POST')
  if (exchange.request.unread) return undefined
  const body = bodyJson(exchange)
  const expected = phrase`a JSON object with name, scopes and expires_at`
  if (!isObject(body)) return wrong.body(exchange, expected)
  for (const { name, input, misnamed } of members) {
    const has = Object.hasOwn(body, name)
    // A watched test may omit a member on purpose, to see the refusal.
    if (run.task === undefined && (has || !misnamed.some((other) => Object.hasOwn(body, other)))) continue
    if (!has) return wrong.body(exchange, expected, phrase`no member ${name} in ${jsonPhrase(body)}`, [name])
    const wanted = run.input?.[input]
    if (!isSameMember(name, body[name], wanted))
      return wrong.body(exchange, phrase`${name} as given, ${jsonPhrase(wanted)}`, jsonPhrase(body[name]), [name])
  }
  return undefined
}

/** Scopes are a set (clause 2.2), and the same time can be written in several ways. */
function isSameMember(name: (typeof members)[number]['name'], sent: unknown, wanted: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(wanted)) return isSameSet(sent, wanted)
  const isMoment = name === 'expires_at' && [sent, wanted].every((time) => isTimeWithZone(time))
  return isSameJson(sent, wanted) || (isMoment && readTime(sent) === readTime(wanted))
}

function isSameSet(sent: readonly unknown[], wanted: readonly unknown[]): boolean {
  const isIn = (item: unknown, all: readonly unknown[]) => all.some((other) => isSameJson(other, item))
  return (
    sent.length === wanted.length &&
    sent.every((item) => isIn(item, wanted)) &&
    wanted.every((item) => isIn(item, sent))
  )
}

const isTimeWithZone = (value: unknown): boolean => {
  const format = detectTimeFormat(value)
  return format === 'rfc3339-offset' || (format === 'rfc3339' && !isWithoutZone(value))
}

/** The secret is returned only on creation; the client does not ask for it later. */
export const accessTokenSecret: ClientCheck = clientLaw({
  id: 'client.access-token-secret',
  trap: 'The client creates a personal access token and needs its secret.',
  tasks: ['create-access-token'],
  isWatched: false,
  judge: judgeRequestsEach(
    (run) =>
      run.transcript.exchanges.filter(
        (exchange) => tokenPathSegments(exchange, run) !== undefined && exchange.request.method !== 'OPTIONS',
      ),
    phrase`No personal access token was created`,
    (exchange, run) =>
      exchange.request.method === 'GET' && tokenPathSegments(exchange, run)!.length > 0
        ? {
            verdict: 'fail',
            expected: phrase`the secret of the creation`,
            got: phrase`GET ${exchange.path}`,
            fact: { kind: 'requestExtra', at: exchange, count: 1 },
          }
        : undefined,
  ),
})

/** The segments after the path of personal access tokens; undefined for another path. */
function tokenPathSegments({ path }: ClientExchange, { dialect }: WireRun): readonly string[] | undefined {
  return remainingSegments(path, operationPath('access-tokens.list', servedNames(dialect)))
}

/** A token is renamed by a POST that has only the name. */
export const accessTokenRename: ClientCheck = clientLaw({
  id: 'client.access-token-rename',
  trap: 'The client renames a personal access token.',
  tasks: ['rename-access-token'],
  judge: eachCall(
    'access-tokens.rename',
    phrase`No personal access token was renamed`,
    (exchange, { id }, run) => idFault(exchange, id, run) ?? renamingFault(exchange, run),
    ({ request: { method } }) => ['POST', 'PUT', 'PATCH'].includes(method),
  ),
})

function renamingFault(exchange: ClientExchange, run: WireRun): ClientConclusion | undefined {
  if (exchange.request.method !== 'POST') return wrong.method(exchange, 'POST')
  if (exchange.request.unread) return undefined
  // Clause 4 also allows parameters in the query of a POST.
  const isInQuery = !hasBody(exchange.request) && exchange.search !== ''
  const body = isInQuery ? Object.fromEntries(queryParameters(exchange)) : bodyJson(exchange)
  const expected = phrase`only {"name": …}`
  if (!isObject(body)) return wrong.body(exchange, expected)
  if (run.task === undefined) {
    // A watched test may try to change a fixed member, to see the refusal.
    return exchange.response && exchange.response.status < 300 ? extraFault(exchange, body, expected) : undefined
  }
  const wanted = run.input?.['name']
  return body['name'] === wanted
    ? extraFault(exchange, body, expected)
    : wrong.body(exchange, phrase`name ${jsonPhrase(wanted)}`, jsonPhrase(body['name']), ['name'])
}

function extraFault(exchange: ClientExchange, body: object, expected: Phrase): ClientConclusion | undefined {
  const extra = Object.keys(body).filter((member) => member !== 'name')
  return extra.length > 0 ? wrong.body(exchange, expected, jsonPhrase(body), extra) : undefined
}

/** A token is revoked by DELETE. */
export const accessTokenRevoke: ClientCheck = clientLaw({
  id: 'client.access-token-revoke',
  trap: 'The client revokes a personal access token.',
  tasks: ['revoke-access-token'],
  judge: eachCall(
    'access-tokens.rename',
    phrase`No personal access token was revoked`,
    (exchange, { id }, run) =>
      exchange.request.method === 'DELETE' ? idFault(exchange, id, run) : wrong.method(exchange, 'DELETE'),
    ({ request: { method } }, run) => method === 'DELETE' || (run.task !== undefined && method !== 'GET'),
  ),
})

/** The request names the token of the task. Ids in another case or of another length are judged by the laws of ids. */
function idFault(exchange: ClientExchange, id: string, run: WireRun): ClientConclusion | undefined {
  const wanted = run.input?.['id']
  if (typeof wanted !== 'string') return undefined
  const sent = stripPrefix(id)
  const isSame = sent.toLowerCase() === wanted.toLowerCase() || wanted.startsWith(sent)
  return isSame ? undefined : wrong.id(exchange, phrase`the id ${wanted}`, id, wanted)
}

/** A personal access token is sent unchanged. */
export const accessTokenUse: ClientCheck = clientLaw({
  id: 'client.access-token-use',
  trap: 'The client lists environments with a personal access token.',
  tasks: ['use-access-token'],
  isWatched: false,
  judge: judgeRequestsEach(
    ({ transcript, dialect }) =>
      transcript.exchanges.filter(
        (exchange) =>
          isCall(exchange) &&
          !openDestinations.has(resolveDestination(exchange, dialect).operation) &&
          !isRedirected(exchange, transcript),
      ),
    phrase`No request to a protected endpoint came`,
    (exchange, run) => {
      const sent = readAuthorization(exchange)
      return sent?.scheme === 'bearer' && sent.value === run.input?.['secret']
        ? undefined
        : wrong.credential(
            exchange,
            'personalAccessToken',
            phrase`Authorization: Bearer with the personal access token`,
          )
    },
  ),
})
