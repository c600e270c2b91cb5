import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { installedBrowser } from './installed-browser.ts'

const directory = mkdtempSync(join(tmpdir(), 'installed-browser-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

/** A project with a Playwright that notes how it is launched, and whose browser opens nothing but an empty page. */
function makeProject(name: string, refuses: string): string {
  const at = join(directory, name, 'node_modules', 'playwright-core')
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'package.json'), '{"name": "playwright-core", "type": "module", "exports": "./index.js"}')
  writeFileSync(
    join(at, 'index.js'),
    `export const launches = []
    const shown = { url: 'about:blank', text: '', controls: [], fields: [] }
    const page = {
      goto: async () => null,
      url: () => 'about:blank',
      on: () => null,
      isClosed: () => false,
      mainFrame: () => null,
      evaluate: async () => shown,
    }
    const contextOf = (options) => {
      launches.push(options)
      let listener
      return {
        on: (_event, listen) => { listener = listen },
        addInitScript: async () => null,
        newPage: async () => { listener(page); return page },
        close: async () => null,
      }
    }
    export const chromium = {
      launch: async (options) => {
        launches.push(options)
        if (${refuses}) throw new Error('No usable sandbox!')
        return { newContext: async (options) => contextOf(options), close: async () => null }
      },
    }`,
  )
  return join(at, 'index.js')
}

interface Launch {
  readonly chromiumSandbox?: boolean
  readonly args?: readonly string[]
  readonly proxy?: { readonly server: string; readonly bypass: string }
}

it.each<[string, number, string, readonly boolean[], boolean]>([
  ['inside its sandbox', 1000, 'false', [true], true],
  ['without its sandbox where the system has none', 1000, 'options.chromiumSandbox', [true, false], false],
  ['without its sandbox as root', 0, 'options.chromiumSandbox', [false], false],
])('starts Chromium %s, and says so', async (name, user, refuses, tried, isSandboxed) => {
  vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(user)
  vi.stubEnv('PLATFORM_CHROMIUM', '/somewhere/chromium')
  const playwright = makeProject(name, refuses)
  const browser = installedBrowser([playwright.replace(/node_modules.*/, 'package.json')])
  const tab = await browser.open('http://127.0.0.1:1/', { timeout: 400 })
  expect(tab.isSandboxed).toBe(isSandboxed)
  await tab.close()
  await browser.close()
  vi.unstubAllEnvs()
  const { launches } = (await import(playwright)) as { launches: readonly Launch[] }
  const context = launches.find(({ proxy }) => proxy?.bypass)
  expect(launches.flatMap(({ chromiumSandbox }) => chromiumSandbox ?? [])).toEqual(tried)
  expect(launches[0]!.args).toContain('--dns-prefetch-disable')
  // Requests that Chromium sends by itself go nowhere.
  expect(launches[0]!.proxy).toEqual({ server: 'http://127.0.0.1:9' })
  expect(context).toMatchObject({
    acceptDownloads: false,
    serviceWorkers: 'block',
    proxy: { server: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string, bypass: '<-loopback>' },
  })
})
