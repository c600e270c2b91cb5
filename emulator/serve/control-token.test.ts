import { expect, it } from 'vitest'
import { type Headers, sendRawRequest, startServed } from '../../testing/emulator/served-emulator.ts'
import { createEmulator } from '../create-emulator.ts'
import { serve } from './serve.ts'

it('needs the control token where it has one', async () => {
  const { server } = await startServed({ controlToken: 'c0ntrol' })
  const ask = (authorization?: string, method = 'GET', path = '/_emulator/clock') =>
    sendRawRequest(server, method, path, authorization === undefined ? {} : { authorization })
  for (const sent of [undefined, '', 'c0ntrol', 'Bearer', 'Bearer c0ntro', 'Bearer c0ntrolx', 'Basic c0ntrol']) {
    const { status, headers, text } = await ask(sent)
    expect({ sent, status, challenge: headers['www-authenticate'], code: JSON.parse(text).error.code }).toEqual({
      sent,
      status: 401,
      challenge: 'Bearer realm="Control API"',
      code: 'control_token',
    })
  }
  expect((await ask('Bearer c0ntrol')).status).toBe(200)
  expect((await ask('bearer  c0ntrol')).status).toBe(200)
  expect((await ask(undefined, 'OPTIONS')).status).toBe(401)
  expect((await ask(undefined, 'PUT', '/~w/_emulator/worlds/w')).status).toBe(401)
  expect((await ask(undefined, 'GET', '/0/')).status).toBe(200)
})

it.each(['/worlds/_emulator', '/worlds/_emulator/', '/data/projects/_emulator', '/requests/_emulator', '/_emulator/'])(
  'needs the control token at %s in a browser, too',
  async (path) => {
    const { server } = await startServed({ controlToken: 'c0ntrol' })
    const ask = async (at: string) => (await sendRawRequest(server, 'GET', at, { accept: 'text/html' })).status
    expect([await ask(`/_emulator${path}`), await ask(`/~w/_emulator${path}`)]).toEqual([401, 401])
    expect([await ask('/_emulator/'), await ask('/~w/_emulator')]).toEqual([200, 200])
  },
)

it('reports only readiness to probes without the control token', async () => {
  const { server } = await startServed({ controlToken: 'c0ntrol' })
  const ask = (headers: Headers, method = 'GET') => sendRawRequest(server, method, '/_emulator/health', headers)
  const { status, text } = await ask({})
  expect({ status, text }).toEqual({ status: 200, text: '{"status":"ready"}' })
  expect(JSON.parse((await ask({ authorization: 'Bearer c0ntrol' })).text)).toHaveProperty('seed')
  expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await ask({}, 'DELETE')).status).toBe(401)
  expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
})

it.each(['0.0.0.0', '::'])('refuses every control request on %s without a control token', async (host) => {
  const { server, emulator } = await startServed({ host })
  const { status, text } = await sendRawRequest(server, 'POST', '/_emulator/reset', {
    authorization: 'Bearer undefined',
  })
  expect({ status, message: JSON.parse(text).error.message }).toEqual({
    status: 401,
    message: expect.stringContaining('Start the emulator with --control-token TOKEN (controlToken)'),
  })
  const { token } = emulator.credentials
  expect((await sendRawRequest(server, 'GET', '/1.13/projects', { authorization: `Bearer ${token}` })).status).toBe(200)
})

it.each(['', 'a b', 'ä'])('refuses the control token %j', async (controlToken) => {
  await expect(serve(createEmulator(), { port: 0, controlToken })).rejects.toThrow('must be printable ASCII')
})
