// A page of another site in a real browser, which sends what it may to an emulator on this machine.
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchOptions } from '../../testing/chromium.ts'
import { type Loopback, startLoopback } from '../../testing/integrations/loopback.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { type RunningServer, serve } from './serve.ts'

const html = '<!doctype html><title>Page</title>'
let browser: Browser
let pages: Loopback
let emulator: Emulator
let server: RunningServer
let open: RunningServer

beforeAll(async () => {
  const { args = [], ...options } = launchOptions()
  // The emulator must refuse on its own, not by the help of newer browsers, which guard the local network.
  const unguarded = '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests'
  const names = '--host-resolver-rules=MAP evil.example 127.0.0.1'
  browser = await chromium.launch({ ...options, args: [...args, names, unguarded] })
  pages = await startLoopback({ '/': html })
  emulator = createEmulator({ clock: 'frozen', conventions: { connectFlow: 'immediate' } })
  server = await serve(emulator, { port: 0 })
  open = await serve(createEmulator(), { port: 0, allowOrigins: ['*'] })
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([pages?.close(), server?.close(), open?.close()])
})

async function openHostPage(host: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`http://${host}:${new URL(pages.url).port}/`)
  return page
}

/** Fetches in a page. Returns the status, or `blocked`. */
const fetchInPage = (page: Page, url: string, init: Record<string, unknown> = {}): Promise<string> =>
  page.evaluate(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)})
      .then(({ status, type }) => type + ' ' + status, () => 'blocked')`,
  )

const form = { 'content-type': 'application/x-www-form-urlencoded' }

it.each(['evil.example', 'evil.localhost'])('serves nothing to a page on %s, and changes nothing', async (host) => {
  const page = await openHostPage(host)
  const { token, clientId, clientSecret } = emulator.credentials
  const authorization = `Bearer ${token}`
  const grant = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`
  const before = emulator.worlds.default.state
  // An emulator for all pages shows that the browser lets this page ask.
  expect(await fetchInPage(page, `${open.url}/0/`)).toBe('cors 200')
  // A name below localhost is of the same site as the emulator under that name.
  for (const name of ['127.0.0.1', 'localhost', 'evil.localhost']) {
    const url = server.url.replace('127.0.0.1', name)
    const asked: readonly (readonly [string, Record<string, unknown>?])[] = [
      ['/0/'],
      ['/1.13/projects', { headers: { authorization } }],
      ['/1.13/projects', { method: 'POST', headers: { authorization, 'content-type': 'text/plain' }, body: '{}' }],
      ['/oauth/token', { method: 'POST', headers: form, body: grant }],
      ['/_emulator/snapshot'],
      ['/'],
      ['/_emulator/', { headers: { accept: 'text/html' } }],
      ['/_emulator/events'],
      ['/_emulator/requests/1'],
      ['/_emulator/faults', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '[]' }],
      ['/_emulator/clock', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
      ['/_emulator/worlds/new', { method: 'PUT' }],
    ]
    for (const [path, init] of asked)
      expect({ path, got: await fetchInPage(page, url + path, init) }).toEqual({ path, got: 'blocked' })
    // Requests without CORS are sent, and their answers hidden.
    const hidden: readonly (readonly [string, Record<string, unknown>?])[] = [
      ['/~new/0/'],
      ['/oauth/token', { method: 'POST', headers: form, body: grant }],
      ['/_emulator/reset', { method: 'POST' }],
      ['/~new/_emulator/health'],
      ['/~new/_emulator/events'],
    ]
    for (const [path, init] of hidden)
      expect(await fetchInPage(page, url + path, { ...init, mode: 'no-cors' })).toBe('opaque 0')
    await page.evaluate(`new Promise((done) => {
      const image = new Image()
      image.onload = image.onerror = done
      image.src = ${JSON.stringify(`${url}/~image/0/`)}
    })`)
    await page.evaluate(`new Promise((done) => {
      document.body.innerHTML = ${JSON.stringify(`<iframe name="frame"></iframe>
        <form method="post" target="frame" action="${url}/~form/oauth/token"><input name="client_id"></form>`)}
      document.querySelector('iframe').onload = done
      document.querySelector('form').submit()
    })`)
  }
  expect(emulator.worlds.names).toEqual(['default'])
  expect(emulator.requests.size).toBe(0)
  expect(emulator.worlds.default.state.collections).toBe(before.collections)
  await page.close()
})
