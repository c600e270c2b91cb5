import { because } from '../conclusions/cause.ts'
import { phrase } from '../conclusions/phrase.ts'
import { Conclusion, insufficient } from '../conclusions/conclusion.ts'
import { OriginGate } from './origin-gate.ts'
import { controlsExpression, viewExpression, withoutPeersScript } from './page-script.ts'
import { systemTime } from './time.ts'
import type { BrowserError, BrowserTab, BrowserView, OpenOptions, RefusedOrigin, WebBrowser } from './web-browser.ts'

/** The members of Playwright's `Browser` that the kit uses. The kit itself does not import Playwright. */
export interface PlaywrightBrowser {
  /** Opens a context, which is a new visitor. */
  newContext(options: {
    readonly ignoreHTTPSErrors: boolean
    readonly locale: string
    readonly acceptDownloads: boolean
    readonly serviceWorkers: 'block'
    readonly proxy: { readonly server: string; readonly bypass: string }
    readonly extraHTTPHeaders?: Record<string, string>
    readonly clientCertificates?: { readonly origin: string; readonly certPath: string; readonly keyPath: string }[]
  }): Promise<PlaywrightContext>
  /** Closes the browser. */
  close(): Promise<void>
}

/** The members of Playwright's `BrowserContext` that the kit uses. */
export interface PlaywrightContext {
  /** Opens a tab. */
  newPage(): Promise<PlaywrightPage>
  /** Runs a script in each page and frame, before those of the page. */
  addInitScript(script: { readonly content: string }): Promise<unknown>
  /** Calls a function for each tab, including those that pages open. */
  on(event: 'page', listener: (page: PlaywrightPage) => void): unknown
  /** Closes the context. */
  close(): Promise<void>
}

/** The members of Playwright's `Page` that the kit uses. */
export interface PlaywrightPage {
  /** Loads an address. */
  goto(url: string, options: { readonly timeout: number }): Promise<unknown>
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Evaluates an expression in the page, and keeps its value there. */
  evaluateHandle(expression: string): Promise<{
    asElement(): { click(options: { readonly timeout: number }): Promise<void> } | null
  }>
  /** The address of the page. */
  url(): string
  /** Closes the tab. */
  close(): Promise<void>
  /** Returns true if the page was closed. */
  isClosed(): boolean
  /** The main frame of the page. */
  mainFrame(): unknown
  /** Calls a function for each event. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the events of Playwright have types of their own.
  on(event: PageEvent, listener: (value: any) => void): unknown
}

type PageEvent =
  | 'websocket'
  | 'request'
  | 'requestfinished'
  | 'requestfailed'
  | 'response'
  | 'pageerror'
  | 'console'
  | 'dialog'

interface PageRequest {
  method(): string
  url(): string
  resourceType(): string
  isNavigationRequest(): boolean
  frame(): unknown
  failure(): { readonly errorText: string } | null
}
interface PageResponse {
  status(): number
  request(): PageRequest
}

/** The interval in milliseconds at which a page is polled. */
const pace = 50
/** The milliseconds without a change after which a page counts as settled. */
const restful = 300
/** The milliseconds within which a press must show an effect, if the timeout is not shorter. */
const patience = 5000
/** The most errors in a view, and the longest error in characters. */
const [mostErrors, longestError] = [5, 200]
/** The most tabs of a visit. */
const mostTabs = 10
/** The kinds of requests whose refusal may change the content or the behaviour of a page. */
const necessary: ReadonlySet<string> = new Set([
  'document',
  'stylesheet',
  'script',
  'xhr',
  'fetch',
  'eventsource',
  'websocket',
])

/** Options of a browser by Playwright. */
export interface PlaywrightBrowserOptions {
  /** Returns true if the started browser runs inside its sandbox, false if not; undefined if unknown. */
  readonly isSandboxed?: () => boolean | undefined
}

/**
 * A browser by Playwright, for `ConformanceOptions.browser`. Each visit has its own proxy, which connects only to the
 * origins of the visit.
 * @param launch Starts it when a check first needs it.
 */
export function playwrightBrowser(
  launch: () => Promise<PlaywrightBrowser>,
  { isSandboxed }: PlaywrightBrowserOptions = {},
): WebBrowser & { close(): Promise<void> } {
  let started: Promise<PlaywrightBrowser> | undefined
  return {
    open: async (address, options) => {
      const browser = await (started ??= launch())
      return await runGuarded(async () => {
        const { origins = [], headers = {}, tls: { cert: certPath, key: keyPath } = {} } = options
        const { origin } = new URL(address)
        const gate = await OriginGate.open([origin, ...origins])
        try {
          const context = await browser.newContext({
            // Earlier requests have already judged the certificate.
            ignoreHTTPSErrors: true,
            locale: 'en-US',
            acceptDownloads: false,
            serviceWorkers: 'block',
            // By default, browsers bypass their proxy for loopback.
            proxy: { server: gate.url, bypass: '<-loopback>' },
            ...(origins.every((other) => other === origin) ? { extraHTTPHeaders: { ...headers } } : {}),
            ...(certPath && keyPath ? { clientCertificates: [{ origin, certPath, keyPath }] } : {}),
          })
          const tab = new Tab(context, gate, options, isSandboxed?.())
          try {
            await tab.open(address)
          } catch (error) {
            await tab.close()
            throw error
          }
          return tab
        } catch (error) {
          await gate.close()
          throw error
        }
      })
    },
    close: async () => {
      await started?.then((browser) => browser.close()).catch(() => undefined)
    },
  }
}

/** Runs some work of Playwright, whose errors concern the browser and not the target. */
async function runGuarded<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Conclusion) throw error
    insufficient(
      because.machine,
      phrase`the browser failed: ${cutError(String((error as Error).message).split('\n')[0]!)}`,
    )
  }
}

