// What people do in the views of the console, in a real browser.
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { launchBrowser, type OpenConsole, openConsole } from './open-console.ts'

let browser: Browser
let opened: OpenConsole | undefined

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
afterEach(async () => {
  const complaints = opened?.complaints ?? []
  await opened?.close()
  opened = undefined
  expect(complaints).toEqual([])
})

async function open(...given: Parameters<typeof openConsole> extends [unknown, ...infer Rest] ? Rest : never) {
  opened = await openConsole(browser, ...given)
  return opened
}

it('finds, opens, changes and deletes a record by keyboard alone, with the error at its field', async () => {
  const { page, emulator, goTo } = await open()
  const catalog = emulator.data.find('catalogs')[0]!
  const { id } = emulator.data.insert('catalog_products', { name: 'A very rare lamp', catalog_id: catalog.id })
  await goTo('data')
  await page.getByLabel('Find by id, name or text').focus()
  await page.keyboard.type('RARE lamp')
  await page.keyboard.press('Enter')
  await page.getByText(/^1 of .* records$/).waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'A very rare lamp' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  const price = page.getByLabel('price')
  await price.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('cheap')
  await page.keyboard.press('Enter')
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('.field', { has: price }).getByRole('alert').textContent()).toContain('must be number')
  const { price: before } = emulator.data.get('catalog_products', id)!
  expect(before).not.toBe('cheap')
  await price.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('12.5')
  await page.keyboard.press('Enter')
  await expect.poll(() => emulator.data.get('catalog_products', id)?.price).toBe(12.5)
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  await remove.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => emulator.data.get('catalog_products', id)).toBeUndefined()
  await page.getByText(/^0 of .* records$/).waitFor()
})

it('creates a record with what the list is filtered by, and follows relations in both directions', async () => {
  const { page, emulator, goTo } = await open()
  const project = emulator.data.insert('projects', { name: 'Relations' })
  await goTo(`data?collection=flows&where.project_id=${project.id}`)
  await page.getByText(/^0 of/).waitFor()
  await page.getByRole('button', { name: 'New record' }).click()
  const form = page.getByRole('form', { name: 'New record' })
  await form.getByLabel('name', { exact: true }).fill('Made here')
  await form.getByLabel('id', { exact: true }).fill('x')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByText(/id must be a bare id/).waitFor()
  await form.getByLabel('id', { exact: true }).fill('')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Made here' }).waitFor()
  expect(emulator.data.find('flows', { where: { name: 'Made here' } })).toMatchObject([{ project_id: project.id }])
  await page.getByRole('link', { name: 'Relations' }).click()
  await page.getByRole('heading', { name: 'Relations' }).waitFor()
  await page.getByRole('link', { name: '1 record by project_id' }).click()
  await page.getByText(/^1 of .* records$/).waitFor()
})

it('finds one record among a million by id, by name and by filter, each in one step', async () => {
  const { page, emulator, goTo } = await open({ scale: 1_000_000 })
  const [record] = emulator.data.find('catalog_products', {
    startingAfter: emulator.data.find('catalog_products', { limit: 400_000 }).at(-1)!.id,
    limit: 1,
  })
  const { id, sku } = record!
  const { name } = emulator.data.update('catalog_products', id, { name: 'The one that is sought' })
  await goTo('data?collection=catalog_products')
  await page.getByText('1,000,040 records').waitFor()
  await page.evaluate(`window.tasks = []; new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => window.tasks.push(duration))).observe({ entryTypes: ['longtask'] })`)
  const find = page.getByLabel('Find by id, name or text')
  const times: number[] = []
  for (const text of [id, `prd_${id}`, name, sku]) {
    await find.fill(text)
    const began = performance.now()
    await find.press('Enter')
    if (text === name || text === sku) {
      await page.getByText(/^1 of 1,000,040 records$/).waitFor()
      await page.getByRole('grid').press('Enter')
    }
    await page.getByRole('heading', { name, exact: true }).waitFor()
    times.push(Math.round(performance.now() - began))
    await page.getByRole('button', { name: 'Close' }).click()
    const clear = page.getByRole('button', { name: 'Clear filters' })
    if (await clear.isVisible()) await clear.click()
    await page.getByText('1,000,040 records').waitFor()
  }
  const grid = page.getByRole('grid')
  await grid.press('End')
  const oldest = emulator.worlds.default.collection('catalog_products').slice({}, 0, 1)[0]!
  await grid.getByText(oldest.name, { exact: true }).first().waitFor()
  const tasks = (await page.evaluate('window.tasks')) as readonly number[]
  console.log(`found in ${times.join(', ')} ms; longest task ${Math.round(Math.max(0, ...tasks))} ms`)
  for (const time of times) expect(time).toBeLessThan(3000)
})

