import { expect, it } from 'vitest'
import fc from 'fast-check'
import { hiddenTilde } from './hidden-tilde.ts'

const finds = (text: string) => new RegExp(`^${hiddenTilde}`).test(Buffer.from(text).toString('base64'))
const plain = fc.string({ unit: fc.constantFrom(...'abzAZ09_-.:+/ %é'), maxLength: 20 })

it('finds a tilde wherever it stands in base64 text', () => {
  fc.assert(
    fc.property(plain, fc.constantFrom('~', '%7E', '%7e'), plain, (before, tilde, after) => {
      expect(finds(`${before}${tilde}${after}`)).toBe(true)
    }),
  )
})

it('finds nothing in text without a tilde', () => {
  fc.assert(
    fc.property(plain, (text) => {
      fc.pre(!/%7e/i.test(text))
      expect(finds(text)).toBe(false)
    }),
  )
})
