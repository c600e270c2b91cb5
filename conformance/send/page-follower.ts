// Navigates plain HTML like a browser, with redirects, links, forms and cookies. It does not run scripts.
import { type DefaultTreeAdapterTypes as Html, parse } from 'parse5'
import { isKitError } from '../kit-error.ts'
import type { Exchange, SentRequest } from '../conclusions/exchange.ts'
import { splitCookies } from '../conclusions/cookies-in.ts'
import { blocksForm } from './form-policy.ts'
import type { BrowserError, BrowserTab, BrowserView, RefusedOrigin, WebBrowser } from './web-browser.ts'

/** Sends a request. Redirects are not followed. @throws KitError `unreachable` */
type Send = (request: SentRequest) => Promise<Exchange>

const mostRedirects = 20
/** The most controls and fields of a view, and the longest text of a page and name of a control in characters. */
const [mostControls, mostFields, longestText, longestName] = [200, 20, 20_000, 100]

const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** A browser that sends plain requests. Each visit has its own cookies. */
export function pageFollower(send: Send): WebBrowser {
  return {
    open: async (address, options) => {
      const visit = new Visit(send, new Set([new URL(address).origin, ...(options.origins ?? [])]))
      await visit.load({ method: 'GET', url: address, headers: {} })
      return visit
    },
  }
}

interface Page {
  readonly url: string
  readonly method: string
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly document: Html.Document | undefined
  /** The text of an answer that is not HTML. */
  readonly text: string
}

class Visit implements BrowserTab {
  readonly #send: Send
  readonly #origins: ReadonlySet<string>
  readonly #cookies = new Map<string, Map<string, string>>()
  readonly #refused = new Set<string>()
  #page: Page | undefined
  #controls: readonly Control[] = []
  #errors: BrowserError[] = []

  constructor(send: Send, origins: ReadonlySet<string>) {
    this.#send = send
    this.#origins = origins
  }

  async view(): Promise<BrowserView> {
    const { url, method, status, document, text } = this.#page!
    const elements = document ? visibleElements(document) : []
    this.#controls = visibleControls(elements).slice(0, mostControls)
    const refused: readonly RefusedOrigin[] = [...this.#refused].map((origin) => ({ origin, isNecessary: true }))
    return {
      url,
      status,
      method,
      text: (document ? visiblePageText(document) : collapseSpace(text)).slice(0, longestText),
      controls: this.#controls.map(({ name, kind }) => ({ name, kind })),
      fields: elements.filter(isEmptyField).map(elementType).slice(0, mostFields),
      errors: this.#errors.splice(0),
      refused,
      isScripted: elements.some(isScript),
    }
  }

  async press(index: number): Promise<BrowserView> {
    const { element } = this.#controls[index]!
    const page = this.#page!
    const href = attributeValue(element, 'href')
    if (element.tagName === 'a' && href !== undefined) await this.#open(href)
    else if (isSubmitter(element)) {
      const form = findForm(element, visibleElements(page.document!))
      if (form) await this.#submit(form, element)
    }
    return await this.view()
  }

  async close(): Promise<void> {}

  /** Loads a page and follows its redirects. */
  async load(first: SentRequest): Promise<void> {
    let request = first
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const { origin, protocol } = new URL(request.url)
      if (!/^https?:$/.test(protocol)) return
      if (!this.#origins.has(origin)) {
        this.#refused.add(origin)
        return this.#show(request, undefined)
      }
      const exchange = await this.#answer(request)
      const next = exchange && (redirectedRequest(request, exchange) ?? metaRefresh(request, exchange))
      if (!next) return this.#show(request, exchange)
      request = next
    }
    this.#fail(request, `more than ${mostRedirects} redirects`)
  }

