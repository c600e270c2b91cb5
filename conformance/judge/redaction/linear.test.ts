import { expect, it } from 'vitest'
import { growth } from '../../../testing/redaction/growth.ts'
import { sampleExchange } from '../../../testing/conformance/sample-result.ts'
import { Redactor } from './redact.ts'
import { redactedExchange } from './redacted-exchange.ts'

function redactorOf(secrets: readonly string[]): Redactor {
  const redactor = new Redactor()
  for (const [index, secret] of secrets.entries()) redactor.add(secret, `secret_${index}`)
  return redactor
}

const near = (count: number) => Array.from({ length: count }, (_, index) => `${'a'.repeat(60 + index)}b`)

const hard: readonly (readonly [what: string, secrets: readonly string[], text: (length: number) => string])[] = [
  ['a secret of signs before backslashes', ['_-_-_-_abcdefg'], (length) => `_-_-_-_${'\\'.repeat(length)}`],
  ['a secret of nothing but signs', ['-'.repeat(40) + '_'], (length) => '-'.repeat(length)],
  ['signs as often as it has them', ['_-_-_-_abcdefg'], (length) => '_-'.repeat(length / 2)],
  ['a text that is nearly a secret all along', [`${'a'.repeat(60)}b`], (length) => 'a'.repeat(length)],
  ['a text that is nearly a long secret all along', [`${'a'.repeat(1500)}b`], (length) => 'a'.repeat(length)],
  ['many secrets that begin alike', near(40), (length) => 'a'.repeat(length)],
  [
    'many secrets, one after another',
    near(40),
    (length) =>
      near(40)
        .join('')
        .repeat(Math.ceil(length / 3200)),
  ],
  ['a secret many times', ['hunter2hunter2'], (length) => 'hunter2hunter2'.repeat(length / 14)],
  ['percent-encoded percent signs', ['pat_5KpQmXw81LbRz7Tn'], (length) => `%${'25'.repeat(length / 2)}`],
  ['escaped entities', ['pat_5KpQmXw81LbRz7Tn'], (length) => `&${'amp;'.repeat(length / 4)}`],
  ['escaped letters', ['pat_5KpQmXw81LbRz7Tn'], (length) => String.raw`\u0070`.repeat(length / 6)],
  ['base64', ['pat_5KpQmXw81LbRz7Tn'], (length) => btoa('pat_5KpQ'.repeat(length / 8))],
  ['one long word of dots', ['tenant'], (length) => 'tenant..'.repeat(length / 8)],
]

it.each(hard)('takes time in proportion to the text: %s', (_what, secrets, text) => {
  const redactor = redactorOf(secrets)
  const texts = new Map([4000, 32_000].map((length) => [length, text(length)]))
  expect(growth((length) => redactor.uncut(texts.get(length)!), 4000)).toBeLessThan(24)
})

it('takes hardly more time for a text for ten times as many secrets', () => {
  const secrets = Array.from({ length: 800 }, (_, index) => `${index.toString(36)}-session-Qm81LbRz7Xw5${index}`)
  const text = '{"id":"2rHt2Okh4RUnlKcuUyeAJjTsJzW","name":"Name","at":"2026-11-22T10:50:17Z"}'.repeat(1000)
  const redactors = new Map([100, 800].map((count) => [count, redactorOf(secrets.slice(0, count))]))
  expect(growth((count) => redactors.get(count)!.uncut(text), 100)).toBeLessThan(3)
})

it.each<[string, (index: number) => string]>([
  ['of one letter, up to where they end', (index) => `${'a'.repeat(60 + index)}b`],
  ['by so many letters that a word could begin so', (index) => `aaaaaaaaaaaa${index.toString(36)}-session`],
  ['by what may be shown', (index) => `https://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/${index.toString(36)}-session`],
])('takes hardly more time for a text for many secrets that begin alike: %s', (_what, secretOf) => {
  const secrets = Array.from({ length: 800 }, (_, index) => secretOf(index))
  const text = `${secretOf(0).slice(0, 40)} ${'a'.repeat(400)} `.repeat(70)
  const redactors = new Map([100, 800].map((count) => [count, redactorOf(secrets.slice(0, count))]))
  expect(growth((count) => redactors.get(count)!.uncut(text), 100)).toBeLessThan(3)
})

it('ends for 600,000 backslashes, and hides the secret before them', () => {
  const text = '\\'.repeat(600_000)
  expect(redactorOf(['_-_-_-_abcdefg']).uncut(`_-_-_-_abcdefg${text}`)).toBe(`<secret_0>${text}`)
})

it.each([60_000, 4_000_000])('searches for the beginning and the end of a secret of %d characters', (length) => {
  const secret = Array.from({ length: length / 10 }, (_, index) => index.toString(36).padStart(10, 'x')).join('')
  const redactor = new Redactor()
  redactor.add(secret, 'token')
  for (const part of [secret.slice(0, 500), secret.slice(-1024), secret.slice(-1024, -900)])
    expect(redactor.text(`a ${part} b`)).toBe('a <token> b')
  const exchange = sampleExchange(`{"token":"${secret}"}`, { headers: { authorization: `Bearer ${secret}` } })
  const { request, response } = redactedExchange(exchange, redactor)
  expect(request.headers).toEqual({ authorization: 'Bearer <token>' })
  expect(response.text).toBe('{"token":"<token>"}')
  expect(redactor.text(`a ${secret}x b`)).toBe(`a <token>… (cut: 200 of ${secret.length + 1} characters) b`)
})

it('searches for 800 tokens of 740 characters that begin alike', () => {
  const redactor = new Redactor()
  const random = (seed: number) => Array.from({ length: 80 }, (_, index) => Math.sin(seed * 80 + index).toString(36))
  const tokens = Array.from({ length: 800 }, (_, index) =>
    `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${random(index).join('').replaceAll(/[-.]/g, '')}`.slice(0, 740),
  )
  for (const token of tokens) redactor.add(token, 'token')
  expect(redactor.text(`a ${tokens[799]!} b`)).toBe('a <token> b')
})

it('shows nothing from outside once there are more secrets than it can search for', () => {
  const redactor = new Redactor(20_000)
  for (let index = 0; index < 100; index++)
    redactor.add(`pat_${[1, 2, 3, 4].map((factor) => (index * factor * 7919).toString(36)).join('Q')}`, 'token')
  expect(redactor.text('a text that might hold one of them')).toMatch(/^\(not shown: there were more secrets/)
})
