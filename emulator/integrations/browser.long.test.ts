import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchOptions } from '../../testing/chromium.ts'
import { apiBehaviours } from '../../testing/integrations/api-behaviours.ts'
import { bundlePage, pageHtml } from '../../testing/integrations/bundle-page.ts'
import { type Loopback, startLoopback } from '../../testing/integrations/loopback.ts'
import { networkBehaviours } from '../../testing/integrations/network-behaviours.ts'
import type { ObservingPage } from '../../testing/integrations/observe-in-page.ts'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(launchOptions())
})
afterAll(() => browser.close())

const worker = (name: string) => ({
  '/mockServiceWorker.js': readFileSync(
    new URL(`../../node_modules/${name}/lib/mockServiceWorker.js`, import.meta.url),
    'utf8',
  ),
})
const mswPage = new URL('../../testing/integrations/msw-page.ts', import.meta.url)
const alias = (name: string) => ({ msw: name })

describe.each([
  {
    by: 'the service worker of the oldest MSW 2',
    file: mswPage,
    alias: alias('msw-2-oldest'),
    files: worker('msw-2-oldest'),
  },
  {
    by: 'the service worker of the newest MSW 2',
    file: mswPage,
    alias: alias('msw-2-newest'),
    files: worker('msw-2-newest'),
  },
  { by: 'the service worker of the newest MSW 3', file: mswPage, alias: {}, files: worker('msw') },
  {
    by: 'installFetch',
    file: new URL('../../testing/integrations/install-fetch-page.ts', import.meta.url),
    alias: {},
    files: {},
  },
])('by $by in Chromium', ({ file, alias, files }) => {
  let network: Loopback
  let pages: Loopback
  let page: Page
  const said: string[] = []
  beforeAll(async () => {
    network = await startLoopback()
    // Each service worker needs an origin of its own.
    pages = await startLoopback({ '/': pageHtml, ...(await bundlePage(file, alias)), ...files })
    page = await browser.newPage()
    page.on('console', (message) => said.push(message.text()))
    await page.goto(`${pages.url}/?other=${network.url}`)
    await page.waitForFunction('window.observe')
  })
  afterAll(async () => {
    await page.close()
    await Promise.all([network.close(), pages.close()])
  })

  it.each([...apiBehaviours, ...networkBehaviours])(
    'a client $name',
    async ({ name, expected, inBrowser = expected }) => {
      expect(await page.evaluate((name) => (globalThis as unknown as ObservingPage).observe(name), name)).toEqual(
        inBrowser,
      )
    },
  )

  it('logs no warning about the version of its worker script', () => {
    expect(said.filter((text) => text.includes('[MSW]'))).toEqual([])
  })
})
