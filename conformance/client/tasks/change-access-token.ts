// The tasks that rename and revoke one of several personal access tokens (clause 4.2).
import { phrase, quoted } from '../../conclusions/phrase.ts'
import type { AccessTokenFacts, WorldFacts } from '../evidence/world-facts.ts'
import { isObject } from '../../reading/find-list.ts'
import { withoutValue } from './compare-ids.ts'
import type { ReportComparison, OutcomeRun } from './outcome.ts'
import { defineTask, type Task } from './task.ts'
import { malformedReport, wrongReport } from './wrong-report.ts'

/** Renames a token. */
export const renameAccessToken: Task = defineTask({
  name: 'rename-access-token',
  judge: (run) => {
    const { reported, input } = run
    if (reported.kind !== 'value') return withoutValue(reported)
    const renamed = run.after.accessTokens.find(({ id }) => id === input['id'])
    if (!renamed)
      return wrongReport(phrase`a token with the new name`, phrase`a value, although there is no such token any more`, {
        kind: 'effect',
        fault: 'differs',
        ids: [String(input['id'])],
      })
    if (renamed.name !== input['name'])
      return wrongReport(
        phrase`the name ${quoted(input['name'])}`,
        phrase`the name ${quoted(renamed.name)} in the world`,
        {
          kind: 'effect',
          fault: 'notDone',
          ids: [renamed.id],
        },
      )
    const { value } = reported
    if (!isObject(value) || typeof value['name'] !== 'string')
      return malformedReport(phrase`{"name": …}`, quoted(value))
    if (value['name'] !== input['name'])
      return wrongReport(quoted({ name: input['name'] }), quoted(value), {
        kind: 'value',
        fault: 'differs',
        members: ['name'],
      })
    return othersUnchanged(run)
  },
})

/** Revokes a token. */
export const revokeAccessToken: Task = defineTask({
  name: 'revoke-access-token',
  judge: (run) => {
    if (run.reported.kind !== 'value') return withoutValue(run.reported)
    if (run.after.accessTokens.some(({ id }) => id === run.input['id']))
      return wrongReport(
        phrase`no token ${quoted(run.input['id'])}`,
        phrase`a value, although the token is still there`,
        {
          kind: 'effect',
          fault: 'notDone',
          ids: [String(run.input['id'])],
        },
      )
    return othersUnchanged(run)
  },
})

/** Fails where another token than that of the input was changed. */
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
