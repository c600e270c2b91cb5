import { expect, it } from 'vitest'
import { openEmulator, type OpenOptions } from '../../../emulator/open-emulator.ts'
import type { Emulator } from '../../../emulator/emulator.ts'
import { localSender } from '../../../emulator/pipeline/context.ts'
import { packSeed } from '../../../fixtures/packs.ts'
import { logAnswers } from './log-answers.ts'
import { createRequestLog } from './request-log.ts'

interface Logged {
  readonly emulator: Emulator
  readonly send: (method: string, path: string, init?: RequestInit) => Promise<Response>
  /** The printed lines, without the milliseconds. */
  readonly printed: () => string
}

const escape = '\u001b'
const milliseconds = new RegExp(String.raw`(?:${escape}\[2m)? [\d.]+ ms(?:${escape}\[0m)?`, 'g')
const time = '12:06:48'

function logged(
  options: OpenOptions = {},
  { full = false, coloured = false, columns = Number.POSITIVE_INFINITY } = {},
): Logged {
  let text = ''
  const log = createRequestLog({
    full,
    coloured,
    columns: () => columns,
    time: () => time,
    write: (more) => void (text += more),
  })
  const emulator = openEmulator(packSeed('default', { seed: 1, scale: undefined }), {
    clock: '2026-01-01',
    observer: { onEnd: log.ended },
    ...options,
  })
  const served = logAnswers(emulator, log)
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

it('prints one line for each request, with its world, its refusal and ignored input', async () => {
  const { emulator, send, printed } = logged({ faults: [{ operation: 'legacy.root', status: 503 }] })
  emulator.stub({ operation: 'flows.list', body: [], times: 1 })
  await send('GET', '/1.13/flows')
  await send('GET', '/1.13/environments?limit=1')
  await send('GET', '/1.13/environments?knd=staging')
  await send('GET', '/~blue/1.13/environments', { headers: {} })
  await send('GET', `/nowhere?token=${emulator.credentials.token}`)
  await send('GET', '/0/')
  const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
  await send('POST', '/1.13/projects', { body: '{"name":"A","nmae":1}', headers })
  expect(printed().split('\n')).toEqual([
    '12:06:48 200 GET    /1.13/flows by a stub',
    '12:06:48 200 GET    /1.13/environments?limit=1',
    '12:06:48 200 GET    /1.13/environments?knd=staging unread: the parameter knd (did you mean kind?)',
    expect.stringMatching(/^12:06:48 401 GET {4}\/1\.13\/environments in blue; The Authorization header .*\.$/),
    expect.stringMatching(/^12:06:48 404 GET {4}\/nowhere\?token=<redacted> There is no endpoint at \/nowhere/),
    '12:06:48 503 GET    /0/ by a fault; A fault that the test added: 503.',
    expect.stringMatching(
      /projects unread: the member nmae \(did you mean name\?\); The member "nmae" is not known .*\.$/,
    ),
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
    'From here on with deviations: legacy-root-a-list.',
    '12:06:48 --- GET    /0/ the connection was dropped; by a fault',
    '12:06:48 200 GET    /0/',
    '12:06:48 200 GET    /0/ as a deviation changed it',
    '12:06:48 200 PUT    /_emulator/faults',
    '12:06:48 404 GET    /_emulator/nowhere The control API has no path /_emulator/nowhere. GET /_emulator/ lists all paths.',
    '12:06:48 200 GET    /0/ in red',
    '12:06:48 200 GET    /~red/0/ as a deviation changed it',
    '12:06:48 200 GET    /0/ in blue',
    '12:06:48 200 GET    /~blue/0/ as a deviation changed it',
    expect.stringMatching(/^12:06:48 410 GET {4}\/~red\/0\/ .*red/),
    expect.stringMatching(/^12:06:48 400 POST {3}\/_emulator\/clock Expected a duration .*; got "soon"\.$/),
    '',
  ])
})

it('breaks a line at words where the terminal is narrow, below the method', async () => {
  const { send, printed } = logged({}, { columns: 60 })
  await send('GET', '/1.13/environments?knd=staging')
  const lines = printed().trimEnd().split('\n')
  expect(lines[0]).toBe('12:06:48 200 GET    /1.13/environments?knd=staging')
  expect(lines.slice(1)).toEqual(['             unread: the parameter knd (did you mean kind?)'])
  await send('GET', '/1.13/resources?status=odd')
  for (const line of printed().trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(60)
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
  expect(text).toMatch(/^12:06:48 200 POST {3}\/oauth\/token\n(?: {2}> .*\n)+(?: {2}< .*\n)+/m)
  expect(text).toContain('  > {"grant_type":"client_credentials"')
  expect(text).toContain('  < {"access_token":"<redacted>"')
  expect(text).toContain('  < content-type: application/json\n')
  expect(text).toContain('  < (not kept: ')
  expect(text.split('\n').every((line) => /^(?:12:06:48 \d+ [A-Z]+ +\/| {2}[<>] |$)/.test(line))).toBe(true)
})

it('has colours by status on request, and no control characters', async () => {
  const { send, printed } = logged({}, { coloured: true })
  await send('GET', '/0/')
  await send('GET', `/${encodeURIComponent('\u009b31m')}\u202e`)
  await send('GET', '/1.13/environments?kind=\u009b31m%1b[31m')
  const [good, ...bad] = printed().trimEnd().split('\n')
  expect(good).toBe('\u001b[2m12:06:48\u001b[0m \u001b[32m200\u001b[0m GET    /0/')
  for (const line of bad) {
    expect(line).toMatch(new RegExp(String.raw`${escape}\[33m40[04]${escape}\[0m`))
    const bare = line.replaceAll(new RegExp(String.raw`${escape}\[(?:0|2|33)m`, 'g'), '')
    expect(bare).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  }
})
