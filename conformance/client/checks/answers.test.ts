import { type FindingCase, itFinds } from '../../../testing/clients/judge-made.ts'
import type { MadeRequest, MadeRun } from '../../../testing/clients/made-run.ts'

const id = '2K5xLQJr8QpV0mWcT3nYbZ9aHsD'
const invoking: MadeRun = { task: 'invoke', input: { adapterConnectionId: id, command: 'send', body: { to: 'a' } } }
const driven: MadeRun = { task: 'walk-products' }
const done: MadeRun = { ...driven, reported: { kind: 'value', value: {} } }
const command = (line: string, body: object | string = { to: 'a' }): MadeRequest => ({ line, body })
const invoked = command(`POST /services/${id}/send`)
const read: MadeRequest = { line: 'GET /1.13/environments' }
const creation: MadeRequest = { line: 'POST /access-tokens', body: { name: 'ci' }, status: 201 }
const dropped: MadeRequest = { ...creation, status: 502 }
const limited = (seconds: string): MadeRequest => ({ ...read, status: 429, answerHeaders: { 'retry-after': seconds } })

const onConnection = (connection: number, request: MadeRequest): MadeRequest => ({ ...request, connection })

const cases: readonly FindingCase[] = [
  ['client.rate-limits', 'kept', 'an error', [limited('1')], driven],
  ['client.writes-once', 'kept', 'a look', [dropped, { line: 'GET /access-tokens' }, creation], driven],
  [
    'client.writes-once',
    'kept',
    'threads that create the same',
    [
      onConnection(1, read),
      onConnection(2, read),
      onConnection(3, read),
      onConnection(1, dropped),
      onConnection(2, creation),
      onConnection(3, creation),
      onConnection(2, read),
    ],
    {},
  ],
  ['client.writes-once', 'kept', 'equal writes at once', [dropped, { ...creation, overlaps: true }], {}],
  [
    'client.writes-once',
    'broken',
    'equal writes at once, and one again',
    [dropped, { ...creation, overlaps: true }, creation],
    {},
  ],
  ['client.retry-after', 'declined', 'no repetition', [limited('30')], driven],
  ['client.retry-after', 'broken', 'no wait of a watched client', [limited('30'), read], {}],
  [
    'client.retry-after',
    'broken',
    'no wait over a connection that was open before',
    [onConnection(1, creation), onConnection(2, limited('30')), onConnection(1, read)],
    driven,
  ],
  [
    'client.retry-after',
    'kept',
    'a wait over a connection that was open before',
    [onConnection(1, creation), onConnection(2, limited('30')), onConnection(1, { ...read, after: 30 })],
    driven,
  ],
  [
    'client.retry-after',
    'declined',
    'a thread that reads the same beside another',
    [
      onConnection(1, creation),
      onConnection(2, limited('30')),
      onConnection(3, { ...creation, overlaps: true }),
      onConnection(1, read),
    ],
    driven,
  ],
  ['client.retry-after', 'declined', 'another test that reads the same', [limited('30'), creation, read], {}],
  ['client.invoke', 'kept', 'what a test invokes', [command(`POST /services/${id}/Other`, {})], {}],
  [
    'client.invoke',
    'kept',
    'no body where it is empty',
    [command(invoked.line, '')],
    { ...invoking, input: { ...invoking.input, body: {} } },
  ],
  ['client.capabilities', 'kept', 'those that a test asks for', [{ line: `GET /services/${id}/capabilities` }], {}],
  ['client.connect-prepare', 'kept', 'an adapter of a test', [{ line: 'POST /app/crm/prepare-connect' }], {}],
  ['client.rate-limits', 'kept', 'a part that is missing', [limited('1')], { ...done, cut: true }],
]

itFinds(cases)
