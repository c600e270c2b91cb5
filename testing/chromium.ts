import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { systemChromiums } from '../conformance/send/installed-browser.ts'

/** The path of the Chromium for tests: PLATFORM_CHROMIUM, else Playwright's own, else the system's, else undefined. */
export function findChromium(): string | undefined {
  const configured = process.env['PLATFORM_CHROMIUM']
  if (configured) return configured
  return [chromium.executablePath(), ...systemChromiums()].find((path) => existsSync(path))
}

/** Options to start Chromium without a window and without its own traffic. @throws Error when there is no Chromium. */
export function launchOptions(): LaunchOptions {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('There is no Chromium: run npm test, which installs one, or name one in PLATFORM_CHROMIUM.')
  const isRoot = process.getuid?.() === 0
  return {
    executablePath,
    headless: true,
    // Chromium refuses to run as root inside its sandbox.
    chromiumSandbox: !isRoot,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      '--disable-gpu',
    ],
  }
}

/** Starts Chromium. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch(launchOptions())
}
