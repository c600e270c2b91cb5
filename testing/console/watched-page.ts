// The console in a real browser, on an emulator of its own.
import { existsSync, readFileSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { buildConsolePage } from './build-console-page.ts'
import { launchOptions } from '../chromium.ts'

/** Starts the browser. @throws Error when dist/console.html is missing or not of these sources. */
export async function launchBrowser(): Promise<Browser> {
  const built = new URL('../../dist/console.html', import.meta.url)
  if (!existsSync(built)) throw new Error('dist/console.html is missing: run `npm run build`.')
  const { html } = await buildConsolePage()
  if (readFileSync(built, 'utf8') !== html) throw new Error('dist/console.html is stale: run `npm run build`.')
  return await chromium.launch(launchOptions())
}

/** A page, and what it said on its console and threw. */
export interface WatchedPage {
  readonly page: Page
  readonly said: string[]
}

/** Opens a page that may be as narrow as a phone, light or dark. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  // The browser reports each answer of 4xx as an error, also those that the console shows.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) said.push(message.text())
  })
  return { page, said }
}

/**
 * The violations that axe finds in a page: the rule and the elements.
 * @param rules Of the colours alone, or all.
 */
export async function violationsOf(page: Page, rules: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  const only = rules === 'colours' ? ", runOnly: ['color-contrast', 'link-in-text-block']" : ''
  return await page.evaluate(`axe.run(document, { resultTypes: ['violations']${only} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ').slice(0, 600)))`)
}

/** Violations in the light, and those of colours in the dark, which changes nothing else. */
export async function violationsInBothSchemes(page: Page): Promise<readonly string[]> {
  const light = await violationsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violationsOf(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((violation) => `in the dark, ${violation}`)]
}

/** The addresses of all views, as the navigation has them. */
export async function viewLinks(page: Page): Promise<readonly string[]> {
  await page.waitForSelector('.nav a')
  return await page.evaluate("[...document.querySelectorAll('.nav a')].map((link) => link.getAttribute('href'))")
}

/** Waits until a view has what it asks for. The stream of events stays open, and some views ask again and again. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main h1')
  // Two frames with an idle main thread, and no answer that is awaited: the console marks those that are late.
  await page.evaluate(`new Promise((resolve) => {
    let calm = 0
    let last = performance.getEntriesByType('resource').length
    const look = () => {
      const now = performance.getEntriesByType('resource').length
      calm = now === last && !document.querySelector('.late') ? calm + 1 : 0
      last = now
      if (calm >= 3) resolve()
      else setTimeout(look, 60)
    }
    look()
  })`)
}

/** Resolves to true if the page is wider than its window. */
export async function overflows(page: Page): Promise<boolean> {
  return await page.evaluate('document.documentElement.scrollWidth > innerWidth')
}
