import { expect, it } from 'vitest'
import { findFaults } from '../tools/schema-validator.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { requestEndpoints } from './requests.ts'

const [list] = requestEndpoints

it('lists the received requests in the shape of its schema', async () => {
  const { control, api } = controlClient({
    faults: [{ operation: 'environments.list', drip: { bytes: 1_000_000, interval: 0 } }],
  })
  await api('/1.13/environments?limt=2&x=1&x=2')
  await api('/1.13/projects/short')
  await api('/1.13/projects', {
    method: 'POST',
    body: JSON.stringify({ name: 'New', token: 'x' }),
    headers: { 'content-type': 'application/json' },
  })
  await api('/nowhere')
  const { status, body } = await control('GET', '/requests')
  expect([status, body.truncated, body.dropped]).toEqual([200, false, 0])
  expect(findFaults(list!.answers[0]!.schema!, body)).toEqual([])
  expect(
    body.requests.map(({ index, operation, status }: Record<string, unknown>) => [index, operation, status]),
  ).toEqual([
    [1, 'environments.list', 200],
    [2, 'projects.retrieve', 400],
    [3, 'projects.create', 400],
    [4, null, 404],
  ])
  expect(body.requests[0]).toMatchObject({
    query: { limt: '2', x: ['1', '2'] },
    headers: { authorization: 'Bearer <redacted>' },
    credentials: 'personalAccessToken',
    fault: { drip: { bytes: 1_000_000, interval: 0 } },
  })
  expect(body.requests[2]).toMatchObject({
    body: { name: 'New', token: '<redacted>' },
    refusal: { code: 'invalid_request' },
  })
  expect(body.unread).toEqual([
    {
      kind: 'parameter',
      name: 'limt',
      nearest: 'limit',
      operation: 'environments.list',
      request: '#1 GET /1.13/environments?limt=2&x=1&x=2 (environments.list) 200',
    },
    expect.objectContaining({ kind: 'parameter', name: 'x' }),
    expect.objectContaining({ kind: 'member', name: 'token', operation: 'projects.create' }),
  ])
})

it.each([
  ['operation=project.list', 'did you mean projects.list?'],
  ['status=999', 'from 100 to 599, or null; got 999.'],
  ['method=GTE', 'did you mean GET?'],
  ['limit=1&limit=2', 'was sent 2 times'],
])('refuses %s', async (query, message) => {
  const { status, body } = await controlClient().control('GET', `/requests?${query}`)
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
})
