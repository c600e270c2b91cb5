import { afterEach, expect, it, vi } from 'vitest'
import { environments, faultyEmulator, get, wholeBody } from '../../../testing/emulator/faulty-emulator.ts'

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

it('rejects with the reason of a signal that aborts during a delay, and does not run the endpoint', async () => {
  vi.useFakeTimers()
  for (const reason of [new Error('gave up'), 'a text']) {
    const emulator = faultyEmulator({ delay: '1h' })
    const controller = new AbortController()
    const answered = get(emulator, environments, { signal: controller.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10)
    controller.abort(reason)
    expect(await answered).toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
    expect(emulator.requests.find()).toMatchObject([
      { operation: 'environments.list', status: null, refusal: null, fault: { delay: '1h' } },
    ])
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

it('ends a drip by the signal of the request or by the reader', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const read = (await get(faultyEmulator({ drip: { bytes: 1, interval: '1h' } }), '/0/', { signal: controller.signal }))
    .text()
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10)
  controller.abort(new Error('gave up'))
  expect(await read).toMatchObject({ message: 'gave up' })
  const reader = (await get(faultyEmulator({ drip: { bytes: 1, interval: '1h' } }), '/0/')).body!.getReader()
  void reader.read()
  await vi.advanceTimersByTimeAsync(10)
  await reader.cancel()
  expect(vi.getTimerCount()).toBe(0)
})
