import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { serve } from './serve.ts'

it('waits for a large body while it grows, and answers 408 when it stops', async () => {
  const emulator = createEmulator({ conventions: { bodyLimit: 900_000_000 } })
  const server = await serve(emulator, { port: 0, timeLimits: { requestTimeout: 1000 } })
  const socket = connect(server.port, '127.0.0.1')
  const text = new Promise<string>((resolve) => {
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('close', () => resolve(received))
  })
  const head = 'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded'
  socket.write(`${head}\r\nContent-Length: 900000000\r\n\r\n`)
  const piece = 'x'.repeat(4_000_000)
  for (let sent = 0; sent < 40; sent++) {
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(socket.closed).toBe(false)
  expect(await text).toMatch(/^HTTP\/1\.1 408/)
  await server.close()
})
