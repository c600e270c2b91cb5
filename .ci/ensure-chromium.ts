import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../testing/chromium.ts'

function runQuietly(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0
}

/** Installs a Chromium for the tests if the machine has no browser, and prints a message if that fails. */
function ensureChromium(): void {
  if (findChromium()) return
  console.error('Installing a Chromium for the tests …')
  runQuietly(process.execPath, [
    fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url)),
    'install',
    'chromium',
  ])
  if (findChromium()) return
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    if (runQuietly('apt-get', ['update']))
      runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
    if (findChromium()) return
  }
  console.error(
    `No Chromium could be installed: the tests that need one will fail.
Install Chromium or Google Chrome, or set PLATFORM_CHROMIUM to its path.`,
  )
}

ensureChromium()
