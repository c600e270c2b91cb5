import { expect, it } from 'vitest'
import { KitError } from '../conformance/kit-error.ts'
import { EmulatorError } from '../emulator/tools/emulator-error.ts'
import { UsageError, usageMessage } from './usage-error.ts'

it.each([
  [new UsageError('--port needs a value'), '--port needs a value'],
  [new EmulatorError('port_taken', 'Port 1 is in use.'), 'Port 1 is in use.'],
  [new KitError('invalid_report', 'is not JSON:\n  at 1'), 'is not JSON: at 1.'],
  [new TypeError('x is not a function'), undefined],
  ['text', undefined],
])('treats %s as wrong usage, in one line, or as a failure of the program', (error, message) => {
  expect(usageMessage(error)).toBe(message)
})
