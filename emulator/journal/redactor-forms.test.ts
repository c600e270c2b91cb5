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
      // A letter of an encoding before the secret may be a sign, which is not a part of its word.
      expect(hidden.replace('<redacted>', '').length, redacted).toBeLessThan(10)
    }),
    { numRuns: 1000 },
  )
})

it.each(['\r\n', '\n', String.raw`\r\n`, '%0D%0A'])('hides a secret in base64 that %j breaks anywhere', (end) => {
  const redactor = new Redactor(credentials, [issued])
  const encoded = btoa(`some user of the service:${issued}, and more of a message behind it`)
  const part = btoa(`:${issued}`)
  for (let width = 20; width < 90; width++) {
    const broken = encoded.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`)
    const redacted = redactor.text(`{"a":"${broken}"}`).split(end).join('')
    expect(redacted).toContain('<redacted>')
    for (let at = 0; at < part.length - 8; at++) expect(redacted).not.toContain(part.slice(at, at + 8))
  }
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
  ['a secret, its words apart', (length) => `${credentials.token} `.repeat(length / 45)],
])('takes time in proportion to the text, given %s', (_what, make) => {
  const redactor = new Redactor(credentials)
  const texts = new Map([8000, 64_000].map((length) => [length, make(length)]))
  expect(growth((length) => void redactor.json({ [texts.get(length)!]: [texts.get(length)!] }), 8000)).toBeLessThan(24)
})

it('keeps the code of an error, which stands beside its message, and hides any other code', () => {
  const redactor = new Redactor(undefined)
  expect(redactor.json({ error: { code: -32_602, message: 'There is no such tool.' } })).toEqual({
    error: { code: -32_602, message: 'There is no such tool.' },
  })
  expect(redactor.json({ code: 'st4te', state: 'st4te' })).toEqual({ code: '<redacted>', state: '<redacted>' })
})
