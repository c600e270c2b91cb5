// Drives Debian's Firefox by WebDriver BiDi, which it speaks itself. Playwright's client asks it for what it lacks.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The keys that have no letter, as WebDriver names them. */
const keys: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Control: '\uE009',
  ArrowDown: '\uE015',
}

/** The settings of a profile that asks nobody and nothing at its start. */
const settings: Readonly<Record<string, unknown>> = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
}

interface Answer {
  readonly id?: number
  readonly type: string
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

/** A page of Firefox. */
export class FirefoxPage {
  readonly #send: (method: string, params: unknown) => Promise<unknown>
  readonly #context: string

  constructor(send: (method: string, params: unknown) => Promise<unknown>, context: string) {
    this.#send = send
    this.#context = context
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  async setSize(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport: { width, height } })
  }

  /** The value of an expression, as JSON carries it. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { type, result, exceptionDetails } = (await this.#send('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context: this.#context },
      awaitPromise: true,
    })) as { readonly type: string; readonly result: { readonly value?: string }; readonly exceptionDetails: unknown }
    if (type !== 'success')
      throw new Error(`Firefox cannot evaluate ${expression}: ${JSON.stringify(exceptionDetails)}`)
    return (result.value === undefined ? undefined : JSON.parse(result.value)) as Value
  }

  /** Waits until an expression is true. @throws Error after ten seconds, with what the page shows. */
  async until(expression: string): Promise<void> {
    const isTrue = await this.evaluate<boolean>(`(async () => {
      const end = performance.now() + 10_000
      while (performance.now() < end) {
        if (${expression}) return true
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
      return false
    })()`)
    if (!isTrue) throw new Error(`Not so: ${expression}. ${await this.evaluate<string>('document.body.innerText')}`)
  }

  /** Waits for the text in the page. */
  async see(text: string): Promise<void> {
    await this.until(`document.body.innerText.includes(${JSON.stringify(text)})`)
  }

  /** Clicks in the middle of the first element of a selector whose text has the given beginning. */
  async click(selector: string, text = ''): Promise<void> {
    const find = `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .find((element) => element.clientWidth > 0 && element.textContent.trim().startsWith(${JSON.stringify(text)}))`
    await this.until(`${find} !== undefined`)
    // Where it stays, and nothing lies above it: what is asked for may still move it.
    const { x, y } = await this.evaluate<{ readonly x: number; readonly y: number }>(`(async () => {
      let before
      for (let look = 0; look < 100; look++) {
        const element = ${find}
        element?.scrollIntoView({ block: 'nearest' })
        const { x, y, width, height } = element?.getBoundingClientRect() ?? {}
        const place = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
        const isOnTop = element?.contains(document.elementFromPoint(place.x, place.y))
        if (isOnTop && before?.x === place.x && before.y === place.y) return place
        before = isOnTop ? place : undefined
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
      throw new Error('It cannot be clicked.')
    })()`)
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#act({ type: 'pointer', id: 'mouse', actions })
  }

  /** Presses a key, or types a text. */
  async press(text: string): Promise<void> {
    const values = keys[text] ? [keys[text]] : [...text]
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#act({ type: 'key', id: 'keyboard', actions })
  }

  async #act(source: unknown): Promise<void> {
    await this.#send('input.performActions', { context: this.#context, actions: [source] })
  }
}

/** A running Firefox, with one page. */
export interface RunningFirefox {
  readonly version: string
  readonly page: FirefoxPage
  close(): Promise<void>
}

/** Starts Debian's Firefox without a window. */
export async function launchFirefox(): Promise<RunningFirefox> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote', 'about:blank']
  const child = spawn('firefox-esr', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const socket = new WebSocket(`${await addressOf(child)}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as Answer
    if (id === undefined) return
    if (type === 'success') waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    waiting.delete(id)
  })
  let sent = 0
  const send = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++sent
      waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ id, method, params }))
    })
  const session = (await send('session.new', { capabilities: {} })) as {
    readonly capabilities: { readonly browserVersion: string }
  }
  const { contexts } = (await send('browsingContext.getTree', {})) as {
    readonly contexts: readonly { readonly context: string }[]
  }
  return {
    version: session.capabilities.browserVersion,
    page: new FirefoxPage(send, contexts[0]!.context),
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await Promise.race([send('browser.close', {}), ended])
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** The address at which a starting Firefox listens. @throws Error when it ends before. */
async function addressOf({ stderr, exitCode }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stderr!) {
    text += String(chunk)
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`Firefox ended with ${exitCode}: ${text.slice(-500)}`)
}
