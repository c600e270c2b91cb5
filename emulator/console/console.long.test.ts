// The look and handling of the console: every view by axe, narrow and wide, light and dark, by keyboard alone.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { consoleScene, json } from '../../testing/console/console-scene.ts'
import {
  openPage,
  overflows,
  settled,
  viewLinks,
  violationsInBothSchemes,
  violationsOf,
} from '../../testing/console/watched-page.ts'

const scene = consoleScene()
const { ask, fill } = scene

it.each([390, 1400])('has no fault that axe finds, at %i pixels, light and dark, with hostile names', async (width) => {
  await fill()
  const { page, said } = await openPage(scene.browser, { viewport: { width, height: 800 }, colorScheme: 'light' })
  await page.goto(`${scene.server.url}/`)
  const links = await viewLinks(page)
  expect(links.length).toBeGreaterThan(2)
  const found: Record<string, unknown> = {}
  for (const link of [...links, '#/requests?open=5&do=edit&with=1', '#/requests?open=2&do=test', '#/no-such-view']) {
    await page.goto(`${scene.server.url}/_emulator/${link}`)
    await settled(page)
    const violations = await violationsInBothSchemes(page)
    const isWide = await overflows(page)
    if (violations.length > 0 || isWide) found[link] = { violations, isWide }
  }
  expect(found).toEqual({})
  // A violation on purpose shows that axe can find one.
  await page.evaluate("document.querySelector('main').append(document.createElement('input'))")
  expect(await violationsOf(page)).toEqual([expect.stringContaining('label: ')])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate("document.querySelector('h1').style.color = '#444'")
  expect(await violationsOf(page, 'colours')).toEqual([expect.stringContaining('color-contrast: <h1')])
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(said).toEqual([])
})

it('works by keyboard alone', async () => {
  await fill()
  const { page } = await openPage(scene.browser, { viewport: { width: 1400, height: 800 } })
  const focused = () =>
    page.evaluate('(document.activeElement.textContent || document.activeElement.ariaLabel || "").slice(0, 40).trim()')
  await page.goto(`${scene.server.url}/_emulator/`)
  await page.waitForSelector('.table-row')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid')
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
    await expect.poll(() => page.evaluate('location.hash')).toBe(link)
    await page.waitForSelector('h1')
    // Focus begins in the view, and goes on from there to something that can be used.
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true)
  }
})

it('shows what the screenshot of the README shows', async () => {
  const write = process.env['PLATFORM_SCREENSHOTS'] !== undefined
  const folder = fileURLToPath(new URL('./screenshots/', import.meta.url))
  if (write) mkdirSync(folder, { recursive: true })
  const { page } = await openPage(scene.browser, { viewport: { width: 1100, height: 680 }, colorScheme: 'light' })
  const { catalogId } = scene.emulator.samples
  await ask('/1.13/environments')
  await ask(`/1.13/pulse/catalogs/${catalogId}/products?brnad=Acme&limit=5`)
  await ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) })
  await ask('/1.13/resources?status=odd')
  await ask('/1.13/projects', { method: 'POST', headers: json, body: '{"name":"Storefront"}' })
  await page.goto(`${scene.server.url}/_emulator/#/requests?open=4`)
  await page.getByText('An invalid enum value returns 400.').waitFor()
  await expect.poll(() => page.locator('.table-row').count()).toBe(5)
  const image = await page.screenshot(write ? { path: `${folder}requests.png` } : {})
  expect(image.length).toBeGreaterThan(20_000)
  expect(image.length).toBeLessThan(150_000)
})
