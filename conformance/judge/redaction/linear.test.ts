import { expect, it } from 'vitest'
import { growth } from '../../../testing/redaction/growth.ts'
import { sampleExchange } from '../../../testing/conformance/sample-result.ts'
import { Redactor, redactedExchange } from './redact.ts'

function listRedactor(secrets: readonly string[]): Redactor {
  const redactor = new Redactor()
  for (const secret of secrets) redactor.add(secret, 'token')
  return redactor
}

const near = Array.from({ length: 40 }, (_, index) => `${'a'.repeat(60 + index)}b`)

const hard: readonly (readonly [what: string, secrets: readonly string[], text: (length: number) => string])[] = [
  ['a text that is nearly a long secret all along', [`${'a'.repeat(1500)}b`], (length) => 'a'.repeat(length)],
  ['many secrets that begin alike', near, (length) => 'a'.repeat(length)],
]

it.each(hard)('takes time in proportion to the text: %s', (_what, secrets, text) => {
  const redactor = listRedactor(secrets)
  const texts = new Map([4000, 32_000].map((length) => [length, text(length)]))
  expect(growth((length) => redactor.known(texts.get(length)!), 4000)).toBeLessThan(24)
})

it('takes hardly longer for ten times as many secrets with the same beginning', () => {
  const secrets = Array.from({ length: 800 }, (_, index) => `aaaaaaaaaaaa${index.toString(36)}-session`)
  const text = `${secrets[0]!.slice(0, 40)} ${'a'.repeat(400)} `.repeat(20)
  const redactors = new Map([100, 800].map((count) => [count, listRedactor(secrets.slice(0, count))]))
  expect(growth((count) => redactors.get(count)!.known(text), 100)).toBeLessThan(3)
})

it('searches for the beginning and the end of a secret of four million characters', () => {
  const length = 4_000_000
  const secret = Array.from({ length: length / 10 }, (_, index) => index.toString(36).padStart(10, 'x')).join('')
  const redactor = listRedactor([secret])
  for (const part of [secret.slice(0, 1024), secret.slice(-1024)])
    expect(redactor.text(`a ${part} b`)).toBe('a <token> b')
  const exchange = sampleExchange(`{"token":"${secret}"}`, { headers: { authorization: `Bearer ${secret}` } })
  const { request, response } = redactedExchange(exchange, redactor)
  expect(request.headers).toEqual({ authorization: 'Bearer <token>' })
  expect(response.text).toBe('{"token":"<token>"}')
})

it('shows nothing from outside once there are more secrets than it can search for', () => {
  const redactor = new Redactor(20_000)
  for (let index = 0; index < 100; index++) redactor.add(`pat_${(index * 7919 ** 3).toString(36)}`, 'token')
  expect(redactor.text('a text that might hold one of them')).toMatch(/^\(not shown: there were more secrets/)
})
