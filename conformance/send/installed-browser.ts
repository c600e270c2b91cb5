// The browser of a run, from the Playwright of the user's project.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { because } from '../conclusions/cause.ts'
import { notApplicable } from '../conclusions/conclusion.ts'
import { phrase } from '../conclusions/phrase.ts'
import { type PlaywrightBrowser, playwrightBrowser } from './playwright-browser.ts'
import type { WebBrowser } from './web-browser.ts'

/** The browser of a run, which is closed at the end of the run. */
export interface RunBrowser extends WebBrowser {
  close(): Promise<void>
}

/** The part of Playwright that is used here. */
interface Playwright {
  readonly chromium: {
    launch(options: Readonly<Record<string, unknown>>): Promise<PlaywrightBrowser>
  }
}

const packages = ['playwright-core', 'playwright', '@playwright/test']
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const notInstalled =
  'it needs a browser, and Playwright is not installed: npm install --save-dev playwright && npx playwright install chromium'

/**
 * The Chromium of Playwright. It is located and started when a check first needs it, so that other runs do not wait.
 * @param from Files from which Playwright is resolved as a module.
 */
export function installedBrowser(from: readonly string[] = playwrightPlaces()): RunBrowser {
  let isSandboxed: boolean | undefined
  const launch = async () => {
    const started = await startBrowser(from)
    ;({ isSandboxed } = started)
    return started.browser
  }
  return playwrightBrowser(launch, { isSandboxed: () => isSandboxed })
}

/** The project of the user, and this package. */
function playwrightPlaces(): readonly string[] {
  return [join(process.cwd(), 'package.json'), import.meta.url]
}

/** The browsers that are installed on the system. */
export function systemChromiums(): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return systemNames.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path))
}

interface StartedBrowser {
  readonly browser: PlaywrightBrowser
  readonly isSandboxed: boolean
}

/**
 * Options that prevent Chromium from connecting to anything but the proxy of a visit: no peers, no look-ups, no
 * background traffic.
 */
const guards: readonly string[] = [
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-pings',
]

/** Blocks Chromium's background requests, whatever proxy the environment names. Each visit has its own proxy. */
const noTraffic = {
  proxy: { server: 'http://127.0.0.1:9' },
  env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name))),
}

async function startBrowser(from: readonly string[]): Promise<StartedBrowser> {
  const { chromium } = (await loadPlaywright(from)) ?? notApplicable(because.machine, phrase`${notInstalled}`)
  const configured = process.env['PLATFORM_CHROMIUM']
  const browsers = configured
    ? [{ executablePath: configured }]
    : [{}, ...systemChromiums().map((executablePath) => ({ executablePath })), { channel: 'chrome' }]
  // The run handles interruptions itself: Playwright would end the process before the run has deleted its objects.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  // Chromium does not run as root inside its sandbox, and some systems have no sandbox for other users either.
  const sandboxes = process.getuid?.() === 0 ? [false] : [true, false]
  let why = ''
  for (const place of browsers)
    for (const chromiumSandbox of sandboxes)
      try {
        const options = { ...place, ...signals, ...noTraffic, headless: true, chromiumSandbox, args: guards }
        return { browser: await chromium.launch(options), isSandboxed: chromiumSandbox }
      } catch (error) {
        why ||= (error as Error).message.split('\n')[0]!
      }
  return notApplicable(
    because.machine,
    phrase`it needs a browser, and Playwright cannot start one (${why}): npx playwright install chromium, or name one in PLATFORM_CHROMIUM`,
  )
}

async function loadPlaywright(places: readonly string[]): Promise<Playwright | undefined> {
  for (const from of places)
    for (const name of packages)
      try {
        const loaded = (await import(pathToFileURL(createRequire(from).resolve(name)).href)) as Partial<Playwright> & {
          readonly default?: Partial<Playwright>
        }
        const chromium = loaded.chromium ?? loaded.default?.chromium
        if (chromium) return { chromium }
      } catch {
        // It is not installed in this place.
      }
  return undefined
}
