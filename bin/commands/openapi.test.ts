import { expect, it } from 'vitest'
import { runHere } from '../../testing/run-here.ts'

it('prints the OpenAPI 3.1 document of the API under the conventions', async () => {
  const { code, stdout, stderr } = await runHere([
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
