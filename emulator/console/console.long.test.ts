// The console in Chromium: every view by axe, narrow and wide, light and dark, by keyboard alone, with hostile names.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser, openPage, overflows, viewLinks, violationsOf } from '../../testing/console/watched-page.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { type RunningServer, serve } from '../serve/serve.ts'

let browser: Browser
let emulator: Emulator
let server: RunningServer

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  emulator = createEmulator({ clock: '2026-03-01T12:00:00Z' })
  server = await serve(emulator, { port: 0 })
})
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  await server.close()
})

const authorization = () => ({ authorization: `Bearer ${emulator.credentials.token}` })
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { ...authorization(), ...(init.headers as object) } })
const json = { 'content-type': 'application/json' }

const hostile = ['<script>window.hacked = 1</script>', '‮שלום עולם מימין לשמאל', 'x'.repeat(10_000), '{{7*7}}${7*7}']

/** Requests of all kinds, with names that break careless pages. */
async function fill(): Promise<void> {
  await ask('/1.13/environments?limt=2')
  await ask('/1.13/resources?status=odd')
  for (const name of hostile) {
    await ask('/1.13/projects', { method: 'POST', headers: json, body: JSON.stringify({ name }) })
    await ask(`/1.13/projects?search=${encodeURIComponent(name.slice(0, 3000))}`)
    emulator.data.insert('catalogs', { name })
  }
  await ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) })
}

it.each([
  [390, 'light'],
  [390, 'dark'],
  [1400, 'light'],
  [1400, 'dark'],
] as const)('has no fault that axe finds, at %i pixels, %s, with hostile names', async (width, colorScheme) => {
  await fill()
  const { page, said } = await openPage(browser, { viewport: { width, height: 800 }, colorScheme })
  await page.goto(`${server.url}/`)
  const links = await viewLinks(page)
  expect(links.length).toBeGreaterThan(2)
  const found: Record<string, unknown> = {}
  for (const link of [...links, '#/requests?open=5', '#/requests?open=2', '#/no-such-view']) {
    await page.goto(`${server.url}/_emulator/${link}`)
    await page.waitForSelector('h1')
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {})
    const violations = await violationsOf(page)
    const isWide = await overflows(page)
    if (violations.length > 0 || isWide) found[link] = { violations, isWide }
  }
  expect(found).toEqual({})
  // What finds nothing must be able to find something.
  await page.evaluate("document.querySelector('main').append(document.createElement('input'))")
  expect(await violationsOf(page)).toEqual([expect.stringContaining('label: ')])
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(said).toEqual([])
})

it('shows requests as they come, filters them, and opens one to both sides', async () => {
  const { page } = await openPage(browser, { viewport: { width: 1400, height: 800 } })
  await page.goto(`${server.url}/_emulator/`)
  await page.getByText('No requests yet').waitFor()
  await ask('/1.13/environments?limt=2')
  await ask('/1.13/resources?status=odd')
  await page.getByRole('row', { name: /resources.list/ }).waitFor()
  await page.getByLabel('Status').fill('400')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.table-row').count()).toBe(1)
  await ask('/nope')
  await ask('/1.13/resources?status=other')
  await expect.poll(() => page.locator('.table-row').count()).toBe(2)
  await page.getByRole('row', { name: /status=odd/ }).click()
  const pane = page.getByRole('region', { name: 'Request 2' })
  await pane.getByText('An invalid enum value returns 400.').waitFor()
  await pane.getByText('"invalid_enum_value"').first().waitFor()
  await page.reload()
  await pane.getByText('An invalid enum value returns 400.').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('button', { name: 'Clear all requests' }).click()
  await expect.poll(() => page.locator('.table-row').count()).toBe(0)
})

it('answers a request with a fault, and puts what it showed into the fixtures', async () => {
  const { page } = await openPage(browser)
  await ask('/1.13/projects?limit=2')
  await page.goto(`${server.url}/_emulator/#/requests?open=1`)
  await page.locator('select[name=answer]').selectOption({ label: '503 with Retry-After' })
  await page.getByRole('button', { name: 'Add the fault' }).click()
  await page.getByText('The next request to projects.list in this world gets').waitFor()
  const struck = await ask('/1.13/projects')
  expect([struck.status, struck.headers.get('retry-after'), (await ask('/1.13/projects')).status]).toEqual([
    503,
    '1',
    200,
  ])
  await page.getByRole('button', { name: 'Add to the fixtures' }).click()
  await page.getByRole('link', { name: 'Fixtures' }).last().click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download fixtures.json' }).click()
  expect((await download).suggestedFilename()).toBe('fixtures.json')
  expect(await page.locator('section.card li').count()).toBeGreaterThanOrEqual(2)
})

