import { expect, it } from 'vitest'
import { parseSeed } from '../../fixtures/parse-seed.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { JsonAssembly } from '../tools/json-assembly.ts'
import { opensInSnapshot, readSnapshots, restoreNamed, snapshotText } from './snapshot-text.ts'

const start = '2026-03-01T12:00:00Z'

function textOf({ worlds }: Emulator): string {
  const [, ...names] = worlds.names
  const named = new Map(names.map((name) => [name, worlds.use(name).snapshot()]))
  return [...snapshotText(worlds.default.snapshot(), named)].join('')
}

function read(text: string, size: number): unknown {
  const assembly = new JsonAssembly(opensInSnapshot)
  for (let at = 0; at < text.length; at += size) assembly.write(text.slice(at, at + size))
  return assembly.end()
}

it('brings back every world, and writes the same bytes again', () => {
  const first = createEmulator({ clock: start })
  first.worlds.use('blue').data.insert('projects', { name: 'Blue' })
  first.worlds.use('red').clock.advance('8d')
  first.worlds.use('red').data.removeAll('flows')
  first.data.insert('projects', { name: 'Default' })
  const text = textOf(first)
  const { json, named } = readSnapshots(read(text, 1000))
  const second = createEmulator({ fixtures: parseSeed(json), clock: start })
  restoreNamed(second.worlds, named)
  expect(textOf(second) === text).toBe(true)
  expect(second.worlds.names).toEqual(['default', 'blue', 'red'])
})

it('writes a collection once that a named world shares with the default one', () => {
  const emulator = createEmulator({ clock: start })
  const alone = textOf(emulator).length
  for (let index = 0; index < 10; index++) emulator.worlds.use(`w${index}`)
  expect(textOf(emulator).length).toBeLessThan(alone * 1.5)
})

it.each([
  ['a world of null', (json: Worlds) => ({ ...json, worlds: { blue: null } }), 'worlds.blue: collections must be'],
  [
    'a broken record in a named world',
    (json: Worlds) => ({ ...json, worlds: { blue: { ...json.worlds['blue'], collections: { flows: [{}] } } } }),
    /^worlds\.blue: flows\[0\]/,
  ],
  ['another format', (json: Worlds) => ({ ...json, format: 'platform-data-emulator/snapshot/3' }), 'snapshot/3'],
])('refuses %s', (_what, change, message) => {
  const emulator = createEmulator({ clock: start })
  emulator.worlds.use('blue')
  const json = JSON.parse(textOf(emulator)) as Worlds
  expect(() => readSnapshots(change(json))).toThrow(message)
})

interface Worlds {
  readonly clock: object
  readonly worlds: Readonly<Record<string, object>>
}
