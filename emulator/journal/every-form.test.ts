import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accidentalForms, alignedForms, isEncoding, randomSecrets } from '../../testing/redaction/accidental-forms.ts'
import { Redactor } from './redactor.ts'

/** The letters of an encoding that may be left: those that hold bits of the text next to a secret. */
const mostLetters = 8

// Those that the emulator issues consist of letters and digits.
const issuedSecrets = randomSecrets.map((secret) => secret.replaceAll(/[^A-Za-z\d]/g, 'x'))

describe.each(alignedForms)('%s behind %j', (form, before) => {
  // An encoding continues after a special character, a word does not. No secret that the emulator issues has a character
  // that base64 writes as `+` or `/`, which URLs escape.
  const secrets = isEncoding(form) && !form.endsWith('in a URL') ? randomSecrets : issuedSecrets
  const spell = accidentalForms[form]!

  it('is replaced as a whole', () => {
    fc.assert(
      fc.property(secrets, fc.constantFrom('', ':x', 'end'), (secret, behind) => {
        const hidden = new Redactor(undefined, [secret]).text(`{"a":"${spell(secret, [before, behind])}"}`)
        expect(hidden).toContain('<redacted>')
        const around = spell('', [before, behind]).length
        expect(hidden.length - '{"a":"<redacted>"}'.length, hidden).toBeLessThanOrEqual(around + mostLetters)
      }),
      { numRuns: 20 },
    )
  })

  it('is replaced where it is cut short', () => {
    fc.assert(
      fc.property(secrets, fc.nat(), fc.constantFrom('', '…', '...'), (secret, length, mark) => {
        const spelled = spell(secret, [before, ''])
        const least = spell(secret.slice(0, 18), [before, '']).length
        const cut = spelled.slice(0, least + (length % (spelled.length - least + 1)))
        const hidden = new Redactor(undefined, [secret]).text(`{"a":"${cut}${mark}`)
        expect(hidden).toContain('<redacted>')
        expect(hidden.length - `{"a":"<redacted>${mark}`.length, hidden).toBeLessThanOrEqual(
          before.length * 2 + mostLetters,
        )
      }),
      { numRuns: 20 },
    )
  })
})
