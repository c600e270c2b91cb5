import { expect, it } from 'vitest'
import { type EmulatorFlags, emulatorOptions, settingsOf } from './emulator-options.ts'
import { pickFlags } from './option.ts'

it.each<readonly [string, Partial<EmulatorFlags>, object]>([
  ['without any', {}, { emulator: { limits: { memory: 1_073_741_824 }, control: true } }],
  [
    'that are members of the same option',
    { 'max-worlds': 2, 'world-ttl': 1000, 'max-memory': 3_000_000, journal: 4 },
    { emulator: { limits: { worlds: 2, ttl: 1000, memory: 3_000_000 }, requests: { entries: 4 } } },
  ],
  [
    'of the emulator and of its server',
    { host: '::1', 'allowed-host': ['a', 'b'], 'no-control': true, fault: [{ status: 503 }], clock: 'frozen' },
    {
      server: { host: '::1', allowedHosts: ['a', 'b'] },
      emulator: { control: false, faults: [{ status: 503 }], clock: 'frozen' },
    },
  ],
])('sets the options of the emulator from flags %s', (_which, flags, settings) => {
  expect(settingsOf(pickFlags(emulatorOptions, flags))).toMatchObject(settings)
})