  async #answer({ method, url, headers, body }: SentRequest): Promise<Exchange | undefined> {
    const { origin } = new URL(url)
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { accept, 'accept-language': 'en', ...headers, ...(cookie === '' ? {} : { cookie }) }
    try {
      const exchange = await this.#send({ method, url, headers: sent, body })
      keepCookies(jar, exchange.response.headers['set-cookie'])
      return exchange
    } catch (error) {
      if (!isKitError(error, 'unreachable')) throw error
      this.#fail({ method, url }, error.message)
      return undefined
    }
  }

  #fail({ method, url }: Pick<SentRequest, 'method' | 'url'>, text: string): void {
    this.#errors.push({ kind: 'failed', text: text.slice(0, 200), method, path: new URL(url).pathname })
  }

  #show({ url, method }: SentRequest, exchange: Exchange | undefined): void {
    const { status, headers = {}, text = '' } = exchange?.response ?? {}
    const type = headers['content-type'] ?? ''
    const isHtml = /\bx?html\b/i.test(type) || (type === '' && /^\s*</.test(text))
    this.#page = { url, method, status, headers, text: isHtml ? '' : text, document: isHtml ? parse(text) : undefined }
  }

  async #open(href: string): Promise<void> {
    const url = URL.parse(href, this.#base())
    const isThere = url === null || !/^https?:$/.test(url.protocol) || href.startsWith('#')
    if (!isThere) await this.load({ method: 'GET', url: url.href, headers: {} })
  }

  async #submit(form: Html.Element, submitter: Html.Element): Promise<void> {
    const page = this.#page!
    const of = (name: string) => attributeValue(submitter, `form${name}`) ?? attributeValue(form, name) ?? ''
    const url = URL.parse(of('action') || page.url, this.#base())
    const method = of('method').toLowerCase()
    if (url === null || method === 'dialog') return
    if (blocksForm([page.headers['content-security-policy'] ?? '', ...metaPolicies(page.document!)], url, page.url)) {
      this.#errors.push({ kind: 'console', text: 'the Content-Security-Policy of the page forbids its form' })
      return
    }
    const fields = submittedFields(form, submitter, visibleElements(page.document!))
    if (method !== 'post') {
      url.search = String(new URLSearchParams(fields.map(([name, value]) => [name, value])))
      return await this.load({ method: 'GET', url: url.href, headers: {} })
    }
    const { type, body } = encodeFields(of('enctype').toLowerCase(), fields)
    const { origin } = new URL(page.url)
    await this.load({
      method: 'POST',
      url: url.href,
      headers: { 'content-type': type, origin, referer: page.url },
      body,
    })
  }

  /** The address against which relative ones of the page are resolved. */
  #base(): string {
    const { url, document } = this.#page!
    const href = document && visibleElements(document).find(({ tagName }) => tagName === 'base')
    return URL.parse((href && attributeValue(href, 'href')) ?? '', url)?.href ?? url
  }
}

function redirectedRequest(request: SentRequest, { response: { status, headers } }: Exchange): SentRequest | undefined {
  const { location } = headers
  const url = location === undefined ? null : URL.parse(location, request.url)
  if (url === null || ![301, 302, 303, 307, 308].includes(status)) return undefined
  if (status >= 307) return { ...request, url: url.href }
  return { method: 'GET', url: url.href, headers: {} }
}

/** The page that a refresh opens within ten seconds. */
function metaRefresh(request: SentRequest, { response: { headers, text } }: Exchange): SentRequest | undefined {
  const isHtml = /\bx?html\b/i.test(headers['content-type'] ?? '')
  const meta = isHtml && /http-equiv/i.test(text) ? visibleElements(parse(text)).find(isMetaRefresh) : undefined
  const [, href] =
    /^\s*\d\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec((meta && attributeValue(meta, 'content')) ?? '') ?? []
  const url = href === undefined ? null : URL.parse(href.trim(), request.url)
  return url === null || url.href === request.url ? undefined : { method: 'GET', url: url.href, headers: {} }
}

const isMetaRefresh = (element: Html.Element): boolean =>
  element.tagName === 'meta' && attributeValue(element, 'http-equiv')?.toLowerCase() === 'refresh'

