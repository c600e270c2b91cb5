import { expect, it } from 'vitest'
import { type MadeRequest, madeSteps } from '../../../testing/clients/made-steps.ts'
import { lostBy } from './lost-by.ts'

const refusal: MadeRequest = { status: 401 }
const newToken: MadeRequest = { asks: 'token', method: 'POST', path: '/oauth/token', issued: 'new', bearer: undefined }
const failed = { outcome: { kind: 'error' }, tests: 'client.lists' } as never

function blamed(requests: Readonly<Record<string, MadeRequest>>, ...ids: readonly string[]) {
  return lostBy(madeSteps(requests, ids), 0, failed)
}

it('blames a task that gives up when its token is refused by the sentence about expired tokens', () => {
  expect(blamed({ '1.1': refusal }, 'event', '1.1 served', '1.1 answered!')).toBe('client.expired-token')
})

it('blames a task that gives up when its refresh is refused by what the clause implies', () => {
  const refused: MadeRequest = { ...newToken, asks: 'refresh', status: 400, issued: undefined, sentAt: 2 }
  const requests = { '1.1': refusal, '1.2': refused }
  const ids = ['event', '1.1 served', '1.1 answered', '1.2 served', '1.2 answered!']
  expect(blamed(requests, ...ids)).toBe('client.refresh-refused')
  const later = ['event', '1.1 served', '1.2 served', '1.2 answered', '1.1 answered!']
  expect(blamed(requests, ...later)).toBe('client.expired-token')
})

it('blames no task whose request was refused with the newest token as well', () => {
  const asked = { ...newToken, status: 200 }
  const ids = ['2.1 served', 'event', '1.1 served', '1.1 answered', '2.1 answered', '1.2 served', '1.2 answered!']
  const requests = { '2.1': asked, '1.1': refusal, '1.2': { ...refusal, bearer: 'new', sentAt: 4 } }
  expect(blamed(requests, ...ids)).toBeUndefined()
  // Another token had come before, which was served later.
  const newer = { ...asked, issued: 'newer' }
  const both = { ...requests, '2.2': newer, '1.2': { ...requests['1.2'], sentAt: 6 } }
  const late = [...ids.slice(0, 4), '2.2 served', '2.2 answered', '2.1 answered', '1.2 served', '1.2 answered!']
  expect(blamed(both, ...late)).toBe('client.expired-token')
})

it('blames a wrong value by what its input tests where no request of the task was refused', () => {
  const steps = madeSteps({ '1.1': {} }, ['1.1 served', 'event', '1.1 answered!'])
  const wrong = { kind: 'wrong', expected: 'a', got: 'b' } as const
  expect(lostBy(steps, 0, { outcome: wrong, tests: 'client.capabilities' as never })).toBe('client.capabilities')
})
