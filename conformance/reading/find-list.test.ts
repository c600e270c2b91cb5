import { expect, it } from 'vitest'
import { findList, itemId, findMember, findOwnMember } from './find-list.ts'

const records = [
  { id: 'a', name: 'A' },
  { id: 'b', name: 'B' },
]

it('finds the records given any envelope', () => {
  for (const [json, path] of [
    [records, []],
    [{ data: records, has_more: true }, ['data']],
    [{ response: { result: { list: records } } }, ['response', 'result', 'list']],
    [
      { response: { status: 'ok', body: { result: { page: { entries: records } } } } },
      ['response', 'body', 'result', 'page', 'entries'],
    ],
    [{ included: [{ id: 'x' }, { id: 'y' }, { id: 'z' }], data: records }, ['data']],
    [{ columns: [{ id: 'name' }], filters: { brand: [{ id: 'q' }] }, rows: records }, ['rows']],
    [{ tags: [{ id: 'x' }, { id: 'y' }, { id: 'z' }], environments: records }, ['environments']],
  ] as const) {
    expect(findList(json, undefined, 'environments')).toEqual({ path, items: records })
  }
})

it('distinguishes an empty list from no list', () => {
  expect(findList({ data: [], columns: [{ id: 'name' }] })?.items).toEqual([])
  expect(findList({})).toBeUndefined()
  expect(findList('text')).toBeUndefined()
  for (const json of [{ items: null, total: 0 }, { result: { accessTokens: null } }, { access_tokens: {} }])
    expect(findList(json, undefined, 'access-tokens')?.items).toEqual([])
  expect(findList({ error: null, meta: { items: null } })).toBeUndefined()
})

it('finds the records of an answer in another envelope than the earlier ones', () => {
  expect(findList(records, ['data'])).toEqual({ path: [], items: records })
  expect(findList({ objects: records }, ['data'])).toEqual({ path: ['objects'], items: records })
  expect(findList({ data: [], objects: records }, ['data'])).toEqual({ path: ['data'], items: [] })
  expect(findList({ included: records }, ['data'])).toEqual({ path: ['data'], items: [] })
  expect(findList({ project: { id: '0'.repeat(27), teams: records } }, ['data'])?.items).toEqual([])
})

it('reads the id of a wrapped record, and not the id of a referenced record', () => {
  expect(itemId({ cursor: 'c', node: { id: 'a' } })).toBe('a')
  expect(itemId({ environment: { id: 'a', project: { id: 'p' } } })).toBe('a')
  expect(itemId({ name: 'A', project: { id: 'p' } })).toBeUndefined()
  expect(itemId({ id: 7 })).toBeUndefined()
})

it.each<[item: object, member: string | undefined, ownMember: string | undefined]>([
  [{ id: 'a', status: 'x', owner: { status: 'y' } }, 'x', 'x'],
  [{ node: { id: 'a', status: 'x' } }, 'x', 'x'],
  [{ id: 'a', attributes: { name: 'A', status: 'x' } }, 'x', 'x'],
  [{ id: 'a', name: 'A', attributes: { status: 'x' } }, 'x', 'x'],
  [{ id: 'a', state: { status: 'x' } }, 'x', 'x'],
  [{ id: 'a', name: 'A', owner: { id: 'o', status: 'y' } }, undefined, undefined],
  [
    { id: 'a', attributes: { name: 'A', owner: { id: 'o', status: 'y' }, supplier: { name: 'S', status: 'y' } } },
    undefined,
    undefined,
  ],
  [{ id: 'a', name: 'A', billing: { status: 'y' } }, 'y', undefined],
  [{ id: 'a', billing: { status: 'y' }, attributes: { name: 'A' } }, 'y', undefined],
])('reads the status of %j', (item, member, ownMember) => {
  expect(findMember(item, 'status')).toBe(member)
  expect(findOwnMember(item, 'status')).toBe(ownMember)
})
