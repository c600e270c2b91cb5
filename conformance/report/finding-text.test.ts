import { expect, it } from 'vitest'
import type { Finding } from './document.ts'
import { testMessage } from './finding-text.ts'

const request = (path: string) => ({
  request: { method: 'GET', url: path, headers: {} },
  response: { status: 401, headers: {}, text: 'no', json: undefined },
  startedAt: 0,
  durationMs: 0,
})
const finding: Finding = {
  id: 'client.bearer',
  requirement: 'client.bearer',
  statement: 'Every request has a token.',
  note: 'clause 5.1',
  place: '',
  message: 'expected a token; got none',
  lines: [
    { label: 'expected', text: 'a token' },
    { label: 'expected handling', text: 'It sends the token.' },
    { label: 'sent', text: 'GET /6' },
    { label: 'schedule', text: '1. a\n2. b' },
  ],
  also: [],
  command: { label: 'again', short: 'emulator client', long: 'emulator client' },
  evidence: ['/1', '/2', '/3', '/4', '/5', '/6'].map(request),
}

it('gives a test runner the finding, the requirement, the evidence and the way to reproduce it', () => {
  expect(testMessage('', finding)).toBe(
    [
      'expected a token; got none',
      '  requirement client.bearer (clause 5.1): Every request has a token.',
      '  expected handling: It sends the token.',
      '  shortest schedule:',
      '    1. a',
      '    2. b',
      '  sent:',
      '    1 earlier',
      ...['/2', '/3', '/4', '/5', '/6'].map((path) => `    GET ${path} → 401`),
      '  last answer: 401 no',
      '  run it again: emulator client',
    ].join('\n'),
  )
  expect(testMessage('advice', finding)).toMatch(/^advice: expected a token/)
})
