import { expect, it } from 'vitest'
import { runToEnd } from '../../testing/run-cli.ts'

it('prints the OpenAPI 3.1 document of the API under the conventions', async () => {
  const { code, stdout, stderr } = await runToEnd([
    'openapi',
    '--convention',
    'accessTokensPath=/1.13/access-tokens',
    '--public-url',
    'https://api.example',
  ])
  const document = JSON.parse(stdout) as { openapi: string; servers: unknown; paths: Record<string, unknown> }
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.servers).toEqual([expect.objectContaining({ url: 'https://api.example' })])
  expect(Object.keys(document.paths)).toContain('/1.13/access-tokens')
  expect(Object.keys(document.paths)).not.toContain('/access-tokens')
})

it('refuses an option of the server', async () => {
  const { code, stderr } = await runToEnd(['openapi', '--port', '1'])
  expect(stderr).toMatch(/^emulator: There is no option --port[^\n]+\n$/)
  expect(code).toBe(2)
})
