import { expect, it } from 'vitest'
import { requirements } from '../catalogue/requirements.ts'
import { checks as allChecks } from '../checks/checks.ts'
import { type Check, defineCheck } from '../judge/define-check.ts'
import { explanationText, checkListText } from './explain.ts'

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
  const lines = checkListText(checks, requirements).trimEnd().split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(requirements.map(({ id }) => id))
  expect(lines.filter((line) => / {2}1 check /.test(line)).map((line) => line.split(' ')[0])).toEqual([
    'ids.grammar',
    'oauth.refresh',
  ])
  expect(lines.filter((line) => /^ids\.timestamp .* excluded .*not shown/.test(line))).toHaveLength(1)
  expect(explanationText('ids.grammar.all', checks, requirements)).toMatch(
    /^ids\.grammar\n[^]*\n {2}ids\.grammar\.all\n {4}Reads all ids\.\n {4}reads the exchanges of other checks/,
  )
})

it('explains a requirement: statement, clause, and for each check what it sends and needs', () => {
  const text = explanationText('oauth.refresh', checks, requirements)
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
    expect(explanationText(id, allChecks, requirements).length).toBeGreaterThan(40)
})
