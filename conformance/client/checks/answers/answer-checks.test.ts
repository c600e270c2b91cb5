import { type FindingCase, itFinds } from '../../../../testing/clients/judge-made.ts'
import type { MadeRequest, MadeRun } from '../../../../testing/clients/made-run.ts'

const id = '2K5xLQJr8QpV0mWcT3nYbZ9aHsD'
const invoking: MadeRun = { task: 'invoke', input: { adapterConnectionId: id, command: 'send', body: { to: 'a' } } }
const asking: MadeRun = { task: 'capabilities', input: { adapterConnectionId: id } }
const connecting: MadeRun = { task: 'prepare-connect', input: { adapter: 'crm' } }
const driven: MadeRun = { task: 'walk-products' }
const done: MadeRun = { ...driven, reported: { kind: 'value', value: {} } }
const command = (line: string, body: object | string = { to: 'a' }): MadeRequest => ({ line, body })
const invoked = command(`POST /services/${id}/send`)
const read: MadeRequest = { line: 'GET /1.13/environments' }
const creation: MadeRequest = { line: 'POST /access-tokens', body: { name: 'ci' }, status: 201 }
const dropped: MadeRequest = { ...creation, status: 502 }
const limited = (seconds: string): MadeRequest => ({ ...read, status: 429, answerHeaders: { 'retry-after': seconds } })

const by = (connection: number, request: MadeRequest): MadeRequest => ({ ...request, connection })

const cases: readonly FindingCase[] = [
  ['client.invoke', 'kept', 'the body', [invoked], invoking],
  ['client.invoke', 'neverDone', 'no command', [read], invoking],
  ['client.invoke', 'broken', 'PUT', [command(`PUT /services/${id}/send`)], invoking],
  ['client.invoke', 'broken', 'a body in an envelope', [command(invoked.line, { body: { to: 'a' } })], invoking],
  ['client.invoke', 'broken', 'another command', [command(`POST /services/${id}/Send`)], invoking],
  ['client.invoke', 'broken', 'no body', [command(invoked.line, '')], invoking],
  ['client.capabilities', 'kept', 'GET', [{ line: `GET /services/${id}/capabilities` }], asking],
  ['client.capabilities', 'broken', 'POST', [{ line: `POST /services/${id}/capabilities` }], asking],
  ['client.capabilities', 'broken', 'another', [{ line: `GET /services/9${id.slice(1)}/capabilities` }], asking],
  ['client.capabilities', 'neverDone', 'no request', [], asking],
  ['client.connect-prepare', 'kept', 'POST', [{ line: 'POST /app/crm/prepare-connect' }], connecting],
  ['client.connect-prepare', 'broken', 'GET', [{ line: 'GET /app/crm/prepare-connect' }], connecting],
  ['client.connect-prepare', 'broken', 'another adapter', [{ line: 'POST /app/CRM/prepare-connect' }], connecting],
  ['client.connect-prepare', 'neverDone', 'no request', [], connecting],
  ['client.rate-limits', 'kept', 'a retry', [limited('1'), read], done],
  ['client.rate-limits', 'kept', 'an error', [limited('1')], driven],
  ['client.rate-limits', 'broken', 'a lost page', [limited('1')], done],
  ['client.rate-limits', 'neverDone', 'no limit', [read], done],
  ['client.server-errors', 'kept', 'a retry', [{ ...read, status: 503 }, read], done],
  ['client.server-errors', 'broken', 'a lost page', [{ ...read, status: 500 }], done],
  ['client.server-errors', 'neverDone', 'no outage', [read], done],
  ['client.writes-once', 'kept', 'an error', [dropped], driven],
  ['client.writes-once', 'kept', 'a look', [dropped, { line: 'GET /access-tokens' }, creation], driven],
  ['client.writes-once', 'broken', 'the same again', [dropped, creation], driven],
  ['client.writes-once', 'broken', 'the same again by a watched client', [by(1, dropped), by(2, creation)], {}],
  [
    'client.writes-once',
    'kept',
    'threads that create the same',
    [by(1, read), by(2, read), by(3, read), by(1, dropped), by(2, creation), by(3, creation), by(2, read)],
    {},
  ],
  ['client.writes-once', 'kept', 'equal writes at once', [dropped, { ...creation, overlaps: true }], {}],
  ['client.writes-once', 'broken', 'an early repetition in a task', [dropped, { ...creation, overlaps: true }], driven],
  [
    'client.writes-once',
    'broken',
    'equal writes at once, and one again',
    [dropped, { ...creation, overlaps: true }, creation],
    {},
  ],
  ['client.writes-once', 'kept', 'a repeated 503, which was not done', [dropped], driven],
  ['client.writes-once', 'neverDone', 'no lost answer', [creation], driven],
  ['client.retry-after', 'kept', 'a wait', [limited('30'), { ...read, after: 30 }], driven],
  ['client.retry-after', 'broken', 'a wait that is too short', [limited('30'), { ...read, after: 29 }], driven],
  ['client.retry-after', 'broken', 'no wait of a second', [limited('1'), read], driven],
  ['client.retry-after', 'broken', 'no wait until a date', [limited('Thu, 01 Jan 2026 00:00:30 GMT'), read], driven],
  ['client.retry-after', 'declined', 'no repetition', [limited('30')], driven],
  ['client.retry-after', 'broken', 'no wait of a watched client', [limited('30'), read], {}],
  ['client.retry-after', 'declined', 'another test that reads the same', [limited('30'), creation, read], {}],
  ['client.retry-after', 'broken', 'no wait, by a new connection', [by(1, limited('30')), by(2, read)], driven],
  [
    'client.retry-after',
    'declined',
    'threads that had sent the same already',
    [by(1, read), by(2, read), by(1, limited('30')), by(2, read), by(1, read), by(2, read)],
    {},
  ],
  ['client.retry-after', 'neverDone', 'no header', [{ ...read, status: 429 }, read], driven],
  ['client.bad-request-repeated', 'observed', 'a repetition', [{ ...read, status: 400 }, read], driven],
  ['client.bad-request-repeated', 'neverDone', 'no refusal', [read], driven],
  ['client.connections', 'observed', 'one', [read, read].map((request) => ({ ...request, connection: 1 })), driven],
  ['client.connections', 'neverDone', 'none, in process', [read, read], driven],
  ['client.concurrency', 'observed', 'two at a time', [read, { ...read, overlaps: true }], driven],
  ['client.concurrency', 'neverDone', 'one request', [read], driven],
  ['client.invoke', 'kept', 'what a test invokes', [command(`POST /services/${id}/Other`, {})], {}],
  ['client.invoke', 'broken', 'another connection', [command(`POST /services/9${id.slice(1)}/send`)], invoking],
  [
    'client.invoke',
    'kept',
    'no body where it is empty',
    [command(invoked.line, '')],
    { ...invoking, input: { ...invoking.input, body: {} } },
  ],
  ['client.invoke', 'broken', 'a list in place of an object', [command(invoked.line, [])], invoking],
  ['client.capabilities', 'kept', 'those that a test asks for', [{ line: `GET /services/${id}/capabilities` }], {}],
  ['client.connect-prepare', 'kept', 'an adapter of a test', [{ line: 'POST /app/crm/prepare-connect' }], {}],
  ['client.rate-limits', 'kept', 'a part that is missing', [limited('1')], { ...done, cut: true }],
]

itFinds(cases)
