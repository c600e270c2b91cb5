import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { scenarioEmulator, sampleEventsPath } from '../../../testing/emulator/scenario-emulators.ts'
import { serve } from '../../serve/serve.ts'

const conventions = { legacyPageSize: 40 }

it.each([
  [[], 'link'],
  [['link-title-case'], 'Link'],
  [['link-upper-case', 'link-next-first', 'unknown-members'], 'LINK'],
] as const)('writes the name of the header over a socket, given %j, as %s', async (names, expected) => {
  const emulator = scenarioEmulator(conventions, ...names)
  const server = await serve(emulator, { port: 0 })
  const socket = connect(server.port, '127.0.0.1')
  const lines = [`GET ${sampleEventsPath(emulator)} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, 'Connection: close']
  socket.write([...lines, `Authorization: Bearer ${emulator.credentials.token}`, '', ''].join('\r\n'))
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  await server.close()
  expect([text.slice(0, 15), /^(link): /im.exec(text)?.[1]]).toEqual(['HTTP/1.1 200 OK', expected])
  expect(text).toMatch(/^content-type: application\/json/m)
})
