// The console of an emulator of its own, as a person uses it in a browser.
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { OpenOptions } from '../../emulator/open-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { openJudging } from '../emulator/judging-emulator.ts'
import { pageFaults } from './look.ts'

/** An open console. */
export interface OpenConsole {
  readonly emulator: Emulator
  readonly page: Page
  /** The address of the emulator. */
  readonly url: string
  /** Opens a view by its address, such as `data?collection=flows`. */
  goTo(view: string): Promise<void>
  /** Sends a request with the default token. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Sends JSON by POST. */
  post(path: string, body: unknown): Promise<Response>
  /** Ends the emulator's server. */
  stop(): Promise<void>
}

/** The emulator and the browser of a console. */
export interface ConsoleOptions extends OpenOptions {
  readonly scale?: number
  readonly context?: BrowserContextOptions
  /** True if the emulator can run the kit and judge clients. Default: true. */
  readonly kit?: boolean
}

/**
 * Registers the hooks of a test file. Returns what opens a console, which is closed after the test. A test fails when
 * its page complains of anything, by errors, warnings and dialogs, and when axe finds a fault in what the test left
 * open there.
 */
export function registerConsole(): (options?: ConsoleOptions) => Promise<OpenConsole> {
  let browser: Browser
  let complaints: string[] = []
  const pages: Page[] = []
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'))
  })
  afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    const found = [...complaints]
    complaints = []
    try {
      // A test that failed has said enough.
      if (task.result?.state !== 'fail') for (const page of pages) found.push(...(await faultsOfAll(page)))
    } finally {
      pages.length = 0
      for (const close of closing.splice(0)) await close()
    }
    expect(found).toEqual([])
  })
  return async ({ scale, context: browserContext, kit = true, ...options } = {}) => {
    const { emulator, close } = openJudging({ ...(kit ? {} : { moreControl: async () => [] }), ...options }, { scale })
    const server = await serve(emulator, { port: 0 })
    const size = { width: 1400, height: 800 }
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', ...browserContext })
    const page = await context.newPage()
    pages.push(page)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // The browser reports each answer of 4xx and each lost connection, also those that the console shows.
      const isOfBrowser = message.text().startsWith('Failed to load resource')
      if (['error', 'warning'].includes(message.type()) && !isOfBrowser) complaints.push(message.text())
    })
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    closing.push(
      () => context.close(),
      close,
      () => server.close(),
    )
    const ask = (path: string, init: RequestInit = {}) => {
      const authorization = `Bearer ${emulator.credentials.token}`
      return fetch(`${server.url}${path}`, { ...init, headers: { authorization, ...(init.headers as object) } })
    }
    return {
      emulator,
      page,
      url: server.url,
      goTo: async (view) => {
        await page.goto('about:blank')
        await page.goto(`${server.url}/_emulator/#/${view}`)
        await page.locator('main h1').waitFor()
      },
      ask,
      post: (path, body) =>
        ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      stop: () => server.close(),
    }
  }
}

/** The faults of a page with all that can be unfolded. A blank page has none. */
async function faultsOfAll(page: Page): Promise<readonly string[]> {
  if (page.url() === 'about:blank') return []
  await page.evaluate("document.querySelectorAll('main details').forEach((details) => (details.open = true))")
  return await pageFaults(page)
}

/** A file to choose in a page. */
interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** The download that an action of a person starts, to be chosen in a page. */
export async function downloaded(page: Page, act: () => Promise<unknown>): Promise<ChosenFile> {
  const [download] = (await Promise.all([page.waitForEvent('download'), act()])) as [Download, unknown]
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return { name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer: Buffer.concat(parts) }
}

/** Presses Tab until the element of a name has the focus. @throws Error when it is not reached. */
export async function pressTab(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press(key)
    const here = await page.evaluate<string>(focused)
    if (typeof name === 'string' ? here === name : name.test(here)) return
    passed.push(here.slice(0, 30))
  }
  throw new Error(`${key} does not lead to ${String(name)}, but to ${passed.join(' | ')}.`)
}

/** The name of what has the focus: its label, or its text. */
const focused = `(() => {
  const { activeElement: element } = document
  const label = element.labels?.[0]?.querySelector('span')?.textContent ?? element.labels?.[0]?.textContent
  return (element.ariaLabel ?? label ?? element.textContent ?? '').trim()
})()`