it('shows tokens expire when the clock is advanced by a day', async () => {
  const { page, emulator, url, goTo } = await open({ clock: '2026-03-01T12:00:00Z' })
  const { clientId, clientSecret } = emulator.credentials
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  expect((await fetch(`${url}/oauth/token`, { method: 'POST', body })).status).toBe(200)
  await goTo('clock')
  await page.getByText('1 h left').waitFor()
  await page.getByRole('button', { name: '+ 1 day' }).click()
  await page.getByText('expired', { exact: true }).waitFor()
  await page.getByText('364 d left').waitFor()
  await page.getByText('2026-03-02T12:00:00Z').waitFor()
  await page.getByLabel(/^Set to/).fill('2020-01-01T00:00:00Z')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('The clock only moves forward').waitFor()
  await page.getByRole('button', { name: 'Let it run' }).click()
  await page.getByText('Runs with real time.').waitFor()
})

it('adds a fault by a form that knows every effect, and shows a refusal at its field', async () => {
  const { page, emulator, url, goTo } = await open()
  await goTo('faults')
  const form = page.getByRole('form', { name: 'New fault' })
  await form.getByLabel('operation').fill('environments.lst')
  await form.getByLabel('status').fill('503')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByText('did you mean environments.list').waitFor()
  await form.getByLabel('operation').fill('environments.list')
  await form.getByLabel('times').fill('2')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => emulator.faults.pending.length).toBe(1)
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  expect((await fetch(`${url}/1.13/environments`, { headers })).status).toBe(503)
  await page.getByText('"times":1').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => emulator.faults.pending.length).toBe(0)
})

it('plays scenarios, activates deviations and changes conventions, and says what differs', async () => {
  const { page, emulator, goTo } = await open()
  await goTo('scenarios')
  await page.getByLabel('token-expires-mid-walk').check()
  await expect.poll(() => emulator.scenarios.names).toEqual(['token-expires-mid-walk'])
  await page.getByText('Playing: token-expires-mid-walk.').waitFor()
  await goTo('deviations')
  await page.getByLabel('Find').fill('reference-prefixed')
  await page.getByLabel('reference-prefixed').check()
  await expect.poll(() => emulator.deviations.active.map(({ name }) => name)).toEqual(['reference-prefixed'])
  await page.getByText('1 active.').waitFor()
  await page.getByRole('button', { name: 'Deactivate all' }).click()
  await expect.poll(() => emulator.deviations.active).toEqual([])
  await goTo('conventions')
  await page.getByText('Every convention has its default.').waitFor()
  await page.getByLabel(/^listEnvelope /).selectOption('items')
  await page.getByText('1 differ from their defaults.').waitFor()
  expect(emulator.conventions.listEnvelope).toBe('items')
  await page.getByLabel(/^accessTokenLifetime /).fill('soon')
  await page.getByLabel(/^accessTokenLifetime /).press('Enter')
  await page.getByText(/The convention accessTokenLifetime takes/).waitFor()
  await page.getByLabel('Only what differs').check()
  await page.getByRole('button', { name: 'Use the default' }).click()
  await expect.poll(() => emulator.conventions.listEnvelope).toBe('data')
})

