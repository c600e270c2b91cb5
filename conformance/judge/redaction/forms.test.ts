import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accidentalForms, besides, formNames } from '../../../testing/redaction/accidental-forms.ts'
import { Redactor } from './redact.ts'

function redactorOf(secrets: Readonly<Record<string, string>>): Redactor {
  const redactor = new Redactor()
  for (const [name, secret] of Object.entries(secrets)) redactor.add(secret, name)
  return redactor
}

const secrets = {
  token: 'pat_5KpQmXw81LbRz7TnVc3H',
  client_secret: 'correct-horse-battery',
  API_KEY: '0f8fad5b-d9cb-469f-a165-70867728950e',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
  password: 'a/b+c="d" & <é>\\%41 漢字',
}

const characters = fc.constantFrom(
  ...'abcxyzABCXYZ01239_-.~+/=:;"\'&<>%?#@!$*()[]{}| \\éß漢',
  '😀',
  '%41',
  '&amp;',
  '\\n',
)
const anySecret = fc.array(characters, { minLength: 12, maxLength: 48 }).map((parts) => `k${parts.join('')}7`)
const surroundings = fc.constantFrom('', ' ', '"', '": "', '/', '&x', ' 100% ', '(', '{"a":"', '<b>', ', ', 'née ')

/** At most what a letter of an encoding shares with the texts beside the secret, and these, are left. */
function assertHidden(redacted: string, mark: string, [before, behind]: readonly [string, string], most: number): void {
  expect(redacted).toContain(mark)
  expect(redacted.startsWith(before)).toBe(true)
  expect(redacted.endsWith(behind)).toBe(true)
  const rest = redacted
    .slice(before.length, redacted.length - behind.length)
    .replaceAll(mark, '')
    .replace(/(?:=|%3D)+$/, '')
  expect(rest.length, redacted).toBeLessThanOrEqual(most)
}

it('hides any secret in any form that services produce by accident, and leaves what is around it', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...Object.values(secrets)), anySecret),
      formNames,
      besides,
      surroundings,
      surroundings,
      (secret, form, beside, before, behind) => {
        const spelled = accidentalForms[form]!(secret, beside)
        const redacted = redactorOf({ token: secret }).text(`${before}${spelled}${behind}`)
        const around = accidentalForms[form]!('', beside).length
        assertHidden(
          redacted,
          '<token>',
          [before, behind],
          form.includes('base') || form.includes('hex') ? around + 4 : 0,
        )
      },
    ),
    { numRuns: 1500 },
  )
})

it.each(['\r\n', '\n', String.raw`\r\n`, '%0D%0A'])('hides a secret in base64 that %j breaks anywhere', (end) => {
  const password = 'correct-horse-battery-staple-and-some-more-of-it-7Kp'
  const encoded = Buffer.from(`some user of the service:${password}, and more of a message behind it`).toString(
    'base64',
  )
  const part = Buffer.from(`:${password}`).toString('base64')
  for (let width = 20; width < 90; width++) {
    const redacted = redactorOf({ password }).text(
      `{"a":"${encoded.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`)}"}`,
    )
    const rest = redacted.split(end).join('')
    expect(rest).toContain('<password>')
    for (let at = 0; at < part.length - 8; at++) expect(rest).not.toContain(part.slice(at, at + 8))
    expect(rest.endsWith('ZGl0"}') || rest.endsWith('aXQ="}') || rest.includes('bWVzc2FnZSBiZWhpbmQg'), rest).toBe(true)
  }
})

