import { expect, it } from 'vitest'
import { findRelation, parseLinkCursor, parseLinkHeader } from './link-header.ts'

it('reads entries with attributes in any order, quoted or not, with marks inside quotes and brackets', () => {
  const entries = parseLinkHeader(
    '<https://a.example/?q=1,2;3&cursor=0:0:1>; results=false;CURSOR="0:0:1" ; rel="previous", <?cursor=0:100:0>;rel=next; title="a, \\"b\\"; c"; results="true"',
  )!
  expect(entries).toHaveLength(2)
  expect(findRelation(entries, 'previous')).toEqual({
    target: 'https://a.example/?q=1,2;3&cursor=0:0:1',
    parameters: { results: 'false', cursor: '0:0:1', rel: 'previous' },
  })
  expect(findRelation(entries, 'next')).toEqual({
    target: '?cursor=0:100:0',
    parameters: { rel: 'next', title: 'a, "b"; c', results: 'true' },
  })
})

it('finds a relation among several, in any case', () => {
  expect(findRelation(parseLinkHeader('<a>; rel="first NEXT"')!, 'next')?.target).toBe('a')
  expect(findRelation(parseLinkHeader('<a>; rel="nextish"')!, 'next')).toBeUndefined()
})

it.each(['rel=next', '<a; rel=next', '<a> rel=next', '<a>; rel="next', 'a>; rel=next'])('cannot read %s', (header) => {
  expect(parseLinkHeader(header)).toBeUndefined()
})

it('reads a cursor of three values and no other', () => {
  expect(parseLinkCursor('0:100:0')).toEqual({ identifier: '0', offset: 100, isPrevious: '0' })
  expect(parseLinkCursor('1420837590:0:1')).toEqual({ identifier: '1420837590', offset: 0, isPrevious: '1' })
  for (const other of [
    '',
    '0:100',
    '0:100:2',
    '0:100:true',
    'a:100:0',
    '0:1.5:0',
    '0:100:0:0',
    ' 0:100:0',
    '0:100:0\n',
  ])
    expect(parseLinkCursor(other), other).toBeUndefined()
})
