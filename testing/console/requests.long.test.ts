// The console's requests, used as people use them.
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { downloaded, registerConsole } from './console.ts'

const open = registerConsole()

/** Types two more letters when the address takes the text that was typed before: one at once, one after two frames. */
const typeDuringSearch = `(() => {
  const replace = history.replaceState.bind(history)
  const type = (letter) => {
    const input = document.querySelector('main input[type=search]')
    input.value += letter
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  history.replaceState = (...state) => {
    replace(...state)
    history.replaceState = replace
    type('u')
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(type, 0, 'r')))
  }
})()`

it('finds requests while the user types, opens with one click to the reason, and Back undoes each step', async () => {
  const { page, url, ask, goTo } = await open()
  const rows = page.locator('.table-row')
  await goTo('data')
  await page.goto(`${url}/_emulator/#/requests`)
  await page.getByText('No requests yet').waitFor()
  for (const path of ['/1.13/environments?limt=2', '/1.13/resources?status=odd', '/nope']) await ask(path)
  await page.getByRole('button', { name: 'with unread parts 1' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await page.goBack()
  await expect.poll(() => rows.count()).toBe(3)
  // Letters that are typed just when a search begins are not lost.
  await page.evaluate(typeDuringSearch)
  await page.getByRole('searchbox').fill('4xx reso')
  await expect.poll(() => page.evaluate('location.hash')).toContain('resour')
  expect(await page.getByRole('searchbox').inputValue()).toBe('4xx resour')
  await expect.poll(() => rows.count()).toBe(1)
  await ask('/1.13/resources?status=other')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('row', { name: /status=odd/ }).click()
  const pane = page.getByRole('region', { name: 'Request 2' })
  await pane.getByText('An invalid enum value returns 400.').waitFor()
  await pane.getByText('"invalid_enum_value"').first().waitFor()
  // A key that is pressed before the rows are there is not lost.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/requests/lines?*', (route) => pressed.promise.then(() => route.continue()))
  await page.reload()
  await pane.waitFor()
  await page.keyboard.press('k')
  pressed.resolve()
  await page.getByRole('region', { name: 'Request 4' }).waitFor()
  await page.keyboard.press('j')
  await pane.waitFor()
  await page.goBack()
  await expect.poll(() => page.locator('.pane').count()).toBe(0)
  expect(await page.getByRole('searchbox').inputValue()).toBe('4xx resour')
  // The text that was typed last belongs only to this view.
  await page.getByRole('searchbox').pressSequentially('x')
  await page.goBack()
  await expect.poll(() => page.evaluate('location.hash')).toBe('#/data')
  await goTo('requests')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('button', { name: 'Clear all requests' }).click()
  await expect.poll(() => rows.count()).toBe(0)
})

it('answers the next request with a fault by two clicks', async () => {
  const { page, ask, goTo } = await open()
  await ask('/1.13/projects?limit=2')
  await goTo('requests')
  await page.getByRole('row', { name: /projects/ }).click()
  await page.getByRole('button', { name: '503', exact: true }).click()
  await page.getByText('The next request to projects.list in this world gets').waitFor()
  const struck = await ask('/1.13/projects')
  expect([struck.status, struck.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await ask('/1.13/projects')).status).toBe(200)
})

it('makes a test and a stub of a request', async () => {
  const { page, ask, goTo } = await open()
  await ask('/1.13/environments')
  await goTo('requests?open=1')
  await page.getByRole('button', { name: 'Test or stub' }).click()
  await page.getByText("it('answers GET /1.13/environments with 200'").waitFor()
  await page.getByText('emulator.stub({').waitFor()
  await page.getByText(/start --fault '\{"operation":"environments\.list"/).waitFor()
})

it('sends a request again, edited by three clicks, and leads back to the first', async () => {
  const { page, ask, post, goTo } = await open()
  await post('/1.13/projects', { nam: 'Storefront' })
  await ask('/1.13/environments')
  await goTo('requests')
  const row = page.getByRole('row', { name: /projects/ })
  await row.click()
  await page.getByRole('button', { name: 'Edit and send' }).click()
  const body = page.getByRole('textbox', { name: 'Body', exact: true })
  await body.fill('{"name":"Unsent"}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Edit and send' }).click()
  await expect.poll(() => body.inputValue()).toContain('"nam": "Storefront"')
  await body.fill('{"name":"Storefront"}')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const pane = page.getByRole('region', { name: 'Request 3', exact: true })
  await pane.getByRole('heading', { name: /^201 POST/ }).waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  const again = page.getByRole('region', { name: 'Request 4', exact: true })
  await again.getByRole('heading', { name: /^201 POST/ }).waitFor()
  await again.getByText('Sent again from').waitFor()
  await again.getByRole('link', { name: '#3' }).first().click()
  await pane.getByRole('link', { name: '#1' }).first().click()
  await page.getByRole('heading', { name: /^400 POST/ }).waitFor()
})

it('continues with a world that is replaced or dropped, and with an emulator that is started again', async () => {
  const { page, emulator, url, ask, stop } = await open()
  emulator.worlds.use('blue')
  await page.goto(`${url}/~blue/_emulator/`)
  await ask('/~blue/0/')
  const row = page.getByRole('row', { name: '/0/' })
  await row.waitFor()
  emulator.worlds.create('blue')
  await page.getByText('No requests yet').waitFor()
  emulator.worlds.drop('blue')
  await page.getByText('This world is gone').waitFor()
  expect(emulator.worlds.names).toEqual(['default'])
  await page.goto(`${url}/_emulator/`)
  await page.getByText('No requests yet').waitFor()
  await stop()
  await page.getByText(/The connection to the emulator broke|The emulator cannot be reached/).waitFor()
  await using _server = await serve(createEmulator(), { port: Number(new URL(url).port) })
  await page.getByText('No requests yet').waitFor()
  await ask('/0/')
  await row.waitFor()
})

it('asks for the control token, keeps it in the tab, and makes a world below a base path only on request', async () => {
  const emulator = createEmulator({ basePath: '/api' })
  await using guarded = await serve(emulator, { port: 0, controlToken: 'c0ntrol' })
  const { page } = await open()
  await page.goto(`${guarded.url}/~blue`)
  expect(page.url()).toBe(`${guarded.url}/~blue/_emulator/`)
  await page.getByLabel('Control token').fill('wrong')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('does not take this token').waitFor()
  await page.getByLabel('Control token').fill('c0ntrol')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'No world blue' }).waitFor()
  expect(emulator.worlds.names).toEqual(['default'])
  await page.getByRole('button', { name: 'Create it' }).click()
  await page.getByText('No requests yet').waitFor()
  await fetch(`${guarded.url}/~blue/0/`)
  const row = page.getByRole('row', { name: '/0/' })
  await row.waitFor()
  await page.reload()
  await row.waitFor()
  await page.getByLabel('World').selectOption('default')
  await page.getByText('No requests yet').waitFor()
})

it('saves a case', async () => {
  const { page, ask, goTo } = await open()
  await ask('/1.13/resources?status=odd')
  await goTo('requests')
  const saved = await downloaded(page, () => page.getByRole('button', { name: 'Save as case' }).click())
  expect(saved.name).toMatch(/\.case\.gz$/)
  expect(gunzipSync(saved.buffer).toString()).toContain('status=odd')
})
