import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { createEmulator } from './create-emulator.ts'

it('prints what an emulator and a world hold, and what one can call', () => {
  const emulator = createEmulator({ clock: '2026-05-01T12:00:00Z' })
  emulator.faults.add({ status: 503 })
  const world = emulator.worlds.use('blue')
  expect(inspect(emulator)).toMatchInlineSnapshot(`
    "Emulator of seed 1
      clock       2026-05-01T12:00:00Z, frozen: now, advance, set, freeze, unfreeze
      data        1,520 records: insert, insertAll, get, find, count, update, remove, removeAll
      requests    no requests: find, one, exactly, unread, clear
      faults      1 pending fault: pending, add, stub, set, clear
      scenarios   none: names, add, set, clear
      worlds      default, blue: use, create, drop, has, names, default
      deviations  none: names, active, add, set, clear
      also        fetch, stub, credentials, samples, seed, adapters, basePath, publicUrl
      and         conventions, setConventions, snapshot, restore, fork, reset, saveCase"
  `)
  expect(inspect(world)).toMatch(/^World blue\n {2}clock {6}2026-05-01T12:00:00/)
  expect(inspect({ data: world.data })).toBe(
    '{\n  data: 1,520 records: insert, insertAll, get, find, count, update, remove, removeAll\n}',
  )
})

it('names only what is there', () => {
  const emulator = createEmulator()
  const { clock, data, requests, faults, scenarios, worlds, deviations } = emulator
  for (const [part, text] of Object.entries({ clock, data, requests, faults, scenarios, worlds, deviations }).map(
    ([, object]) => [object, inspect(object)] as const,
  ))
    for (const name of text.split(': ').at(-1)!.split(', ')) expect(part, name).toHaveProperty(name)
  for (const object of [emulator, worlds.use('blue')])
    for (const name of printedParts(object)) expect(object).toHaveProperty(name)
})

/** The printed text of an object beside its parts. */
const printedParts = (object: object): readonly string[] =>
  inspect(object)
    .split(/\n {2}also /)[1]!
    .split('and  ')
    .flatMap((line) => line.trim().split(', '))

it('says which method of data was meant', () => {
  const data = createEmulator().data as unknown as Record<string, (() => unknown) | undefined>
  expect(() => data['inzert']!()).toThrow('emulator.data has no method inzert; did you mean insert? It has ')
  for (const asked of ['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType']) expect(data[asked]).toBeUndefined()
})

it('says where members of a record, and misspelt members of a stub, go', () => {
  const { data, stub } = createEmulator() as unknown as Record<'data', { find(...taken: unknown[]): unknown }> & {
    stub(taken: object): unknown
  }
  expect(() => data.find('projects', { name: 'Mine' })).toThrow("as in find('projects', { where: { name: 'Mine' } })")
  expect(() => stub({ operation: 'projects.list', answr: () => [] })).toThrow(
    /^A stub is an object .*: \/answr is not known here; use answer, or remove it\.$/,
  )
})
