import { expect, it } from 'vitest'
import { linearPattern } from './linear-pattern.ts'

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
