// The connection flow in a real browser, as a person goes through it.
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchOptions } from '../../../testing/chromium.ts'
import { createEmulator, type Emulator } from '../../create-emulator.ts'
import type { EmulatorOptions } from '../../options.ts'
import { type RunningServer, serve } from '../../serve/serve.ts'

let browser: Browser
let emulator: Emulator
let server: RunningServer
let page: Page

beforeAll(async () => {
  browser = await chromium.launch(launchOptions())
})
afterAll(() => browser?.close())
beforeEach(async () => {
  await start({})
})
afterEach(async () => {
  await page.context().close()
  await server.close()
})

async function start(options: EmulatorOptions, viewport = { width: 390, height: 800 }): Promise<void> {
  emulator = createEmulator({ clock: 'frozen', ...options })
  server = await serve(emulator, { port: 0 })
  page = await (await browser.newContext({ viewport })).newPage()
}

async function restart(options: EmulatorOptions): Promise<void> {
  await page.context().close()
  await server.close()
  await start(options)
}

/** The address that a person opens, with a new state code. */
async function address(adapter = 'shop', world = ''): Promise<string> {
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const response = await fetch(`${server.url}${world}/app/${adapter}/prepare-connect`, { method: 'POST', headers })
  const { state } = (await response.json()) as { state: string }
  return `${server.url}${world}/app/${adapter}/connect?prepare_state=${encodeURIComponent(state)}`
}

const connections = (world = 'default') => emulator.worlds.use(world).data.count('adapter_connections')
const heading = () => page.getByRole('heading', { level: 1 }).textContent()

it('connects when the person approves, by keyboard alone, and only once', async () => {
  const before = connections()
  await page.goto(await address())
  expect(await heading()).toMatch(/^Connect .*\?$/)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Approve')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'is connected' }).waitFor()
  const [connection] = emulator.data.find('adapter_connections', { limit: 1 })
  await page.getByText(connection!.id).waitFor()
  expect(connections()).toBe(before + 1)
  // A browser sends the form again only when the person insists; the code has been used by then.
  await page.reload()
  await page.getByText('This connection cannot continue').waitFor()
  expect(connections()).toBe(before + 1)
})

it('connects nothing when the person denies', async () => {
  const before = connections()
  const url = await address()
  await page.goto(url)
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('heading', { name: 'is not connected' }).waitFor()
  await page.goto(url)
  expect(await heading()).toBe('This connection cannot continue')
  expect(connections()).toBe(before)
})

it('explains a code that was used, has expired, is of another adapter, is wrong or is missing', async () => {
  const before = connections()
  const opened = async (url: string) => {
    const response = await page.goto(url)
    return [response?.status(), await heading(), await page.getByRole('paragraph').first().textContent()]
  }
  const used = await address()
  await page.goto(used)
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('heading', { name: 'is not connected' }).waitFor()
  const title = 'This connection cannot continue'
  expect(await opened(used)).toEqual([410, title, expect.stringMatching(/used/)])
  expect(await opened((await address()).replace('/shop/', '/crm/'))).toEqual([
    400,
    title,
    expect.stringMatching(/adapter/),
  ])
  expect(await opened(`${await address()}x`)).toEqual([400, title, expect.anything()])
  expect(await opened(`${server.url}/app/shop/connect`)).toEqual([400, title, expect.anything()])
  const old = await address()
  emulator.clock.advance('1d')
  expect(await opened(old)).toEqual([410, title, expect.stringMatching(/expired/)])
  expect(connections()).toBe(before)
})

it('expires between the question and the answer', async () => {
  const before = connections()
  await page.goto(await address())
  emulator.clock.advance('1d')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText(/expired/).waitFor()
  expect(connections()).toBe(before)
})

it.each(['redirect', 'immediate'] as const)('completes the flow %s without a question', async (connectFlow) => {
  await restart({ conventions: { connectFlow } })
  const before = connections()
  await page.goto(await address())
  expect(await heading()).toMatch(/is connected$/)
  expect(connections()).toBe(before + 1)
})

it('connects in the world that the address names, and below a base path', async () => {
  await restart({ basePath: '/api' })
  const before = connections('blue')
  await page.goto(await address('shop', '/~blue'))
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'is connected' }).waitFor()
  expect([connections('blue'), connections()]).toEqual([before + 1, before])
})

it('is not fooled by two tabs that approve at once', async () => {
  const before = connections()
  const url = await address()
  const second = await page.context().newPage()
  await Promise.all([page.goto(url), second.goto(url)])
  await Promise.all([page, second].map((tab) => tab.getByRole('button', { name: 'Approve' }).click()))
  const headings = await Promise.all(
    [page, second].map(async (tab) => {
      await tab.getByText(/is connected|cannot continue/).waitFor()
      return await tab.getByRole('heading').textContent()
    }),
  )
  expect(headings.filter((text) => text?.endsWith('is connected'))).toHaveLength(1)
  expect(connections()).toBe(before + 1)
})
