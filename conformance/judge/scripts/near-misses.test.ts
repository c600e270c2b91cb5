import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { helpersFor } from './helpers.ts'
import { madeFrom } from './near-misses.ts'
import { shellComment } from '../../wording/escaping/shell.ts'
import { shellQuoted } from './shell-words.ts'

const token = 'pat_5KpQmXw81LbRz7Tn'

/** The text that the shell makes of a word. */
function inShell(word: string, variables: Readonly<Record<string, string>> = {}): string {
  const line = `printf '%s' ${word}\n`
  const env = { PATH: process.env['PATH'], ...variables }
  return execFileSync('sh', ['-s'], { input: `${helpersFor(line)}${line}`, env, encoding: 'utf8' })
}

it.each([
  ['itself', token, '"$TOKEN"'],
  ['longer', `${token}x`, `"\${TOKEN}"'x'`],
  ['with a blank before', ` ${token}`, `' '"\${TOKEN}"`],
  ['shorter', token.slice(0, -1), '"${TOKEN%?}"'],
  ['without its first character', token.slice(1), '"${TOKEN#?}"'],
  ['with another character at the front', `qat_5KpQmXw81LbRz7Tn`, '"$(changed "$TOKEN" 1)"'],
  ['with another character near the end', 'pat_5KpQmXw81LbRz7Xn', '"$(changed "$TOKEN" -2)"'],
  ['with one letter in the other case', 'pat_5kpQmXw81LbRz7Tn', '"$(recased "$TOKEN" 6)"'],
  ['in the other case', 'PAT_5kPqMxW81lBrZ7tN', '"$(swapped_case "$TOKEN")"'],
  ['shorter behind a prefix', `wrk_${token.slice(0, -1).replace('pat_', '')}`, undefined],
])('writes a value that is %s as what it is', (_what, value, word) => {
  const made = madeFrom(value, token, 'TOKEN')
  expect(made && shellQuoted(made)).toBe(word)
  if (word === undefined) return
  const inScript = inShell(word, { TOKEN: token })
  if (word.includes('changed')) expect([...inScript].filter((letter, at) => letter !== token[at])).toHaveLength(1)
  else expect(inScript).toBe(value)
})

it('writes a prefixed near miss of a bare id', () => {
  const made = madeFrom('wrk_2rHt2Okh4RUnlKcuUyeAJjTsJz', '2rHt2Okh4RUnlKcuUyeAJjTsJzW', 'id')
  expect(made && shellQuoted(made)).toBe(`'wrk_'"\${id%?}"`)
})

it('takes nothing for a near miss that only resembles the value', () => {
  expect(madeFrom('2rHt2Okh4RUnlKcuUyeAJjTsJzW', '2rFUBOcdFhipGcFiVyOoNqKKXn9', 'id')).toBeUndefined()
  expect(madeFrom('token', 'tok', 'id')).toBeUndefined()
})

it.each([`'; touch /tmp/x; '`, '$(id) `id` "$HOME" \\ \u{1F600} !', '-n', ''])(
  'quotes %j so that it stays a text',
  (text) => {
    expect(inShell(shellQuoted([text]))).toBe(text)
  },
)

it('keeps a comment in one line, whatever a target sent', () => {
  expect(shellComment('a\nid\r\n\u0000b')).toBe(String.raw`# a id \u0000b`)
})
