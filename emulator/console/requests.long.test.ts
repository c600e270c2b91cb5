// The console's requests, used as people use them, in Chromium.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { consoleScene, hostile, json } from '../../testing/console/console-scene.ts'
import { openPage, violationsOf } from '../../testing/console/watched-page.ts'
import { createEmulator } from '../create-emulator.ts'
import { serve } from '../serve/serve.ts'

const scene = consoleScene()
const { ask, fill } = scene

it('finds while somebody types, opens with one click to the reason, and Back undoes each step', async () => {
  const { page } = await openPage(scene.browser, { viewport: { width: 1400, height: 800 } })
  const rows = page.locator('.table-row')
  await page.goto(`${scene.server.url}/_emulator/#/data`)
  await page.goto(`${scene.server.url}/_emulator/#/requests`)
  await page.getByText('No requests yet').waitFor()
  await ask('/1.13/environments?limt=2')
  await ask('/1.13/resources?status=odd')
  await ask('/nope')
  await page.getByRole('button', { name: 'with unread parts 1' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await page.goBack()
  await expect.poll(() => rows.count()).toBe(3)
  await page.keyboard.press('/')
  await page.keyboard.type('4xx resour')
  await expect.poll(() => rows.count()).toBe(1)
  await ask('/1.13/resources?status=other')
  await expect.poll(() => rows.count()).toBe(2)
  // One click: why it was refused.
  await page.getByRole('row', { name: /status=odd/ }).click()
  const pane = page.getByRole('region', { name: 'Request 2' })
  await pane.getByText('An invalid enum value returns 400.').waitFor()
  await pane.getByText('"invalid_enum_value"').first().waitFor()
  await page.reload()
  await pane.getByText('An invalid enum value returns 400.').waitFor()
  await page.keyboard.press('k')
  await page.getByRole('region', { name: 'Request 4' }).waitFor()
  await page.keyboard.press('j')
  await pane.waitFor()
  await page.goBack()
  await expect.poll(() => page.locator('.pane').count()).toBe(0)
  expect(await page.getByRole('searchbox').inputValue()).toBe('4xx resour')
  // What was typed last belongs to this view alone.
  await page.keyboard.press('/')
  await page.keyboard.type('x')
  await page.goBack()
  await expect.poll(() => page.evaluate('location.hash')).toBe('#/data')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await page.evaluate('location.hash')).toBe('#/data')
  await page.goto(`${scene.server.url}/_emulator/#/requests?open=2`)
  await pane.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.pane').count()).toBe(0)
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: 'Keys' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('button', { name: 'Clear all requests' }).click()
  await expect.poll(() => rows.count()).toBe(0)
  // A long path is cut in its middle: its end and the beginning of the query stay in sight.
  await page.setViewportSize({ width: 390, height: 800 })
  const { catalogId } = scene.emulator.samples
  await ask(`/1.13/pulse/catalogs/${catalogId}/products?brand=${'x'.repeat(400)}`)
  const parts = rows.locator('.target > span')
  await expect.poll(() => parts.count()).toBe(3)
  const widths = await parts.evaluateAll((spans) => spans.map((span) => [span.clientWidth, span.scrollWidth]))
  const [head, end, query] = widths as [number[], number[], number[]]
  expect([head[0]! < head[1]! / 3, end[0] === end[1], query[0]! > 80]).toEqual([true, true, true])
  const right = await rows.evaluate((row) => row.querySelector('.target')!.getBoundingClientRect().right)
  expect(right).toBeLessThanOrEqual(390)
})

it('sends a request again, edited by three clicks, and shows the difference; an unsent edit is not lost', async () => {
  const { page } = await openPage(scene.browser, { viewport: { width: 1400, height: 800 }, acceptDownloads: true })
  await ask('/1.13/projects', { method: 'POST', headers: json, body: '{"nam":"Storefront"}' })
  await ask('/1.13/environments')
  await page.goto(`${scene.server.url}/_emulator/`)
  const row = page.getByRole('row', { name: /projects/ })
  await row.click()
  await page.getByRole('button', { name: 'Edit and send' }).click()
  const body = page.getByLabel('Body', { exact: true })
  await body.fill('{"name":"Unsent"}')
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await page.goBack()
  await expect.poll(() => body.inputValue()).toBe('{"name":"Unsent"}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  // Three clicks: the row, the form, and Send.
  await row.click()
  await page.getByRole('button', { name: 'Edit and send' }).click()
  await expect.poll(() => body.inputValue()).toContain('"nam": "Storefront"')
  await body.fill('{"name":"Storefront"}')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const pane = page.getByRole('region', { name: 'Request 3', exact: true })
  await pane.getByText('Compared with').waitFor()
  await expect.poll(() => pane.locator('.diff').first().textContent()).toMatch(/- 400.*\+ 201/s)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('region', { name: 'Request 4', exact: true }).getByText('Requests: no difference.').waitFor()
  // The keyboard goes on in the pane of the new request.
  await expect.poll(() => page.evaluate("document.activeElement.closest('.pane') !== null")).toBe(true)
  // Any two: the button, then the other one.
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByText('Choose the request to compare #4 with.').waitFor()
  await page.getByRole('row', { name: /environments/ }).click()
  await page.getByRole('region', { name: 'Compared with request 4' }).locator('.added').first().waitFor()
  await page.getByRole('button', { name: 'Test or stub' }).click()
  await page.getByText("it('answers GET /1.13/environments with 200'").waitFor()
  await page.getByRole('button', { name: 'Python' }).click()
  await page.getByText('def test_get_1_13_environments').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByText('Share', { exact: true }).click()
  await page.getByRole('button', { name: 'Save as file' }).click()
  const file = await (await download).path()
  await page.goto(`${scene.server.url}/_emulator/#/file`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'request-2.json',
    mimeType: 'application/json',
    buffer: readFileSync(file),
  })
  await page.getByRole('row', { name: /environments/ }).click()
  await page.getByRole('heading', { name: 'Response' }).waitFor()
})

it('asks for the control token, keeps it in the tab, and works below a base path and in a world', async () => {
  const otherEmulator = createEmulator({ basePath: '/api' })
  const guarded = await serve(otherEmulator, { port: 0, controlToken: 'c0ntrol' })
  try {
    const { page } = await openPage(scene.browser)
    await page.goto(`${guarded.url}/~blue`)
    expect(page.url()).toBe(`${guarded.url}/~blue/_emulator/`)
    await page.getByLabel('Control token').fill('wrong')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('does not take this token').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Control token').fill('c0ntrol')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Create it' }).click()
    await page.getByText('No requests yet').waitFor()
    await fetch(`${guarded.url}/~blue/0/`)
    await page.getByRole('row', { name: '/0/' }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: '/0/' }).waitFor()
    await page.getByLabel('World').selectOption('default')
    await page.getByText('No requests yet').waitFor()
    await page.getByLabel('World').selectOption('blue')
    await page.getByRole('row', { name: '/0/' }).waitFor()
    otherEmulator.worlds.drop('blue')
    await page.getByText('This world is gone').waitFor()
    expect(otherEmulator.worlds.names).toEqual(['default'])
  } finally {
    await guarded.close()
  }
})

