import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  accidentalForms,
  alignedForms,
  foreignSecrets,
  randomSecrets,
} from '../../../testing/redaction/accidental-forms.ts'
import { Redactor } from './redact.ts'

function redacted(secret: string, text: string): string {
  const redactor = new Redactor()
  redactor.add(secret, 'token')
  return redactor.text(text)
}

/** The letters of an encoding that may be left: those that hold bits of the text next to a secret. */
const mostLetters = 8
const anySecret = fc.oneof(randomSecrets, foreignSecrets, fc.constant('a/b+c="d" & <é>\\%41 漢字 \nk7'))
const besides = fc.constantFrom('', ' ', '"', '/', '&x', ' 100% ', '(', '<b>', 'née ')

it('hides any secret in any form that services produce by accident, and keeps the text around it', () => {
  for (const [form, before] of alignedForms) {
    const spell = accidentalForms[form]!
    const hides = fc.property(anySecret, fc.constantFrom('', ':x', 'end'), besides, besides, (secret, ...around) => {
      const [behind, left, right] = around
      const hidden = redacted(secret, `${left}${spell(secret, [before, behind])}${right}`)
      expect(hidden).toContain('<token>')
      expect([hidden.startsWith(left), hidden.endsWith(right)]).toEqual([true, true])
      const most = left.length + right.length + spell('', [before, behind]).length + mostLetters
      expect(hidden.length - '<token>'.length, `${form}: ${hidden}`).toBeLessThanOrEqual(most)
    })
    fc.assert(hides, { numRuns: 20 })
  }
})

it('keeps ordinary words, ids and numbers, whatever the secrets are', () => {
  const redactor = new Redactor()
  for (const secret of ['correct-horse-battery', '0f8fad5b-d9cb-469f-a165-70867728950e', 'hunter2', 'tenant', '834921'])
    redactor.add(secret, 'token')
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
