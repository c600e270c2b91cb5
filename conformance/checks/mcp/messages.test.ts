import { expect, it } from 'vitest'
import { textOf } from '../../wording/text.ts'
import {
  isDiscovered,
  missingFromMessage,
  namesEndpoint,
  responseIn,
  supportedIn,
  unlikeResponse,
  versionIn,
} from './messages.ts'

const response = (members: object) => JSON.stringify({ jsonrpc: '2.0', ...members })
const result = { x: 1 }
const error = { code: 1 }
const reply = response({ id: 7, result })

it.each<[string, string, object | undefined]>([
  ['a result', reply, { result }],
  ['an error', response({ id: 7, error }), { error }],
  ['an error without an id', response({ error }), { error }],
  ['an error whose id is null', response({ id: null, error }), { error }],
  ['an error for another request', response({ id: 8, error }), undefined],
  ['a result for another request', response({ id: 8, result }), undefined],
  ['a result whose id is null', response({ id: null, result }), undefined],
  ['null as result', response({ id: 7, result: null }), undefined],
  ['a text as result', response({ id: 7, result: 'x' }), undefined],
  ['a text as error', response({ id: 7, error: 'x' }), undefined],
  ['null as error beside a result', response({ id: 7, error: null, result }), { result }],
  ['another version of JSON-RPC', JSON.stringify({ jsonrpc: '1.0', id: 7, result }), undefined],
  ['a batch with other things before it', `[null, 1, "x", ${reply}]`, { result }],
  ['null', 'null', undefined],
  ['an event with null before it', `data: null\n\ndata: ${reply}\n\n`, { result }],
  ['an event that is cut off before it', `data: {"id":\n\ndata: ${reply}\n\n`, { result }],
  ['a page', '<!doctype html>', undefined],
  ['nothing', '', undefined],
])('finds the response given %s', (_what, text, found) => {
  expect(responseIn(text, 7)).toEqual(found)
})

it.each<[string, boolean]>([
  ['event: endpoint\ndata: /messages\n\n', true],
  ['event: endpoint\r\ndata: https://target.test/m?s=1\r\n\r\n', true],
  ['event: message\ndata: /messages\n\n', false],
  ['data: /messages\n\n', false],
  ['event: endpoint\ndata:\n\n', false],
  ['event: endpoint\ndata: not an address\n\n', false],
  ['', false],
])('tells whether %j names the address to POST to', (text, does) => {
  expect(namesEndpoint(text)).toBe(does)
})

it.each<[object, boolean]>([
  [{ supportedVersions: ['2026-07-28'], capabilities: {} }, true],
  [{ supportedVersions: ['2026-07-28'] }, false],
  [{ supportedVersions: '2026-07-28', capabilities: {} }, false],
  [{ capabilities: {} }, false],
])('tells whether %j is a result of server/discover', (of, is) => {
  expect(isDiscovered({ result: { ...of } })).toBe(is)
})

it.each([
  [{ protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} }, ''],
  [{ protocolVersion: 'DRAFT-2026-v1', capabilities: {}, serverInfo: {} }, ''],
  [{ protocolVersion: '2025-06-18', serverInfo: {} }, 'capabilities'],
  [{ protocolVersion: '2025-06-18', capabilities: {} }, 'serverInfo'],
  [{ protocolVersion: '1.0', capabilities: {}, serverInfo: {} }, 'a protocolVersion that MCP has, which is a date'],
])('says what the result %j lacks', (of, lack) => {
  expect(textOf(missingFromMessage({ result: { ...of } }))).toBe(lack)
})

it('reads versions that are texts alone', () => {
  expect(versionIn({ result: { protocolVersion: '2025-06-18' } })).toBe('2025-06-18')
  expect(versionIn({ result: { protocolVersion: 1 } })).toBeUndefined()
  expect(versionIn({ error })).toBeUndefined()
  expect(supportedIn({ error: { data: { supported: ['a', 1, 'b'] } } })).toEqual(['a', 'b'])
  expect(supportedIn({ error: { data: { supportedVersions: ['c'] } } })).toEqual(['c'])
  expect(supportedIn({ error: { data: { supported: 'a' } } })).toEqual([])
  expect(supportedIn({ error: { data: 'a' } })).toEqual([])
  expect(supportedIn({ result })).toEqual([])
})

it.each([
  ['[]', 'no JSON-RPC message'],
  ['{"id":7,"result":{}}', 'jsonrpc nothing instead of "2.0"'],
  [response({ id: 8, result }), 'id 8 instead of 7'],
  [response({ id: 7, result: 'x' }), 'result "x", and no error'],
  [response({ id: 7, result: { protocolVersion: 1 } }), 'protocolVersion 1 in the result'],
])('says of %s what is wrong with it as a response', (text, words) => {
  expect(textOf(unlikeResponse(text, 7))).toBe(words)
})
