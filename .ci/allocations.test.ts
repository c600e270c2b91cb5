// Guards the speed of a request by a count: bytes allocated are the same on a busy machine as on an idle one.
import { expect, it } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'
import { allocatedBytes } from './allocated-bytes.ts'

const requests = 300
/** 38,000 when this was written, of which 20,000 are the request's and the response's own. */
const mostBytes = 48_000

/** Bytes that one call allocates. */
async function bytesOf(call: () => Promise<void>): Promise<number> {
  const all = async () => {
    for (let count = 0; count < requests; count++) await call()
  }
  await all()
  return (await allocatedBytes(all)) / requests
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
