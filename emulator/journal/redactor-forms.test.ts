import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accidentalForms, besides, formNames } from '../../testing/redaction/accidental-forms.ts'
import { growth } from '../../testing/redaction/growth.ts'
import { createEmulator } from '../create-emulator.ts'
import { Redactor } from './redactor.ts'

const credentials = createEmulator().credentials
const issued = 'Zk3wq9RtYb7UxLm2VcN8sPdF4gHjK6aQeW1TzXoB'

it('hides any secret in any form that clients produce by accident, and leaves what is around it', () => {
  const { clientSecret, token, integrationToken, apiKey } = credentials
  const redactor = new Redactor(credentials, [issued])
  const around = fc.constantFrom('', ' ', '"', ': "', '?x=', '(', ', ', ' née ', '{"a":"')
  const secrets = fc.constantFrom(clientSecret, token, integrationToken, apiKey, issued)
  fc.assert(
    fc.property(secrets, formNames, besides, around, around, (secret, form, beside, before, behind) => {
      const spelt = accidentalForms[form]!(secret, beside)
      const end = /^[=(?]/.test(behind) ? '' : behind
      const redacted = redactor.text(`${before}${spelt}${end}`)
      const hidden = redacted.slice(before.length, redacted.length - end.length)
      expect(redacted.startsWith(before) && redacted.endsWith(end), redacted).toBe(true)
      expect(hidden).toContain('<redacted>')
      // A letter of an encoding before the secret may be a special character, which is not a part of its word.
      expect(hidden.replace('<redacted>', '').length, redacted).toBeLessThan(10)
    }),
    { numRuns: 1000 },
  )
})

it('hides a secret with named HTML entities in it', () => {
  const redactor = new Redactor(undefined, ['a&b<c>d"e\'f7'])
  for (const spelt of ['a&amp;b&lt;c&gt;d&quot;e&apos;f7', 'a&amp;amp;b&AMP;lt;c&gt;d&#34;e&#39;f7'])
    expect(redactor.text(`see ${spelt} there`)).toBe('see <redacted> there')
})

it('hides the beginning of a secret at a cut, in any form', () => {
  const redactor = new Redactor(credentials, [issued])
  fc.assert(
    fc.property(formNames, fc.nat(), fc.constantFrom('', '…', '...', '"'), (form, length, cut) => {
      const spelt = accidentalForms[form]!(issued, ['', ''])
      const head = spelt.slice(0, 12 + (length % (spelt.length - 12)))
      expect(redactor.text(`{"a":"${head}${cut}`)).toBe(`{"a":"<redacted>${cut}`)
    }),
    { numRuns: 1000 },
  )
})

it.each<[string, (length: number) => string]>([
  ['one word behind an emoji', (length) => `😀${'x'.repeat(length)}`],
  ['words of every length', (length) => 'aB1_'.repeat(length / 4)],
  ['underscores', (length) => '_'.repeat(length)],
  ['prefixes', (length) => 'pat_'.repeat(length / 4)],
  ['nested percent-encoding', (length) => `%${'25'.repeat(length / 2)}`],
  ['backslashes', (length) => '\\'.repeat(length)],
  ['open escapes', (length) => '\\u{1'.repeat(length / 4)],
  ['escaped ampersands', (length) => `&${'amp;'.repeat(length / 4)}`],
  ['zeros of an entity', (length) => `&#${'0'.repeat(length)}`],
  ['ellipses', (length) => 'abcdefghijkl…'.repeat(length / 13)],
  ['secrets', (length) => credentials.token.repeat(length / 40)],
  ['options', (length) => '--password '.repeat(length / 11)],
  ['open members', (length) => '"token":'.repeat(length / 8)],
  ['open fields', (length) => 'name="token"\n'.repeat(length / 13)],
  ['fields without an end', (length) => 'name="a"\n\n'.repeat(length / 10)],
  ['users without a host', (length) => '://a:'.repeat(length / 5)],
  ['parameters within each other', (length) => '?a='.repeat(length / 3)],
  ['parameters without a value', (length) => '?token='.repeat(length / 7)],
  ['names without a value', (length) => 'password: '.repeat(length / 10)],
  ['blanks before a colon', (length) => `password${' '.repeat(length)}`],
  ['names before commas', (length) => `token:${','.repeat(length)}`],
  ['blanks behind an option', (length) => `--password${' '.repeat(length)}`],
  ['a secret, its words apart', (length) => `${credentials.token} `.repeat(length / 45)],
])('takes time in proportion to the text, given %s', (_what, make) => {
  const redactor = new Redactor(credentials)
  const texts = new Map([8000, 64_000].map((length) => [length, make(length)]))
  expect(growth((length) => void redactor.json({ [texts.get(length)!]: [texts.get(length)!] }), 8000)).toBeLessThan(24)
})

it('keeps the code of an error next to its message, and hides any other code', () => {
  const redactor = new Redactor(undefined)
  expect(redactor.json({ error: { code: -32_602, message: 'There is no such tool.' } })).toEqual({
    error: { code: -32_602, message: 'There is no such tool.' },
  })
  expect(redactor.json({ code: 'st4te', state: 'st4te' })).toEqual({ code: '<redacted>', state: '<redacted>' })
})

const secret = 'hunter2'

it.each([
  `--password ${secret}`,
  `--api-key=${secret}`,
  `API_TOKEN=${secret} npm test`,
  `postgres://u:${secret}@host/db`,
  `https://app.example/done?x=1&code=${secret}&y=2`,
  `https://app.example/#access_token=${secret}`,
  `/a?redirect=https%3A%2F%2Fapp.example%2F%3Fcode%3D${secret}`,
  `/a?redirect=https://app.example/?code=${secret}`,
  `client_secret=${secret}&x=1`,
  `password: ${secret}`,
  `Login failed (password: ${secret}).`,
  `The api_key = '${secret}', and more`,
  `user[password]=${secret}&x=1`,
  `{ token: '${secret}', a: 1 }`,
  `Authorization: Bearer ${secret}`,
  `cannot read {"a": 1, "password": "${secret}", "b": 2`,
  String.raw`{"text":"{\"api_key\": \"${secret}\"}"}`,
  `--b\r\nContent-Disposition: form-data; name="password"\r\nContent-Type: text/plain\r\n\r\n${secret}\r\n--b--`,
])('hides the value next to the name of a secret, as in %s', (text) => {
  const redacted = new Redactor(undefined).text(text)
  expect(redacted).not.toContain(secret)
  expect(redacted.replace('<redacted>', secret).length).toBeGreaterThan(text.length - 14)
})

it('hides the secrets in the words of a command', () => {
  const words = ['curl', '-u', `id:${secret}`, '-H', `X-Api-Key: ${secret}`, '--token', secret, `http://a:${secret}@b/`]
  expect(new Redactor(undefined).command(words).join(' ')).toBe(
    'curl -u id:<redacted> -H X-Api-Key: <redacted> --token <redacted> http://a:<redacted>@b/',
  )
})

it.each([
  'The token endpoint takes a password, --help tells more.',
  'Send "Authorization: Bearer <access_token>".',
  'connect?prepare_state=<code>',
  '--convention tokenResponse=withoutRefreshToken',
  'mailto:me@example.com',
  'error code: 522',
  'The state: it is active.',
  'Authorization: Bearer',
])('keeps a text that names no value: %s', (text) => {
  expect(new Redactor(undefined).text(text)).toBe(text)
})
