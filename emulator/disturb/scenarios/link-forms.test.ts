import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { emulatorWith, events } from '../../../testing/emulator/scenario-emulators.ts'
import { serve } from '../../serve/serve.ts'

const conventions = { legacyPageSize: 40 }

const title = '[^;,]*'
const url = '<[^>]*[?&]cursor=0:0:1[^>]*>'

it.each([
  ['link-previous-first', `^${url}; results="false"; cursor="0:0:1"; rel="previous", `],
  ['link-next-first', `^<[^>]*>; rel="next"; results="true"; cursor="0:40:0", ${url}; rel="previous"; `],
  ['link-unquoted', `^${url}; rel=previous; results=false; cursor="0:0:1", `],
  ['link-further-attributes', `^${url}; title="${title}"; rel="previous"; type="application/json"; results="false"; `],
  ['link-quoted-delimiters', `^${url}; title="[^"]*,[^"]*;[^"]*=[^"]*"; rel="previous"; `],
  ['link-other-parameters', '^<[^>]*/events/\\?view=a%2Fb&cursor=0:0:1&trace=x%26cursor%3D0>; rel="previous"; '],
] as const)('writes the header in another form, given %s', async (name, form) => {
  const emulator = emulatorWith(conventions, name)
  expect((await ask(emulator, 'GET', events(emulator))).headers.get('link')).toMatch(new RegExp(form))
})

it.each([
  [[], 'link'],
  [['link-title-case'], 'Link'],
  [['link-upper-case', 'link-next-first', 'unknown-members'], 'LINK'],
] as const)('writes the name of the header over a socket, given %j, as %s', async (names, expected) => {
  const emulator = emulatorWith(conventions, ...names)
  const server = await serve(emulator, { port: 0 })
  const socket = connect(server.port, '127.0.0.1')
  const lines = [`GET ${events(emulator)} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, 'Connection: close']
  socket.write([...lines, `Authorization: Bearer ${emulator.credentials.token}`, '', ''].join('\r\n'))
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  await server.close()
  expect([text.slice(0, 15), /^(link): /im.exec(text)?.[1]]).toEqual(['HTTP/1.1 200 OK', expected])
  expect(text).toMatch(/^content-type: application\/json/m)
})
