import { expect, it } from 'vitest'
import type { TaskRun } from '../client-worlds.ts'
import { driverVariables, removeProxies } from './environment.ts'

it('leaves out proxy variables in either case, and the variables of a surrounding emulator', () => {
  const kept = { PATH: '/bin', PLATFORM_DEBUG: '1', MY_PROXY_NAME: 'x', HTTP_PROXY_HOST: 'y' }
  const dropped = ['HTTP_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'no_proxy', 'PLATFORM_TARGET_FILE']
  expect(removeProxies({ ...kept, ...Object.fromEntries(dropped.map((name) => [name, 'x'])) })).toEqual(kept)
})

it('has the variables that bin/docs/client.md lists, the input as JSON in ASCII', () => {
  const taskRun = {
    asked: { task: 'walk-products', scenario: undefined },
    input: { catalogId: 'x', brand: 'Möbel & 😀' },
    baseUrl: 'http://127.0.0.1:1/~run-1',
    credentials: { clientId: 'a', clientSecret: 'b', token: 'c', integrationToken: 'd', apiKey: 'e', dsn: 'f' },
  } as unknown as TaskRun
  const variables = driverVariables(taskRun)
  expect(Object.keys(variables).sort()).toEqual([
    'PLATFORM_API_KEY',
    'PLATFORM_BASE_URL',
    'PLATFORM_CLIENT_ID',
    'PLATFORM_CLIENT_SECRET',
    'PLATFORM_DSN',
    'PLATFORM_INTEGRATION_TOKEN',
    'PLATFORM_SCENARIO',
    'PLATFORM_TASK',
    'PLATFORM_TASK_INPUT',
    'PLATFORM_TOKEN',
  ])
  const text = variables['PLATFORM_TASK_INPUT']!
  expect(text).toMatch(/^[ -~]+$/)
  expect(JSON.parse(text)).toEqual(taskRun.input)
  expect(variables['PLATFORM_SCENARIO']).toBe('plain')
})
