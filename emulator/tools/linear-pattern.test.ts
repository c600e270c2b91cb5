import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSurelyLinear, linearPattern } from './linear-pattern.ts'

const texts = ['', 'a', 'A', '5', '.', ' ', '\n', '\r', '\v', '\b', '\0', '\u007F', '\u0085', '\u00A0', 'é', '\u180E']
const more = [
  '\u200B',
  '\u2028',
  '\u3000',
  '\uFEFF',
  '٣',
  '😀',
  '\uD800',
  ']',
  '-',
  'AA',
  'a\n',
  'a foo b',
  '\u{10FFFF}',
]

it.each([
  '^.$',
  '^\\s+$',
  '^[\\s\\d]$',
  '^[\\S]$',
  '^\\S$',
  '^[^\\s]$',
  '^[^.]$',
  '^[.]$',
  '\\.',
  '^[\\b]$',
  '^\\w$',
  '^[\\]a.]$',
  '^[\\--a]$',
  '^\\u{1F600}$',
  '^\\uD83D\\uDE00$',
  '^[\\u0041-\\u005A]{1,2}$',
  '^\\p{L}$',
  '^(?<name>a|5)$',
  '^a$',
  '(?:)',
  '\\bfoo\\b',
  '\\cJ',
  '\\0',
  '^\\d$',
  '^(a+)+$',
])('matches what a RegExp matches, given %s', (source) => {
  const [ours, theirs] = [linearPattern(source), new RegExp(source, 'u')]
  for (const text of [...texts, ...more]) expect([text, ours.test(text)]).toEqual([text, theirs.test(text)])
})

it.each(['(?=a)', '(?<!a)b', '(a)\\1', 'a{1,2000}', '((a{1,100}){1,100}){1,100}'])(
  'refuses %s and says why',
  (source) => {
    expect(() => linearPattern(source)).toThrow(
      /cannot be run in linear time \(.*\)\. Patterns here have no look-around/,
    )
  },
)

const tokens = [
  'a',
  'Z',
  '0',
  ' ',
  'é',
  '-',
  '^',
  '$',
  '.',
  '*',
  '+',
  '?',
  '|',
  ':',
  '=',
  '&&',
  '/',
  '"',
  '(',
  '(?:',
  ')',
]
const others = [
  '[',
  '[^',
  ']',
  '{',
  '}',
  '{2}',
  '{3,}',
  '{1,999}',
  '{1001}',
  '[a-z]',
  '[^\\d-]',
  '\\d',
  '\\W',
  '\\-',
  '\\.',
]
const rest = ['\\\\', '\\/', '\\]', '\\b', '\\1', '(?=', '(?<a>', '(?i:', '\\p{L}', '\\x41', '[[:alpha:]]']

it('knows without RE2 that a plain pattern can be run in linear time', () => {
  let sure = 0
  const token = fc.constantFrom(...tokens, ...others, ...rest)
  const patterns = fc.array(token, { maxLength: 9 }).map((list) => list.join(''))
  const holds = fc.property(patterns, (source) => {
    if (!isSurelyLinear(source)) return
    linearPattern(source)
    sure++
  })
  fc.assert(holds, { numRuns: 5000 })
  expect(sure).toBeGreaterThan(500)
})

it.each([
  ['^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$', true],
  ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false],
  ['^[^@\\s]+@[\\w.-]+\\.[a-z]{2,}$', true],
  ['^\\p{L}+$', false],
  ['(?:'.repeat(200), false],
])('%s is plain: %s', (source, expected) => expect(isSurelyLinear(source)).toBe(expected))
