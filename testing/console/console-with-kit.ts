// The console in a real browser, on an emulator of its own that can run the kit and judge clients.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { OpenOptions } from '../../emulator/open-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { launchOptions } from '../chromium.ts'
import { openJudging } from '../emulator/judging-emulator.ts'

/** An open console. */
export interface OpenConsole {
  readonly emulator: Emulator
  readonly page: Page
  /** The address of the emulator. */
  readonly url: string
  /** The reports of the page: errors, warnings and dialogs. */
  readonly complaints: readonly string[]
  /** Opens a view by its address, such as `data?collection=flows`. */
  goTo(view: string): Promise<void>
  close(): Promise<void>
}

/** The emulator and the browser of a console. */
export interface ConsoleOptions extends OpenOptions {
  readonly scale?: number
  readonly context?: BrowserContextOptions
  /** True if the emulator can run the kit and judge clients. Default: true. */
  readonly kit?: boolean
}

/** Launches the browser for consoles. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch(launchOptions())
}

/** Opens the console of a new emulator. */
export async function openConsole(
  browser: Browser,
  { scale, context: browserContext = {}, kit = true, ...options }: ConsoleOptions = {},
): Promise<OpenConsole> {
  const judging = openJudging({ ...(kit ? {} : { moreControl: [] }), ...options }, { scale })
  const { emulator } = judging
  const server = await serve(emulator, { port: 0 })
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...browserContext })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused request is a line of the browser's own, and what some tests are about.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('status of 4'))
      complaints.push(message.text())
  })
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return {
    emulator,
    page,
    url: server.url,
    complaints,
    goTo: async (view) => {
      await page.goto('about:blank')
      await page.goto(`${server.url}/_emulator/#/${view}`)
      await page.locator('main h1').waitFor()
    },
    close: async () => {
      await context.close()
      await judging.close()
      await server.close()
    },
  }
}
