import { expect, it } from 'vitest'
import { groupedNames } from './coverage.ts'

it('groups names by operation, resource or first word', () => {
  expect(
    groupedNames([
      'flows.list',
      'flows.retrieve',
      'oauth.token',
      'products.list?limit',
      'products.list?brand',
      'client.link-next',
      'client.link-order',
      'link-title-case',
      'link-upper-case',
    ]),
  ).toEqual([
    'flows: list, retrieve',
    'oauth.token',
    'products.list: limit, brand',
    'client.link: client.link-next, client.link-order',
    'link: link-title-case, link-upper-case',
  ])
})
