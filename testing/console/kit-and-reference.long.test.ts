// Runs of the kit and the reference, as people use them in a browser.
import { expect, it } from 'vitest'
import { type ClientDriver, judgeClient } from '../../bin/client-entry.ts'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { toDocument } from '../../conformance/learn/learned-document.ts'
import { learnService } from '../../conformance/learn/learn-service.ts'
import { toTarget } from '../../conformance/target/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { countHands } from './count-hands.ts'
import { withBrowser } from './with-browser.ts'

const open = withBrowser()

it('runs the kit, shows what a deviation breaks as the verdicts come, and opens the report', async () => {
  const { page, goTo } = await open({ deviations: ['reference-prefixed'] })
  await goTo('conformance')
  await page.getByLabel(/^Only these/).fill('ids.*')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('heading', { name: 'Not conformant.' }).waitFor({ timeout: 30_000 })
  const failure = page.getByRole('article').filter({ hasText: 'ids.never-prefixed' })
  await expect.poll(() => failure.textContent()).toMatch(/never prefixed.*clause 2\.1.*Expected.*Got.*curl -i/s)
  await failure.getByText('Evidence: ').click()
  await failure.getByLabel('Response').getByText(/^200/).waitFor()
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
  await page.getByText('Run again, or judge another service').click()
  await page.getByRole('radio', { name: 'Another service' }).check()
  await page.getByLabel('Base URL').fill('http://127.0.0.1:1')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText(/cannot be reached/).waitFor({ timeout: 30_000 })
})

it('judges a service by a target file that is dropped on the page, and runs again what failed', async () => {
  const service = createEmulator({ deviations: ['reference-prefixed'] })
  const server = await serve(service, { port: 0 })
  const { token } = service.credentials
  const file = `baseUrl: ${server.url}\ncredentials: { token: ${token} }\n`
  const { page, goTo } = await open()
  await goTo('requests')
  await page.getByRole('grid').waitFor()
  const hands = await countHands(page)
  const dropped = await page.evaluateHandle(
    `(() => { const all = new DataTransfer(); all.items.add(new File([${JSON.stringify(file)}], 'target.yaml')); return all })()`,
  )
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
  await page.getByText('It declares credentials.token.').waitFor()
  await page.getByLabel('Quick').click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('a prefix').first().waitFor({ timeout: 60_000 })
  expect((await hands()).clicks).toBe(2)
  // The page knows whom it judged after a reload, too.
  await page.reload()
  await page.getByText(`${server.url}: `).waitFor()
  await page.getByLabel(/^samples\.projectId, for \d+ requirements$/).waitFor()
  expect(await page.content()).not.toContain(token)
  await page.getByRole('button', { name: 'Run 1 failed check again' }).click()
  await page.getByText('1 of 1').or(page.getByText('1 requirement failed, 1 of 1')).first().waitFor({ timeout: 30_000 })
  await page.getByText('This run had only the checks that failed in the run before.').waitFor()
  await page.getByRole('button', { name: 'Run all checks again' }).waitFor()
  await server.close()
})

it('judges a client while it uses the emulator, shows its failure as it comes, and opens the report', async () => {
  const { page, emulator, url, goTo } = await open()
  const { token } = emulator.credentials
  const list = (authorization: string) => fetch(`${url}/1.13/environments`, { headers: { authorization } })
  await goTo('requests')
  const hands = await countHands(page)
  await page.getByRole('link', { name: 'Client' }).click()
  await page.getByLabel('Its name in reports').fill('careless SDK')
  await page.getByRole('button', { name: 'Watch' }).click()
  await page.getByRole('heading', { name: 'Watching …' }).waitFor()
  const status = page.getByRole('region', { name: 'Result' }).getByRole('status')
  await expect.poll(() => status.textContent()).toBe('Nothing is judged yet.')
  expect((await list(`Bearer ${token}`)).status).toBe(200)
  await expect.poll(() => status.textContent()).toMatch(/^\d+ kept$/)
  await list(token)
  const failure = page.getByRole('article').filter({ hasText: 'client.bearer' })
  await expect.poll(() => failure.textContent()).toMatch(/clause 5\.1.*Authorization: Bearer.*A careful client: /s)
  expect((await hands()).clicks).toBe(2)
  expect(await page.content()).not.toContain(token)
  // What the console itself sends is not the client's.
  await page.getByRole('link', { name: 'Reference' }).click()
  await page.getByLabel('Find').fill('GET /1.13/flows/')
  await page.getByRole('link', { name: /flows/ }).first().click()
  const form = page.getByRole('form', { name: 'Try it' })
  await form.locator('input').first().waitFor()
  for (const input of await form.locator('input').all()) await input.fill('x')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText(/^\d{3} · /).waitFor()
  await page.getByRole('link', { name: 'Client' }).click()
  await page.getByText(/careless SDK in default: 2 requests/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Not conformant.' }).waitFor()
  await page.getByText(/^Operations 1 of /).click()
  await page.getByText('environments.list', { exact: true }).waitFor()
  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the HTML report' }).click(),
  ])
  await report.getByText('careless SDK').first().waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save badge' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('client.svg')
})