function metaPolicies(document: Html.Document): readonly string[] {
  return visibleElements(document)
    .filter((element) => attributeValue(element, 'http-equiv')?.toLowerCase() === 'content-security-policy')
    .map((element) => attributeValue(element, 'content') ?? '')
}

/** Stores or deletes the cookies of a Set-Cookie header. A visit is too short for them to expire. */
function keepCookies(jar: Map<string, string>, header: string | undefined): void {
  for (const cookie of splitCookies(header)) {
    const [, name = '', value = '', rest = ''] = /^\s*([^=;]+)=([^;]*)(.*)$/.exec(cookie) ?? []
    const expires = Date.parse(/;\s*expires=([^;]+)/i.exec(rest)?.[1] ?? '')
    if (/;\s*max-age=(?:0|-\d+)/i.test(rest) || expires <= 0) jar.delete(name)
    else if (name !== '') jar.set(name, value)
  }
}

interface Control {
  readonly element: Html.Element
  readonly name: string
  readonly kind: 'button' | 'link'
}

/** The visible elements of a document, in their order. */
function visibleElements(node: Html.ParentNode): readonly Html.Element[] {
  return node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...visibleElements(child)] : []))
}

const attributeValue = ({ attrs }: Html.Element, name: string): string | undefined =>
  attrs.find((attr) => attr.name === name)?.value

const elementType = (element: Html.Element): string =>
  element.tagName === 'textarea' ? 'textarea' : (attributeValue(element, 'type') ?? 'text').toLowerCase()

const hasAttribute = (element: Html.Element, name: string): boolean => attributeValue(element, name) !== undefined

const isHidden = (element: Html.Element): boolean =>
  hasAttribute(element, 'hidden') ||
  /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributeValue(element, 'style') ?? '')

/** True for a visible element, which no outer element hides. */
function isShown(element: Html.Element): boolean {
  for (let at: Html.ParentNode | null = element; at && 'tagName' in at; at = at.parentNode)
    if (isHidden(at) || unseen.has(at.tagName)) return false
  return true
}

const unseen: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'noscript', 'title', 'datalist'])

const buttonTypes: ReadonlySet<string> = new Set(['submit', 'button', 'image'])

function visibleControls(elements: readonly Html.Element[]): readonly Control[] {
  return elements
    .filter((element) => isControl(element) && !hasAttribute(element, 'disabled') && isShown(element))
    .map((element) => ({
      element,
      name: elementName(element).slice(0, longestName),
      kind: element.tagName === 'a' && attributeValue(element, 'role') !== 'button' ? 'link' : 'button',
    }))
}

function isControl(element: Html.Element): boolean {
  const { tagName } = element
  if (tagName === 'a') return hasAttribute(element, 'href') || attributeValue(element, 'role') === 'button'
  if (tagName === 'input') return buttonTypes.has(elementType(element))
  return tagName === 'button' || attributeValue(element, 'role') === 'button'
}

function elementName(element: Html.Element): string {
  const image = visibleElements(element).find(({ tagName }) => tagName === 'img')
  const names = [
    attributeValue(element, 'aria-label'),
    visiblePageText(element),
    attributeValue(element, 'value') ?? (elementType(element) === 'submit' ? 'Submit' : undefined),
    attributeValue(element, 'title'),
    attributeValue(image ?? element, 'alt'),
  ]
  return collapseSpace(names.find((name) => name !== undefined && name.trim() !== '') ?? '')
}

const isSubmitter = (element: Html.Element): boolean =>
  element.tagName === 'button'
    ? (attributeValue(element, 'type') ?? 'submit').toLowerCase() === 'submit'
    : element.tagName === 'input' && ['submit', 'image'].includes(elementType(element))

/** The form of an element: the one that its `form` attribute names, or the one around it. */
function findForm(element: Html.Element, elements: readonly Html.Element[]): Html.Element | undefined {
  const id = attributeValue(element, 'form')
  if (id !== undefined) return elements.find((other) => other.tagName === 'form' && attributeValue(other, 'id') === id)
  for (let at = element.parentNode; at && 'tagName' in at; at = at.parentNode) if (at.tagName === 'form') return at
  return undefined
}

