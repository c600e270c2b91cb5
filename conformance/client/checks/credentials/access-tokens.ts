// Personal access tokens: created, renamed, revoked and used (clauses 4.2 and 5.3).
import { partsBehind, pathOf } from '../../../catalogue/operation-paths.ts'
import { type Phrase, phrase, quoted } from '../../../conclusions/phrase.ts'
import { bareOf } from '../../../reading/id-forms.ts'
import { isObject } from '../../../reading/find-list.ts'
import { isWithoutZone, readTime, timeFormatOf } from '../../../reading/times.ts'
import { destinationOf } from '../../evidence/destinations.ts'
import { namesIn } from '../../evidence/requested-operation.ts'
import { headerOf, jsonOf } from '../../evidence/read-request.ts'
import { authorizationOf, isCall, isRedirected } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { isSameJson } from '../../../reading/same-json.ts'
import {
  type ClientCheck,
  defineClientCheck,
  during,
  type WrongRequest,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'
import { openDestinations } from './bearer.ts'
import { judgeCalls } from '../judge-calls.ts'
import { methodFault } from '../method-fault.ts'

/** The members of a new token, by the names of the task's input, and how an SDK might misname them. */
const members = [
  { name: 'name', input: 'name', misnamed: [] },
  { name: 'scopes', input: 'scopes', misnamed: ['scope'] },
  { name: 'expires_at', input: 'expiresAt', misnamed: ['expiresAt', 'expires', 'expiry', 'expires_in'] },
] as const

/** A token is created with its three members. */
export const accessTokenCreate: ClientCheck = defineClientCheck({
  id: 'client.access-token-create',
  requirement: 'client.access-token-create',
  consequenceOf: ['client.json-bodies'],
  trap: 'The client creates a personal access token.',
  concerns: during('create-access-token'),
  judge: (run) =>
    judgeCalls(
      run,
      'accessTokens',
      phrase`No personal access token was created`,
      (request) => creationFault(request, run),
      ({ method }) => method !== 'GET',
    ),
})

function creationFault(request: ReceivedRequest, run: WireRun): WrongRequest | undefined {
  if (request.method !== 'POST')
    return {
      expected: phrase`POST`,
      got: phrase`${request.method}`,
      fact: { kind: 'method', at: request, wanted: 'POST' },
    }
  if (request.body === undefined) return undefined
  const body = jsonOf(request)
  const expected = phrase`a JSON object with name, scopes and expires_at`
  if (!isObject(body)) return { expected, got: quoted(request.body), fact: { kind: 'body', at: request } }
  for (const { name, input, misnamed } of members) {
    const has = Object.hasOwn(body, name)
    // A watched test may leave out a member on purpose, to see the refusal.
    if (run.task === undefined && (has || !misnamed.some((other) => Object.hasOwn(body, other)))) continue
    const fact = { kind: 'body', at: request, members: [name] } as const
    if (!has) return { expected, got: phrase`no member ${name} in ${quoted(body)}`, fact }
    const wanted = run.input?.[input]
    if (!isSameMember(name, body[name], wanted))
      return { expected: phrase`${name} as given, ${quoted(wanted)}`, got: quoted(body[name]), fact }
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
export const accessTokenSecret: ClientCheck = defineClientCheck({
  id: 'client.access-token-secret',
  requirement: 'client.access-token-secret',
  trap: 'The client creates a personal access token and needs its secret.',
  concerns: ({ task }) => task === 'create-access-token',
  judge: (run) =>
    judgeEach(
      run.transcript.requests.filter(
        (request) => behindTokens(request, run) !== undefined && request.method !== 'OPTIONS',
      ),
      phrase`No personal access token was created`,
      (request) =>
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
export const accessTokenRename: ClientCheck = defineClientCheck({
  id: 'client.access-token-rename',
  requirement: 'client.access-token-rename',
  consequenceOf: ['client.json-bodies'],
  trap: 'The client renames a personal access token.',
  concerns: during('rename-access-token'),
  judge: (run) =>
    judgeCalls(
      run,
      'accessToken',
      phrase`No personal access token was renamed`,
      (request, { id }) => idFault(request, id, run) ?? renamingFault(request, run),
      ({ method }) => ['POST', 'PUT', 'PATCH'].includes(method),
    ),
})

function renamingFault(request: ReceivedRequest, run: WireRun): WrongRequest | undefined {
  if (request.method !== 'POST') return methodFault(request, 'POST')
  if (request.body === undefined) return undefined
  const body = jsonOf(request)
  const expected = phrase`{"name": …} alone`
  if (!isObject(body)) return { expected, got: quoted(request.body), fact: { kind: 'body', at: request } }
  if (run.task === undefined) {
    // A watched test may try to change what is fixed, to see the refusal.
    return request.answer && request.answer.status < 300 ? extraFault(request, body, expected) : undefined
  }
  if (body['name'] !== run.input?.['name'])
    return {
      expected: phrase`name ${quoted(run.input?.['name'])}`,
      got: quoted(body['name']),
      fact: { kind: 'body', at: request, members: ['name'] },
    }
  return extraFault(request, body, expected)
}

function extraFault(
  request: ReceivedRequest,
  body: Readonly<Record<string, unknown>>,
  expected: Phrase,
): WrongRequest | undefined {
  const members = Object.keys(body).filter((member) => member !== 'name')
  return members.length > 0 ? { expected, got: quoted(body), fact: { kind: 'body', at: request, members } } : undefined
}

/** A token is revoked by DELETE. */
export const accessTokenRevoke: ClientCheck = defineClientCheck({
  id: 'client.access-token-revoke',
  requirement: 'client.access-token-revoke',
  trap: 'The client revokes a personal access token.',
  concerns: during('revoke-access-token'),
  judge: (run) =>
    judgeCalls(
      run,
      'accessToken',
      phrase`No personal access token was revoked`,
      (request, { id }) => (request.method === 'DELETE' ? idFault(request, id, run) : methodFault(request, 'DELETE')),
      ({ method }) => method === 'DELETE' || (run.task !== undefined && method !== 'GET'),
    ),
})

/** The token that is named is the one of the task. Ids of other cases or lengths are judged as ids. */
function idFault(request: ReceivedRequest, id: string, run: WireRun): WrongRequest | undefined {
  const wanted = run.input?.['id']
  if (typeof wanted !== 'string') return undefined
  const sent = bareOf(id)
  if (sent.toLowerCase() === wanted.toLowerCase() || wanted.startsWith(sent)) return undefined
  return {
    expected: phrase`the id ${wanted}`,
    got: quoted(id),
    fact: { kind: 'id', at: request, sent: id, wanted },
  }
}

/** A personal access token is used as it is. */
export const accessTokenUse: ClientCheck = defineClientCheck({
  id: 'client.access-token-use',
  requirement: 'client.access-token-use',
  trap: 'The client lists environments with a personal access token.',
  concerns: ({ task }) => task === 'use-access-token',
  judge: (run) =>
    judgeEach(
      run.transcript.requests.filter(
        (request) =>
          isCall(request) &&
          !openDestinations.has(destinationOf(request, run.dialect).kind) &&
          !isRedirected(request, run.transcript),
      ),
      phrase`No request to a protected endpoint came`,
      (request) => {
        const sent = authorizationOf(request)
        return sent?.scheme === 'bearer' && sent.value === run.input?.['secret']
          ? undefined
          : {
              expected: phrase`Authorization: Bearer with the personal access token`,
              got: quoted(headerOf(request, 'authorization')),
              fact: { kind: 'credential', at: request, credential: 'personalAccessToken' },
            }
      },
    ),
})
