// The tasks that rename and revoke one of several personal access tokens (clause 4.2).
import type { AccessTokenFacts, WorldFacts } from '../evidence/world-facts.ts'
import { isObject } from '../../reading/find-list.ts'
import { withoutValue } from './compare-ids.ts'
import type { Outcome, OutcomeRun } from './outcome.ts'
import { defineTask, type ClientTask } from './task.ts'
import { shown, wrong } from './wrong.ts'

/** Renames a token. */
export const renameAccessToken: ClientTask = defineTask({
  name: 'rename-access-token',
  inputs: [
    {
      name: 'plain',
      tests: 'client.access-token-rename',
      of: (world) => withToken(world, 1, { name: 'Renämed & "quoted" 100% +1 🚀' }),
    },
    {
      name: 'name-of-another',
      tests: 'client.access-token-rename',
      of: (world) => withToken(world, 3, { name: 'Deploy' }),
    },
  ],
  judge: (run) => {
    const { reported, input } = run
    if (reported.kind !== 'value') return withoutValue(reported)
    const renamed = run.after.accessTokens.find(({ id }) => id === input['id'])
    if (!renamed) return wrong('a token with the new name', 'a value, although there is no such token any more')
    if (renamed.name !== input['name'])
      return wrong(`the name ${shown(input['name'])}`, `the name ${shown(renamed.name)} in the world`)
    const { value } = reported
    if (!isObject(value) || typeof value['name'] !== 'string')
      return wrong('{"name": …}', shown(value), 'client.reports')
    if (value['name'] !== input['name']) return wrong(shown({ name: input['name'] }), shown(value))
    return othersUnchanged(run)
  },
})

/** Revokes a token. */
export const revokeAccessToken: ClientTask = defineTask({
  name: 'revoke-access-token',
  inputs: [
    { name: 'plain', tests: 'client.access-token-revoke', of: (world) => withToken(world, 1, {}) },
    { name: 'another', tests: 'client.access-token-revoke', of: (world) => withToken(world, 2, {}) },
  ],
  judge: (run) => {
    if (run.reported.kind !== 'value') return withoutValue(run.reported)
    if (run.after.accessTokens.some(({ id }) => id === run.input['id']))
      return wrong(`no token ${shown(run.input['id'])}`, 'a value, although the token is still there')
    return othersUnchanged(run)
  },
})

/** One of the tokens of the world, by its place, as an input. */
function withToken({ accessTokens }: WorldFacts, place: number, members: object): Record<string, unknown> | undefined {
  const token = accessTokens[place]
  return token && { id: token.id, ...members }
}

/** Fails where another token than that of the input was changed. */
function othersUnchanged({ before, after, input }: OutcomeRun): Outcome {
  const stateOf = ({ id, name }: AccessTokenFacts) => `${id} ${name}`
  const others = (world: WorldFacts) => world.accessTokens.filter(({ id }) => id !== input['id']).map(stateOf)
  const [was, is] = [others(before), others(after)]
  const lost = was.find((one) => !is.includes(one)) ?? is.find((one) => !was.includes(one))
  return lost === undefined ? { kind: 'right' } : wrong('all other tokens unchanged', `a change of ${lost}`)
}
