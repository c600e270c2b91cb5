import { phrase, quoted } from '../../conclusions/phrase.ts'
import type { AccessTokenFacts } from '../evidence/world-facts.ts'
import { isObject } from '../../reading/find-list.ts'
import { withoutValue } from './compare-ids.ts'
import type { ReportComparison, OutcomeRun } from './outcome.ts'
import { defineTask, type Task } from './task.ts'
import { toExpiry } from './to-expiry.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { malformedReport, wrongReport } from './wrong-report.ts'

/** Creates a personal access token (clauses 4.2 and 5.3). */
export const createAccessToken: Task = defineTask({
  name: 'create-access-token',
  judge: (run) => {
    const { reported, before, after, dialect, input } = run
    if (reported.kind !== 'value') return withoutValue(reported)
    const known = new Set(before.accessTokens.map(({ id }) => id))
    const created = after.accessTokens.filter(({ id }) => !known.has(id))
    const { value } = reported
    if (!isObject(value) || typeof value['id'] !== 'string')
      return malformedReport(phrase`{"id": …, "secret": …}`, quoted(value))
    const token = created.find(({ id }) => id === value['id'])
    if (!token) return notCreated(value['id'], created)
    const expected = asSent(token, run)
    if (!isSameJson(expected, input))
      return wrongReport(
        phrase`a token with ${quoted(input)}`,
        phrase`one with ${quoted(expected)}`,
        { kind: 'effect', fault: 'differs', ids: [token.id] },
        'client.access-token-create',
      )
    if (value['secret'] !== token.secret || token.secret === undefined)
      return wrongReport(
        phrase`the secret of the token`,
        phrase`${quoted(value['secret'])}, which is not`,
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

    /** A token as an input has it: scopes in the order of the input, where they are the same. */
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
  },
})

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
    quoted(id),
    { kind: 'value', fault: isChanged ? 'changed' : 'differs', ids: [id], members: ['id'] },
    isChanged ? 'client.ids-kept' : 'client.access-token-create',
  )
}
