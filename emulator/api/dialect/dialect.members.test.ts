import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'

it('shows the members that the convention names, in every answer, and the OpenAPI document says so', async () => {
  const emulator = createEmulator({
    checkResponses: true,
    conventions: {
      recordMembers: {
        environments: ['id', 'name'],
        products: ['id', 'brand'],
        access_tokens: ['id', 'name', 'scopes', 'expires_at'],
      },
    },
  })
  const get = async (path: string) => {
    const response = await emulator.fetch(`http://a.test${path}`, {
      headers: { authorization: `Bearer ${emulator.credentials.token}` },
    })
    return (await response.json()) as { data: readonly object[] }
  }
  expect(Object.keys((await get('/1.13/environments')).data[0]!)).toEqual(['id', 'name'])
  const { catalogId } = emulator.samples
  expect(Object.keys((await get(`/1.13/pulse/catalogs/${catalogId}/products`)).data[0]!)).toEqual(['id', 'brand'])
  expect(Object.keys((await get('/access-tokens')).data[0]!)).toEqual(['id', 'name', 'scopes', 'expires_at'])
  expect(Object.keys((await get('/1.13/projects')).data[0]!)).toContain('created_at')
})
