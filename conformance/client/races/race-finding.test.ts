import { expect, it } from 'vitest'
import { madeRace } from '../../../testing/clients/made-race.ts'
import { madeToken, type MadeRequest } from '../../../testing/clients/made-run.ts'
import { phrase } from '../../conclusions/phrase.ts'
import type { ReportComparison } from '../tasks/task.ts'
import { findRaceFaults, toRaceFinding } from './race-finding.ts'

const list: MadeRequest = { line: 'GET /1.13/environments?limit=5', authorization: 'Bearer old' }
const capabilities: MadeRequest = { line: 'GET /services/a/capabilities', authorization: 'Bearer old' }
const token = (issued: string): MadeRequest => madeToken(issued, `${issued}-refresh`)
const unauthenticated = (request: MadeRequest): MadeRequest => ({ ...request, status: 401, credential: null })

const refusal = unauthenticated(list)

/** The steps of requests that are answered one after the other. */
const sequentialSteps = (...ids: readonly string[]) => ids.flatMap((id) => [`${id} sent`, `${id} answered`])

const raceFindings = (race: ReturnType<typeof madeRace>) => findRaceFaults(race).map(toRaceFinding)

/** Each finding with the number of lines of its schedule. */
function blamed(...args: Parameters<typeof madeRace>) {
  return raceFindings(madeRace(...args)).map(
    ({ requirement, verdict, schedule }) => `${requirement} ${verdict} ${schedule.split('\n').length}`,
  )
}

const failed = ['error'] as const

it('describes a fault as values, and their texts', () => {
  const race = madeRace({ '1.1': refusal }, ['expiry', ...sequentialSteps('1.1')], failed)
  const [finding] = raceFindings(race)
  expect(finding).toEqual({
    requirement: 'client.expired-token',
    verdict: 'fail',
    expected: phrase`${phrase`a value`} of ${'list-environments'}`,
    got: phrase`the error ${phrase`${{ json: { kind: 'unauthenticated' }, most: 300 }}`}`,
    fact: { kind: 'error', fault: 'reported' },
    message: 'expected a value of list-environments; got the error {"kind":"unauthenticated"}',
    schedule: ['1. the access token expires', `2. list-environments: ${list.line} with the old token → 401`].join('\n'),
  })
})

it('blames no task whose repeated request was refused too, unless a valid token had arrived', () => {
  const made = {
    '2.1': token('dead'),
    '2.2': token('live'),
    '1.1': refusal,
    '1.2': { ...refusal, authorization: 'Bearer dead' },
  }
  const [asked, repeated] = [sequentialSteps('1.1'), sequentialSteps('1.2')]
  const dead = ['2.1 sent', 'expiry', '2.1 answered']
  const live = sequentialSteps('2.2')
  expect(blamed(made, [...dead, ...asked, ...repeated], failed)).toEqual([])
  expect(blamed(made, [...dead, ...asked, ...repeated, ...live], failed)).toEqual([])
  // It may have chosen its token, and read a file before it sends that.
  expect(blamed(made, [...dead, ...asked, ...live, ...repeated], failed)).toEqual([])
  expect(blamed(made, [...dead, ...live, ...asked, ...repeated], failed)).toEqual(['client.expired-token fail 6'])
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
  const steps = ['1.1 sent', 'expiry', '1.1 answered']
  expect(blamed({ '1.1': list }, steps, [twice])).toEqual(['client.writes-once advice 3'])
  expect(blamed({ '1.1': refusal }, ['expiry', ...sequentialSteps('1.1')], [twice])).toEqual([
    'client.writes-once advice 2',
  ])
  // Another task sent it again.
  expect(blamed({ '1.1': list, '2.1': list }, [...steps, ...sequentialSteps('2.1')], [twice])).toEqual([
    'client.writes-once advice 4',
  ])
  expect(blamed({ '1.1': list, '2.1': capabilities }, [...steps, ...sequentialSteps('2.1')], [twice])).toEqual([
    'client.writes-once advice 3',
  ])
})

it('prints an order in numbered lines up to the fault, and refers to requests by number', () => {
  const made = {
    '0.1': token('old'),
    '1.1': list,
    '2.1': unauthenticated(capabilities),
    '2.2': token('new'),
    '1.2': unauthenticated(list),
    '1.3': token('late'),
    '2.3': { ...capabilities, authorization: 'Bearer new' },
  }
  const before = [...sequentialSteps('0.1'), '1.1 sent', 'expiry', '2.1 sent', '1.2 sent']
  const after = ['2.1 answered', '2.2 sent', '1.1 answered', '1.2 answered', '2.2 answered', '2.3 sent', '1.3 sent']
  const [herd, ...others] = raceFindings(madeRace(made, [...before, ...after, '2.3 answered', '1.3 answered']))
  expect(others).toEqual([])
  expect(herd!.schedule.split('\n')).toEqual([
    '1. list-environments: GET /1.13/environments?limit=5 with the old token → 200, still on its way',
    '2. the access token expires',
    '3. capabilities: GET /services/a/capabilities with the old token → 401',
    '4. capabilities: POST /oauth/token → 200, still on its way',
    '5. list-environments: the answer of step 1 arrives',
    '6. list-environments: GET /1.13/environments?limit=5 with the old token → 401',
    '7. capabilities: the answer of step 4 arrives',
    '8. list-environments: POST /oauth/token → 200, still on its way',
    '9. capabilities: GET /services/a/capabilities with the token of step 4 → 200',
    '10. list-environments: the answer of step 8 arrives',
  ])
  expect(herd!.fact).toEqual({ kind: 'requestExtra', at: 8, after: 4, count: 1 })
})
