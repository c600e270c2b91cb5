import { expect, it } from 'vitest'
import { linksIn } from './links.ts'

it('reads the entries next and previous that have an address', () => {
  const header = ['</0/a?cursor=1>; rel="next"', '<http://>; rel="next"', '</0/b>; rel="last"', '</0/c>; rel="prev"']
  expect(linksIn(header.join(', '), '/').map(({ rel, path, position }) => [rel, path, position])).toEqual([
    ['next', '/0/a', 0],
    ['previous', '/0/c', 3],
  ])
})
