/** Tests for Jest without a transform: what the entries do among its timers, modules and tests. */
export const jestFeatures = `
const { createEmulator, installFetch } = require('@platform-data/emulator')
const { serve } = require('@platform-data/emulator/node')
const { checks, runConformance } = require('@platform-data/emulator/conformance')
const { judgeClient } = require('@platform-data/emulator/client')

test('judges a client', async () => {
  const report = await judgeClient({
    'list-environments': async ({ baseUrl, fetch, credentials }) => {
      await new Promise((resolve) => setTimeout(resolve, 3600000))
      const headers = { authorization: credentials.token }
      const response = await fetch(baseUrl + '/1.13/environments', { headers })
      return { ids: (await response.json()).data.map(({ id }) => id) }
    },
  }, { only: ['list-environments'] })
  expect([report.kind, report.conformant]).toEqual(['client', false])
  expect(report.results.find(({ verdict }) => verdict === 'fail').message).toContain('Bearer')
})

test('runs the conformance kit, though the timers stand still', async () => {
  jest.useFakeTimers()
  const emulator = createEmulator()
  const { clientId, clientSecret, token } = emulator.credentials
  const target = { baseUrl: 'https://api.example', credentials: { token, oauth: { clientId, clientSecret } } }
  const { results } = await runConformance({ target, checks, fetch: emulator.fetch })
  const wrong = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
  expect(wrong.map(({ check, message }) => check + ': ' + message)).toEqual([])
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(20)
  jest.useRealTimers()
})

test('restores fetch by two copies of the package in any order', () => {
  const before = globalThis.fetch
  const first = installFetch(createEmulator(), { baseUrl: 'https://api.example' })
  jest.resetModules()
  const copy = require('@platform-data/emulator')
  expect(copy.installFetch).not.toBe(installFetch)
  const second = copy.installFetch(copy.createEmulator(), { baseUrl: 'https://two.example' })
  first.restore()
  second.restore()
  expect(globalThis.fetch).toBe(before)
})

test('closes a server that loads its code only now: the end of the tests takes the modules away', async () => {
  const server = await serve(createEmulator(), { port: 0 })
  await server.close()
})
`

/** The same in TypeScript that compiles to CommonJS: names and types are those of the ES modules. */
export const jestTyped = `
import { expect, test } from '@jest/globals'
import { createEmulator, type Emulator, EmulatorError } from '@platform-data/emulator'
import { parseTargetFile, type Target } from '@platform-data/emulator/conformance'
import { type RunningServer, serve } from '@platform-data/emulator/node'

test('serves, by names that the compiler knows', async () => {
  const emulator: Emulator = createEmulator({ seed: 1 })
  emulator.faults.add({ operation: 'environments.list', status: 503 })
  // @ts-expect-error -- no such operation
  expect(() => emulator.faults.add({ operation: 'environment.list', status: 503 })).toThrow(EmulatorError)
  const server: RunningServer = await serve(emulator, { port: 0 })
  const headers = { authorization: 'Bearer ' + emulator.credentials.token }
  const ask = async (): Promise<number> => (await fetch(server.url + '/1.13/environments', { headers })).status
  const statuses = [await ask(), await ask()]
  await server.close()
  expect(statuses).toEqual([503, 200])
  const target: Target = parseTargetFile('baseUrl: https://staging.example', {})
  expect(target.baseUrl).toBe('https://staging.example')
})
`
