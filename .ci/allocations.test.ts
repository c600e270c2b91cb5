// Guards the speed of a request by a count: bytes allocated are the same on a busy machine as on an idle one.
import { Session } from 'node:inspector/promises'
import { expect, it } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'

const requests = 300
/** 46,000 when this was written, of which 21,000 are the request's and the response's own. */
const mostBytes = 65_000

interface Allocations {
  readonly selfSize: number
  readonly children: readonly Allocations[]
}

const sumOf = ({ selfSize, children }: Allocations): number =>
  children.reduce((sum, child) => sum + sumOf(child), selfSize)

/** Bytes that one call allocates, whether they are collected meanwhile or not. */
async function bytesOf(call: () => Promise<void>): Promise<number> {
  for (let count = 0; count < requests; count++) await call()
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  for (let count = 0; count < requests; count++) await call()
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  return sumOf(profile.head) / requests
}

it(`allocates at most ${mostBytes} bytes for a page of 20 products, authenticated and filtered`, async () => {
  const { fetch, samples, credentials } = createEmulator({ scale: 1000 })
  const url = `http://localhost/1.13/pulse/catalogs/${samples.catalogId}/products?limit=20&brand=Acme&status=active`
  const headers = { authorization: `Bearer ${credentials.token}` }
  const ask = async () => {
    const response = await fetch(new Request(url, { headers }))
    if (response.status !== 200) throw new Error(`Expected 200; got ${response.status}.`)
    await response.text()
  }
  const text = await (await fetch(new Request(url, { headers }))).text()
  const bare = async () => {
    const request = new Request(url, { headers })
    const response = new Response(text, { headers: { 'content-type': 'application/json', 'x-url': request.url } })
    await response.text()
  }
  const [least, bytes] = [await bytesOf(bare), await bytesOf(ask)]
  expect(bytes, `a function that does nothing else allocates ${Math.round(least)}`).toBeLessThan(mostBytes)
})
