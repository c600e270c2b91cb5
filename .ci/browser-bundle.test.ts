import { builtinModules } from 'node:module'
import { chromium } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type * as Core from '../emulator/index.ts'
import { bundlePage } from '../testing/integrations/bundle-page.ts'
import { launchOptions } from '../testing/chromium.ts'

/** The modules of the bundle, by path: its entry is `/page.js`. */
let modules: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  modules = await bundlePage(new URL('../emulator/index.ts', import.meta.url))
})

it('bundles for a browser without a Node builtin', () => {
  const imported = Object.values(modules).flatMap((code) =>
    [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["']([^"'\n]+)["']/g)].map((match) => match[1]!),
  )
  expect(modules).toHaveProperty('/page.js')
  expect(imported.filter((name) => name.startsWith('node:') || builtinModules.includes(name))).toEqual([])
})

/** Loads the bundle. An import in a function sent to the page would be rewritten by Vitest. */
const html = `<!doctype html><script type="module">import * as bundle from '/page.js'; window.bundle = bundle</script>`

it('runs in a browser, bundled', async () => {
  const browser = await chromium.launch(launchOptions())
  try {
    const page = await browser.newPage()
    await page.route('**/*', (route) => {
      const code = modules[new URL(route.request().url()).pathname]
      return code === undefined
        ? route.fulfill({ contentType: 'text/html', body: html })
        : route.fulfill({ contentType: 'text/javascript', body: code })
    })
    // The SDK of MCP makes UUIDs, which browsers allow only in secure contexts.
    await page.goto('https://bundle.test/')
    await page.waitForFunction('window.bundle')
    const answers = await page.evaluate(async () => {
      const { createEmulator } = (globalThis as unknown as { bundle: typeof Core }).bundle
      const emulator = createEmulator({ checkResponses: true, clock: '2026-01-01' })
      const send = (path: string, init: RequestInit = {}) =>
        emulator.fetch(
          new Request(`https://api.test${path}`, {
            ...init,
            headers: {
              authorization: `Bearer ${emulator.credentials.token}`,
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
              ...init.headers,
            },
          }),
        )
      const token = await emulator.fetch(
        new Request('https://api.test/oauth/token', {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: emulator.credentials.clientId,
            client_secret: emulator.credentials.clientSecret,
          }),
        }),
      )
      const created = await send('/1.13/catalogs', { method: 'POST', body: '{"name":"Möbel"}' })
      const initialize = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
      }
      const mcp = await send('/mcp', { method: 'POST', body: JSON.stringify(initialize) })
      return {
        token: token.status,
        created: [created.status, ((await created.json()) as { name: string }).name],
        events: (await send(`/0/issues/${emulator.samples.issueId}/events/`)).headers
          .get('link')
          ?.includes('rel="next"'),
        openapi: (await send('/_emulator/openapi.json')).status,
        mcp: [mcp.status, (await mcp.text()).includes('platform-data-api')],
        globals: [typeof process, typeof Buffer],
      }
    })
    expect(answers).toEqual({
      token: 200,
      created: [201, 'Möbel'],
      events: true,
      openapi: 200,
      mcp: [200, true],
      globals: ['undefined', 'undefined'],
    })
  } finally {
    await browser.close()
  }
})