class Tab implements BrowserTab {
  readonly isSandboxed: boolean | undefined
  readonly #context: PlaywrightContext
  readonly #gate: OriginGate
  readonly #options: OpenOptions
  /** The tabs of the visit. The last open one is visible. */
  readonly #watched: WatchedTab[] = []
  /** The refused origins of the pages; true if the content or behaviour of a page may depend on one. */
  readonly #refused = new Map<string, boolean>()

  constructor(context: PlaywrightContext, gate: OriginGate, options: OpenOptions, isSandboxed: boolean | undefined) {
    this.isSandboxed = isSandboxed
    this.#context = context
    this.#gate = gate
    this.#options = options
    context.on('page', (page) => {
      if (this.#watched.length < mostTabs) this.#watched.push(new WatchedTab(page, (request) => this.#refuses(request)))
      else void page.close().catch(() => undefined)
    })
  }

  async open(address: string): Promise<void> {
    await this.#context.addInitScript({ content: withoutPeersScript })
    const page = await this.#context.newPage()
    // The errors of the view show why a page did not load.
    await page.goto(address, { timeout: this.#options.timeout }).catch(() => undefined)
    await this.#rested()
  }

  async view(): Promise<BrowserView> {
    return await runGuarded(() => this.#view())
  }

  async press(control: number): Promise<BrowserView> {
    return await runGuarded(async () => {
      const { timeout } = this.#options
      const watched = this.#current
      const before = await watched.state()
      const handle = await watched.page.evaluateHandle(`${controlsExpression}?.[${control}]`)
      // This resolves late if the page refuses the navigation. The effect is awaited below.
      void handle
        .asElement()
        ?.click({ timeout: Math.min(timeout, patience) })
        .catch(() => undefined)
      for (let waited = 0; waited < Math.min(timeout, patience); waited += pace) {
        if (this.#current !== watched || watched.errors.length > 0 || (await watched.state()) !== before) break
        await systemTime.sleep(pace)
      }
      await this.#rested()
      return await this.#view()
    })
  }

  async close(): Promise<void> {
    await this.#context.close().catch(() => undefined)
    await this.#gate.close()
  }

  async #view(): Promise<BrowserView> {
    return { ...(await this.#current.view()), refused: this.#refusedOrigins() }
  }

  #refusedOrigins(): readonly RefusedOrigin[] {
    const named = [...this.#refused].map(([origin, isNecessary]) => ({ origin, isNecessary }))
    const hosts = new Set(named.map(({ origin }) => origin.replace(/^\w+:\/\//, '')))
    const others = this.#gate.refused.filter(
      (origin) => !this.#refused.has(origin) && !hosts.has(origin) && !hosts.has(origin.replace(/:(?:443|80)$/, '')),
    )
    return [...named, ...others.map((origin) => ({ origin, isNecessary: false }))].sort((left, right) =>
      left.origin < right.origin ? -1 : 1,
    )
  }

  /** Returns true, and notes the origin, if the gate refuses a request. */
  #refuses(request: Pick<PageRequest, 'url' | 'resourceType'>): boolean {
    const { origin, protocol } = URL.parse(request.url()) ?? {}
    if (origin === undefined || !/^(?:https?|wss?):$/.test(protocol!) || this.#gate.allows(request.url())) return false
    const isNecessary = necessary.has(request.resourceType())
    this.#refused.set(origin, isNecessary || this.#refused.get(origin) === true)
    return true
  }

  get #current(): WatchedTab {
    return this.#watched.findLast(({ page }) => !page.isClosed()) ?? this.#watched[0]!
  }

  /** Waits until the page is loaded and nothing has changed for a moment. */
  async #rested(): Promise<void> {
    let last = ''
    let still = 0
    for (let waited = 0; waited < this.#options.timeout && still < restful; waited += pace) {
      const watched = this.#current
      const now = `${this.#watched.length} ${await watched.state()}`
      still = now === last && watched.pending.size === 0 ? still + pace : 0
      last = now
      await systemTime.sleep(pace)
    }
  }
}

/** A tab, with the errors in it. */
class WatchedTab {
  readonly page: PlaywrightPage
  readonly pending: Set<PageRequest> = new Set()
  readonly errors: BrowserError[] = []
  /** The address of the last requested page. */
  #asked: string | undefined
  #status: number | undefined
  #method: string | undefined

  constructor(page: PlaywrightPage, refuses: (request: Pick<PageRequest, 'url' | 'resourceType'>) => boolean) {
    this.page = page
    const isPage = (request: PageRequest) => request.isNavigationRequest() && request.frame() === page.mainFrame()
    page.on('request', (request: PageRequest) => this.pending.add(request))
    page.on('requestfinished', (request: PageRequest) => this.pending.delete(request))
    page.on('requestfailed', (request: PageRequest) => {
      this.pending.delete(request)
      if (isPage(request)) this.#asked = request.url()
      if (refuses(request)) {
        if (isPage(request)) this.#status = this.#method = undefined
        return
      }
      const { errorText = '' } = request.failure() ?? {}
      // Another page or a download replaced this one, or it had an error status and no body.
      if (errorText === 'net::ERR_ABORTED' || errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE') return
      if (isPage(request)) this.#status = this.#method = undefined
      this.#note({ kind: 'failed', text: cutError(errorText), method: request.method(), path: pathOnly(request.url()) })
    })
    page.on('response', (response: PageResponse) => {
      const request = response.request()
      if (isPage(request)) {
        this.#asked = request.url()
        this.#status = response.status()
        this.#method = request.method()
      } else if (response.status() >= 400)
        this.#note({
          kind: 'response',
          status: response.status(),
          method: request.method(),
          path: pathOnly(request.url()),
        })
    })
    page.on('websocket', (socket: { url(): string }) =>
      refuses({ url: () => socket.url(), resourceType: () => 'websocket' }),
    )
    // Dialogs of a page are accepted.
    page.on('dialog', (dialog: { accept(): Promise<void> }) => void dialog.accept().catch(() => undefined))
    page.on('pageerror', (error: Error) =>
      this.#note({ kind: 'page', text: removeQueries(`${error.name}: ${error.message}`) }),
    )
    page.on('console', (message: { type(): string; text(): string }) => {
      // Resources that failed to load are noted above.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load'))
        this.#note({ kind: 'console', text: removeQueries(message.text()) })
    })
  }

  /** A string that changes if the page has changed. */
  async state(): Promise<string> {
    return JSON.stringify([this.#status, await this.#look()])
  }

  async view(): Promise<BrowserView> {
    const { navigated, ...look } = await this.#look()
    // The answer for a page in a new window arrives before a listener can be added. Chromium shows its own page if
    // there was no answer, or only an empty one with an error status.
    const url = URL.parse(look.url)?.protocol === 'chrome-error:' ? (this.#asked ?? look.url) : look.url
    return { ...look, url, status: this.#status ?? navigated, method: this.#method, errors: this.errors.splice(0) }
  }

  async #look(): Promise<
    Omit<BrowserView, 'status' | 'method' | 'errors'> & { readonly navigated: number | undefined }
  > {
    const nothing = { url: this.page.url(), text: '', controls: [], fields: [], navigated: undefined }
    const enough = new AbortController()
    const looked = await Promise.race([
      // A page that is being replaced cannot be evaluated.
      this.page.evaluate(viewExpression).catch(() => nothing),
      systemTime.sleep(patience, enough.signal).catch(() => undefined),
    ])
    enough.abort()
    return (
      (looked as typeof nothing | undefined) ??
      insufficient(because.limit, phrase`the page keeps the browser too busy to look at it`)
    )
  }

  #note(error: BrowserError): void {
    if (this.errors.length < mostErrors) this.errors.push(error)
  }
}

function pathOnly(url: string): string {
  return cutError(URL.parse(url)?.pathname ?? url)
}

/** A string without the queries of its addresses, which may contain a state code. */
function removeQueries(text: string): string {
  return cutError(text.replaceAll(/(https?:[^\s'"?]*)\?[^\s'"]*/g, '$1'))
}

function cutError(text: string): string {
  return text.slice(0, longestError)
}