it('leaves the line breaks around a secret, and finds secrets that have some', () => {
  const key = `-----BEGIN KEY-----\n${'aB1'.repeat(20)}\n${'cD2'.repeat(20)}\n-----END KEY-----`
  const redactor = redactorOf({ token: 'pat_5KpQmXw81LbRz7TnVc3H', key, odd: String.raw`9\nclient_pat_x` })
  for (const end of ['\n', '\r\n', String.raw`\n`, '%0A']) {
    expect(redactor.text(`abcdefghijklmnopqrstuvw${end}pat_5KpQmXw81LbRz7TnVc3H${end}Host`)).toBe(
      `abcdefghijklmnopqrstuvw${end}<token>${end}Host`,
    )
    const sent = end === '\r\n' ? key : key.replaceAll('\n', end)
    expect(redactor.text(`a${end}${sent}${end}b`)).toBe(`a${end}<key>${end}b`)
  }
  const altered = redactorOf({ token: 'xK5pQmXw81LbRz7TnVc3H', longer: 'xK5pQmXw81LbRz7TnVc3Hx' })
  expect(altered.text('xK5pQmXw81LbRz7TnVc3H\nxK5pQmXw81LbRz7TnVc3H')).toBe('<token>\n<token>')
  expect(altered.text('xK5pQmXw81LbRz7T\nxK5pQmXw81LbRz7TnVc3Hx')).toBe('<token>\n<longer>')
  const odd = String.raw`abcdefghijklmnopqrstuvw\u0039\u005cnclient\u005fpat_x`
  expect(redactor.text(odd)).toBe('abcdefghijklmnopqrstuvw<odd>')
})

it('hides the beginning of a secret at a cut, in any form', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(secrets.token, secrets.client_secret, secrets.API_KEY, secrets.jwt),
      formNames,
      fc.nat(),
      fc.constantFrom('', '…', '...'),
      (secret, form, length, mark) => {
        const spelled = accidentalForms[form]!(secret, ['', ''])
        const head = spelled.slice(0, 18 + (length % (spelled.length - 18)))
        // An escape or a line break that is cut itself tells nothing.
        const redacted = redactorOf({ token: secret }).text(`{"a":"${head}${mark}`)
        expect(redacted.replace(/(?<=>)(?:[%&\\]+[\w#]*|[\r\n])+/, '').replace(/\.\.+$/, '...')).toBe(
          `{"a":"<token>${mark}`,
        )
      },
    ),
    { numRuns: 500 },
  )
})

it('knows a secret that is cut short by 12 characters, in any encoding', () => {
  const encodings = [
    'as it is',
    'in the other case',
    'in hexadecimal',
    'in base32',
    'in base64',
    'in base64url of UTF-16, the other way round',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(secrets).slice(0, 4)),
      fc.constantFrom(...encodings),
      (secret, form) => {
        const spelled = accidentalForms[form]!(secret, ['', ''])
        for (const length of [12, 13, 17])
          expect(redactorOf({ token: secret }).text(`got ${spelled.slice(0, length)}…`)).toBe('got <token>…')
        // Fewer characters may be any word.
        expect(redactorOf({ token: secret }).text(`got ${spelled.slice(0, 11)}…`)).toBe(`got ${spelled.slice(0, 11)}…`)
      },
    ),
  )
})

it('leaves ordinary words, ids and numbers, whatever the secrets are', () => {
  const redactor = redactorOf({ ...secrets, short: 'hunter2', word: 'tenant', pin: '834921' })
  for (const text of [
    'the correct horse, and a battery',
    'hunters 2, hunter 2nd, ten antelopes, tenet',
    '2rHt2Okh4RUnlKcuUyeAJjTsJzW and prj_2rHt2Okh4RUnlKcuUyeAJjTsJzW',
    '2026-11-22T10:50:17.343Z, 8349, 21 requests, 834 921 bytes',
    '{"data":[{"id":"3MSaGutDy5kfyh63ET0lh0WuMLn","name":"Handcrafted & Sons"}],"has_more":true}',
    'sha256:0f8fad5bd9cb469e9a165aa0867728950',
    '100%25 of 50%, a&b; c\\d, <b>bold</b>',
    'a line that ends with averylongwordofmanyletters\nthe next one\r\nthe last one',
  ])
    expect(redactor.text(text)).toBe(text)
})
