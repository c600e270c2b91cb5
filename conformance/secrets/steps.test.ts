import { expect, it } from 'vitest'
import { sampleExchange } from '../../testing/conformance/sample-result.ts'
import { Redactor } from './redact.ts'
import { redactedExchange } from './redacted-exchange.ts'

/** How much more work twice the text is. Linear work is twice as much. */
function growth(stepsFor: (length: number) => number, length: number): number {
  return stepsFor(2 * length) / stepsFor(length)
}

function stepsOf(secrets: readonly string[], text: string): number {
  const redactor = new Redactor()
  for (const [index, secret] of secrets.entries()) redactor.add(secret, `secret_${index}`)
  const before = redactor.steps
  redactor.text(text)
  return redactor.steps - before
}

const near = (count: number) => Array.from({ length: count }, (_, index) => `${'a'.repeat(60 + index)}b`)

const hard: readonly (readonly [what: string, secrets: readonly string[], text: (length: number) => string])[] = [
  ['a secret of signs before backslashes', ['_-_-_-_abcdefg'], (length) => `_-_-_-_${'\\'.repeat(length)}`],
  ['a secret of nothing but signs', ['-'.repeat(40) + '_'], (length) => '-'.repeat(length)],
  ['signs as often as it has them', ['_-_-_-_abcdefg'], (length) => '_-'.repeat(length / 2)],
  ['a text that is nearly a secret all along', [`${'a'.repeat(60)}b`], (length) => 'a'.repeat(length)],
  ['many secrets that begin alike', near(40), (length) => 'a'.repeat(length)],
  [
    'many secrets, one after another',
    near(40),
    (length) =>
      near(40)
        .join('')
        .repeat(length / 9000),
  ],
  ['a secret many times', ['hunter2hunter2'], (length) => 'hunter2hunter2'.repeat(length / 14)],
  ['percent-encoded percent signs', ['pat_5KpQmXw81LbRz7Tn'], (length) => `%${'25'.repeat(length / 2)}`],
  ['escaped entities', ['pat_5KpQmXw81LbRz7Tn'], (length) => `&${'amp;'.repeat(length / 4)}`],
  ['opened tags', ['pat_5KpQmXw81LbRz7Tn'], (length) => '<a'.repeat(length / 2)],
  ['base64', ['pat_5KpQmXw81LbRz7Tn'], (length) => btoa('pat_5KpQ'.repeat(length / 8))],
  ['one long word of dots', ['tenant'], (length) => 'tenant..'.repeat(length / 8)],
]

it.each(hard)('does twice the work for a text twice as long: %s', (_what, secrets, text) => {
  expect(growth((length) => stepsOf(secrets, text(length)), 9000)).toBeLessThan(2.2)
  expect(stepsOf(secrets, text(9000))).toBeLessThan(9000 * 150)
})

it('ends for 600,000 backslashes, and hides the secret before them', () => {
  const redactor = new Redactor()
  redactor.add('_-_-_-_abcdefg', 'token')
  const text = '\\'.repeat(600_000)
  expect(redactor.text(`_-_-_-_abcdefg${text}`)).toBe(`<token>${text}`)
  expect(redactor.steps).toBeLessThan(10_000_000)
})

it('does no more work in a text for ten times as many secrets', () => {
  const secrets = (count: number) =>
    Array.from({ length: count }, (_, index) => `session-${index.toString(36)}-Qm81LbRz7Xw5${index}`)
  const text = '{"id":"2rHt2Okh4RUnlKcuUyeAJjTsJzW","name":"Name"}'.repeat(100)
  expect(stepsOf(secrets(1000), text) / stepsOf(secrets(100), text)).toBeLessThan(1.2)
})

it.each([60_000, 4_000_000])('searches for the beginning and the end of a secret of %d characters', (length) => {
  const secret = Array.from({ length: length / 10 }, (_, index) => index.toString(36).padStart(10, 'x')).join('')
  const redactor = new Redactor()
  redactor.add(secret, 'token')
  for (const part of [secret.slice(0, 500), secret.slice(-500), secret.slice(100, 130)])
    expect(redactor.text(`a ${part} b`)).toBe('a <token> b')
  const exchange = sampleExchange(`{"token":"${secret}"}`, { headers: { authorization: `Bearer ${secret}` } })
  const { request, response } = redactedExchange(exchange, redactor)
  expect(request.headers).toEqual({ authorization: 'Bearer <token>' })
  expect(response.text).toBe(`{"token":"<token>… (cut: 200 of ${secret.length} characters)"}`)
})

it('shows nothing from outside once there are more secrets than it can search for', () => {
  const redactor = new Redactor({ mostPieces: 20_000 })
  for (let index = 0; index < 100; index++)
    redactor.add(`pat_${[1, 2, 3, 4].map((factor) => (index * factor * 7919).toString(36)).join('Q')}`, 'token')
  expect(redactor.text('a text that might hold one of them')).toMatch(/^\(not shown: there were more secrets/)
  expect(redactor.own('the text of a check')).toBe('the text of a check')
})
