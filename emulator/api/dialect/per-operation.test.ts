import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { type Emulator, createEmulator } from '../../create-emulator.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { toOpenApi } from '../openapi/openapi.ts'

const unknown = '1'.repeat(27)
const cursors = `starting_after=${unknown}&ending_before=${unknown}`

/** The status of a GET at one list, and at another. */
const statuses = (emulator: Emulator, query: string) =>
  Promise.all(
    ['environments', 'resources'].map(async (list) => (await ask(emulator, 'GET', `/1.13/${list}${query}`)).status),
  )

it.each<[Partial<Conventions>, query: string, expected: readonly number[]]>([
  [{ unknownParameters: { $default: 'ignore', 'environments.list': 'refuse' } }, '?x-unknown=1', [400, 200]],
  [{ unknownCursor: { $default: 'refuse', 'environments.list': 'continue' } }, `?ending_before=${unknown}`, [200, 400]],
  [{ bothCursors: { $default: 'refuse', 'resources.list': 'startingAfter' } }, `?${cursors}`, [400, 200]],
  [{ lastCursor: { $default: 200, 'environments.list': 410 } }, `?starting_after=${'0'.repeat(27)}`, [410, 200]],
  [{ excessiveLimit: { $default: 'refuse', 'environments.list': 'clamp' } }, '?limit=101', [200, 400]],
  [{ maximumLimit: { $default: 100, 'resources.list': 50 } }, '?limit=51', [200, 400]],
  [{ repeatedParameters: { $default: 'refuse', 'resources.list': 'first' } }, '?search=a&search=b', [400, 200]],
  [{ emptyParameters: { $default: 'exact', 'resources.list': 'refuse' } }, '?search=', [200, 400]],
  [{ trailingSlash: { $default: 'documented', 'environments.list': 'any' } }, '/', [200, 404]],
  [{ pagedLists: { $default: true, 'resources.list': false } }, '?limit=many', [400, 200]],
])('serves %o at one operation only', async (conventions, query, expected) => {
  expect(await statuses(createEmulator({ conventions }), query)).toEqual(expected)
})

it('adds or removes a trailing slash for all operations at a path', async () => {
  const trailingSlash = { $default: 'documented', 'access-tokens.list': 'any' } as const
  const emulator = createEmulator({ conventions: { trailingSlash } })
  expect((await ask(emulator, 'GET', '/access-tokens/')).status).toBe(200)
  const token = { name: 'a', scopes: ['flows:read'], expires_at: '2100-01-01T00:00:00Z' }
  expect((await ask(emulator, 'POST', '/access-tokens/', { json: token })).text).toContain('expires_at')
  expect((await ask(emulator, 'POST', '/1.13/flows/', { json: {} })).status).toBe(404)
})

it('has all records of a list without pages, and those of products by pages', async () => {
  const emulator = createEmulator({ conventions: { pagedLists: false, defaultLimit: 2 } })
  const sizes = ['/1.13/resources', `/1.13/pulse/catalogs/${emulator.samples.catalogId}/products`].map(
    async (path) => (await ask(emulator, 'GET', path)).json.data.length as number,
  )
  expect(await Promise.all(sizes)).toEqual([emulator.data.find('resources').length, 2])
})

it('has the limits of each operation in its OpenAPI document', () => {
  const { conventions } = createEmulator({
    conventions: {
      defaultLimit: { $default: 20, 'resources.list': 5 },
      maximumLimit: { $default: 100, 'resources.list': 50 },
      pagedLists: { $default: true, 'environments.list': false },
    },
  })
  const { paths } = toOpenApi({ conventions, serverUrl: 'http://localhost' }) as any
  const limitOf = (path: string) =>
    paths[path].get.parameters.find(({ name }: { name: string }) => name === 'limit')?.schema
  expect(limitOf('/1.13/resources')).toMatchObject({ default: 5, maximum: 50 })
  expect(limitOf('/1.13/projects')).toMatchObject({ default: 20, maximum: 100 })
  expect(limitOf('/1.13/environments')).toBeUndefined()
})

it('refuses limits of an operation that contradict each other', () => {
  const conventions = { defaultLimit: { $default: 20, 'resources.list': 60 }, maximumLimit: 50 } as const
  expect(() => createEmulator({ conventions })).toThrow(
    'defaultLimit (60) is above maximumLimit (50) for resources.list; set both.',
  )
})
