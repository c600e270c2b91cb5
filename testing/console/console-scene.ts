// An emulator with its console for each test of a file, and requests to it.
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../emulator/serve/serve.ts'
import { launchBrowser } from './watched-page.ts'

/** The scene that tests of the console share. The emulator and its server are new for each test. */
export interface ConsoleScene {
  browser: Browser
  emulator: Emulator
  server: RunningServer
  /** Sends a request with the default token. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  /** Sends requests of all kinds, with names that break careless pages. */
  readonly fill: () => Promise<void>
}

/** Headers of a JSON body. */
export const json = { 'content-type': 'application/json' } as const

/** Names that break careless pages. */
export const hostile: readonly [string, ...string[]] = [
  '<script>window.hacked = 1</script>',
  '\u202eשלום עולם מימין לשמאל',
  'x'.repeat(10_000),
  '{{7*7}}${7*7}',
]

/** Registers the hooks of a test file. */
export function consoleScene(): ConsoleScene {
  const ask = (path: string, init: RequestInit = {}) => {
    const authorization = `Bearer ${scene.emulator.credentials.token}`
    return fetch(`${scene.server.url}${path}`, { ...init, headers: { authorization, ...(init.headers as object) } })
  }
  const fill = async () => {
    await ask('/1.13/environments?limt=2')
    await ask('/1.13/resources?status=odd')
    for (const name of hostile) {
      await ask('/1.13/projects', { method: 'POST', headers: json, body: JSON.stringify({ name }) })
      await ask(`/1.13/projects?search=${encodeURIComponent(name.slice(0, 3000))}`)
      scene.emulator.data.insert('catalogs', { name })
    }
    await ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) })
  }
  const scene = { ask, fill } as ConsoleScene
  beforeAll(async () => {
    scene.browser = await launchBrowser()
  })
  afterAll(() => scene.browser?.close())
  beforeEach(async () => {
    scene.emulator = createEmulator({ clock: '2026-03-01T12:00:00Z' })
    scene.server = await serve(scene.emulator, { port: 0 })
  })
  afterEach(async () => {
    await Promise.all(scene.browser.contexts().map((context) => context.close()))
    await scene.server.close()
  })
  return scene
}
