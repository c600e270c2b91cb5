import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accidentalForms, alignedForms, isEncoding, randomSecrets } from '../../testing/redaction/accidental-forms.ts'
import { growth } from '../../testing/redaction/growth.ts'
import { createEmulator } from '../create-emulator.ts'
import { Redactor } from './redactor.ts'

const credentials = createEmulator().credentials

/** The letters of an encoding that may be left: those that hold bits of the text next to a secret. */
const mostLetters = 8

// Those that the emulator issues consist of letters and digits.
const issuedSecrets = fc.oneof(
  randomSecrets.map((secret) => secret.replaceAll(/[^A-Za-z\d]/g, 'x')),
  fc.constantFrom(credentials.clientSecret, credentials.token, credentials.integrationToken, credentials.apiKey),
)
const around = fc.constantFrom('', ' ', '"', ': "', '?x=', '(', ', ', ' née ', '{"a":"')

describe.each(alignedForms)('%s behind %j', (form, before) => {
  // An encoding continues after a special character, a word does not. No secret that the emulator issues has a character
  // that base64 writes as `+` or `/`, which URLs escape.
  const secrets = isEncoding(form) && !form.endsWith('in a URL') ? randomSecrets : issuedSecrets
  const spell = accidentalForms[form]!

  it('is replaced as a whole, and what is around it stays', () => {
    fc.assert(
      fc.property(secrets, fc.constantFrom('', ':x', 'end'), around, around, (secret, behind, start, next) => {
        const end = /^[=(?]/.test(next) ? '' : next
        const redacted = new Redactor(credentials, [secret]).text(`${start}${spell(secret, [before, behind])}${end}`)
        expect(redacted.startsWith(start) && redacted.endsWith(end), redacted).toBe(true)
        const hidden = redacted.slice(start.length, redacted.length - end.length)
        expect(hidden).toContain('<redacted>')
        const left = spell('', [before, behind]).length + mostLetters
        expect(hidden.length - '<redacted>'.length, redacted).toBeLessThanOrEqual(left)
      }),
      { numRuns: 60 },
    )
  })

  it('is replaced where it is cut short', () => {
    fc.assert(
      fc.property(secrets, fc.nat(), fc.constantFrom('', '…', '...', '"'), (secret, length, mark) => {
        const spelled = spell(secret, [before, ''])
        // The letters of an encoding that the text before a secret shares are not a part of the head that is known.
        const least = before === '' ? 12 : spell(secret.slice(0, 18), [before, '']).length
        const cut = spelled.slice(0, least + (length % (spelled.length - least + 1)))
        const hidden = new Redactor(credentials, [secret]).text(`{"a":"${cut}${mark}`)
        expect(hidden).toContain('<redacted>')
        expect(hidden.length - `{"a":"<redacted>${mark}`.length, hidden).toBeLessThanOrEqual(
          before.length * 2 + (isEncoding(form) ? mostLetters : 0),
        )
      }),
      { numRuns: 60 },
    )
  })
})

it('hides a secret with named HTML entities in it', () => {
  const redactor = new Redactor(undefined, ['a&b<c>d"e\'f7'])
  for (const spelt of ['a&amp;b&lt;c&gt;d&quot;e&apos;f7', 'a&amp;amp;b&AMP;lt;c&gt;d&#34;e&#39;f7'])
    expect(redactor.text(`see ${spelt} there`)).toBe('see <redacted> there')
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
