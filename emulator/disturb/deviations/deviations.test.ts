import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { createEmulator } from '../../create-emulator.ts'
import { deviationNamed } from './deviation-named.ts'
import { deviations } from './deviations.ts'

it('ships deviations of a dozen groups, each under a name of its own', () => {
  expect(new Set(deviations.map(({ name }) => name)).size).toBe(deviations.length)
  expect(deviations.length).toBeGreaterThanOrEqual(110)
  expect(deviations.length).toBeLessThanOrEqual(140)
  const titles = Map.groupBy(deviations, ({ group }) => group)
  expect(titles.size).toBeGreaterThanOrEqual(10)
  expect(titles.size).toBeLessThanOrEqual(14)
  for (const [group, all] of titles) expect(all.length, group).toBeGreaterThanOrEqual(5)
})

it.each(deviations)('has what $name does', async (deviation) => {
  const emulator = createEmulator({ deviations: [deviation] })
  expect((await emulator.fetch(new Request('http://localhost/0/'))).status).toBeLessThan(500)
})

it('begins to deviate with the first request, also where several come at once', async () => {
  const emulator = createEmulator({ deviations: ['legacy-root-204'] })
  expect(emulator.deviations.active[0]).toMatchObject({ name: 'legacy-root-204', requirement: 'legacy.root' })
  const statuses = await Promise.all([1, 2, 3].map(async () => (await ask(emulator, 'GET', '/0/')).status))
  expect(statuses).toEqual([204, 204, 204])
})

it('begins without a memory each time that it is activated', async () => {
  const emulator = createEmulator({ deviations: ['any-bearer-environments'] })
  const asks = async (authorization: string) =>
    (await emulator.fetch(new Request('http://localhost/1.13/environments', { headers: { authorization } }))).status
  expect(await asks('Bearer wrong')).toBe(401)
  expect(await asks(`Bearer ${emulator.credentials.token}`)).toBe(200)
  expect(await asks('Bearer wrong')).toBe(200)
  emulator.deviations.set(['any-bearer-environments'])
  expect(await asks('Bearer wrong')).toBe(401)
})

it.each([
  ['legacy-root-24', '; did you mean legacy-root-204?'],
  // Deviations that are not shipped.
  ['pat-minimum-six-days', '; did you mean pat-no-minimum?'],
  ['path-scope-takes-hyphen', '; did you mean configuration-of-any-scope?'],
  ['category-filter-ignored', '; did you mean enum-filter-ignored?'],
  ['no-such', '. `emulator list'],
  ['x'.repeat(5000), '. `emulator list'],
])('refuses %s and names the nearest that is shipped', (name, end) => {
  const expected = `There is no deviation "${name.slice(0, 100)}"${end}`
  expect(() => deviationNamed(name)).toThrow(expected)
  expect(() => createEmulator({ deviations: [name as never] })).toThrow(expected)
})
