// Walks through the pages of a connection like a person who agrees to everything and has no account.
import { toAddress } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { encode } from '../../reading/encode.ts'
import { type Phrase, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import { pageFollower } from '../../send/page-follower.ts'
import type { BrowserTab, BrowserView, WebBrowser } from '../../send/web-browser.ts'
import { connectPath } from './open-address.ts'
import { chooseControl, openButtons } from './page-controls.ts'
import { joinPhrases, quotedList, pageWords, quotedError, wholePageWords } from './page-words.ts'

/** The end of a walk. */
export type End =
  /** On a page with nothing left to do. */
  | 'complete'
  /** On a page that the kit cannot leave: the page needs a person, or has nothing that the kit understands. */
  | 'unknown'
  /** On a page that refuses, or that breaks when a control is pressed. */
  | 'broken'

/** A walk and the page on which it ended. */
export interface PageWalk {
  readonly code: string
  readonly end: End
  readonly last: BrowserView
  /** The same page, as an answer. */
  readonly answer: Exchange
  /** The names of the pressed controls. */
  readonly pressed: readonly string[]
  /** The state at the end, in a few words. */
  readonly seen: Phrase
  /** The origins that the pages may need and that were not contacted. */
  readonly withheld: readonly string[]
  /** True if the last page may continue by its scripts, which were not run. */
  readonly needsScript: boolean
}

/** The way to open pages: plain requests follow links and forms, a browser also runs scripts. */
export type Opener = 'requests' | 'browser'

/** The maximum number of controls pressed in a walk. */
const mostPresses = 5

/** Statuses by which a page demands a person, or by which something in front of the service rejects browsers. */
const undecided: ReadonlySet<number> = new Set([401, 403, 407, 429, 451, 502, 503, 504])

/** Why a page that works only by script cannot be judged. */
export const noBrowser: Phrase = phrase`the page works only by script, which takes a browser: give one as \`browser\`, as \`emulator conformance URL\` does where Playwright is installed`

/** Opens the address of a code, and returns the view. */
export function openOnce(session: Session, code: string): Promise<BrowserView> {
  return visit(session, { code, opener: 'requests' }, (tab) => tab.view())
}

/** Opens the address of a code, and presses consent controls until nothing is left to do. */
export async function walk(session: Session, code: string, opener: Opener): Promise<PageWalk> {
  const walked = await visit(session, { code, opener }, (tab) => walkConnectPages(tab, session))
  const { end, pressed } = walked
  if (end === 'complete' && pressed.length > 0) session.run.findings.learn('approvingControl', pressed.at(-1))
  return { code, ...walked, answer: viewToExchange(walked.last, session) }
}

/** The view of a browser, as an answer to its request. The browser does not report headers. */
function viewToExchange({ url, method = 'GET', status = 0, text }: BrowserView, { run }: Session): Exchange {
  return {
    request: { method, url, headers: {} },
    response: { status, headers: {}, text, json: undefined },
    startedAt: run.time.now(),
    durationMs: 0,
  }
}

/** Returns the browser that opens pages. @throws Conclusion `notApplicable` without a browser. */
function selectBrowser({ run }: Session, opener: Opener): WebBrowser {
  if (opener === 'browser') return run.browser ?? notApplicable(because.machine, noBrowser)
  return pageFollower(async (request) => {
    const exchange = await run.sender.send(request, { repeatable: false })
    run.keep(exchange)
    return exchange
  })
}

async function visit<Value>(
  session: Session,
  { code, opener }: { readonly code: string; readonly opener: Opener },
  work: (tab: Visit) => Promise<Value>,
): Promise<Value> {
  const address = `${session.run.baseUrl}${toAddress(connectPath(session), session.run.names)}?prepare_state=${encode(code)}`
  const { target, timeout, findings } = session.run
  const origins = (target.connectOrigins ?? []).map((declared) => new URL(declared).origin)
  const browser = selectBrowser(session, opener)
  const tab = await browser.open(address, { timeout, origins, headers: target.headers, tls: target.tls })
  if (tab.isSandboxed === false) findings.learn('browserSandboxed', false)
  const noted = (view: BrowserView): BrowserView => {
    const refused = view.refused ?? []
    if (refused.length > 0)
      findings.collect(
        'browserRefusedOrigins',
        refused.map(({ origin }) => origin),
      )
    return view
  }
  try {
    return await work({
      view: async () => noted(await tab.view()),
      press: async (control) => noted(await tab.press(control)),
    })
  } finally {
    await tab.close()
  }
}

/** The visible part of a visit. */
type Visit = Pick<BrowserTab, 'view' | 'press'>

/** A connection as a browser walks through it. */
interface Site {
  readonly origin: string
  /** The address of the first page, without its code. */
  readonly address: string
  /** The name of the consent control, if the target file pins it. */
  readonly pinned: string | undefined
}

/** The reason why a walk ends. */
interface Stop {
  readonly end: End
  readonly what: Phrase
}

async function walkConnectPages(tab: Visit, session: Session): Promise<Omit<PageWalk, 'code' | 'answer'>> {
  const { baseUrl, target, names } = session.run
  const pinned = target.findings?.['approvingControl']
  const site: Site = {
    origin: new URL(baseUrl).origin,
    address: `${baseUrl}${toAddress(connectPath(session), names)}`,
    pinned: typeof pinned === 'string' ? pinned : undefined,
  }
  const pressed: string[] = []
  let view = await tab.view()
  for (;;) {
    const withheld = withheldOrigins(view)
    const step = nextStep(view, site, pressed.length)
    if (typeof step !== 'number') return toEndedWalk(step, view, pressed, withheld)
    const control = view.controls[step]!
    const next = await tab.press(step)
    pressed.push(control.name)
    if (next.url === view.url && next.text === view.text && next.status === view.status) {
      const isSure = control.kind === 'button' && isOnSite(view, site) && withheld.length === 0
      return toEndedWalk(next.isScripted ? scriptStop(next, site) : stuckStop(next, isSure), next, pressed, withheld)
    }
    view = next
  }
}

/** The origins that a page may need and that were not contacted. */
function withheldOrigins({ refused = [] }: BrowserView): readonly string[] {
  return refused.filter(({ isNecessary }) => isNecessary).map(({ origin }) => origin)
}

const isOnSite = ({ url }: BrowserView, { origin }: Site): boolean => URL.parse(url)?.origin === origin

function toEndedWalk(
  { end, what }: Stop,
  last: BrowserView,
  pressed: readonly string[],
  withheld: readonly string[],
): Omit<PageWalk, 'code' | 'answer'> {
  const needs =
    end === 'unknown' && withheld.length > 0
      ? phrase`; the page asks for ${quotedList(withheld)}, which the kit asks only if connectOrigins declares it`
      : phrase``
  const needsScript = end === 'unknown' && last.isScripted === true
  return { end, last, pressed, withheld, needsScript, seen: phrase`${what}${pressesPhrase(pressed)}${needs}` }
}

const scriptStop = (view: BrowserView, { origin }: Pick<Site, 'origin'>): Stop => ({
  end: 'unknown',
  what: phrase`${pageWords(view, origin)} a page that continues by script`,
})

/** The control of a page to press next, or why the walk ends. */
function nextStep(view: BrowserView, site: Site, presses: number): number | Stop {
  const { status, fields } = view
  const page = pageWords(view, site.origin)
  if (status === undefined || status >= 400)
    return { end: isBrokenPage(view, site, presses) ? 'broken' : 'unknown', what: wholePageWords(view, site.origin) }
  if (fields.length > 0) return { end: 'unknown', what: phrase`${page} a form that asks for ${quotedList(fields)}` }
  const choice = chooseControl(view, site.pinned, presses === 0)
  if (choice === undefined) return noConsentControl(view, site, presses)
  return presses < mostPresses ? choice : { end: 'unknown', what: phrase`${page} yet another page that asks to agree` }
}

/**
 * Returns true if a page without success is certainly the target's. The destination of a redirect or a script may not
 * be served in a test environment. The target's own form is.
 */
function isBrokenPage(view: BrowserView, site: Site, presses: number): boolean {
  const isAsked = presses > 0 ? view.method === 'POST' : view.url.startsWith(site.address)
  return view.status !== undefined && !undecided.has(view.status) && isOnSite(view, site) && isAsked
}

/** The end on a page without a consent control. */
function noConsentControl(view: BrowserView, { origin }: Site, presses: number): Stop {
  // Scripts may add a consent control, or lead a person elsewhere.
  if (view.isScripted && (presses === 0 || view.text === '')) return scriptStop(view, { origin })
  const left = presses > 0 ? [] : openButtons(view)
  if (left.length > 0)
    return {
      end: 'unknown',
      what: phrase`${pageWords(view, origin)} a choice of ${quotedList(left.map(({ name }) => name))}; name the one that approves in findings.approvingControl`,
    }
  const isEmpty = view.text === '' && view.errors.length > 0
  const hasFailed = view.errors.some((error) => error.kind === 'response' && error.method !== 'GET')
  // A page without its scripts may show nothing to press.
  const isUnsure = isEmpty || hasFailed || (presses === 0 && withheldOrigins(view).length > 0)
  return { end: isUnsure ? 'unknown' : 'complete', what: wholePageWords(view, origin) }
}

/** The end on a page that a press did not change. */
function stuckStop({ errors }: BrowserView, isSure: boolean): Stop {
  return errors.length === 0
    ? { end: 'unknown', what: phrase`the same page` }
    : { end: isSure ? 'broken' : 'unknown', what: phrase`the same page, and ${joinPhrases(errors.map(quotedError))}` }
}

function pressesPhrase(pressed: readonly string[]): Phrase {
  if (pressed.length === 0) return phrase``
  return pressed.length === 1
    ? phrase` after ${quotedList(pressed)} was pressed`
    : phrase` after ${quotedList(pressed)} were pressed`
}
