import { expect, it } from 'vitest'
import { controlClient } from '../../../testing/emulator/control-client.ts'

it('is served by the control API for the current conventions, with the commands of the adapters', async () => {
  const { control } = controlClient()
  const before = (await control('GET', '/api/openapi.json')).body
  expect(before).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://emulator.test' }] })
  expect(before['x-adapters'].shop.commands).not.toEqual({})
  await control('PUT', '/conventions', { createdStatus: 200 })
  const after = (await control('GET', '/api/openapi.json')).body
  expect([
    '201' in before.paths['/1.13/catalogs'].post.responses,
    '201' in after.paths['/1.13/catalogs'].post.responses,
  ]).toEqual([true, false])
})
