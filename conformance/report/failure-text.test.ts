import { expect, it } from 'vitest'
import type { CheckEntry } from './document.ts'
import { failureText } from './failure-text.ts'

const requirement = { id: 'client.bearer', clause: '5.1', statement: 'Every request has a token.' }
const request = (path: string) => ({
  request: { method: 'GET', url: path, headers: {} },
  response: { status: 401, headers: {}, body: 'no' },
})
const finding: CheckEntry = {
  check: 'client.bearer',
  message: 'expected a token; got none',
  lines: [
    { kind: 'trap', text: 'The client asks.' },
    { kind: 'careful', text: 'It sends the token.' },
    { kind: 'sent', text: 'GET /6' },
    { kind: 'schedule', text: '1. a\n2. b' },
  ],
  command: { kind: 'again', short: 'emulator client', long: 'emulator client' },
  evidence: ['/1', '/2', '/3', '/4', '/5', '/6'].map(request),
}

it('tells a runner of tests the finding, the requirement, what shows it and how to see it again', () => {
  expect(failureText('fail', requirement, finding)).toBe(
    [
      'expected a token; got none',
      '  requirement client.bearer (clause 5.1): Every request has a token.',
      '  trap: The client asks.',
      '  a careful client: It sends the token.',
      '  the shortest schedule:',
      '    1. a',
      '    2. b',
      '  sent:',
      '    1 earlier',
      ...['/2', '/3', '/4', '/5', '/6'].map((path) => `    GET ${path}: 401`),
      '  last answer: 401 no',
      '  play it again: emulator client',
    ].join('\n'),
  )
  expect(failureText('advice', requirement, finding)).toMatch(/^advice: expected a token/)
})
