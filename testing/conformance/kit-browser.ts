// The browser of the kit for a test file, with the Chromium that tests take.
import { afterAll, beforeAll } from 'vitest'
import { installedBrowser, type RunBrowser } from '../../conformance/send/installed-browser.ts'
import { findChromium } from '../chromium.ts'

/** Opens the browser before the tests of a file and closes it after them. It is there while a test runs. */
export function kitBrowser(): { readonly browser: RunBrowser } {
  let browser: RunBrowser | undefined
  const before = process.env['PLATFORM_CHROMIUM']
  beforeAll(() => {
    process.env['PLATFORM_CHROMIUM'] = findChromium()!
    browser = installedBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    if (before === undefined) delete process.env['PLATFORM_CHROMIUM']
    else process.env['PLATFORM_CHROMIUM'] = before
  })
  return {
    get browser() {
      return browser!
    },
  }
}
