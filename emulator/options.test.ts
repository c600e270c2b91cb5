import { expect, it } from 'vitest'
import { createEmulator } from './create-emulator.ts'
import type { EmulatorOptions } from './options.ts'
import type { RequestSelector } from './journal/selector.ts'

it('accepts faults, scenarios, deviations and limits by their exact names', () => {
  const right: EmulatorOptions = {
    faults: [{ operation: 'products.list', status: 503, times: 'always' }],
    scenarios: ['unknown-members'],
    deviations: ['legacy-root-204'],
    requests: { entries: 10, bytes: 10_000 },
  }
  const { faults, scenarios, deviations } = createEmulator(right)
  expect([faults.pending.length, scenarios.names, deviations.names]).toEqual([
    1,
    ['unknown-members'],
    ['legacy-root-204'],
  ])
})

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
