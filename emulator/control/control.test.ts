import { expect, it } from 'vitest'
import { findFaults } from '../tools/schema-validator.ts'
import { controlClient } from '../../testing/emulator/control-client.ts'
import { controlEndpoints } from './control-endpoints.ts'

it('reports that it is ready', async () => {
  const { control } = controlClient()
  expect(await control('GET', '/health')).toMatchObject({
    status: 200,
    body: { status: 'ready', seed: 1, apiVersions: ['1.13', '0'] },
  })
})

it('answers 405 with the correct Allow for every path and every method that it does not allow', async () => {
  const { control } = controlClient()
  for (const path of new Set(controlEndpoints.map((endpoint) => endpoint.path))) {
    const served = controlEndpoints
      .filter((endpoint) => endpoint.path === path)
      .map((endpoint) => endpoint.method as string)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => !served.includes(method))) {
      const { status, headers } = await control(
        method,
        path.replace('{name}', 'w').replace('{collection}', 'flows').replace('{id}', 'x'),
      )
      expect([method, path, status]).toEqual([method, path, 405])
      expect(
        headers
          .get('allow')!
          .split(', ')
          .filter((name) => name !== 'HEAD' && name !== 'OPTIONS')
          .sort(),
      ).toEqual(served.sort())
    }
  }
})

it('describes a path on OPTIONS and answers HEAD without a body', async () => {
  const { control } = controlClient()
  const options = await control('OPTIONS', '/clock')
  expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD, POST, OPTIONS'])
  expect(options.body.methods.POST.body.properties).toHaveProperty('advance')
  expect(await control('HEAD', '/clock')).toMatchObject({ status: 200, body: undefined })
  expect(await control('HEAD', '/data/projects/nobody')).toMatchObject({ status: 404, body: undefined })
  expect(await control('HEAD', '/clock?x=1')).toMatchObject({ status: 400, body: undefined })
})

it('suggests the nearest path for an unknown one', async () => {
  const { control } = controlClient()
  const { status, body } = await control('GET', '/helth')
  expect([status, body.error.code]).toEqual([404, 'unknown_path'])
  expect(body.error.message).toContain('/_emulator/health')
  for (const path of ['/x', '/nope', '/worlds//x/y/z'])
    expect((await control('GET', path)).body.error.message).not.toContain('The nearest is /_emulator/.')
})

it('refuses a wrong media type, broken JSON, and a missing, unexpected or too large body', async () => {
  const { control } = controlClient()
  const before = await control('GET', '/clock')
  const refusals = [
    await control('POST', '/clock', '{"frozen":true}', { 'content-type': 'text/plain' }),
    await control('POST', '/clock', '{"frozen":'),
    await control('POST', '/clock'),
    await control('POST', '/reset', {}),
    await control('POST', '/clock', JSON.stringify({ set: 'x'.repeat(17_000_000) })),
  ]
  // The answers are those of the API's errors under the default conventions.
  for (const { headers, body } of refusals) {
    expect(body.error.details).toBeInstanceOf(Array)
    expect(headers.get('x-emulator-code')).toBe(body.error.code)
  }
  expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual([
    [415, 'unsupported_media_type'],
    [400, 'invalid_request'],
    [400, 'invalid_request'],
    [400, 'invalid_request'],
    [413, 'payload_too_large'],
  ])
  expect((await control('GET', '/clock')).body).toEqual(before.body)
})

it('refuses an unknown or repeated parameter and invalid percent-encoding', async () => {
  const { control } = controlClient()
  const paths = ['/health?x=1', '/data/flows?limit=1&limit=2', '/data/flows?limit=0', '/worlds/%E0%A4']
  for (const path of paths) expect([path, (await control('GET', path)).status]).toEqual([path, 400])
})

it('takes no members of a body from the query, and no null for an optional body', async () => {
  const { control, emulator } = controlClient()
  const { id } = emulator.data.find('flows')[0]!
  await control('POST', '/clock', { frozen: true })
  const before = emulator.clock.now()
  for (const [method, path, body] of [
    ['POST', '/clock?advance=1h', { frozen: true }],
    ['POST', '/clock?advance=1h', undefined],
    ['POST', '/data/flows', 'null'],
    ['PUT', `/data/flows/${id}?name=x`, 'null'],
    ['PUT', '/faults', 'null'],
  ] as const)
    expect([path, (await control(method, path, body)).status]).toEqual([path, 400])
  expect(emulator.clock.now()).toBe(before)
  expect(await control('POST', '/data/flows')).toMatchObject({ status: 201 })
})

it('gives the answers that its endpoints declare', async () => {
  const { control, emulator, api } = controlClient()
  const id = emulator.data.find('flows')[0]!.id
  await api('/1.13/flows')
  const replies = await Promise.all(
    controlEndpoints
      // A stream does not end, and a case is no JSON.
      .filter(({ method, id }) => method === 'GET' && id !== 'events' && id !== 'case')
      .map(async (endpoint) => {
        const { status, body } = await control(
          'GET',
          endpoint.path
            .replace('{name}', 'default')
            .replace('{collection}', 'flows')
            .replace('{id}', id)
            .replace('{index}', '1'),
        )
        const { schema } = endpoint.answers.find((answer) => answer.status === status)!
        return [endpoint.id, findFaults(schema!, body)]
      }),
  )
  expect(replies).toEqual(replies.map(([endpoint]) => [endpoint, []]))
})
