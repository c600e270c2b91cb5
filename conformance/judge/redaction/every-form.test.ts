import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accidentalForms,
  alignedForms,
  foreignSecrets,
  randomSecrets,
} from '../../../testing/redaction/accidental-forms.ts'
import { Redactor } from './redact.ts'

/** The letters of an encoding that may be left: those that hold bits of what stands beside a secret. */
const mostLetters = 8

describe.each(alignedForms)('%s behind %j', (form, before) => {
  const spell = accidentalForms[form]!
  const redactorOf = (secret: string): Redactor => {
    const redactor = new Redactor()
    redactor.add(secret, 'token')
    return redactor
  }

  it('is replaced as a whole', () => {
    fc.assert(
      fc.property(fc.oneof(randomSecrets, foreignSecrets), fc.constantFrom('', ':x', 'end'), (secret, behind) => {
        const hidden = redactorOf(secret).text(`{"a":"${spell(secret, [before, behind])}"}`)
        expect(hidden).toContain('<token>')
        const around = spell('', [before, behind]).length
        expect(hidden.length - '{"a":"<token>"}'.length, hidden).toBeLessThanOrEqual(around + mostLetters)
      }),
      { numRuns: 50 },
    )
  })

  it('is replaced where it is cut short', () => {
    fc.assert(
      fc.property(
        fc.oneof(randomSecrets, foreignSecrets),
        fc.nat(),
        fc.constantFrom('', '…', '...'),
        (secret, length, mark) => {
          const spelled = spell(secret, [before, ''])
          const least = spell(secret.slice(0, 18), [before, '']).length
          const cut = spelled.slice(0, least + (length % (spelled.length - least + 1)))
          const hidden = redactorOf(secret).text(`{"a":"${cut}${mark}`)
          expect(hidden).toContain('<token>')
          expect(hidden.length - `{"a":"<token>${mark}`.length, hidden).toBeLessThanOrEqual(
            before.length * 2 + mostLetters,
          )
        },
      ),
      { numRuns: 50 },
    )
  })
})
