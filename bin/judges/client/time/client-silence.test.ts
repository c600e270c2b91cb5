import { expect, it } from 'vitest'
import { ClientSilence } from '../run-bounds.ts'

it('calls back after silence', async () => {
  await new Promise<void>((resolve) => void new ClientSilence(20, resolve))
})

it('does not mistake a suspended process for a silent client', async () => {
  let calls = 0
  const silence = new ClientSilence(50, () => calls++)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80)
  // Due timers run before this, just as they run before a request is read.
  await new Promise<void>((resolve) => void setTimeout(() => setImmediate(resolve), 0))
  silence.heard()
  silence.end()
  expect(calls).toBe(0)
})