type Field = readonly [name: string, value: string]

/** The body of a submitted form: the values of its fields, with that of the pressed button. */
function submittedFields(
  form: Html.Element,
  submitter: Html.Element,
  elements: readonly Html.Element[],
): readonly Field[] {
  return elements.flatMap((element): readonly Field[] => {
    const name = attributeValue(element, 'name') ?? ''
    if (name === '' || hasAttribute(element, 'disabled') || findForm(element, elements) !== form) return []
    return fieldValues(element, element === submitter).map((value) => [name, value])
  })
}

function fieldValues(element: Html.Element, isPressed: boolean): readonly string[] {
  const value = attributeValue(element, 'value')
  switch (element.tagName) {
    case 'button':
      return isPressed ? [value ?? ''] : []
    case 'textarea':
      return [rawText(element)]
    case 'select':
      return selectedValues(element)
    case 'input':
      break
    default:
      return []
  }
  const type = elementType(element)
  if (type === 'checkbox' || type === 'radio') return hasAttribute(element, 'checked') ? [value ?? 'on'] : []
  if (['submit', 'image', 'button', 'reset', 'file'].includes(type)) return isPressed ? [value ?? ''] : []
  return [value ?? '']
}

function selectedValues(select: Html.Element): readonly string[] {
  const options = visibleElements(select).filter(({ tagName }) => tagName === 'option')
  const chosen = options.filter((option) => hasAttribute(option, 'selected'))
  const all = chosen.length > 0 || hasAttribute(select, 'multiple') ? chosen : options.slice(0, 1)
  return all.map((option) => attributeValue(option, 'value') ?? visiblePageText(option))
}

function encodeFields(enctype: string, fields: readonly Field[]): { readonly type: string; readonly body: string } {
  if (enctype === 'text/plain')
    return { type: enctype, body: fields.map(([name, value]) => `${name}=${value}\r\n`).join('') }
  if (enctype !== 'multipart/form-data')
    return {
      type: 'application/x-www-form-urlencoded',
      body: String(new URLSearchParams(fields.map((field) => [...field]))),
    }
  const boundary = '----conformance-form'
  const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\n', '%0A').replaceAll('\r', '%0D')
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  )
  return { type: `${enctype}; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` }
}

const noFields: ReadonlySet<string> = new Set(
  'hidden checkbox radio submit button image reset search range color file'.split(' '),
)

/** A field that a person would have to fill in. */
const isEmptyField = (element: Html.Element): boolean =>
  (element.tagName === 'textarea'
    ? rawText(element) === ''
    : element.tagName === 'input' && !attributeValue(element, 'value')) &&
  !noFields.has(elementType(element)) &&
  !hasAttribute(element, 'readonly') &&
  !hasAttribute(element, 'disabled') &&
  isShown(element)

/** True for a script, and for an element with an event handler. */
const isScript = (element: Html.Element): boolean =>
  element.attrs.some(({ name }) => name.startsWith('on')) ||
  (element.tagName === 'script' &&
    /^(?:|module|(?:text|application)\/(?:java|ecma)script)$/i.test(attributeValue(element, 'type') ?? ''))

const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em font i kbd label mark q s small span strong sub sup time u var'.split(' '),
)

const rawText = (node: Html.ParentNode): string =>
  node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

/** The text that a person sees. */
function visiblePageText(node: Html.ParentNode): string {
  return collapseSpace(renderedText(node))
}

function renderedText(node: Html.ParentNode): string {
  return node.childNodes
    .map((child) => {
      if ('value' in child) return child.value
      if (!('tagName' in child) || unseen.has(child.tagName) || child.tagName === 'select' || isHidden(child)) return ''
      return inline.has(child.tagName) ? renderedText(child) : ` ${renderedText(child)} `
    })
    .join('')
}

const collapseSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
