import { expect, it } from 'vitest'
import { missesOf } from './near-misses.ts'

const texts = (secret: string) => missesOf(secret).map(({ text }) => text)
const changed = (secret: string) => Object.fromEntries(missesOf(secret).map(({ text, change }) => [change, text]))
const jwt = `${btoa('{"alg":"HS256"}').replaceAll('=', '')}.${btoa('{"sub":"abc","exp":1900000000}')}.c2lnbmF0dXJl`

it('changes one letter to the other case first, away from the end, given both cases', () => {
  expect(texts('tok_4fG7hKq2ZbXvN9sd')[0]).toBe('tok_4fG7hKq2ZbXvn9sd')
})

it.each([
  ['hexadecimal', '3f2a9b44c07d1e58'],
  ['hexadecimal behind a prefix in capital letters', 'PAT-KEY-3f2a9b44c07d1e58'],
  ['base32', 'mzxw6ytboi4dqnjz'],
  ['words', 'of-the-other-server'],
  ['a JSON Web Token', jwt],
])('leaves the case as it is given %s', (_what, secret) => {
  expect(Object.keys(changed(secret))).not.toContain('with one letter in the other case')
})

it.each(['aGVsbG8gd29ybGQ', 'aGVsbG8gd29ybGQxMjM', 'Q2lQaEVyVGV4VHo', 'aGVsbG8gd29ybGQ='])(
  'changes what base64 says at the end of %s',
  (secret) => {
    const bytes = (text: string) => Buffer.from(text, 'base64').toString('hex')
    for (const text of texts(secret)) expect(bytes(text), text).not.toBe(bytes(secret))
  },
)

it.each(['aGVsbG8gd29ybGQxMjM0', 'tok_aGVsbG8gd29ybGQxMjM0'])(
  'adds more than a decoder drops at the end of %s',
  (secret) => {
    const tail = secret.replace('tok_', '')
    const added = changed(secret)['with characters added at its end']!.replace('tok_', '')
    expect(Buffer.from(added, 'base64').length).toBeGreaterThan(Buffer.from(tail, 'base64').length)
  },
)

it('adds a whole byte and changes digits to digits given hexadecimal', () => {
  const secret = '3f2a9b44c07d1e58'
  for (const text of texts(secret)) expect(text).toMatch(/^[\da-f]+$/)
  expect(changed(secret)['with characters added at its end']).toHaveLength(secret.length + 2)
})

it('changes one character in each eighth of a long secret', () => {
  const secret = 'tok_4fG7hKq2ZbXvN9sd4fG7hKq2ZbXvN9sd4fG7hKq2'
  const places = texts(secret)
    .filter((text) => text.length === secret.length)
    .map((text) => [...text].findIndex((character, index) => character !== secret[index]))
  expect(new Set(places.map((place) => Math.floor((place * 8) / secret.length))).size).toBe(8)
})

it('takes the signature of a JSON Web Token off', () => {
  const [header, payload, signature] = changed(jwt)['with its signature taken off']!.split('.')
  expect(atob(header!)).toContain('"none"')
  expect([payload, signature]).toEqual([jwt.split('.')[1], ''])
})

it('gives several texts that differ from each other and from any secret', () => {
  for (const secret of ['x', '12', 'aaaa', '====', 'a.b.c', '€uro', '3'.repeat(40), `${'aB3'.repeat(700)}==`]) {
    const all = [secret, ...texts(secret)]
    expect(new Set(all).size, secret).toBe(all.length)
    expect(all.length, secret).toBeGreaterThan(1)
  }
})
