// Personal access tokens: created, renamed, revoked and used (clauses 4.2 and 5.3).
import { bareOf } from '../../../reading/id-forms.ts'
import { isObject } from '../../../reading/find-list.ts'
import { isWithoutZone, readTime, timeFormatOf } from '../../../reading/times.ts'
import { placeOf } from '../../evidence/places.ts'
import { headerOf, jsonOf, quoted } from '../../evidence/read-request.ts'
import { authorizationOf, isCall, isRedirected } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { isSameJson } from '../../tasks/truth.ts'
import { shown } from '../../tasks/wrong.ts'
import {
  type ClientCheck,
  defineClientCheck,
  during,
  type Fault,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'
import { openPlaces } from './bearer.ts'
import { judgeCalls } from '../judge-calls.ts'

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
      'no personal access token was created',
      (request) => creationFault(request, run),
      ({ method }) => method !== 'GET',
    ),
})

function creationFault(request: ReceivedRequest, run: WireRun): Fault | undefined {
  if (request.method !== 'POST') return { expected: 'POST', got: request.method }
  if (request.body === undefined) return undefined
  const body = jsonOf(request)
  const expected = 'a JSON object with name, scopes and expires_at'
  if (!isObject(body)) return { expected, got: quoted(request.body) }
  for (const { name, input, misnamed } of members) {
    const has = Object.hasOwn(body, name)
    // A watched test may leave out a member on purpose, to see the refusal.
    if (run.task === undefined && (has || !misnamed.some((other) => Object.hasOwn(body, other)))) continue
    if (!has) return { expected, got: `no member ${name} in ${shown(body)}` }
    const wanted = run.input?.[input]
    if (!isSameMember(name, body[name], wanted))
      return { expected: `${name} as given, ${shown(wanted)}`, got: shown(body[name]) }
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
  const isIn = (one: unknown, all: readonly unknown[]) => all.some((other) => isSameJson(other, one))
  return (
    sent.length === wanted.length && sent.every((one) => isIn(one, wanted)) && wanted.every((one) => isIn(one, sent))
  )
}

const isTimeWithZone = (value: unknown): boolean => timeFormatOf(value) === 'rfc3339' && !isWithoutZone(value)

/** The secret comes with the creation; nothing is asked for it later. */
export const accessTokenSecret: ClientCheck = defineClientCheck({
  id: 'client.access-token-secret',
  requirement: 'client.access-token-secret',
  trap: 'The client creates a personal access token and needs its secret.',
  concerns: ({ task }) => task === 'create-access-token',
  judge: (run) =>
    judgeEach(
      run.transcript.requests.filter(
        ({ path, method }) => path.startsWith(run.dialect.accessTokensPath) && method !== 'OPTIONS',
      ),
      'no personal access token was created',
      ({ method, path }) =>
        method === 'GET' && path.startsWith(`${run.dialect.accessTokensPath}/`)
          ? { expected: 'the secret of the creation', got: `GET ${path}` }
          : undefined,
    ),
})

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
      'no personal access token was renamed',
      (request, { id }) => idFault(id, run) ?? renamingFault(request, run),
      ({ method }) => ['POST', 'PUT', 'PATCH'].includes(method),
    ),
})

function renamingFault(request: ReceivedRequest, run: WireRun): Fault | undefined {
  if (request.method !== 'POST') return { expected: `POST ${request.path}`, got: `${request.method} ${request.path}` }
  if (request.body === undefined) return undefined
  const body = jsonOf(request)
  const expected = '{"name": …} alone'
  if (!isObject(body)) return { expected, got: quoted(request.body) }
  if (run.task === undefined) {
    // A watched test may try to change what is fixed, to see the refusal.
    return request.answer && request.answer.status < 300 ? extraFault(body, expected) : undefined
  }
  if (body['name'] !== run.input?.['name'])
    return { expected: `name ${shown(run.input?.['name'])}`, got: shown(body['name']) }
  return extraFault(body, expected)
}

function extraFault(body: Readonly<Record<string, unknown>>, expected: string): Fault | undefined {
  return Object.keys(body).some((member) => member !== 'name') ? { expected, got: shown(body) } : undefined
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
      'no personal access token was revoked',
      ({ method, path }, { id }) =>
        method === 'DELETE' ? idFault(id, run) : { expected: `DELETE ${path}`, got: `${method} ${path}` },
      ({ method }) => method === 'DELETE' || (run.task !== undefined && method !== 'GET'),
    ),
})

/** The token that is named is the one of the task. Ids of other cases or lengths are judged as ids. */
function idFault(id: string, run: WireRun): Fault | undefined {
  const wanted = run.input?.['id']
  if (typeof wanted !== 'string') return undefined
  const sent = bareOf(id)
  if (sent.toLowerCase() === wanted.toLowerCase() || wanted.startsWith(sent)) return undefined
  return { expected: `the id ${wanted}`, got: quoted(id) }
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
          !openPlaces.has(placeOf(request, run.dialect).kind) &&
          !isRedirected(request, run.transcript),
      ),
      'no request to a protected endpoint came',
      (request) => {
        const sent = authorizationOf(request)
        return sent?.scheme === 'bearer' && sent.value === run.input?.['secret']
          ? undefined
          : {
              expected: 'Authorization: Bearer with the personal access token',
              got: quoted(headerOf(request, 'authorization')),
            }
      },
    ),
})
