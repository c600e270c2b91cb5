import { expect, it } from 'vitest'
import { runKit } from '../../../testing/selftest/subject.ts'
import { openService } from '../../../testing/servers/right/service/open-service.ts'
import { accessTokenChecks } from '../access-tokens/access-tokens-checks.ts'
import { httpChecks } from './http-checks.ts'

const tokenWrites = ['create-token', 'rename-token', 'delete-token'].map((place) => `http.query-on-writes.${place}`)
const unseen = 'insufficientEvidence'

it.each([
  [1, [unseen, unseen, unseen]],
  [2, ['pass', unseen, 'pass']],
  [4, ['pass', 'pass', 'pass']],
  [5, ['pass', 'pass', 'pass']],
  [6, ['pass', 'pass', 'pass']],
] as const)('blames no query on writes about tokens given a quota of %i', async (quota, verdicts) => {
  const { target, fetch } = openService({ moods: { quota } })
  const checks = [...accessTokenChecks, ...httpChecks]
  const { results } = await runKit({ target, fetch }, { checks, only: tokenWrites })
  expect(results.filter(({ check }) => tokenWrites.includes(check)).map(({ verdict }) => verdict)).toEqual(verdicts)
})
