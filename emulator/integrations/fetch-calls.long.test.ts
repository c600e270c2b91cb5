import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchOptions } from '../../testing/chromium.ts'
import { bundlePage, pageHtml } from '../../testing/integrations/bundle-page.ts'
import { fetchCalls, type Way } from '../../testing/integrations/fetch-calls.ts'
import { type Loopback, startLoopback } from '../../testing/integrations/loopback.ts'
import type { ObservingPage } from '../../testing/integrations/observe-in-page.ts'
import { baseUrl, createScene, type Facts } from '../../testing/integrations/scene.ts'
import { serveAnswers } from '../serve/serve-answers.ts'
import type { RunningServer } from '../serve/serve-options.ts'
import { routeTo } from './route-to.ts'

let browser: Browser
let server: RunningServer
let byHttp: Page
const opened: Loopback[] = []

/** Opens a page of a new origin with a script of `testing/integrations/`. */
async function open(name: string, facts: Facts, files = {}): Promise<Page> {
  const script = new URL(`../../testing/integrations/${name}.ts`, import.meta.url)
  const pages = await startLoopback({ '/': pageHtml, ...(await bundlePage(script)), ...files })
  opened.push(pages)
  const page = await browser.newPage()
  if (name === 'plain-page' && facts.baseUrl === baseUrl) await routeTo(page, createScene('').answering, { baseUrl })
  await page.goto(`${pages.url}/?other=${pages.url}#${encodeURIComponent(JSON.stringify(facts))}`)
  await page.waitForFunction('window.observe')
  return page
}

const observe = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((name) => (globalThis as unknown as ObservingPage).observe(name), name)

beforeAll(async () => {
  browser = await chromium.launch(launchOptions())
  const { answering, facts } = createScene('')
  server = await serveAnswers(answering, { port: 0 })
  byHttp = await open('plain-page', { ...facts, baseUrl: server.url })
})
afterAll(async () => {
  await browser.close()
  await Promise.all([server.close(), ...opened.map((pages) => pages.close())])
})

const worker = new URL('../../node_modules/msw/lib/mockServiceWorker.js', import.meta.url)

describe.each<[Way, script: string, files: Readonly<Record<string, string>>]>([
  ['routeTo', 'plain-page', {}],
  ['installFetch in a page', 'install-fetch-page', {}],
  ['MSW in a page', 'msw-page', { '/mockServiceWorker.js': readFileSync(worker, 'utf8') }],
])('by %s', (way, script, files) => {
  let page: Page
  beforeAll(async () => {
    page = await open(script, createScene('').facts, files)
  })
  it.each(fetchCalls.filter(({ isOfNode }) => !isOfNode))('a client $name', async ({ name, differences = [] }) => {
    const expected = await observe(byHttp, name)
    const difference = differences.find(({ ways }) => ways.includes(way))
    expect(await observe(page, name)).toEqual(difference ? difference.seen : expected)
  })
})
