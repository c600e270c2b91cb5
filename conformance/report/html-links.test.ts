import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchOptions } from '../../testing/chromium.ts'
import { hostileResult } from '../../testing/conformance/sample-result.ts'
import { writeReport } from './service-document.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await chromium.launch(launchOptions())
  page = await browser.newPage()
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: writeReport('html', hostileResult) }),
  )
}, 60_000)
afterAll(() => browser.close())

const isSeen = (id: string) => page.locator(`[id="${id}"]`).isVisible()

it('reveals the target of a link, even when a filter or folded details hide it', async () => {
  await page.goto('http://report.test/#filters.exact.x')
  expect(await isSeen('filters.exact.x')).toBe(true)
  expect(await isSeen('filters.paged.x')).toBe(false)
  await page.getByRole('button', { name: /^Passed/ }).click()
  expect([await isSeen('pat.list'), await isSeen('filters.paged')]).toEqual([true, false])
  await page.locator('#failed a[href="#filters.paged"]').click()
  await expect.poll(() => isSeen('filters.paged')).toBe(true)
  expect(await page.getByRole('button', { name: /^All/ }).getAttribute('aria-pressed')).toBe('true')
  await page.locator('a[href="#failed-filters.and"]').click()
  await expect.poll(() => page.evaluate(() => document.querySelector(':target')?.tagName)).toBe('ARTICLE')
})

it('breaks no rule of its own policy, and runs nothing of a hostile target', async () => {
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  page.on('dialog', (dialog) => told.push(dialog.message()))
  await page.goto('http://report.test/')
  await page.getByRole('button', { name: /^Failed/ }).click()
  expect(told).toEqual([])
})
