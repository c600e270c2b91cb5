import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type ConsoleOptions, launchBrowser, type OpenConsole, openConsole } from './console-with-kit.ts'

/**
 * Launches a browser for the tests of a file. Returns what opens a console, which is closed after the test. A test
 * fails when its page complains of anything.
 */
export function withBrowser(): (options?: ConsoleOptions) => Promise<OpenConsole> {
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
  return async (options) => (opened = await openConsole(browser, options))
}
