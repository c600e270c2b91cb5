import { expect, it } from 'vitest'
import { madeSteps } from '../../../testing/clients/made-steps.ts'
import { scheduleNames, scheduleText, stepsOf } from './schedule-text.ts'

const requests = {
  '1.1': {},
  '1.2': { asks: 'token', method: 'POST', path: '/oauth/token', issued: 'new', bearer: undefined },
  '2.1': { status: 401, path: '/services/a/capabilities' },
  '2.2': { path: '/services/a/capabilities', bearer: 'new' },
} as const

const steps = [
  '1.1 served',
  'event',
  '2.1 served',
  '2.1 answered',
  '1.2 served',
  '1.2 answered',
  '1.1 answered',
  '2.2 served',
]

it('shows a request and its answer in one line unless something comes between them', () => {
  expect(scheduleText(madeSteps(requests, steps), 'expiry'))
    .toBe(`1. list-environments: GET /1.13/environments with the old token → 200, still on its way
2. the access token expires
3. capabilities: GET /services/a/capabilities with the old token → 401
4. list-environments: POST /oauth/token → 200
5. list-environments: the answer of step 1 arrives
6. capabilities: GET /services/a/capabilities with the token of step 4 → 200, still on its way`)
})

it('names the steps of a schedule so that they can be played again', () => {
  const names = scheduleNames(madeSteps(requests, steps))
  expect(names).toEqual(['1.1 served', 'event', '2.1', '1.2', '1.1 answered', '2.2 served'])
  expect(stepsOf(names)).toEqual(steps)
})