it('opens a report, a journal, a snapshot and a case', async () => {
  await fill()
  const { page } = await openPage(scene.browser)
  await page.goto(`${scene.server.url}/_emulator/`)
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
  await page.getByRole('region', { name: 'Request 2' }).getByText('invalid_enum_value').waitFor()
  await drop('snapshot.json', JSON.stringify(scene.emulator.snapshot()))
  await page.getByLabel('Collection').selectOption('projects')
  expect(await violationsOf(page)).toEqual([])
  const exchange = { request: { method: 'GET', url: hostile[0], headers: {} }, response: { status: 418, body: 'tea' } }
  const result = { check: 'c', requirement: 'ids.grammar', clause: '2.1', verdict: 'fail', message: hostile[0] }
  const report = { conformant: false, summary: { fail: 1 }, results: [{ ...result, evidence: [exchange] }] }
  await drop('report.json', JSON.stringify(report))
  await page.getByRole('row', { name: /ids.grammar/ }).click()
  await page.getByText(hostile[0]).last().waitFor()
  await page.getByLabel('Response').getByText('418').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await drop('cat.json', '[]')
  await page.getByText('can be opened').waitFor()
  // A case that the page saves is one that it opens.
  await page.goto(`${scene.server.url}/_emulator/#/requests`)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as case' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.case\.gz$/)
  await page.goto(`${scene.server.url}/_emulator/#/file`)
  await page.locator('input[type=file]').setInputFiles({
    name: saved.suggestedFilename(),
    mimeType: 'application/gzip',
    buffer: readFileSync(await saved.path()),
  })
  await page.getByRole('grid', { name: 'What happened' }).waitFor()
  await page.getByRole('row', { name: /resources\?status=odd/ }).click()
  await page.getByRole('region', { name: 'Moment' }).getByText('invalid_enum_value').waitFor()
  expect(await violationsOf(page)).toEqual([])
  // As `emulator replay report.json` serves it.
  await page.route('**/_emulator/file', (route) => route.fulfill({ json: { name: 'ci.json', content: report } }))
  await page.goto(`${scene.server.url}/_emulator/#/file?served=1`)
  await page.reload()
  await page.getByText('ci.json').waitFor()
  await page.getByRole('row', { name: /ids.grammar/ }).waitFor()
})
