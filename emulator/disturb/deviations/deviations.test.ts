import { expect, it } from 'vitest'
import { createEmulator } from '../../create-emulator.ts'
import type { DeviationRow, FetchWrapper } from './deviation.ts'
import { deviationNamed } from './deviations.ts'
import { deviations } from './shipped.ts'

it('starts without state each time that it is activated', async () => {
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
  ['no-such', '. `emulator list'],
  ['x'.repeat(5000), '. `emulator list'],
])('refuses %s and names the nearest shipped one', (name, end) => {
  const expected = `There is no deviation "${name.slice(0, 100)}"${end}`
  expect(() => deviationNamed(name)).toThrow(expected)
  expect(() => createEmulator({ deviations: [name as never] })).toThrow(expected)
})

it('has a unique name and a sentence for each row', () => {
  expect(new Set(deviations.map(({ name }) => name)).size).toBe(deviations.length)
  expect(deviations.filter(({ description }) => !/^\S.*\.$/.test(description)).map(({ name }) => name)).toEqual([])
})

it('compiles only rows with a check of an existing requirement', () => {
  const wrap: FetchWrapper = (next) => next
  const row = (...parts: DeviationRow) => parts
  row('ids.unique.answers', 'Two groups have the same id.', wrap)
  // @ts-expect-error There is no such requirement.
  row('ids.uniqe.answers', 'Two groups have the same id.', wrap)
})
