import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchOptions } from '../../testing/chromium.ts'
import { type PlaywrightRequest, type PlaywrightRoute, type Routable, routeTo } from './route-to.ts'
import { apiBehaviours } from '../../testing/integrations/api-behaviours.ts'
import { bundlePage, pageHtml } from '../../testing/integrations/bundle-page.ts'
import { networkBehaviours } from '../../testing/integrations/network-behaviours.ts'
import type { ObservingPage } from '../../testing/integrations/observe-in-page.ts'
import { baseUrl, createScene, type Scene } from '../../testing/integrations/scene.ts'
import { toShopPage } from '../../testing/integrations/shop-page.ts'

/** The origin of the pages, which is not the API's. */
const app = 'https://app.example.invalid'
const basePath = new URL(baseUrl).pathname

let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  browser = await chromium.launch(launchOptions())
})
beforeEach(async () => {
  context = await browser.newContext()
})
afterEach(() => context.close())
afterAll(() => browser.close())

async function servePages(context: BrowserContext, files: Readonly<Record<string, string>>): Promise<void> {
  await context.route(`${app}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({
      contentType: pathname.endsWith('.js') ? 'text/javascript' : 'text/html',
      body: files[pathname] ?? '',
    })
  })
}

/** Differences from a network, due to Playwright: `fetch` does not see redirects, and bodies are never partial. */
const differences: Readonly<Record<string, unknown>> = {
  'follows the redirect of the connection flow': [200, '/app/suite/connect', false, 'Suite is connected'],
  'sees the redirect that it does not follow': [200, false, null, false],
  'fails at a redirect that it forbids': 'no rejection but [object Response]',
  'loses method and body over a 303': ['GET', null, true, [], false, '/platform/trap/seeOther'],
}
const impossible = [
  'reads a stream as it comes',
  'fails in the middle of a body that breaks off',
  'aborts while it reads',
]
const possible = [...apiBehaviours, ...networkBehaviours].filter(({ name }) => !impossible.includes(name))

describe('a page of another origin', () => {
  let shared: BrowserContext
  let page: Page
  beforeAll(async () => {
    shared = await browser.newContext()
    const { answering, facts } = createScene('https://other.example.invalid/')
    await servePages(shared, {
      '/': pageHtml,
      ...(await bundlePage(new URL('../../testing/integrations/plain-page.ts', import.meta.url))),
    })
    await shared.route(facts.otherUrl, (route) =>
      route.fulfill({ body: `the network got ${route.request().postData()}` }),
    )
    await routeTo(shared, answering, { baseUrl })
    page = await shared.newPage()
    await page.goto(`${app}/#${encodeURIComponent(JSON.stringify(facts))}`)
    await page.waitForFunction('window.observe')
  })
  afterAll(() => shared.close())

  it.each(possible)('$name', async ({ name, expected, inBrowser = expected }) => {
    expect(await page.evaluate((name) => (globalThis as unknown as ObservingPage).observe(name), name)).toEqual(
      differences[name] ?? inBrowser,
    )
  })
})

describe('a shop', () => {
  let scene: Scene
  let page: Page
  beforeEach(async () => {
    scene = createScene('')
    await servePages(context, { '/': toShopPage(scene.facts) })
    page = await context.newPage()
  })
  const open = async () => {
    await page.goto(app)
    await page.getByRole('status').filter({ hasText: /\w/ }).waitFor()
  }

  it("shows the test's changes in the page, and the page's requests in the journal", async () => {
    await routeTo(page, scene.emulator, { baseUrl })
    await open()
    await page.getByLabel('Name').fill('Möbel')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Created Möbel').waitFor()
    expect(scene.emulator.requests.one({ operation: 'products.create' })).toMatchObject({
      body: { name: 'Möbel' },
      headers: { origin: app },
    })
    scene.emulator.faults.add({ operation: 'products.list', status: 503 })
    await page.reload()
    await page.getByText('A fault that the test added: 503').waitFor()
  })

  it('ends pending requests and stops answering after `unroute`', async () => {
    scene.emulator.faults.add({ operation: 'legacy.root', delay: '1h' })
    const routed = await routeTo(context, scene.emulator, { baseUrl })
    await page.goto(app)
    const ask = () =>
      page.evaluate(
        (url) =>
          fetch(url).then(
            ({ status }) => status,
            (error: Error) => error.name,
          ),
        `${baseUrl}/0/`,
      )
    const pending = ask()
    await expect.poll(() => scene.emulator.requests.find({ operation: 'legacy.root' }).length).toBe(1)
    await routed.unroute()
    expect([await pending, await ask()]).toEqual(['TypeError', 'TypeError'])
    await routeTo(context, scene.emulator, { baseUrl })
    expect(await ask()).toBe(200)
  })
})

it('fails a request at which the emulator fails itself, and the test', async () => {
  let handle: ((route: PlaywrightRoute) => Promise<void>) | undefined
  const routable: Routable = {
    route: async (_url, handler) => void (handle = handler),
    unroute: async () => {},
    on: () => {},
    off: () => {},
  }
  const request: PlaywrightRequest = {
    method: () => 'GET',
    url: () => `${baseUrl}/0/`,
    allHeaders: async () => ({}),
    postDataBuffer: () => null,
    isNavigationRequest: () => false,
  }
  const aborts: string[] = []
  const route: PlaywrightRoute = {
    request: () => request,
    fulfill: async () => {},
    abort: async (code) => void aborts.push(code),
  }
  await routeTo(routable, { basePath, fetch: () => Promise.reject(new Error('of the stub')) }, { baseUrl })
  await expect(handle!(route)).rejects.toThrow('of the stub')
  expect(aborts).toEqual(['failed'])
})
