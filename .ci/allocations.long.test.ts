// Guards the speed of a request over HTTP by a count: bytes allocated are the same on a busy machine as on an idle one.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { sendLoad } from '../bench/load.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { serve } from '../emulator/serve/serve.ts'
import { allocatedBytes } from './allocated-bytes.ts'

/** Bytes that a request allocates in the server and in the client together. */
async function bytesOf(url: string, headers: Readonly<Record<string, string>>, status: number): Promise<number> {
  const send = (requests: number) => sendLoad({ url, headers, status, connections: 1, requests })
  await send(3000)
  return (await allocatedBytes(() => send(1000))) / 1000
}

const page = '?limit=20&brand=Acme&status=active'

// When this was written: 18,500, 9000, 5900 and 4900 bytes. A profile had found 27,200, 12,700, 9900 and 9900.
it.each([
  { what: 'a page', path: page, withToken: true, status: 200, mostBytes: 23_000 },
  { what: '400', path: '?starting_after=x', withToken: true, status: 400, mostBytes: 11_000 },
  { what: '401', path: page, withToken: false, status: 401, mostBytes: 8000 },
  { what: '404', path: '/nothing', withToken: true, status: 404, mostBytes: 7500 },
])(
  'allocates at most $mostBytes bytes for $what beyond a bare node:http that sends the same',
  async ({ path, withToken, status, mostBytes }) => {
    const emulator = createEmulator({ scale: 1000 })
    // As `emulator start` does.
    const server = await serve(emulator, { port: 0, overrideGlobalObjects: true })
    const url = `${server.url}/1.13/pulse/catalogs/${emulator.samples.catalogId}/products${path}`
    const headers = withToken ? { authorization: `Bearer ${emulator.credentials.token}` } : {}
    const answer = await fetch(url, { headers: { ...headers } })
    const fields = [...answer.headers].flat()
    const text = await answer.text()
    const bare = createServer((_request, response) => response.writeHead(status, fields).end(text))
    await once(bare.listen(0, '127.0.0.1'), 'listening')
    try {
      const { port } = bare.address() as AddressInfo
      const least = await bytesOf(`http://127.0.0.1:${port}/`, headers, status)
      const bytes = await bytesOf(url, headers, status)
      expect(bytes - least, `a bare node:http allocates ${Math.round(least)}`).toBeLessThan(mostBytes)
    } finally {
      bare.close()
      await server.close()
    }
  },
)