it('works by keyboard alone', async () => {
  await fill()
  const { page } = await openPage(browser, { viewport: { width: 1400, height: 800 } })
  const focused = () =>
    page.evaluate('(document.activeElement.textContent || document.activeElement.ariaLabel || "").slice(0, 40).trim()')
  await page.goto(`${server.url}/_emulator/`)
  await page.waitForSelector('.table-row')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('main')
  // The grid takes the arrow keys, Home, End and Enter.
  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Request 2' }).waitFor()
  expect(await page.evaluate('location.hash')).toContain('open=2')
  // Every view is reached through the navigation.
  const links = await viewLinks(page)
  for (const link of links) {
    await page.locator(`.nav a[href="${link}"]`).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(`location.hash === ${JSON.stringify(link)}`)
    await page.waitForSelector('h1')
    // Focus begins in the view, and goes on from there to something that can be used.
    await page.keyboard.press('Tab')
    await page.waitForFunction('document.activeElement !== document.body')
  }
})

it('asks for the control token, keeps it in the tab, and works below a base path and in a world', async () => {
  const own = createEmulator({ basePath: '/api' })
  const guarded = await serve(own, { port: 0, controlToken: 'c0ntrol' })
  try {
    const { page } = await openPage(browser)
    await page.goto(`${guarded.url}/~blue`)
    expect(page.url()).toBe(`${guarded.url}/~blue/_emulator/`)
    await page.getByLabel('Control token').fill('wrong')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('does not take this token').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Control token').fill('c0ntrol')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('No requests yet').waitFor()
    await fetch(`${guarded.url}/~blue/0/`)
    await page.getByRole('row', { name: /legacy.root/ }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: /legacy.root/ }).waitFor()
    await page.getByLabel('World').selectOption('default')
    await page.getByText('No requests yet').waitFor()
    await page.getByLabel('World').selectOption('blue')
    await page.getByRole('row', { name: /legacy.root/ }).waitFor()
    own.worlds.drop('blue')
    await page.getByText('This world is gone').waitFor()
    expect(own.worlds.names).toEqual(['default'])
  } finally {
    await guarded.close()
  }
})

it('opens a report, a journal and a snapshot that are dropped on it', async () => {
  await fill()
  const { page } = await openPage(browser)
  await page.goto(`${server.url}/_emulator/`)
  await page.waitForSelector('.table-row')
  const drop = (name: string, text: string) =>
    page.evaluate(
      ([name, text]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([text!], name!))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      [name, text],
    )
  await drop('journal.json', await (await ask('/_emulator/requests')).text())
  await page.getByRole('grid', { name: 'Requests of the file' }).waitFor()
  await page.getByRole('row', { name: /resources.list/ }).click()
  await page.getByText('Copy as curl').waitFor()
  await drop('snapshot.json', JSON.stringify(emulator.snapshot()))
  await page.getByLabel('Collection').selectOption('projects')
  expect(await violationsOf(page)).toEqual([])
  const result = { check: 'c', requirement: 'ids.grammar', clause: '2.1', verdict: 'fail', message: hostile[0] }
  await drop('report.json', JSON.stringify({ conformant: false, summary: { fail: 1 }, results: [result] }))
  await page.getByRole('row', { name: /ids.grammar/ }).click()
  await page.getByText(hostile[0]!).last().waitFor()
  expect(await violationsOf(page)).toEqual([])
  await drop('cat.json', '[]')
  await page.getByText('can be opened').waitFor()
})

it('shows what its screenshots show', async () => {
  const write = process.env['PLATFORM_SCREENSHOTS'] !== undefined
  const folder = fileURLToPath(new URL('./screenshots/', import.meta.url))
  if (write) mkdirSync(folder, { recursive: true })
  const { page } = await openPage(browser, { viewport: { width: 1100, height: 680 }, colorScheme: 'light' })
  const { catalogId } = emulator.samples
  await ask('/1.13/environments')
  await ask(`/1.13/pulse/catalogs/${catalogId}/products?brnad=Acme&limit=5`)
  await ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) })
  await ask('/1.13/resources?status=odd')
  await ask('/1.13/projects', { method: 'POST', headers: json, body: '{"name":"Storefront"}' })
  await page.goto(`${server.url}/_emulator/#/requests?open=4`)
  await page.getByText('An invalid enum value returns 400.').waitFor()
  expect(await page.locator('.table-row').count()).toBe(5)
  const shot = async (name: string) => {
    const image = await page.screenshot(write ? { path: `${folder}${name}.png` } : {})
    expect(image.length).toBeGreaterThan(20_000)
  }
  await shot('requests')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${server.url}/_emulator/#/data`)
  await expect.poll(() => page.locator('.table-row').count()).toBeGreaterThan(10)
  await shot('data')
})
