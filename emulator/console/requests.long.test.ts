// The console's requests, used as people use them, in Chromium.
import { expect, it } from 'vitest'
import { consoleScene, hostile } from '../../testing/console/console-scene.ts'
import { openPage, violationsOf } from '../../testing/console/watched-page.ts'
import { createEmulator } from '../create-emulator.ts'
import { serve } from '../serve/serve.ts'

const scene = consoleScene()
const { ask, fill } = scene

it('shows requests as they come, filters them, and opens one to both sides', async () => {
  const { page } = await openPage(scene.browser, { viewport: { width: 1400, height: 800 } })
  await page.goto(`${scene.server.url}/_emulator/`)
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
  const { page } = await openPage(scene.browser)
  await ask('/1.13/projects?limit=2')
  await page.goto(`${scene.server.url}/_emulator/#/requests?open=1`)
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
  await expect.poll(() => page.locator('section.card li').count()).toBeGreaterThanOrEqual(2)
})

it('goes on with a world that is replaced, and with an emulator that is started again', async () => {
  const { page } = await openPage(scene.browser)
  scene.emulator.worlds.use('blue')
  await page.goto(`${scene.server.url}/~blue/_emulator/`)
  await ask('/~blue/0/')
  await page.getByRole('row', { name: /legacy.root/ }).waitFor()
  scene.emulator.worlds.create('blue')
  await page.getByText('No requests yet').waitFor()
  await ask('/~blue/1.13/environments')
  await page.getByRole('row', { name: /environments.list/ }).waitFor()
  const { port } = scene.server
  await scene.server.close()
  await page.getByText(/The connection to the emulator broke|The emulator cannot be reached/).waitFor()
  scene.emulator = createEmulator()
  scene.server = await serve(scene.emulator, { port })
  await page.getByText('No requests yet').waitFor()
  await ask('/~blue/0/')
  await page.getByRole('row', { name: /legacy.root/ }).waitFor()
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
    await page.getByRole('row', { name: /legacy.root/ }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: /legacy.root/ }).waitFor()
    await page.getByLabel('World').selectOption('default')
    await page.getByText('No requests yet').waitFor()
    await page.getByLabel('World').selectOption('blue')
    await page.getByRole('row', { name: /legacy.root/ }).waitFor()
    otherEmulator.worlds.drop('blue')
    await page.getByText('This world is gone').waitFor()
    expect(otherEmulator.worlds.names).toEqual(['default'])
  } finally {
    await guarded.close()
  }
})

it('opens a report, a journal and a snapshot that are dropped on it', async () => {
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
  await page.getByText('Copy as curl').waitFor()
  await drop('snapshot.json', JSON.stringify(scene.emulator.snapshot()))
  await page.getByLabel('Collection').selectOption('projects')
  expect(await violationsOf(page)).toEqual([])
  const result = { check: 'c', requirement: 'ids.grammar', clause: '2.1', verdict: 'fail', message: hostile[0] }
  await drop('report.json', JSON.stringify({ conformant: false, summary: { fail: 1 }, results: [result] }))
  await page.getByRole('row', { name: /ids.grammar/ }).click()
  await page.getByText(hostile[0]).last().waitFor()
  expect(await violationsOf(page)).toEqual([])
  await drop('cat.json', '[]')
  await page.getByText('can be opened').waitFor()
})

it.each(['/_emulator/#/requests?world=nope', '/~nope/_emulator/#/requests'])(
  'says at %s that there is no world of this name, and makes one only when told to',
  async (path) => {
    const emulator = createEmulator()
    const server = await serve(emulator, { port: 0 })
    try {
      const { page } = await openPage(scene.browser)
      await page.goto(`${server.url}${path}`)
      await page.getByRole('heading', { name: 'No world nope' }).waitFor()
      expect(emulator.worlds.names).toEqual(['default'])
      await page.getByRole('button', { name: 'Create it' }).click()
      await page.getByText('No requests yet').waitFor()
      expect(emulator.worlds.names).toEqual(['default', 'nope'])
    } finally {
      await server.close()
    }
  },
)