it('makes, opens and drops worlds', async () => {
  const { page, emulator, goTo } = await open()
  await goTo('worlds')
  await page.getByLabel('New world').fill('blue')
  await page.getByRole('button', { name: 'Make' }).click()
  await page.getByRole('heading', { name: 'blue' }).waitFor()
  emulator.worlds.use('blue').data.removeAll('flows')
  await page.getByLabel('New world').fill('not a name')
  await page.getByRole('button', { name: 'Make' }).click()
  await page.getByText(/A world's name has/).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'blue' })
  await card.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('link', { name: 'Data' }).click()
  await page.getByLabel('Collection').selectOption('flows')
  await page.getByText('0 records').waitFor()
  await page.getByRole('link', { name: 'Worlds' }).click()
  await card.getByRole('button', { name: 'Drop' }).click()
  await card.getByRole('button', { name: 'Drop it with its data' }).click()
  await expect.poll(() => emulator.worlds.names).not.toContain('blue')
})

it('copies and revokes credentials', async () => {
  const { page, emulator, url, goTo } = await open({ context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await goTo('credentials?kind=personalAccessToken')
  await page.getByRole('button', { name: 'Copy secret' }).click()
  await page.getByText('Copied.', { exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(emulator.credentials.token)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke it now' }).click()
  await page.getByText('0 credentials').waitFor()
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  expect((await fetch(`${url}/1.13/environments`, { headers })).status).toBe(401)
})

it('runs the kit, shows what a deviation breaks as the verdicts come, and opens the report', async () => {
  const { page, goTo } = await open({ deviations: ['reference-prefixed'] })
  await goTo('conformance')
  await page.getByLabel(/^Only these/).fill('ids.*')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('heading', { name: 'Not conformant.' }).waitFor({ timeout: 30_000 })
  const clause = page.locator('details[open]').filter({ hasText: 'ids.never-prefixed' })
  expect(await clause.textContent()).toMatch(/2\.1 Identifiers/)
  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the HTML report' }).click(),
  ])
  await report
    .getByRole('heading', { name: /not conformant/i })
    .first()
    .waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save json' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('conformance.json')
  await page.getByRole('radio', { name: 'Another service' }).check()
  await page.getByLabel('Base URL').fill('http://127.0.0.1:1')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText(/cannot be reached/).waitFor({ timeout: 30_000 })
})

it('says so where the emulator is served without the kit', async () => {
  const { page, goTo } = await open({ kit: false })
  await goTo('conformance')
  await page.getByText('This emulator is served without the conformance kit.').waitFor()
})

it('explains an operation by its clauses, and tries it', async () => {
  const { page, emulator, goTo } = await open()
  const catalog = emulator.data.find('catalogs').at(-1)!
  await goTo('reference')
  await page.getByLabel('Find').fill('GET /1.13/pulse/catalogs/{catalog_id}/products')
  await page.getByText(/^1 of \d+ operations$/).waitFor()
  await page.getByRole('link', { name: /catalogs\/\{catalog_id\}\/products/ }).click()
  await page.getByText(/^Clauses .*4\.5/).click()
  const form = page.getByRole('form', { name: 'Try it' })
  await form.getByLabel('catalog_id').fill(catalog.id)
  await form.getByLabel('limit').fill('1')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText(/^200 · /).waitFor()
  expect(await form.getByLabel('Body of the answer').textContent()).toContain('"has_more": true')
  expect(emulator.requests.find({ operation: 'products.list' })).toHaveLength(1)
})

it('never takes names for markup', async () => {
  const { page, emulator, goTo } = await open()
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>\u202E\u05D0'
  const { id } = emulator.data.insert('flows', { name: hostile + 'x'.repeat(500) })
  for (const view of [
    `data?collection=flows&open=${id}`,
    `data?collection=flows&search=${encodeURIComponent(hostile)}`,
  ]) {
    await goTo(view)
    await page.getByText('<img src=x').first().waitFor()
    expect(await page.locator('main script, main img').count()).toBe(0)
  }
})
