import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sendRawRequest, startServed } from '../../testing/emulator/served-emulator.ts'

/** The headers of Chromium when a person types an address. */
const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const isBuilt = existsSync(new URL('../../dist/console.html', import.meta.url))

it.runIf(isBuilt)('answers a browser with the console, whose policy lets its own script and style run', async () => {
  const { server } = await startServed()
  const { status, headers, text } = await sendRawRequest(server, 'GET', '/_emulator/', browser)
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  // No page can frame, read or steer it.
  expect([headers['x-frame-options'], headers['cross-origin-opener-policy']]).toEqual(['DENY', 'same-origin'])
  const policy = String(headers['content-security-policy'])
  for (const element of ['script', 'style']) {
    const [, content = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(text) ?? []
    expect(content.length).toBeGreaterThan(1000)
    expect(policy).toContain(`${element}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  }
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain('frame-src blob:')
  expect(policy).not.toContain('unsafe')
  expect(text).not.toMatch(/(?:src|href)="(?!data:,|#main)/)
})

it('answers programs with the list, and redirects a browser from the root to the console', async () => {
  const { server } = await startServed({}, { basePath: '/api' })
  const list = await sendRawRequest(server, 'GET', '/api/_emulator/', { accept: '*/*' })
  expect(JSON.parse(list.text)).toHaveProperty('endpoints')
  const sent = await sendRawRequest(server, 'GET', '/api/', browser)
  expect([sent.status, sent.headers.location]).toEqual([307, `http://127.0.0.1:${server.port}/api/_emulator/`])
  const world = await sendRawRequest(server, 'GET', '/api/~blue', browser)
  expect(world.headers.location).toBe(`http://127.0.0.1:${server.port}/api/~blue/_emulator/`)
  expect(JSON.parse((await sendRawRequest(server, 'GET', '/api')).text).console).toBe(
    `http://127.0.0.1:${server.port}/api/_emulator/`,
  )
  expect((await sendRawRequest(server, 'GET', '/', browser)).status).toBe(404)
})

it('shows the page without the control token, and nothing of the emulator', async () => {
  const { server, emulator } = await startServed({ controlToken: 'secret' })
  for (const path of ['/_emulator/', '/_emulator', '/~blue/_emulator/']) {
    const { status, text } = await sendRawRequest(server, 'GET', path, browser)
    expect([200, 503]).toContain(status)
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).not.toContain(emulator.credentials.token)
  }
  for (const path of ['/_emulator/clock', '/_emulator/events', '/_emulator//'])
    expect({ path, status: (await sendRawRequest(server, 'GET', path, browser)).status }).toEqual({ path, status: 401 })
  expect((await sendRawRequest(server, 'POST', '/_emulator/', browser)).status).toBe(401)
  expect((await sendRawRequest(server, 'GET', '/_emulator/')).status).toBe(401)
  expect(emulator.worlds.names).toEqual(['default'])
})

it('shows the page to a person who followed a link, and not in a frame of another site', async () => {
  const { server } = await startServed()
  const visit = { ...browser, 'sec-fetch-site': 'cross-site' }
  expect((await sendRawRequest(server, 'GET', '/_emulator/', visit)).status).not.toBe(403)
  expect((await sendRawRequest(server, 'GET', '/_emulator/', { ...visit, 'sec-fetch-dest': 'iframe' })).status).toBe(
    403,
  )
  expect(
    (await sendRawRequest(server, 'GET', '/_emulator/', { ...browser, origin: 'https://evil.example' })).status,
  ).toBe(403)
  expect((await sendRawRequest(server, 'GET', '/_emulator/', { ...browser, host: 'evil.example' })).status).toBe(421)
})
