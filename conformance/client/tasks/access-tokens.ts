// The tasks about personal access tokens (clauses 4.2 and 5.3).
import { phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { isObject } from '../../reading/find-list.ts'
import { isSameJson } from '../../reading/same-json.ts'
import type { AccessTokenFacts, WorldFacts } from '../evidence/world-facts.ts'
import { toExpiry } from './expected-values.ts'
import { malformedReport, type OutcomeRun, type ReportComparison, wrongReport, type JudgeValue } from './task.ts'

/** Creates a token. */
export const createAccessToken: JudgeValue = (value, run) => {
  const { before, after, dialect, input } = run
  const known = new Set(before.accessTokens.map(({ id }) => id))
  const created = after.accessTokens.filter(({ id }) => !known.has(id))
  if (!isObject(value) || typeof value['id'] !== 'string')
    return malformedReport(phrase`{"id": …, "secret": …}`, jsonPhrase(value))
  const token = created.find(({ id }) => id === value['id'])
  if (!token) return notCreated(value['id'], created)
  const expected = asSent(token, run)
  if (!isSameJson(expected, input))
    return wrongReport(
      phrase`a token with ${jsonPhrase(input)}`,
      phrase`one with ${jsonPhrase(expected)}`,
      { kind: 'effect', fault: 'differs', ids: [token.id] },
      'client.access-token-create',
    )
  if (value['secret'] !== token.secret || token.secret === undefined)
    return wrongReport(
      phrase`the secret of the token`,
      phrase`${jsonPhrase(value['secret'])}, which is not`,
      { kind: 'value', fault: 'differs', members: ['secret'] },
      'client.access-token-secret',
    )
  if (created.length === 1) return { kind: 'right' }
  return {
    kind: 'wrong',
    expected: phrase`one new token`,
    got: phrase`${created.length} new tokens`,
    fact: { kind: 'effect', fault: 'twice', ids: created.map(({ id }) => id) },
    requirement: 'client.writes-once',
    always: true,
  }

  /** A token in the form of the input, with the input's order of scopes if they are the same. */
  function asSent({ name, scopes, expiresAt }: AccessTokenFacts, { before: { now } }: OutcomeRun): unknown {
    const wanted = input['scopes'] as readonly unknown[]
    const written = scopes.map((scope) => dialect.toScope(scope))
    const isSame =
      written.length === wanted.length && wanted.every((left) => written.some((right) => isSameJson(right, left)))
    return {
      name,
      scopes: isSame ? wanted : written,
      expiresAt: toExpiry(now, (expiresAt - now) / 86_400_000, dialect),
    }
  }
}

function notCreated(id: string, created: readonly AccessTokenFacts[]): ReportComparison {
  if (created.length === 0)
    return wrongReport(
      phrase`a new token`,
      phrase`a value, although none was made`,
      { kind: 'effect', fault: 'notDone' },
      'client.access-token-create',
    )
  const isChanged = created.some((token) => id.toLowerCase().endsWith(token.id.toLowerCase()))
  return wrongReport(
    phrase`the id ${created[0]!.id}`,
    jsonPhrase(id),
    { kind: 'value', fault: isChanged ? 'changed' : 'differs', ids: [id], members: ['id'] },
    isChanged ? 'client.ids-kept' : 'client.access-token-create',
  )
}

/** Renames a token. */
export const renameAccessToken: JudgeValue = (value, run) => {
  const { input } = run
  const renamed = run.after.accessTokens.find(({ id }) => id === input['id'])
  if (!renamed)
    return wrongReport(phrase`a token with the new name`, phrase`a value, although the token no longer exists`, {
      kind: 'effect',
      fault: 'differs',
      ids: [String(input['id'])],
    })
  if (renamed.name !== input['name'])
    return wrongReport(
      phrase`the name ${jsonPhrase(input['name'])}`,
      phrase`the name ${jsonPhrase(renamed.name)} in the world`,
      {
        kind: 'effect',
        fault: 'notDone',
        ids: [renamed.id],
      },
    )
  if (!isObject(value) || typeof value['name'] !== 'string')
    return malformedReport(phrase`{"name": …}`, jsonPhrase(value))
  if (value['name'] !== input['name'])
    return wrongReport(jsonPhrase({ name: input['name'] }), jsonPhrase(value), {
      kind: 'value',
      fault: 'differs',
      members: ['name'],
    })
  return othersUnchanged(run)
}

/** Revokes a token. */
export const revokeAccessToken: JudgeValue = (_value, run) => {
  if (run.after.accessTokens.some(({ id }) => id === run.input['id']))
    return wrongReport(
      phrase`no token ${jsonPhrase(run.input['id'])}`,
      phrase`a value, although the token is still there`,
      {
        kind: 'effect',
        fault: 'notDone',
        ids: [String(run.input['id'])],
      },
    )
  return othersUnchanged(run)
}

/** Fails if a token other than that of the input was changed. */
function othersUnchanged({ before, after, input }: OutcomeRun): ReportComparison {
  const others = (world: WorldFacts) => world.accessTokens.filter(({ id }) => id !== input['id'])
  const isSame = (token: AccessTokenFacts) => (other: AccessTokenFacts) =>
    other.id === token.id && other.name === token.name
  const [was, is] = [others(before), others(after)]
  const lost = was.find((token) => !is.some(isSame(token))) ?? is.find((token) => !was.some(isSame(token)))
  if (lost === undefined) return { kind: 'right' }
  return wrongReport(phrase`all other tokens unchanged`, phrase`a change of ${lost.id} ${lost.name}`, {
    kind: 'effect',
    fault: 'others',
    ids: [lost.id],
  })
}
