import { expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../create-emulator.ts'

const get = (url: string, options: EmulatorOptions = {}, init: RequestInit = {}) =>
  createEmulator(options).fetch(url, init)

it('lists the addresses that a program may look for', async () => {
  const response = await get('http://emulator.test/')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await response.json()).toEqual({
    name: 'Platform Data API emulator',
    version: expect.any(String),
    api: 'http://emulator.test',
    mcp: 'http://emulator.test/mcp',
    health: 'http://emulator.test/_emulator/health',
    openapi: 'http://emulator.test/_emulator/api/openapi.json',
    control: 'http://emulator.test/_emulator/',
    controlOpenapi: 'http://emulator.test/_emulator/openapi.json',
  })
})

it.each([
  ['below the base path', 'http://a/api/', { basePath: '/api' }, 'http://a/api'],
  ['at the base path itself', 'http://a/api', { basePath: '/api' }, 'http://a/api'],
  ['in a world', 'http://a/~blue/', {}, 'http://a/~blue'],
  ['with a public URL', 'http://a/', { publicUrl: 'https://b.example/x' }, 'https://b.example/x'],
] as const)('answers %s', async (_where, url, options, api) => {
  const response = await get(url, options)
  expect(await response.json()).toMatchObject({ api, health: `${api}/_emulator/health` })
})

it('answers HEAD without a body, creates no world, and is not a request of the journal', async () => {
  const emulator = createEmulator()
  const head = await emulator.fetch('http://a/~blue/', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  await emulator.fetch('http://a/')
  expect([emulator.worlds.names, emulator.requests.size]).toEqual([['default'], 0])
})
