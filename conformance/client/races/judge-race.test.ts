import { phrase } from '../../conclusions/phrase.ts'
import { expect, it } from 'vitest'
import { madeRace } from '../../../testing/clients/made-race.ts'
import type { MadeRequest } from '../../../testing/clients/made-run.ts'
import type { Outcome } from '../tasks/outcome.ts'
import { judgeRace } from './judge-race.ts'

const list = 'GET /1.13/environments'
const call: MadeRequest = { line: list, authorization: 'Bearer old' }
const refusal: MadeRequest = { ...call, status: 401, credential: null }
const token = (issued: string, body = 'grant_type=client_credentials'): MadeRequest => ({
  line: 'POST /oauth/token',
  authorization: null,
  body,
  answer: { access_token: issued, refresh_token: `${issued}-refresh` },
})
const refresh = (refreshToken: string, issued: string) =>
  token(issued, `grant_type=refresh_token&refresh_token=${refreshToken}`)
const write: MadeRequest = { line: 'POST /access-tokens', body: '{"name":"a"}', status: 201 }

function blamed(
  made: Readonly<Record<string, MadeRequest>>,
  ids: readonly string[],
  outcomes: readonly (Outcome | undefined)[] = [],
) {
  return judgeRace(madeRace(made, ids, { outcomes })).map(({ requirement, length }) => `${requirement} ${length}`)
}

const failed: readonly Outcome[] = [{ kind: 'error' }]

it('blames a task that gives up when its token is refused by the sentence about expired tokens', () => {
  const ids = ['event', '1.1 served', '1.1 answered!']
  expect(blamed({ '1.1': refusal }, ids, failed)).toEqual(['client.expired-token 3'])
  expect(blamed({ '1.1': refusal }, ids)).toEqual([])
})

it('blames a task that gives up when its refresh is refused by what the clause implies', () => {
  const made = { '1.1': refusal, '1.2': { ...refresh('a', 'b'), status: 400, answer: {} } }
  const ids = ['event', '1.1 served', '1.1 answered', '1.2 served', '1.2 answered!']
  expect(blamed(made, ids, failed)).toEqual(['client.refresh-refused 5'])
  const other = { '1.1': refusal, '2.1': { ...refresh('a', 'b'), status: 400, answer: {} } }
  const earlier = ['event', '1.1 served', '2.1 served', '2.1 answered', '1.1 answered!']
  expect(blamed(other, earlier, failed)).toEqual(['client.expired-token 5'])
})

it('blames no task whose request was refused with the newest token as well', () => {
  const again: MadeRequest = { ...refusal, authorization: 'Bearer new' }
  const ids = ['2.1 served', 'event', '1.1 served', '1.1 answered', '2.1 answered', '1.2 served', '1.2 answered!']
  const made = { '2.1': token('new'), '1.1': refusal, '1.2': { ...again, overlaps: true } }
  expect(blamed(made, ids, failed)).toEqual(['client.expired-token 7'])
  // Its request is sent after the token came.
  const race = madeRace(made, ids, { outcomes: failed })
  const requests = race.requests.map((one) => (one.servedAt === 5 ? { ...one, sentAt: 5 } : one))
  expect(judgeRace({ ...race, requests })).toEqual([])
  // Another token came before, which was served later.
  const newer = { task: race.tasks[1]!.task, sentAt: 1, servedAt: 3, answeredAt: 4 }
  const received = madeRace({ '2.1': token('newer') }, ['2.1 served']).requests[0]!.received
  expect(judgeRace({ ...race, requests: [...requests, { ...newer, received }] })).toMatchObject([
    { requirement: 'client.expired-token' },
  ])
})

it('blames a wrong value by what its input tests where no request of the task was refused', () => {
  const wrong: Outcome = {
    kind: 'wrong',
    expected: phrase`a`,
    got: phrase`b`,
    fact: { kind: 'value', fault: 'differs' },
  }
  const ids = ['1.1 served', 'event', '1.1 answered!']
  expect(blamed({ '1.1': call }, ids, [wrong])).toEqual(['client.capabilities 3'])
})

it('blames a write that was done twice, and no write that was refused once', () => {
  const ids = ['1.1 served', 'event', '1.1 answered', '1.2 served', '1.2 answered']
  expect(blamed({ '1.1': write, '1.2': write }, ids)).toEqual(['client.writes-once 4'])
  expect(blamed({ '1.1': { ...write, status: 401 }, '1.2': write }, ids)).toEqual([])
  expect(blamed({ '1.1': write, '1.2': { ...write, body: '{"name":"b"}' } }, ids)).toEqual([])
})

it('blames a refresh token that is sent again when its successor was in use, and not before', () => {
  const made = {
    '1.1': refresh('r1', 'new'),
    '1.2': { ...call, authorization: 'Bearer new' },
    '1.3': { ...refresh('r1', 'late'), status: 400, answer: {} },
  }
  const ids = ['event', '1.1 served', '1.1 answered', '1.2 served', '1.2 answered', '1.3 served', '1.3 answered']
  expect(blamed(made, ids)).toEqual(['client.refresh-token-issued 6'])
  expect(blamed({ ...made, '1.2': call }, ids)).toEqual([])
})

it('tells of a second request for a token after one expiry, unless the tasks share none', () => {
  const made = { '1.1': refusal, '1.2': token('a'), '2.1': refusal, '2.2': token('b') }
  const ids = ['event', '1.1 served', '1.1 answered', '2.1 served', '2.1 answered', '1.2 served', '2.2 served']
  expect(blamed(made, ids)).toEqual(['client.refresh-once 5'])
  const beforeEvent = ['1.1 served', '2.1 served', 'event', '1.1 answered', '2.1 answered', '1.2 served', '2.2 served']
  const apart = { ...made, '2.1': { ...refusal, authorization: 'Bearer other' } }
  expect(blamed(made, beforeEvent)).toEqual(['client.refresh-once 5'])
  expect(blamed(apart, beforeEvent)).toEqual([])
})
