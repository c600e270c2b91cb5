import { expect, it } from 'vitest'
import { linesOf } from './paired-answers.ts'

it('writes an answer in lines, one fact each', () => {
  const shape = { status: 200, mediaType: 'application/json', relations: ['next cursor'], allow: ['GET', 'HEAD'] }
  expect(linesOf({ ...shape, members: { '': ['object'], 'data[].id': ['null', 'string'] } })).toEqual([
    '200',
    'application/json',
    'Allow: GET, HEAD',
    'Link: next cursor',
    'body: object',
    'data[].id: null or string',
  ])
  expect(linesOf({ status: 204, mediaType: '', members: {}, relations: [], allow: [] })).toEqual(['204', 'no body'])
})
