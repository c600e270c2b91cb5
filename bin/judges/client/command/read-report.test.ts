import { phrase } from '../../../../conformance/conclusions/phrase.ts'
import { phraseText } from '../../../../conformance/wording/text.ts'
import { expect, it } from 'vitest'
import type { ChildExit } from './child.ts'
import { readReport } from './read-report.ts'

const ended = (printed: string | Uint8Array, more: Partial<ChildExit> = {}): ChildExit => ({
  code: 0,
  signal: null,
  stopped: undefined,
  stdout: { bytes: typeof printed === 'string' ? new TextEncoder().encode(printed) : printed, isCut: false },
  stderr: '',
  ...more,
})

/** The report that was read, with the text of its reason. */
function told(end: ChildExit): unknown {
  const reported = readReport(end)
  return 'why' in reported ? { ...reported, why: phraseText(reported.why) } : reported
}

it.each<[string | Uint8Array, object]>([
  ['a line\r\n{"value": "ü€😀"}\r\n', { kind: 'value', value: 'ü€😀' }],
  ['{"value": 1}\n{"value": 2}\n\n', { kind: 'value', value: 2 }],
  ['\uFEFF {"value": {}, "error": null, "took": 4} ', { kind: 'value', value: {} }],
  [`${'x'.repeat(3_000_000)}\n{"value": 6}`, { kind: 'value', value: 6 }],
  ['{"error": {"kind": "x", "status": 401}}', { kind: 'error', error: { kind: 'x', status: 401 } }],
  ['{"value": null, "error": {"kind": "", "status": null}}', { kind: 'error', error: { kind: '' } }],
  ...Object.entries({
    '\n\n': 'nothing on standard output',
    '{"value": 1}\nbye': 'the last line "bye", which is not JSON',
    '[]': 'the last line "[]", which is not a JSON object',
    '{"valeu": {}}': 'which has neither value nor error (did you mean value?)',
    '{"value": 1, "error": {"kind": "x"}}': 'which has both value and error',
    '{"error": null}': 'the last line',
    '{"error": {"kind": 5}}': 'whose error is not as {"kind": "…", "status": 403}',
    '{"error": {"kind": "x", "status": "401"}}': 'the last line',
  }).map(([printed, why]): [string, object] => [
    printed,
    { kind: 'unreadable', why: expect.stringContaining(why) as string },
  ]),
  [new Uint8Array([0x22, 0xff, 0x22]), { kind: 'unreadable', why: 'a last line that is not UTF-8' }],
])('reads report %#', (printed, reported) => {
  expect(told(ended(printed))).toMatchObject(reported)
})

it('prefers the way a command ended to what it printed', () => {
  const value = '{"value": 1}'
  expect(told(ended(value, { code: 77 }))).toEqual({ kind: 'notApplicable' })
  expect(told(ended(value, { code: 3, stderr: 'Traceback\n  call(7)\n  ~~~~^^^\nKeyError: 7\n' }))).toEqual({
    kind: 'crash',
    why: 'exit code 3, and on standard error: Traceback\n  call(7)\nKeyError: 7',
  })
  expect(told(ended(value, { code: 1, stderr: `Error: first\n${'  at f\n'.repeat(500)}last` }))).toEqual({
    kind: 'crash',
    why: expect.stringMatching(/standard error: Error: first\n.* … .*last$/s),
  })
  expect(told(ended(value, { code: null, signal: 'SIGSEGV' }))).toEqual({
    kind: 'crash',
    why: 'an end by SIGSEGV, with nothing on standard error',
  })
  const killed = { code: null, signal: 'SIGKILL', stopped: phrase`It was slow.` } as const
  expect(told(ended('{"valu', killed))).toEqual({ kind: 'timeout', why: 'It was slow.' })
  expect(told(ended(value, killed))).toMatchObject({
    cause: 'printed',
    why: expect.stringMatching(/^it printed its value and did not end/),
  })
  const long = { bytes: new TextEncoder().encode('x'.repeat(100)), isCut: true }
  expect(told(ended('', { stdout: long }))).toEqual({
    kind: 'unreadable',
    why: 'a last line of more than 100 bytes',
  })
})
