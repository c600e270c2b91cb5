import { beforeAll, expect, it } from 'vitest'
import { createEmulator } from '../../../../emulator/create-emulator.ts'
import { readCase } from '../../../../emulator/case/read-case.ts'
import { openCase, type OpenedCase } from './open-case.ts'

const count = 10_000
let opened: OpenedCase
const totals: number[] = []

beforeAll(async () => {
  const emulator = createEmulator()
  const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
  for (let step = 0; step < count; step++) {
    const init = step % 2 === 0 ? { method: 'POST', headers, body: `{"name":"Flow ${step}"}` } : { headers }
    await emulator.fetch('https://api.example/1.13/flows?limit=1', init)
    totals.push(emulator.data.count('flows'))
  }
  opened = openCase(await readCase(await emulator.saveCase()))
}, 60_000)

it('is at any of 10,000 requests in 0.1 s of processor time', () => {
  const places = [1, 2500, 5000, 7500, 9999, count]
  const times = places.map((number) => {
    const begun = process.cpuUsage()
    const emulator = opened.emulatorAt(number)
    const { user, system } = process.cpuUsage(begun)
    expect(emulator.data.count('flows')).toBe(totals[number - 1])
    return (user + system) / 1000
  })
  times.sort((left, right) => left - right)
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(100)
})

it('is small: some bytes for each request', async () => {
  expect(opened.requests).toHaveLength(count)
  expect(opened.file.dropped).toEqual({ requests: 0, changes: 0, bodies: 0, functions: 0 })
})
