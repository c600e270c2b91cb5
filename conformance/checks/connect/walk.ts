// Goes through the pages of a connection as a person who agrees to everything and has no account.
import { addressOf } from '../../catalogue/operation-paths.ts'
import { because } from '../../conclusions/cause.ts'
import { notApplicable } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { encode } from '../../reading/encode.ts'
import { type Phrase, type PhraseValue, phrase } from '../../conclusions/phrase.ts'
import type { Session } from '../../judge/session.ts'
import type { BrowserControl, BrowserError, BrowserTab, BrowserView, WebBrowser } from '../../send/web-browser.ts'
import { connectPath } from './open-address.ts'

/** How a walk ended. */
export type End =
  /** On a page that leaves nothing to do. */
  | 'complete'
  /** On a page that the kit cannot leave: it takes a person, or says nothing that the kit understands. */
  | 'unknown'
  /** On a page that refuses, or that breaks where it is pressed. */
  | 'broken'

/** A walk, with the page where it ended. */
export interface PageWalk {
  readonly code: string
  readonly end: End
  readonly last: BrowserView
  /** The same page, as an answer. */
  readonly answer: Exchange
  /** The names of what was pressed. */
  readonly pressed: readonly string[]
  /** The state at the end, in a few words. */
  readonly seen: Phrase
  /** The origins that the pages may need and that were not asked. */
  readonly withheld: readonly string[]
}

