import { expect, it } from 'vitest'
import { allParts } from '../../emulator/all-parts.ts'
import { openEmulator, type OpenOptions } from '../../emulator/open-emulator.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { localSender } from '../../emulator/pipeline/sender.ts'
import { seedOf } from '../../fixtures/packs.ts'
import { ReplaceableEmulator } from '../serving/replaceable-emulator.ts'
import { createRequestLog } from './request-log.ts'

interface Logged {
  readonly emulator: Emulator
  readonly send: (method: string, path: string, init?: RequestInit) => Promise<Response>
  /** The printed lines, without the milliseconds. */
  readonly printed: () => string
}

const escape = '\u001b'
const milliseconds = new RegExp(String.raw`  (?:${escape}\[2m)?\d+ ms(?:${escape}\[0m)?`, 'g')

function logged(options: OpenOptions = {}, { full = false, coloured = false } = {}): Logged {
  let text = ''
  const log = createRequestLog({ full, coloured, write: (more) => void (text += more) })
  const emulator = openEmulator(seedOf('default', { seed: 1, scale: undefined }), allParts, {
    clock: '2026-01-01',
    observer: { onEnd: log.ended },
    ...options,
  })
  const served = new ReplaceableEmulator(emulator, log)
  return {
    emulator,
    send: async (method, path, init = {}) => {
      const request = new Request(`http://localhost${path}`, { method, ...init })
      if (init.headers === undefined) request.headers.set('authorization', `Bearer ${emulator.credentials.token}`)
      return await served.respond(request, localSender)
    },
    printed: () => text.replaceAll(milliseconds, ''),
  }
}

it('prints one line for each request, with its world, its refusal and what was unread', async () => {
  const { emulator, send, printed } = logged({ faults: [{ operation: 'legacy.root', status: 503 }] })
  await send('GET', '/1.13/environments?limit=1')
  await send('GET', '/1.13/environments?knd=staging')
  await send('GET', '/~blue/1.13/environments', { headers: {} })
  await send('GET', `/nowhere?token=${emulator.credentials.token}`)
  await send('GET', '/0/')
  const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
  await send('POST', '/1.13/projects', { body: '{"name":"A","nmae":1}', headers })
  expect(printed().split('\n')).toEqual([
    'GET  /1.13/environments?limit=1  200',
    'GET  /1.13/environments?knd=staging  200  unread: the parameter knd (did you mean kind?)',
    expect.stringMatching(/^GET {2}\/1\.13\/environments {2}401 {2}in blue {2}The Authorization header .*\.$/),
    expect.stringMatching(/^GET {2}\/nowhere\?token=<redacted> {2}404 {2}There is no endpoint at \/nowhere/),
    'GET  /0/  503  by a fault  A fault that the test added: 503.',
    expect.stringMatching(/^POST {2}\/1\.13\/projects .*the member nmae \(did you mean name\?\)$/),
    '',
  ])
})

it('prints dropped connections, requests under deviations, and requests that no world received', async () => {
  const { send, printed } = logged({
    faults: [{ drop: 'before', world: 'default' }],
    deviations: ['legacy-root-a-list'],
    limits: { worlds: 1 },
  })
  await send('GET', '/0/').catch(() => undefined)
  await send('GET', '/0/')
  await send('GET', '/_emulator/health')
  await send('PUT', '/_emulator/faults', { body: '[]', headers: { 'content-type': 'application/json' } })
  await send('GET', '/_emulator/nowhere')
  await send('GET', '/~red/0/')
  await send('GET', '/~blue/0/')
  await send('GET', '/~red/0/')
  await send('POST', '/_emulator/clock', {
    body: '{"advance":"soon"}',
    headers: { 'content-type': 'application/json' },
  })
  await expect.poll(printed).toContain('POST')
  expect(printed().split('\n')).toEqual([
    'GET  /0/  dropped  by a fault  under legacy-root-a-list',
    'GET  /0/  200  under legacy-root-a-list',
    'GET  /0/  200  the answer by legacy-root-a-list',
    'PUT  /_emulator/faults  200',
    'GET  /_emulator/nowhere  404  The control API has no path /_emulator/nowhere. GET /_emulator/ lists all paths.',
    'GET  /0/  200  in red  under legacy-root-a-list',
    'GET  /~red/0/  200  the answer by legacy-root-a-list',
    'GET  /0/  200  in blue  under legacy-root-a-list',
    'GET  /~blue/0/  200  the answer by legacy-root-a-list',
    expect.stringMatching(/^GET {2}\/~red\/0\/ {2}410 {2}.*red/),
    expect.stringMatching(/^POST {2}\/_emulator\/clock {2}400 {2}Expected a duration .*; got "soon"\.$/),
    '',
  ])
})

it('adds the headers and bodies of both sides without secrets', async () => {
  const { emulator, send, printed } = logged({ faults: [{ operation: 'legacy.root', truncate: true }] }, { full: true })
  const { clientId, clientSecret } = emulator.credentials
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answers = await Promise.all([
    send('POST', '/oauth/token', { body: form, headers: {} }),
    send('GET', '/0/'),
    send('DELETE', '/1.13/projects/2rHt2Okh4RUnlKcuUyeAJjTsJzW'),
  ])
  const secret = ((await answers[0].json()) as { access_token: string }).access_token
  await answers[1].text().catch(() => undefined)
  await expect.poll(printed).toContain('POST')
  const text = printed()
  for (const word of [secret, clientSecret, emulator.credentials.token]) expect(text).not.toContain(word)
  expect(text).toMatch(/^POST {2}\/oauth\/token {2}200\n(?: {2}> .*\n)+(?: {2}< .*\n)+/m)
  expect(text).toContain('  > {"grant_type":"client_credentials"')
  expect(text).toContain('  < {"access_token":"<redacted>"')
  expect(text).toContain('  < content-type: application/json\n')
  expect(text).toContain('  < (not kept: ')
  expect(text.split('\n').every((line) => /^(?:[A-Z]+ {2}\/| {2}[<>] |$)/.test(line))).toBe(true)
})

it('has colours by status on request, and no character that commands a terminal', async () => {
  const { send, printed } = logged({}, { coloured: true })
  await send('GET', '/0/')
  await send('GET', `/${encodeURIComponent('\u009b31m')}\u202e`)
  await send('GET', '/1.13/environments?kind=\u009b31m%1b[31m')
  const [good, ...bad] = printed().trimEnd().split('\n')
  expect(good).toBe('GET  /0/  \u001b[32m200\u001b[0m')
  for (const line of bad) {
    expect(line).toMatch(new RegExp(String.raw`${escape}\[33m40[04]${escape}\[0m`))
    const bare = line.replaceAll(new RegExp(String.raw`${escape}\[(?:0|2|33)m`, 'g'), '')
    expect(bare).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  }
})
