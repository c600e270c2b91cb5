import { expect, it } from 'vitest'
import { headerTemplates } from './header-templates.ts'

const learnTemplate = (header: string, values: readonly string[], limit?: string): string => {
  const [name = ''] = header.split(' ')
  const answers = values.map((value) => ({ [name]: value }))
  const pairs = answers.map((headers) => ({ exchange: { response: { headers } } as never, limit }))
  return headerTemplates(pairs).of(header, answers[0]!)
}

const secret = 'sess_4f9Kq2Zx'
const cases: readonly (readonly [header: string, values: readonly string[], template: string])[] = [
  ['etag', ['W/"1"', 'W/"2"'], 'W/"$hash"'],
  ['etag', ['"a"'], '"$hash"'],
  ['x-request-id', ['req-7', 'req-8'], '$requestId'],
  ['last-modified', ['Sun, 29 Nov 2026 20:17:52 GMT'], '$date'],
  ['x-served-at', ['2026-11-29T20:17:52Z'], '$time'],
  ['x-rate-limit-limit', ['1000', '1000'], '1000'],
  ['quota-left', ['99', '98', '98', '97'], '$remaining'],
  ['x-rate-reset', ['12', '11'], '$reset'],
  ['x-rate-reset', ['1795983472'], '$resetAt'],
  ['age', ['0', '0'], '0'],
  ['x-runtime', ['0.0231', '0.0519'], '0.0111'],
  ['accept-ranges', ['bytes'], 'bytes'],
  ['x-tenant', ['Acme $ Söhne 42'], 'Xxxx $$ Xxxxx 11'],
  ['cache-control', ['no-store, max-age=0'], 'no-store, max-age=0'],
  [
    'set-cookie sid',
    [`seen=1; Path=/, sid=${secret}; Domain=acme.example; Expires=Wed, 01 Jan 2031 00:00:00 GMT; Path=/; HttpOnly`],
    'xxxx_1x1Xx1Xx; Path=/; HttpOnly',
  ],
]

it.each(cases)('makes the template of %s from %j', (header, values, template) => {
  expect(learnTemplate(header, values, '1000')).toBe(template)
})

it('makes numbers up when the twin counts no requests', () => {
  expect(learnTemplate('quota-left', ['99', '98', '97'])).toBe('11')
})