it('shows what the judge found about a client, from a saved report', async () => {
  const client: ClientDriver = {
    'list-environments': async ({ baseUrl, fetch, credentials }) => {
      await fetch(`${baseUrl}/1.13/environments`, { headers: { authorization: credentials.token } })
      return { ids: [] }
    },
  }
  const report = JSON.stringify(await judgeClient(client, { only: ['list-environments'] }))
  const { page, goTo } = await open()
  await goTo('file')
  const file = { name: 'client.json', mimeType: 'application/json', buffer: Buffer.from(report) }
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByLabel('Verdict').selectOption('fail')
  await page
    .getByRole('row', { name: /client\.bearer/ })
    .first()
    .click()
  const pane = page.getByRole('region', { name: 'Requirement' })
  await expect.poll(() => pane.textContent()).toMatch(/client\.bearer.*Authorization: Bearer/s)
  await expect.poll(() => pane.textContent()).toContain('list-environments')
  // A twin: the service's answer, as it was recorded, beside this emulator's.
  const service = createEmulator({ conventions: { listEnvelope: 'items' } })
  const target = toTarget(toTargetFile(service, 'http://service.test', true))
  const learned = await learnService({ target, fetch: service.fetch })
  const choose = (name: string, content: unknown) =>
    page.locator('input[type="file"]').setInputFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    })
  await choose('learned.json', toDocument(learned, { baseUrl: target.baseUrl, allowWrites: false }))
  const both = page.getByRole('region', { name: 'Service and twin' })
  await both.getByText(/^\d+ answers differ, \d+ are alike\. To \d+ questions the recording has no answer\./).waitFor()
  const lists = both.getByRole('group').filter({ hasText: 'GET /1.13/environments' }).first()
  await expect.poll(() => lists.getByLabel('The service, as recorded').textContent()).toContain('items[].id: string')
  await expect
    .poll(() => lists.getByLabel('This emulator, now').locator('mark').allTextContents())
    .toContain('data[].id: string\n')
  await both.getByText(/^\d+ questions without a recorded answer$/).click()
  await both
    .getByText(/^The recording has no answer: writes are not allowed/)
    .first()
    .waitFor()
  const side = { conformant: true, summary: { pass: 0 }, results: [] }
  const difference = {
    operation: 'flows.get',
    method: 'GET',
    status: 200,
    differences: [{ kind: 'status', left: 200, right: 404 }],
  }
  await choose('proxy.json', {
    kind: 'proxy',
    target: { baseUrl: 'http://a.test' },
    notes: [],
    service: side,
    client: side,
    twin: { differences: [difference] },
  })
  await page.getByText('service 200, twin 404').waitFor()
  await goTo('twin')
  await page.getByText('npx emulator start --config twin').waitFor()
})

it('says so where the emulator is served without the kit', async () => {
  const { page, goTo } = await open({ kit: false })
  await goTo('conformance')
  await page.getByText('This emulator is served without the conformance kit.').waitFor()
  await goTo('client')
  await page.getByText('This emulator is served without the judge of clients.').waitFor()
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
  await expect.poll(() => form.getByLabel('Body of the answer').textContent()).toContain('"has_more": true')
  expect(emulator.requests.find({ operation: 'products.list' })).toHaveLength(1)
})
