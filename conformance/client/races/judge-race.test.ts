import { expect, it } from 'vitest'
import { madeRace } from '../../../testing/clients/made-race.ts'
import type { MadeRequest } from '../../../testing/clients/made-run.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { ReportComparison } from '../tasks/outcome.ts'
import { judgeRace } from './judge-race.ts'

const call: MadeRequest = { line: 'GET /1.13/environments', authorization: 'Bearer old' }
const refusal: MadeRequest = { ...call, status: 401, credential: null }
const token = (issued: string, body = 'grant_type=client_credentials'): MadeRequest => ({
  line: 'POST /oauth/token',
  authorization: null,
  body,
  answer: { access_token: issued, refresh_token: `${issued}-refresh` },
})
const refresh = (refreshToken: string, issued: string) =>
  token(issued, `grant_type=refresh_token&refresh_token=${refreshToken}`)
const refused = (request: MadeRequest): MadeRequest => ({ ...request, status: 400, answer: {} })

function blamed(...args: Parameters<typeof madeRace>) {
  return judgeRace(madeRace(...args)).map(
    ({ requirement, verdict, steps }) => `${requirement} ${verdict} ${steps.length}`,
  )
}

const failed: readonly ReportComparison[] = [{ kind: 'error' }]

const other = { ...call, line: 'GET /services' }

it('blames a task that gives up when its token is refused by the sentence about expired tokens', () => {
  const steps = ['event', '1.1 served', '1.1 answered', '2.1 served', '2.1 answered']
  expect(blamed({ '1.1': refusal, '2.1': other }, steps, failed)).toEqual(['client.expired-token fail 3'])
  expect(blamed({ '1.1': refusal, '2.1': other }, steps)).toEqual([])
})

it('tells a fault as values: what was expected and got, and a fact', () => {
  const [fault] = judgeRace(madeRace({ '1.1': refusal }, ['event', '1.1 served', '1.1 answered'], failed))
  expect(fault).toMatchObject({
    expected: phrase`${phrase`a value`} of ${'list-environments'}`,
    got: phrase`the error ${phrase`${{ json: { kind: 'unauthenticated' }, most: 300 }}`}`,
    fact: { kind: 'error', fault: 'reported' },
  })
})

it('blames a task that gives up when its refresh is refused by what the clause implies', () => {
  const made = { '1.1': refusal, '1.2': refused(refresh('a', 'b')) }
  const steps = ['event', '1.1 served', '1.1 answered', '1.2 served', '1.2 answered']
  expect(blamed({ ...made, '1.2': refused(token('b')) }, steps, failed)).toEqual(['client.expired-token fail 5'])
  const faults = blamed(
    { '2.1': token('0', ''), ...made, '1.2': refused(refresh('0-refresh', 'b')) },
    ['2.1 served', '2.1 answered', ...steps],
    failed,
  )
  expect(faults).toEqual(['client.refresh-refused advice 7'])
})

it('blames no task whose repeated request was refused, too, unless a token that holds had come', () => {
  const made = {
    '2.1': token('dead'),
    '2.2': token('live'),
    '1.1': refusal,
    '1.2': { ...refusal, authorization: 'Bearer dead' },
  }
  const repeated = ['1.1 served', '1.1 answered', '1.2 served', '1.2 answered']
  const dead = ['2.1 served', 'event', '2.1 answered']
  const live = ['2.2 served', '2.2 answered']
  expect(blamed(made, [...dead, ...repeated], failed)).toEqual([])
  expect(blamed(made, [...dead, ...repeated, ...live], failed)).toEqual([])
  expect(blamed(made, [...dead, ...live, ...repeated], failed)).toEqual(['client.expired-token fail 9'])
})

it('blames a wrong value by what its input tests where no request of the task was refused', () => {
  const wrong: ReportComparison = {
    kind: 'wrong',
    expected: phrase`a`,
    got: phrase`b`,
    fact: { kind: 'value', fault: 'differs' },
  }
  expect(blamed({ '1.1': call }, ['1.1 served', 'event', '1.1 answered'], [wrong])).toEqual([
    'client.capabilities fail 3',
  ])
})

it('blames a write that was done twice by the sentence about writes, whatever was refused', () => {
  const twice: ReportComparison = {
    kind: 'wrong',
    expected: phrase`one`,
    got: phrase`two`,
    fact: { kind: 'effect', fault: 'twice' },
    requirement: 'client.writes-once',
    always: true,
  }
  expect(blamed({ '1.1': call }, ['1.1 served', 'event', '1.1 answered'], [twice])).toEqual([
    'client.writes-once advice 3',
  ])
  expect(blamed({ '1.1': refusal }, ['event', '1.1 served', '1.1 answered'], [twice])).toEqual([
    'client.writes-once advice 3',
  ])
  // Another task sent it again.
  const steps = ['1.1 served', 'event', '1.1 answered', '2.1 served', '2.1 answered']
  expect(blamed({ '1.1': call, '2.1': call }, steps, [twice])).toEqual(['client.writes-once advice 5'])
  expect(blamed({ '1.1': call, '2.1': other }, steps, [twice])).toEqual(['client.writes-once advice 3'])
})

it('blames a refresh token that is sent again when its successor was in use, and not before', () => {
  const made = {
    '1.1': token('a'),
    '1.2': refresh('a-refresh', 'new'),
    '1.3': { ...call, authorization: 'Bearer new' },
    '1.4': refused(refresh('a-refresh', 'late')),
  }
  const steps = ['1.1', '1.2', '1.3', '1.4'].flatMap((id) => [`${id} served`, `${id} answered`])
  expect(blamed(made, steps)).toEqual(['client.refresh-token-issued fail 8'])
  expect(blamed({ ...made, '1.3': call }, steps)).toEqual([])
})

it('tells of a second new token after one expiry, unless the tasks share none', () => {
  const made = { '0.1': token('old'), '1.1': refusal, '1.2': token('a'), '2.1': refusal, '2.2': token('b') }
  const refusals = ['event', '1.1 served', '1.1 answered', '2.1 served', '2.1 answered']
  const steps = ['0.1 served', '0.1 answered', ...refusals, '1.2 served', '2.2 served']
  expect(blamed(made, steps)).toEqual(['client.refresh-once observed 9'])
  expect(blamed({ ...made, '2.1': { ...refusal, authorization: 'Bearer other' } }, steps)).toEqual([])
  // A new token instead of a refused refresh is the first one.
  expect(blamed({ ...made, '1.2': refused(token('a')) }, steps)).toEqual([])
})
