import { expect, it } from 'vitest'
import { toLinkHeader } from './link-header.ts'

const url = 'https://api.example/0/issues/1/events/'

it('writes the form of the documented example: previous first, attributes quoted and in order', () => {
  expect(toLinkHeader({ url, search: '', offset: 0, size: 100, count: 100, hasMore: true })).toBe(
    `<${url}?cursor=0:0:1>; rel="previous"; results="false"; cursor="0:0:1", ` +
      `<${url}?cursor=0:100:0>; rel="next"; results="true"; cursor="0:100:0"`,
  )
})

it('goes back by one page, never before the start', () => {
  expect(toLinkHeader({ url, search: '', offset: 200, size: 100, count: 100, hasMore: false })).toContain(
    'rel="previous"; results="true"; cursor="0:100:1"',
  )
  expect(toLinkHeader({ url, search: '', offset: 30, size: 100, count: 100, hasMore: false })).toContain(
    'rel="previous"; results="true"; cursor="0:0:1"',
  )
})

it('keeps other parameters, also repeated ones, replaces the cursor, and escapes the URL', () => {
  const header = toLinkHeader({
    url,
    search: '?a=1&cursor=0:5:0&a=2&q=%3E%3B%20rel%3D%22next%22%2C',
    offset: 0,
    size: 5,
    count: 5,
    hasMore: false,
  })
  const [previous] = /(?<=<)[^>]+/.exec(header)!
  expect([...new URL(previous).searchParams]).toEqual([
    ['a', '1'],
    ['a', '2'],
    ['q', '>; rel="next",'],
    ['cursor', '0:0:1'],
  ])
  expect(header.match(/rel="/g)).toHaveLength(2)
})

it('points after the last record of a page that is not full, so that polling sees new records', () => {
  expect(toLinkHeader({ url, search: '', offset: 200, size: 100, count: 50, hasMore: false })).toContain(
    'rel="next"; results="false"; cursor="0:250:0"',
  )
  expect(toLinkHeader({ url, search: '', offset: 250, size: 100, count: 0, hasMore: false })).toContain(
    'rel="next"; results="false"; cursor="0:250:0"',
  )
})
