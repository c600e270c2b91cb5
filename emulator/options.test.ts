import { expect, it } from 'vitest'
import { createEmulator } from './create-emulator.ts'
import type { EmulatorOptions } from './options.ts'
import type { RequestSelector } from './journal/selector.ts'

it('does not compile with a misspelt name', () => {
  const wrong: readonly [
    EmulatorOptions,
    EmulatorOptions,
    EmulatorOptions,
    EmulatorOptions,
    EmulatorOptions,
    RequestSelector,
  ] = [
    // @ts-expect-error -- no such operation
    { faults: [{ operation: 'product.list', status: 503 }] },
    // @ts-expect-error -- no such member of a fault
    { faults: [{ stauts: 503 }] },
    // @ts-expect-error -- no such scenario
    { scenarios: ['unknown-member'] },
    // @ts-expect-error -- no such deviation
    { deviations: ['legacy-root-24'] },
    // @ts-expect-error -- no such limit
    { requests: { entires: 10 } },
    // @ts-expect-error -- no such operation
    { operation: 'product.list' },
  ]
  for (const options of wrong.slice(0, 4))
    expect(() => createEmulator(options as EmulatorOptions)).toThrow(/There is no|is not known/)
})

it('starts the clock at a text, a Date or milliseconds, and lets it run', () => {
  for (const start of ['2026-01-01', new Date('2026-01-01'), Date.parse('2026-01-01')]) {
    const { clock } = createEmulator({ clock: { start, timeSource: () => 5 } })
    expect([clock.now(), clock.frozen]).toEqual([Date.parse('2026-01-01'), false])
  }
  expect(() => createEmulator({ clock: { start: 'today' } })).toThrow(/Expected a time such as .*; got "today"/)
})

it.each(['http://h?x', 'http://h/a#b', 'http://user:password@h', 'http:h', 'ftp://h', ''])(
  'refuses the public URL %j, as links could not begin with it',
  (publicUrl) => expect(() => createEmulator({ publicUrl })).toThrow(/publicUrl must be an absolute address/),
)

it.each(['/a/../b', '/./a', '/..', 'a', '/a//b'])('refuses the base path %j, which no client requests', (basePath) =>
  expect(() => createEmulator({ basePath })).toThrow(/must be a path such as \/api/),
)

it.each([
  [{ seed: '1' }, 'got "1"'],
  [{ scale: '5' }, 'got "5"'],
  [{ limits: { worlds: '2' } }, 'got "2"'],
  [{ limits: { memory: '3' } }, 'got "3"'],
  [{ requests: { entries: '4' } }, 'got "4"'],
])('quotes a text in place of a number: %j', (options, got) =>
  expect(() => createEmulator(options as unknown as EmulatorOptions)).toThrow(got),
)

it.each<[options: object, message: string]>([
  [{ clock: 'x' }, 'clock: '],
  [
    { basePath: '/_emulator' },
    "basePath (--base-path) cannot begin with /_emulator or ~: these are the emulator's own",
  ],
  [{ basePath: '/~a' }, 'cannot begin with /_emulator or ~'],
  [{ faults: null }, 'must be a list; got null. Give [] for none.'],
])('says what is wrong with %j', (options, message) => {
  expect(() => createEmulator(options)).toThrow(message)
})
