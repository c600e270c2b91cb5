import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { sendLoad } from '../../../bench/load.ts'
import { defaultTrafficLimits, KeptTraffic } from './kept-traffic.ts'
import { openReverseProxy } from './reverse-proxy.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const heap = (): number => {
  collect()
  collect()
  return process.memoryUsage().heapUsed + process.memoryUsage().external
}

it('passes 10,000 requests at a time of 50, and keeps neither memory nor connections of them', async () => {
  const service = createServer((_request, response) => response.end(JSON.stringify({ data: [] })))
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const traffic = new KeptTraffic({ ...defaultTrafficLimits, requests: 100 })
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const proxy = await openReverseProxy({ service: url, host: '127.0.0.1', port: 0, traffic })
  const load = (requests: number) => sendLoad({ url: `${proxy.url}/a`, headers: {}, connections: 50, requests })
  await load(2000)
  const before = heap()
  await load(10_000)
  expect(proxy.counts).toMatchObject({ requests: 12_000, answered: 12_000 })
  expect([...proxy.counts.dropped]).toEqual([])
  // Those that a client leaves are closed to the service, too.
  const connections = () => new Promise((resolve) => service.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  expect(heap() - before).toBeLessThan(3_000_000)
  expect((await traffic.read()).unkept).toBe(11_900)
  await proxy.close()
  await new Promise((resolve) => service.close(resolve))
})
