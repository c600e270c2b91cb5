import { expect, it } from 'vitest'
import { madeRace } from '../../../testing/clients/made-race.ts'
import type { MadeRequest } from '../../../testing/clients/made-run.ts'
import { scheduleText } from './schedule-text.ts'

const old: MadeRequest = { line: 'GET /services/a/capabilities', authorization: 'Bearer old' }

it('shows a request and its answer in one line unless something comes between them', () => {
  const { steps } = madeRace(
    {
      '1.1': { ...old, line: 'GET /1.13/environments?limit=5' },
      '1.2': { line: 'POST /oauth/token', authorization: null, answer: { access_token: 'new' } },
      '2.1': { ...old, status: 401 },
      '2.2': { ...old, authorization: 'Bearer new', status: null },
    },
    ['1.1 served', 'event', '2.1 served', '2.1 answered', '1.2 served', '1.2 answered', '1.1 answered', '2.2 served'],
  )
  expect(scheduleText(steps, 'expiry')).toEqual([
    '1. list-environments: GET /1.13/environments?limit=5 with the old token → 200, still on its way',
    '2. the access token expires',
    '3. capabilities: GET /services/a/capabilities with the old token → 401',
    '4. list-environments: POST /oauth/token → 200',
    '5. list-environments: the answer of step 1 arrives',
    '6. capabilities: GET /services/a/capabilities with the token of step 4 → no answer, still on its way',
  ])
})
