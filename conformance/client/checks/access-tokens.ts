// Personal access tokens: created, renamed, revoked and used (clauses 4.2 and 5.3).
import { partsBehind, pathOf } from '../../catalogue/operation-paths.ts'
import { type Phrase, phrase, quoted } from '../../conclusions/phrase.ts'
import { isObject } from '../../reading/find-list.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { isWithoutZone, readTime, timeFormatOf } from '../../reading/times.ts'
import { destinationOf } from '../evidence/destinations.ts'
import { jsonOf } from '../evidence/read-request.ts'
import { namesIn } from '../evidence/requested-operation.ts'
import { authorizationOf, isCall, isRedirected } from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { openDestinations } from './credentials.ts'
import { type ClientCheck, clientLaw, each, eachCall, type WireRun, wrong, type WrongRequest } from './law.ts'

/** The members of a new token, by the names of the task's input, and how an SDK might misname them. */
const members = [
  { name: 'name', input: 'name', misnamed: [] },
  { name: 'scopes', input: 'scopes', misnamed: ['scope'] },
  { name: 'expires_at', input: 'expiresAt', misnamed: ['expiresAt', 'expires', 'expiry', 'expires_in'] },
] as const

/** A token is created with its three members. */
export const accessTokenCreate: ClientCheck = clientLaw({
  id: 'client.access-token-create',
  consequenceOf: ['client.json-bodies'],
  trap: 'The client creates a personal access token.',
  tasks: ['create-access-token'],
  judge: eachCall(
    'accessTokens',
    phrase`No personal access token was created`,
    (request, _place, run) => creationFault(request, run),
    ({ method }) => method !== 'GET',
  ),
})

function creationFault(request: ReceivedRequest, run: WireRun): WrongRequest | undefined {
  if (request.method !== 'POST') return wrong.method(request, 'POST')
  if (request.body === undefined) return undefined
  const body = jsonOf(request)
  const expected = phrase`a JSON object with name, scopes and expires_at`
  if (!isObject(body)) return wrong.body(request, expected)
  for (const { name, input, misnamed } of members) {
    const has = Object.hasOwn(body, name)
    // A watched test may leave out a member on purpose, to see the refusal.
    if (run.task === undefined && (has || !misnamed.some((other) => Object.hasOwn(body, other)))) continue
    if (!has) return wrong.body(request, expected, phrase`no member ${name} in ${quoted(body)}`, [name])
    const wanted = run.input?.[input]
    if (!isSameMember(name, body[name], wanted))
      return wrong.body(request, phrase`${name} as given, ${quoted(wanted)}`, quoted(body[name]), [name])
  }
  return undefined
}

/** Scopes are a set (clause 2.2), and one moment can be written in more ways than one. */
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
  const format = timeFormatOf(value)
  return format === 'rfc3339-offset' || (format === 'rfc3339' && !isWithoutZone(value))
}

/** The secret comes with the creation; nothing is asked for it later. */
export const accessTokenSecret: ClientCheck = clientLaw({
  id: 'client.access-token-secret',
  trap: 'The client creates a personal access token and needs its secret.',
  tasks: ['create-access-token'],
  isWatched: false,
  judge: each(
    (run) =>
      run.transcript.requests.filter(
        (request) => behindTokens(request, run) !== undefined && request.method !== 'OPTIONS',
      ),
    phrase`No personal access token was created`,
    (request, run) =>
      request.method === 'GET' && behindTokens(request, run)!.length > 0
        ? {
            expected: phrase`the secret of the creation`,
            got: phrase`GET ${request.path}`,
            fact: { kind: 'requestExtra', at: request, count: 1 },
          }
        : undefined,
  ),
})

/** The part behind the path of personal access tokens; undefined for another path. */
function behindTokens({ path }: ReceivedRequest, { dialect }: WireRun): readonly string[] | undefined {
  return partsBehind(path, pathOf('access-tokens.list', namesIn(dialect)))
}

/** A token is renamed by POST, with its name alone. */
export const accessTokenRename: ClientCheck = clientLaw({
  id: 'client.access-token-rename',
  consequenceOf: ['client.json-bodies'],
  trap: 'The client renames a personal access token.',
  tasks: ['rename-access-token'],
  judge: eachCall(
    'accessToken',
    phrase`No personal access token was renamed`,
    (request, { id }, run) => idFault(request, id, run) ?? renamingFault(request, run),
    ({ method }) => ['POST', 'PUT', 'PATCH'].includes(method),
  ),
})

function renamingFault(request: ReceivedRequest, run: WireRun): WrongRequest | undefined {
  if (request.method !== 'POST') return wrong.method(request, 'POST')
  if (request.body === undefined) return undefined
  const body = jsonOf(request)
  const expected = phrase`{"name": …} alone`
  if (!isObject(body)) return wrong.body(request, expected)
  if (run.task === undefined) {
    // A watched test may try to change what is fixed, to see the refusal.
    return request.answer && request.answer.status < 300 ? extraFault(request, body, expected) : undefined
  }
  const wanted = run.input?.['name']
  return body['name'] === wanted
    ? extraFault(request, body, expected)
    : wrong.body(request, phrase`name ${quoted(wanted)}`, quoted(body['name']), ['name'])
}

function extraFault(request: ReceivedRequest, body: object, expected: Phrase): WrongRequest | undefined {
  const extra = Object.keys(body).filter((member) => member !== 'name')
  return extra.length > 0 ? wrong.body(request, expected, quoted(body), extra) : undefined
}

/** A token is revoked by DELETE. */
export const accessTokenRevoke: ClientCheck = clientLaw({
  id: 'client.access-token-revoke',
  trap: 'The client revokes a personal access token.',
  tasks: ['revoke-access-token'],
  judge: eachCall(
    'accessToken',
    phrase`No personal access token was revoked`,
    (request, { id }, run) =>
      request.method === 'DELETE' ? idFault(request, id, run) : wrong.method(request, 'DELETE'),
    ({ method }, run) => method === 'DELETE' || (run.task !== undefined && method !== 'GET'),
  ),
})

/** The token that is named is the one of the task. Ids of other cases or lengths are judged as ids. */
function idFault(request: ReceivedRequest, id: string, run: WireRun): WrongRequest | undefined {
  const wanted = run.input?.['id']
  if (typeof wanted !== 'string') return undefined
  const sent = bareOf(id)
  const isSame = sent.toLowerCase() === wanted.toLowerCase() || wanted.startsWith(sent)
  return isSame ? undefined : wrong.id(request, phrase`the id ${wanted}`, id, wanted)
}

/** A personal access token is used as it is. */
export const accessTokenUse: ClientCheck = clientLaw({
  id: 'client.access-token-use',
  trap: 'The client lists environments with a personal access token.',
  tasks: ['use-access-token'],
  isWatched: false,
  judge: each(
    ({ transcript, dialect }) =>
      transcript.requests.filter(
        (request) =>
          isCall(request) &&
          !openDestinations.has(destinationOf(request, dialect).kind) &&
          !isRedirected(request, transcript),
      ),
    phrase`No request to a protected endpoint came`,
    (request, run) => {
      const sent = authorizationOf(request)
      return sent?.scheme === 'bearer' && sent.value === run.input?.['secret']
        ? undefined
        : wrong.credential(request, 'personalAccessToken', phrase`Authorization: Bearer with the personal access token`)
    },
  ),
})
