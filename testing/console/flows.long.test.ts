// What people come to the console for, with the clicks that it takes them, and by keyboard alone.
// Judging a service and a client by clicks stands in kit-and-reference.long.test.ts, where their pages are read.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import type { OpenConsole } from './console-with-kit.ts'
import { countHands, type Hands, tabTo } from './count-hands.ts'
import { withBrowser } from './with-browser.ts'

const open = withBrowser()

/** Something that a person wants from the console. */
interface Flow {
  /** What is there before. */
  before?(opened: OpenConsole): Promise<unknown>
  byClicks(page: Page): Promise<unknown>
  byKeys(page: Page): Promise<unknown>
  /** What the person sees at the end. */
  readonly seen: (page: Page) => Locator
  /** True when the emulator did what was wanted. Default: the page shows it. */
  done?(emulator: Emulator): boolean
  /** The most that it takes. */
  readonly most: Hands
}

const json = { 'content-type': 'application/json' }

async function ask({ url, emulator }: OpenConsole, path: string, init: RequestInit = {}): Promise<Response> {
  const authorization = `Bearer ${emulator.credentials.token}`
  return await fetch(`${url}${path}`, { ...init, headers: { authorization, ...(init.headers as object) } })
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Opens the newest request by keys. */
const openNewest = async (page: Page) => {
  await press(page, 'j', 'Enter')
  await button(page, 'Send again').waitFor()
}

const flows: Readonly<Record<string, Flow>> = {
  'why a request was refused': {
    before: (opened) => ask(opened, '/1.13/resources?status=odd'),
    byClicks: (page) => page.getByRole('row', { name: /status=odd/ }).click(),
    byKeys: openNewest,
    seen: (page) => page.getByText('An invalid enum value returns 400.'),
    most: { clicks: 1, keys: 2 },
  },
  'a request among others': {
    before: async (opened) => {
      for (const path of ['/0/', '/1.13/flows', '/1.13/lost', '/1.13/projects']) await ask(opened, path)
    },
    byClicks: async (page) => {
      await page.getByRole('searchbox', { name: 'Find requests' }).click()
      await page.keyboard.type('404 lost')
    },
    byKeys: async (page) => {
      await press(page, '/')
      await page.keyboard.type('404 lost')
      await page.getByText('1 found.').waitFor()
      await press(page, 'Enter', 'Enter')
      await page.getByRole('region', { name: 'Request 3' }).waitFor()
    },
    seen: (page) => page.getByRole('row', { name: /lost/ }),
    most: { clicks: 1, keys: 3 },
  },
  'a fault on the next request': {
    before: (opened) => ask(opened, '/1.13/projects'),
    byClicks: async (page) => {
      await page.getByRole('row', { name: /projects/ }).click()
      await button(page, '503').click()
    },
    byKeys: async (page) => {
      await openNewest(page)
      await press(page, 'f')
      await tabTo(page, '503')
      await press(page, 'Enter')
    },
    seen: (page) => page.getByText('The next request to projects.list in this world gets'),
    done: ({ faults }) => faults.pending.length === 1,
    most: { clicks: 2, keys: 5 },
  },
  'a request sent again, edited': {
    before: (opened) => ask(opened, '/1.13/projects', { method: 'POST', headers: json, body: '{"nam":"Mine"}' }),
    byClicks: async (page) => {
      await page.getByRole('row', { name: /projects/ }).click()
      await button(page, 'Edit and send').click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('{"name":"Mine"}')
      await button(page, 'Send').click()
    },
    byKeys: async (page) => {
      await openNewest(page)
      await press(page, 'e')
      await page.getByRole('textbox', { name: 'Body' }).waitFor()
      await press(page, 'Control+a')
      await page.keyboard.type('{"name":"Mine"}')
      await tabTo(page, 'Send')
      await press(page, 'Enter')
    },
    seen: (page) => page.getByRole('region', { name: /^Request \d+$/ }).getByText('+ 201'),
    most: { clicks: 3, keys: 6 },
  },
  'a token that expires': {
    byClicks: async (page) => {
      await page.getByRole('link', { name: 'Faults' }).click()
      await button(page, /^Token expires/).click()
    },
    byKeys: async (page) => {
      await tabTo(page, 'Faults')
      await press(page, 'Enter')
      await page.getByRole('heading', { name: 'Faults' }).waitFor()
      await tabTo(page, /^Token expires/)
      await press(page, 'Enter')
    },
    seen: (page) => page.getByRole('link', { name: '1 scenario' }),
    done: ({ scenarios }) => scenarios.names.includes('token-expires-at-request=1'),
    most: { clicks: 2, keys: 40 },
  },
  'back to normal': {
    before: async ({ emulator }) => {
      emulator.faults.add({ status: 503 })
      emulator.setConventions({ defaultLimit: 7 })
    },
    byClicks: (page) => button(page, 'Back to normal').click(),
    byKeys: async (page) => {
      await page.getByText('1 fault pending').waitFor()
      await tabTo(page, 'Back to normal')
      await press(page, 'Enter')
    },
    seen: (page) => page.getByText('Back to normal. The data stay as they are.'),
    done: ({ faults, conventions }) => faults.pending.length === 0 && conventions.defaultLimit === 20,
    most: { clicks: 1, keys: 7 },
  },
}

it.each(Object.entries(flows))('shows or does with few clicks, and by keys alone: %s', async (_name, flow) => {
  for (const [way, most] of [
    ['byClicks', { clicks: flow.most.clicks, keys: 1 }],
    ['byKeys', { clicks: 0, keys: flow.most.keys }],
  ] as const) {
    const opened = await open()
    const { page, emulator, goTo } = opened
    await flow.before?.(opened)
    await goTo('requests')
    await page.getByText(emulator.requests.latest === 0 ? 'No requests yet' : /^\d+ requests?$/).waitFor()
    const hands = await countHands(page)
    await flow[way](page)
    await flow.seen(page).first().waitFor({ state: 'attached' })
    if (flow.done) await expect.poll(() => flow.done!(emulator)).toBe(true)
    const took = await hands()
    expect(took.clicks, JSON.stringify(took)).toBe(most.clicks)
    expect(took.keys, JSON.stringify(took)).toBeLessThanOrEqual(most.keys)
    if (way === 'byClicks') await opened.close()
  }
})

it('judges a service and a client by keys alone', async () => {
  const service = createEmulator({ deviations: ['reference-prefixed'] })
  const server = await serve(service, { port: 0 })
  const { page, url, emulator, goTo } = await open()
  await goTo('requests')
  const hands = await countHands(page)
  // A file cannot be dropped by keys: it is opened.
  await tabTo(page, 'File')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'File' }).waitFor()
  // Before the key: the browser must know that somebody answers the dialog.
  const asked = page.waitForEvent('filechooser')
  await tabTo(page, 'Open a file')
  await press(page, 'Enter')
  const chooser = await asked
  const target = `baseUrl: ${server.url}\ncredentials: { token: ${service.credentials.token} }\n`
  await chooser.setFiles({ name: 'target.yaml', mimeType: 'text/yaml', buffer: Buffer.from(target) })
  await page.getByText('It declares credentials.token.').waitFor()
  await tabTo(page, /^Only these/)
  await page.keyboard.type('ids.never-prefixed')
  await press(page, 'Enter')
  await page.getByText('a prefix').first().waitFor({ timeout: 60_000 })
  const judged = await hands()
  await server.close()
  await tabTo(page, 'Client', 'Shift+Tab')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Client' }).waitFor()
  await tabTo(page, 'Its name in reports')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Watching …' }).waitFor()
  await fetch(`${url}/1.13/environments`, { headers: { authorization: emulator.credentials.token } })
  await page.getByText('A careful client: ').first().waitFor()
  const { clicks, keys } = await hands()
  console.log(`console: by keys, a service is judged with ${judged.keys}, then a client with ${keys - judged.keys}`)
  expect(clicks).toBe(0)
  expect(judged.keys).toBeLessThan(40)
  expect(keys - judged.keys).toBeLessThan(60)
})
