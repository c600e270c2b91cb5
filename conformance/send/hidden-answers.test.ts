import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { ReceivedResponse } from '../conclusions/exchange.ts'
import { defaultLimits, Sender } from './sender.ts'
import { systemTime } from './time.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function askListener(listener: RequestListener): Promise<ReceivedResponse> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sender = new Sender({ fetch: (request) => fetch(request), time: systemTime, limits: defaultLimits })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return (await sender.send({ method: 'POST', url, headers: {}, body: '{}' })).response
}

it('returns a 407, which fetch hides, as an answer', async () => {
  const { status, text } = await askListener((_request, response) => response.writeHead(407).end('{"message":"who?"}'))
  expect({ status, text }).toEqual({ status: 407, text: '' })
})

it('returns no answer for a broken connection', async () => {
  await expect(askListener((request) => request.socket.destroy())).rejects.toMatchObject({ code: 'unreachable' })
})
