import { afterEach, expect, it, vi } from 'vitest'
import { faultyEmulator, get, wholeBody } from '../../../testing/emulator/faulty-emulator.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('waits in real time first, given a delay, also as a text', async () => {
  vi.useFakeTimers()
  for (const delay of [1500, '1.5s']) {
    const emulator = faultyEmulator({ delay, status: 503 })
    let status = 0
    const answered = get(emulator).then((response) => (status = response.status))
    await vi.advanceTimersByTimeAsync(1499)
    expect(status).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await answered
    expect(status).toBe(503)
    expect(emulator.clock.now()).toBe(Date.UTC(2026, 2, 1))
  }
})

it('sends a body in pieces and waits before each, given drip', async () => {
  vi.useFakeTimers()
  const text = await wholeBody('/0/')
  const reader = (await get(faultyEmulator({ drip: { bytes: 10, interval: '20ms' } }), '/0/')).body!.getReader()
  let got = ''
  for (let piece = 1; piece <= Math.ceil(text.length / 10); piece++) {
    const read = reader.read()
    await vi.advanceTimersByTimeAsync(19)
    expect(await Promise.race([read, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    got += new TextDecoder().decode((await read).value)
    expect(got.length).toBe(Math.min(text.length, piece * 10))
  }
  expect([got, (await reader.read()).done]).toEqual([text, true])
})
