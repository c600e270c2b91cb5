import { expect, it } from 'vitest'
import { twinTexts } from './learned-text.ts'

it('tells each difference of a twin once, with the questions where it shows', () => {
  const currency = { kind: 'member', path: 'results[].currency', side: 'left', types: ['string'] } as const
  const status = { kind: 'status', left: 400, right: 422 } as const
  const lists = ['products.list', 'products.again', 'products.first', 'products.next']
  const texts = twinTexts([
    ...lists.map((question) => ({ question, differences: [currency] })),
    { question: 'configurations.bare-scope', differences: [status] },
  ])
  expect(texts).toEqual([
    '  products.list, products.again, products.first and 1 more: results[].currency (string) only at the service',
    '  configurations.bare-scope: status 400 at the service, 422 at the twin',
  ])
})
