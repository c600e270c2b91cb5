import { expect, it } from 'vitest'
import { requirements } from '../catalogue/requirements.ts'
import { checks as allChecks } from '../checks/checks.ts'
import { type Check, defineCheck } from '../judge/define-check.ts'
import { explain, explanationText, listedRequirements, listText } from './explain.ts'

const checks: readonly Check[] = [
  defineCheck({
    id: 'oauth.refresh.token',
    effect: 'write',
    needs: ['oauth', 'hook:advanceClock'],
    after: ['oauth.client-credentials.token'],
    exclusive: true,
    description: 'Refreshes.',
    run: async () => undefined,
  }),
  defineCheck({
    id: 'ids.grammar.all',
    description: 'Reads all ids.',
    observe: () => ({ record: () => undefined, conclude: () => undefined }),
  }),
]

it('lists every requirement once with the number of its checks, and explains that of a check', () => {
  const listed = listedRequirements(checks, requirements)
  expect(listed.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id))
  expect(
    listed.filter((requirement) => requirement.checks > 0).map((requirement) => [requirement.id, requirement.checks]),
  ).toEqual([
    ['ids.grammar', 1],
    ['oauth.refresh', 1],
  ])
  expect(listed.find(({ id }) => id === 'ids.timestamp')?.excluded).toContain('not shown')
  expect(listText(listed).split('\n')).toHaveLength(requirements.length + 1)
  expect(explain('ids.grammar.all', checks, requirements)).toMatchObject({
    id: 'ids.grammar',
    checks: [{ effect: 'passive' }],
  })
})

it('explains a requirement: statement, clause, and for each check what it sends and needs', () => {
  const text = explanationText(explain('oauth.refresh', checks, requirements))
  for (const part of [
    'Clause 4.1',
    'Profiles: full, tokens.',
    'Refreshes.',
    '--allow-writes',
    'needs credentials.oauth, hooks.advanceClock',
    'after oauth.client-credentials.token',
  ])
    expect(text).toContain(part)
})

it('explains every requirement and every check of the kit', () => {
  for (const { id } of [...requirements, ...allChecks])
    expect(explanationText(explain(id, allChecks, requirements)).length).toBeGreaterThan(40)
})
