// The tasks of people in the console, only by keyboard.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { pressTab, registerConsole } from './console.ts'
import { viewLinks } from './look.ts'

const open = registerConsole()

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const hasFocus = (page: Page, expression: string) =>
  expect.poll(() => page.evaluate(`document.activeElement.${expression}`)).toBe(true)

it('finds a request, reads why it was refused, breaks the next, and sends it again edited', async () => {
  const { page, emulator, ask, post, goTo } = await open()
  for (const path of ['/0/', '/1.13/resources?status=odd', '/1.13/lost']) await ask(path)
  await goTo('requests')
  await page.locator('.table-row').nth(2).waitFor()
  await press(page, '/')
  await page.keyboard.type('400 resour')
  await page.getByText('1 found.').waitFor()
  await press(page, 'Enter', 'Enter')
  await page.getByText('An invalid enum value returns 400.').waitFor()
  await press(page, 'f')
  await pressTab(page, '503')
  await press(page, 'Enter')
  await expect.poll(() => emulator.faults.pending.length).toBe(1)
  await pressTab(page, 'Back to normal', 'Shift+Tab')
  await press(page, 'Enter')
  await expect.poll(() => emulator.faults.pending.length).toBe(0)

  await post('/1.13/projects', { nam: 'Mine' })
  await goTo('requests')
  await press(page, 'j', 'Enter')
  await page.getByRole('button', { name: 'Send again' }).waitFor()
  await press(page, 'e')
  await page.getByRole('textbox', { name: 'Body' }).waitFor()
  await press(page, 'Control+a')
  await page.keyboard.type('{"name":"Mine"}')
  await pressTab(page, 'Send')
  await press(page, 'Enter')
  await page
    .getByRole('region', { name: /^Request \d+$/ })
    .getByRole('heading', { name: /^201 POST/ })
    .waitFor()
  await press(page, '?')
  await page.getByRole('heading', { name: 'Keys' }).waitFor()
})

it('lets a token expire, and changes and deletes a record, with the error beside it', async () => {
  const { page, emulator, goTo } = await open()
  await goTo('requests')
  await pressTab(page, 'Faults and scenarios')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Faults' }).waitFor()
  await pressTab(page, /^token-expires-at-request/)
  await press(page, 'Space')
  await expect.poll(() => emulator.scenarios.names).toEqual(['token-expires-at-request'])

  const {
    id,
    created_at: _created,
    ...members
  } = emulator.data.insert('catalog_products', { name: 'A very rare lamp' })
  await goTo('data?collection=catalog_products')
  await pressTab(page, 'Find by id, name or text')
  await page.keyboard.type('RARE lamp')
  await press(page, 'Enter')
  await page.getByText(/^1 of .* records$/).waitFor()
  await page.getByRole('grid').focus()
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'A very rare lamp' }).waitFor()
  await pressTab(page, 'Edit')
  await press(page, 'Enter')
  for (const [price, isValid] of [
    ['cheap', false],
    [12.5, true],
  ] as const) {
    await pressTab(page, `Edit ${id}`)
    await press(page, 'Control+a')
    await page.keyboard.type(JSON.stringify({ ...members, price }))
    await pressTab(page, 'Save')
    await press(page, 'Enter')
    if (!isValid) await page.getByRole('alert').getByText('must be a number').first().waitFor()
  }
  await expect.poll(() => emulator.data.get('catalog_products', id)?.price).toBe(12.5)
  await page.getByRole('button', { name: 'Delete', exact: true }).focus()
  await press(page, 'Enter', 'Enter')
  await expect.poll(() => emulator.data.get('catalog_products', id)).toBeUndefined()
})

it('reaches the list by one Tab and every view, and gives the focus to what is in sight', async () => {
  const { page, ask, goTo } = await open()
  for (let count = 0; count < 3; count++) await ask('/0/')
  await goTo('requests')
  await page.locator('.table-row').nth(2).waitFor()
  await press(page, 'Tab', 'Enter')
  await hasFocus(page, `getAttribute('role') === 'grid'`)
  await press(page, 'End', 'ArrowUp', 'Enter')
  await page.getByRole('region', { name: 'Request 2' }).waitFor()
  for (const link of await viewLinks(page)) {
    await page.locator(`.nav a[href="${link}"]`).focus()
    await press(page, 'Enter')
    await expect.poll(() => page.evaluate('location.hash')).toBe(link)
    await page.waitForSelector('h1')
    // Focus begins in the view, and moves from there to something that can be used.
    await press(page, 'Tab')
    await hasFocus(page, 'tagName !== "BODY"')
  }
  await page.setViewportSize({ width: 390, height: 700 })
  await goTo('requests')
  await page.getByRole('grid').focus()
  await press(page, 'Enter')
  await hasFocus(page, `ariaLabel === 'Request 3'`)
  await press(page, 'Escape')
  await hasFocus(page, `getAttribute('role') === 'grid'`)
})
