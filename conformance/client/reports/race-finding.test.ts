import { expect, it } from 'vitest'
import { madeRace } from '../../../testing/clients/made-race.ts'
import { madeRefresh, madeToken, type MadeRequest } from '../../../testing/clients/made-run.ts'
import { judgeRace } from '../races/judge-race.ts'
import { toRaceFinding } from './race-finding.ts'

const list: MadeRequest = { line: 'GET /1.13/environments?limit=5', authorization: 'Bearer old' }
const capabilities: MadeRequest = { line: 'GET /services/a/capabilities', authorization: 'Bearer old', status: 401 }

it('prints an order in numbered lines up to where the fault shows, and tells requests by them', () => {
  const made = {
    '1.1': list,
    '2.1': capabilities,
    '2.2': madeToken('acc_2', 'ref_2'),
    '2.3': { ...capabilities, status: null, authorization: 'Bearer acc_2' },
    '1.2': list,
  }
  const steps = [
    '1.1 served',
    'event',
    '2.1 served',
    '2.1 answered',
    '2.2 served',
    '2.2 answered',
    '1.1 answered',
    '2.3 served',
    '1.2 served',
  ]
  const race = madeRace(made, steps)
  const at = race.requests.find(({ task }) => task === 'capabilities')!
  const fault = {
    requirement: 'client.refresh-once',
    verdict: 'observed',
    fact: { kind: 'repeated', at, times: 2 },
    race,
    steps: race.steps.slice(0, 8),
  } as const
  const { schedule, fact, replay } = toRaceFinding(fault)
  expect(schedule.split('\n')).toEqual([
    '1. list-environments: GET /1.13/environments?limit=5 with the old token → 200, still on its way',
    '2. the access token expires',
    '3. capabilities: GET /services/a/capabilities with the old token → 401',
    '4. capabilities: POST /oauth/token → 200',
    '5. list-environments: the answer of step 1 arrives',
    '6. capabilities: GET /services/a/capabilities with the token of step 4 → no answer, still on its way',
  ])
  expect(fact).toEqual({ kind: 'repeated', at: 3, times: 2 })
  expect(replay).toBe(race.order)
})

it('shows no secret', () => {
  const made = {
    '1.1': madeToken('acc_1', 'the-first-refresh-token'),
    '1.2': madeRefresh('the-first-refresh-token', 'acc_2', 'the-second-refresh-token'),
    '1.3': { ...list, authorization: 'Bearer acc_2' },
    '1.4': { ...madeRefresh('the-first-refresh-token', ''), status: 400, answer: {} },
  }
  const race = madeRace(
    made,
    Object.keys(made).flatMap((id) => [`${id} served`, `${id} answered`]),
  )
  const [fault] = judgeRace(race)
  expect(fault?.requirement).toBe('client.refresh-token-issued')
  const finding = toRaceFinding(fault!)
  expect(finding.message).toBe('expected its successor "<refresh_token>"; got refresh_token="<refresh_token>" again')
  expect(JSON.stringify(finding)).not.toContain('-refresh-token')
})