/** Beginnings of the names of controls that agree, in the languages that consent pages are most often written in. */
const agreeing = beginningWith(`
  approve allow authorize authorise accept agree connect continue confirm grant yes proceed install enable next ok
  genehmigen erlauben zulassen zustimmen akzeptieren verbinden weiter bestätigen
  autoriser accepter approuver connecter continuer confirmer
  autorizar permitir aceptar aprobar conectar continuar confirmar aceitar aprovar
  autorizza consenti accetta approva collega continua conferma
  toestaan akkoord goedkeuren doorgaan godkänn tillåt anslut hyväksy salli yhdistä zezwól akceptuj połącz dalej
  разрешить принять подключить продолжить 允许 授权 同意 连接 继续 許可 承認 接続 続行 허용 승인 연결 계속
`)
/** Words that turn it into a refusal, or put it off. */
const refusing = /\b(?:without|not|don['’]t|later|deny|cancel|decline|reject|disconnect)\b|\bnicht\b|\bohne\b/iu
/** Beginnings of the names of buttons that a page may have when there is nothing left to do. */
const closing = beginningWith(`
  close done finish back return go home sign.out log.?out copy menu settings help theme search
  schließen fertig zurück fermer terminer retour cerrar volver
`)

/** How many words the name of a link has at most that agrees. */
const mostWords = 3
/** How many controls are pressed in one walk. */
const mostPresses = 5

/** Statuses by which a page asks for a person, or by which what stands before a service turns browsers away. */
const undecided: ReadonlySet<number> = new Set([401, 403, 407, 429, 451, 502, 503, 504])

const noBrowser: Phrase = phrase`it takes a browser: give one as \`browser\`, as \`emulator conformance URL\` does where Playwright is installed`

/** The browser of a run. @throws Conclusion `notApplicable` */
export function browserOf({ run }: Session): WebBrowser {
  return run.browser ?? notApplicable(because.machine, noBrowser)
}

/** Opens the address of a code, and says what it shows. */
export function openOnce(session: Session, code: string): Promise<BrowserView> {
  return visit(session, code, (tab) => tab.view())
}

/** Opens the address of a code in a browser, and presses what agrees, until nothing is left to do. */
export async function walk(session: Session, code: string): Promise<PageWalk> {
  const walked = await visit(session, code, (tab) => follow(tab, session))
  const { end, pressed } = walked
  if (end === 'complete' && pressed.length > 0) session.run.findings.learn('approvingControl', pressed.at(-1))
  return { code, ...walked, answer: answerOf(walked.last, session) }
}

/** The view of a browser, as an answer to the request behind it. The browser does not tell its headers. */
function answerOf({ url, method = 'GET', status = 0, text }: BrowserView, { run }: Session): Exchange {
  return {
    request: { method, url, headers: {} },
    response: { status, headers: {}, text, json: undefined },
    startedAt: run.time.now(),
    durationMs: 0,
  }
}

async function visit<Value>(session: Session, code: string, work: (tab: Visit) => Promise<Value>): Promise<Value> {
  const address = `${session.run.baseUrl}${addressOf(connectPath(session), session.run.names)}?prepare_state=${encode(code)}`
  const { target, timeout, findings } = session.run
  const origins = (target.connectOrigins ?? []).map((declared) => new URL(declared).origin)
  const tab = await browserOf(session).open(address, { timeout, origins })
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

async function follow(tab: Visit, session: Session): Promise<Omit<PageWalk, 'code' | 'answer'>> {
  const { baseUrl, target } = session.run
  const { origin } = new URL(baseUrl)
  const address = `${baseUrl}${addressOf(connectPath(session), session.run.names)}`
  const pinned = target.findings?.['approvingControl']
  const pressed: string[] = []
  let view = await tab.view()
  let wasButton = true
  for (;;) {
    const withheld = (view.refused ?? []).filter(({ isNecessary }) => isNecessary).map(({ origin }) => origin)
    const needs = phrase`; the page asks for ${list(withheld)}, which the kit asks only if connectOrigins declares it`
    const at = (end: End, what: Phrase) => ({
      end,
      last: view,
      pressed,
      withheld,
      seen: phrase`${what}${afterPresses(pressed)}${end === 'unknown' && withheld.length > 0 ? needs : phrase``}`,
    })
    const { status } = view
    const isAtOrigin = URL.parse(view.url)?.origin === origin
    const page = phrase`${status ?? phrase`no page`} at ${quoted(placeOf(view.url, origin))}`
    const error = view.errors[0] === undefined ? phrase`` : phrase`, ${quotedError(view.errors[0])}`
    const text = plain(view.text) === '' ? phrase`` : phrase` ${quoted(view.text)}`
    const whole = phrase`${page}${error}${text}`
    if (status === undefined || status >= 400) {
      // What it leads to, by a redirect or a script, may not be served where it is tested. A form of its own is.
      const isAsked = pressed.length > 0 ? view.method === 'POST' : view.url.startsWith(address)
      const isSure = status !== undefined && !undecided.has(status) && isAtOrigin && isAsked
      return at(isSure ? 'broken' : 'unknown', whole)
    }
    if (view.fields.length > 0) return at('unknown', phrase`${page} a form that asks for ${list(view.fields)}`)
    const choice = choiceOf(view, typeof pinned === 'string' ? pinned : undefined, pressed.length === 0)
    if (choice === undefined) {
      const left =
        pressed.length > 0 ? [] : view.controls.filter(({ kind, name }) => kind === 'button' && !closing.test(name))
      const isEmpty = view.text === '' && view.errors.length > 0
      const hasFailed = view.errors.some((error) => error.kind === 'response' && error.method !== 'GET')
      // A page without its scripts may show nothing to press.
      const isUnsure = isEmpty || hasFailed || (pressed.length === 0 && withheld.length > 0)
      if (left.length === 0) return at(isUnsure ? 'unknown' : 'complete', whole)
      const names = list(left.map(({ name }) => name))
      return at(
        'unknown',
        phrase`${page} a choice of ${names}; name the one that approves in findings.approvingControl`,
      )
    }
    if (pressed.length === mostPresses) return at('unknown', phrase`${page} yet another page that asks to agree`)
    const { name, kind } = view.controls[choice]!
    const next = await tab.press(choice)
    wasButton = kind === 'button'
    pressed.push(name)
    const isSame = next.url === view.url && next.text === view.text && next.status === view.status
    view = next
    if (!isSame) continue
    if (next.errors.length === 0) return at('unknown', phrase`the same page`)
    return at(
      wasButton && isAtOrigin && withheld.length === 0 ? 'broken' : 'unknown',
      phrase`the same page, and ${joined(next.errors.map(quotedError))}`,
    )
  }
}

/**
 * The control to press: the pinned one, or a button that agrees, or on the first page a link that does. A result page
 * may have links that continue elsewhere.
 */
function choiceOf({ controls }: BrowserView, pinned: string | undefined, isFirst: boolean): number | undefined {
  const agrees = ({ name }: BrowserControl) => agreeing.test(name.replace(/^I /, '')) && !refusing.test(name)
  const isLink = (control: BrowserControl) => control.kind === 'link' && control.name.split(' ').length <= mostWords
  const ways: readonly ((control: BrowserControl) => boolean)[] =
    pinned === undefined
      ? [
          (control) => control.kind === 'button' && agrees(control),
          (control) => isFirst && isLink(control) && agrees(control),
        ]
      : [({ name }) => name === pinned]
  return ways.map((isIt) => controls.findIndex(isIt)).find((index) => index >= 0)
}

function afterPresses(pressed: readonly string[]): Phrase {
  if (pressed.length === 0) return phrase``
  return pressed.length === 1
    ? phrase` after ${list(pressed)} was pressed`
    : phrase` after ${list(pressed)} were pressed`
}

function list(texts: readonly string[]): PhraseValue {
  return joined(texts.map((text) => quoted(text, 200)))
}

const joined = (phrases: readonly Phrase[]): PhraseValue => ({ list: phrases.slice(0, 5), between: ' and ' })

/** An error on a page, in quotation marks. */
function quotedError(error: BrowserError): Phrase {
  switch (error.kind) {
    case 'response':
      return phrase`"${error.status} for ${error.method} ${plain(error.path)}"`
    case 'failed':
      return phrase`"${plain(error.text)} for ${error.method} ${plain(error.path)}"`
    case 'page':
    case 'console':
      return quoted(error.text, 200)
  }
}

/** The text of a page, in quotation marks. */
function quoted(text: string, most = 120): Phrase {
  const words = plain(text)
  return words === '' ? phrase`` : phrase`"${words.length > most ? `${words.slice(0, most)}…` : words}"`
}

/** A text without line breaks and quotation marks. */
const plain = (text: string): string => text.replaceAll(/[\s"]+/g, ' ').trim()

function placeOf(url: string, pageOrigin: string): string {
  const { origin, pathname } = new URL(url)
  return origin === pageOrigin ? pathname : `${origin}${pathname}`
}

/** Names that begin with one of some words. */
function beginningWith(words: string): RegExp {
  return new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})(?![\\p{sc=Latin}\\p{sc=Cyrillic}])`, 'iu')
}
