// A browser for tests that need no real one: it follows redirects, and sends forms. It knows no scripts.
import type { FetchFunction } from '../../conformance/send/sender.ts'
import type { BrowserError, BrowserTab, BrowserView, WebBrowser } from '../../conformance/send/web-browser.ts'

interface Page {
  readonly url: string
  readonly status: number
  readonly method: string
  readonly html: string
  readonly policy: string
  readonly errors: readonly BrowserError[]
}

const mostRedirects = 10

const blockedForm: BrowserError = { kind: 'console', text: 'the policy of the page forbids its form' }

/** A browser whose pages come by a fetch function. */
export function htmlBrowser(fetch: FetchFunction): WebBrowser {
  const load = async (request: Request): Promise<Page> => {
    let sent = request
    for (let hop = 0; ; hop++) {
      const { url } = sent
      const response = await fetch(sent)
      const location = response.headers.get('location')
      if (location === null || response.status < 300 || response.status >= 400 || hop === mostRedirects) {
        const policy = response.headers.get('content-security-policy') ?? ''
        return { url, status: response.status, method: sent.method, html: await response.text(), policy, errors: [] }
      }
      sent = new Request(new URL(location, url), { headers: { accept: 'text/html' } })
    }
  }
  return {
    open: async (address) => new Tab(await load(new Request(address, { headers: { accept: 'text/html' } })), load),
  }
}

class Tab implements BrowserTab {
  #page: Page
  readonly #load: (request: Request) => Promise<Page>

  constructor(page: Page, load: (request: Request) => Promise<Page>) {
    this.#page = page
    this.#load = load
  }

  async view(): Promise<BrowserView> {
    const { url, status, method, html, errors } = this.#page
    const fields = [...html.matchAll(/<input\b[^>]*type="(text|email|password)"/g)].map(([, type]) => type!)
    const controls = controlsOf(html).map(({ name, kind }) => ({ name, kind }))
    return { url, status, method, text: textOf(html), controls, fields, errors }
  }

  async press(index: number): Promise<BrowserView> {
    const page = this.#page
    const { attributes, form, href } = controlsOf(page.html)[index]!
    const headers = { accept: 'text/html' }
    if (href !== undefined) this.#page = await this.#load(new Request(new URL(href, page.url), { headers }))
    else if (form === undefined || page.policy.includes(`form-action 'none'`))
      this.#page = { ...page, errors: form === undefined ? [] : [blockedForm] }
    else {
      const url = new URL(valueOf(form, 'action') ?? page.url, page.url)
      const fields = new URLSearchParams([[valueOf(attributes, 'name') ?? '', valueOf(attributes, 'value') ?? '']])
      const isPost = valueOf(form, 'method')?.toLowerCase() === 'post'
      if (!isPost) url.search = String(fields)
      this.#page = await this.#load(new Request(url, isPost ? { method: 'POST', body: fields, headers } : { headers }))
    }
    return await this.view()
  }

  async close(): Promise<void> {}
}

interface Control {
  readonly name: string
  readonly kind: 'button' | 'link'
  readonly attributes: string
  /** The attributes of the form around a button. */
  readonly form: string | undefined
  readonly href: string | undefined
}

function controlsOf(html: string): readonly Control[] {
  const found: Control[] = []
  let form: string | undefined
  for (const [, tag, attributes = '', text = ''] of html.matchAll(
    /<(form|\/form|(?:button|a)(?=[\s>]))([^>]*)>(?:([^<]*)<\/(?:button|a)>)?/gi,
  ))
    if (tag === 'form') form = attributes
    else if (tag === '/form') form = undefined
    else if (tag === 'button') found.push({ name: textOf(text), kind: 'button', attributes, form, href: undefined })
    else
      found.push({ name: textOf(text), kind: 'link', attributes, form: undefined, href: valueOf(attributes, 'href') })
  return found
}

function valueOf(attributes: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1]?.replaceAll('&amp;', '&')
}

function textOf(html: string): string {
  return html
    .replaceAll(/<(style|title|script)\b[^]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
