import { expect, it } from 'vitest'
import { statementText } from '../../wording/text.ts'
import { type MadeRequest, type MadeRun, madeRun, madeToken } from '../../../testing/clients/made-run.ts'
import { judgeRequests } from './judge-run.ts'

const id = '2K5xLQJr8QpV0mWcT3nYbZ9aHsD'
const invoking = (body: object, sent: object): readonly [MadeRun, readonly MadeRequest[]] => [
  { task: 'invoke', input: { adapterConnectionId: id, command: 'send', body } },
  [{ line: `POST /services/${id}/send`, body: sent }],
]
const listing = (input: object, query: string): readonly [MadeRun, readonly MadeRequest[]] => [
  { task: 'walk-products', input: { catalogId: id, ...input } },
  [{ line: `GET /1.13/pulse/catalogs/${id}/products${query}` }],
]

it.each<readonly [check: string, run: readonly [MadeRun, readonly MadeRequest[]], text: string]>([
  ['client.invoke', invoking({ to: 'a', tags: [] }, { to: 'a' }), 'got a body without tags'],
  ['client.invoke', invoking({ to: 'a' }, { to: 'a', cc: null }), 'got a body that also has cc'],
  ['client.invoke', invoking({ to: { a: 0, b: 1 } }, { to: { a: 0, b: '1' } }), 'got to.b with the value "1"'],
  ['client.filters-combined', listing({ brand: 'A', status: 'b' }, '?limit=3&brand=%41'), 'got only limit, brand'],
  ['client.filters-sent', listing({ brand: 'A' }, ''), 'expected brand=A; got no query'],
  [
    'client.token-reused',
    [{ task: 'list-environments' }, [madeToken(), { line: 'GET /1.13/environments' }]],
    'It takes 3 requests with one token, and this run had 1; the client never did this.',
  ],
])('says of %s what differs: %j', (check, [run, requests], text) => {
  const result = judgeRequests(madeRun(requests, run)).find((found) => found.check === check)!
  expect(statementText(result)).toContain(text)
})
