// Starts one browser for all tests of the console.
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { launchOptions } from '../chromium.ts'
import { buildConsolePage } from './build-console-page.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address where Playwright connects to the browser. */
    readonly browser: string
  }
}

/** Runs before the tests. Returns what runs after them. @throws Error when dist/console.html is not of these sources. */
export default async function launchOnce(project: TestProject): Promise<() => Promise<void>> {
  const built = new URL('../../dist/console.html', import.meta.url)
  const { html } = await buildConsolePage()
  if (!existsSync(built) || readFileSync(built, 'utf8') !== html)
    throw new Error('dist/console.html is missing or stale: run `npm run build`.')
  const server = await chromium.launchServer(launchOptions())
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}
