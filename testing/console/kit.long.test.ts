// Runs of the kit, the judge of clients and the reference, as people use them.
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { downloaded, registerConsole } from './console.ts'

const open = registerConsole()

it('runs the kit, and shows its report, with what a deviation breaks', async () => {
  const { page, goTo } = await open({ deviations: ['reference-prefixed'] })
  await goTo('conformance')
  await page.getByLabel(/^Only these/).fill('ids.*')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const report = page.frameLocator('iframe[title=Report]')
  await report.getByRole('heading', { name: /not conformant/i }).waitFor({ timeout: 30_000 })
  const failure = report.locator('.card').filter({ hasText: 'ids.never-prefixed' }).first()
  await expect.poll(() => failure.textContent()).toMatch(/never prefixed.*2\.1/s)
  // Its style and its script run, and links lead within it.
  expect(await report.locator('main').evaluate('origin')).toBe('null')
  expect(await report.locator('main').evaluate('getComputedStyle(document.querySelector("main")).maxWidth')).not.toBe(
    'none',
  )
  await report.getByRole('button', { name: /^failed/i }).click()
  await expect.poll(() => report.locator('#shown').textContent()).toMatch(/^\d+ requirements? shown$/)
  await report.getByRole('link', { name: 'Every requirement' }).click()
  await expect.poll(() => report.locator('main').evaluate('scrollY')).toBeGreaterThan(100)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the HTML report' }).click(),
  ])
  await popup
    .getByRole('heading', { name: /not conformant/i })
    .first()
    .waitFor()
  const saved = await downloaded(page, () => page.getByRole('button', { name: 'Save json' }).click())
  expect(saved.name).toBe('conformance.json')
  expect(await page.locator('details').getAttribute('open')).toBe(null)
  await page.getByText('Run again, or judge another service').click()
  // Back at its first value, the form stays open.
  const only = page.getByLabel(/^Only these/)
  await only.pressSequentially('i')
  await only.press('Backspace')
  expect(await only.evaluate('document.activeElement.closest("details")?.open')).toBe(true)
  const target = {
    name: 'target.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"baseUrl":"http://127.0.0.1:1"}'),
  }
  await page.getByLabel('Choose file').setInputFiles(target)
  await page.getByText('It declares nothing else.').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText(/cannot be reached/).waitFor({ timeout: 30_000 })
})

it('judges a service by a target file that is dropped on the page', async () => {
  const service = createEmulator({ deviations: ['reference-prefixed'] })
  await using server = await serve(service, { port: 0 })
  const { token } = service.credentials
  const { page, goTo } = await open()
  await goTo('requests')
  const file = `baseUrl: ${server.url}\ncredentials: { token: ${token} }\n`
  const dropped = await page.evaluateHandle(
    `(() => { const all = new DataTransfer(); all.items.add(new File([${JSON.stringify(file)}], 'target.yaml')); return all })()`,
  )
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
  await page.getByText('It declares credentials.token.').waitFor()
  await page.getByLabel('Quick').click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const report = page.frameLocator('iframe[title=Report]')
  await report.getByText('a prefix').first().waitFor({ timeout: 60_000 })
  // The page knows whom it judged after a reload, too.
  await page.reload()
  await report.getByText(server.url, { exact: true }).first().waitFor()
  expect(await page.content()).not.toContain(token)
})

it('judges a client while it uses the emulator, counts its failure as it comes, and opens the report', async () => {
  const { page, emulator, url, goTo } = await open()
  const { token } = emulator.credentials
  const list = (authorization: string) => fetch(`${url}/1.13/environments`, { headers: { authorization } })
  await goTo('client')
  await page.getByLabel('Its name in reports').fill('careless SDK')
  await page.getByRole('button', { name: 'Watch' }).click()
  const status = page.getByRole('region', { name: 'Result' }).getByRole('status')
  await expect.poll(() => status.textContent()).toBe('Nothing is judged yet.')
  await list(`Bearer ${token}`)
  await expect.poll(() => status.textContent()).toMatch(/^\d+ kept$/)
  await list(token)
  await expect.poll(() => status.textContent()).toMatch(/^1 failed/)
  expect(await page.content()).not.toContain(token)
  // Requests of the console itself are not the client's.
  await goTo('requests?open=1')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Sent again from').waitFor()
  await goTo('client')
  await page.getByText(/careless SDK in default: 2 requests/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  const report = page.frameLocator('iframe[title=Report]')
  await report.getByRole('heading', { name: /not conformant/i }).waitFor()
  await report.getByText('careless SDK').first().waitFor()
  await report.getByText('client.bearer').first().waitFor()
})

it('explains an operation by its clauses and its parameters', async () => {
  const { page, goTo } = await open()
  await goTo('reference')
  await page.getByLabel('Find').fill('GET /1.13/pulse/catalogs/{catalog_id}/products')
  await page.getByText(/^1 of \d+ operations$/).waitFor()
  await page.getByRole('link', { name: /catalogs\/\{catalog_id\}\/products/ }).click()
  await page.getByText(/^Clauses .*4\.5/).click()
  const parameters = page.getByLabel('Parameters')
  await expect.poll(() => parameters.textContent()).toMatch(/catalog_id.*path, required.*starting_after/s)
})
