import { expect, it, vi } from 'vitest'
import { raw, startServed } from '../../testing/emulator/served-emulator.ts'
import type { Fault } from '../disturb/faults/fault.ts'

const operation = 'environments.list'

async function struck(fault: Fault) {
  const errors: unknown[] = []
  const { emulator, server } = await startServed({}, { faults: [fault], onError: (error) => errors.push(error) })
  const authorization = `Bearer ${emulator.credentials.token}`
  const init = { headers: { authorization } }
  const url = `${server.url}/1.13/environments`
  const lines = ['GET /1.13/environments HTTP/1.1', 'Host: localhost', `Authorization: ${authorization}`, '', '']
  const whole = async () => await (await fetch(url, init)).text()
  return { emulator, errors, url, init, whole, raw: () => raw(server, lines.join('\r\n')) }
}

it.each(['before', 'after'] as const)(
  'closes the connection without a byte given drop: %s, and serves the next request',
  async (drop) => {
    const asked = await struck({ operation, drop, times: 2 })
    expect(await asked.raw()).toBe('')
    await expect(asked.whole()).rejects.toThrow('fetch failed')
    expect((await fetch(asked.url, asked.init)).status).toBe(200)
  },
)

it('sends half of the announced body and closes the connection given truncate', async () => {
  const asked = await struck({ operation, truncate: true, times: 2 })
  const [head = '', body = ''] = (await asked.raw()).split('\r\n\r\n')
  await expect(asked.whole()).rejects.toThrow('terminated')
  const bytes = Buffer.from(await asked.whole())
  expect(head.toLowerCase()).toContain(`content-length: ${bytes.length}`)
  expect(body).toBe(bytes.subarray(0, Math.floor(bytes.length / 2)).toString('latin1'))
})

it.each<[string, Partial<Fault>]>([
  ['a delayed answer', { delay: '1h' }],
  ['a dripping body', { drip: { bytes: 1, interval: '1h' } }],
])('reports no error when a client disconnects from %s', async (_what, fault) => {
  const { url, init, errors, emulator } = await struck({ operation, ...fault })
  const printed = vi.spyOn(console, 'error')
  const controller = new AbortController()
  const pending = fetch(url, { ...init, signal: controller.signal }).then((response) => response.text())
  await expect.poll(() => emulator.faults.isEmpty).toBe(true)
  controller.abort()
  await expect(pending).rejects.toThrow('abort')
  expect((await fetch(url, init)).status).toBe(200)
  expect([errors, printed.mock.calls]).toEqual([[], []])
  printed.mockRestore()
})
