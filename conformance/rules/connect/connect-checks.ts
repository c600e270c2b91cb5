import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { textsIn } from '../../reading/find-list.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import { once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'

/** The answer to prepare-connect. */
interface Prepared {
  readonly exchange: Exchange
  /** The values that may be the code, the likeliest first. */
  readonly codes: readonly Found[]
}

/** A value in an answer. */
interface Found {
  readonly path: readonly string[]
  readonly text: string
}

async function askForCode(session: Session): Promise<Prepared> {
  const { run } = session
  const exchange = await session.send({
    method: 'POST',
    path: `/app/${run.target.samples!.adapter}/prepare-connect`,
    repeatable: true,
  })
  const { status, json } = exchange.response
  return { exchange, codes: status >= 200 && status < 300 ? stateCodes(json, run.findings.get('stateCodeName')) : [] }
}

const prepare = once(askForCode)

/** Names of members that come next to a code. */
const besideCode = /^(?:id$|name|adapter|type|status|message|instructions|expires|created|ttl)/i
/** Names of members that may hold the code, or come next to it. */
const namedId = /(?:^|_)id$|Id$/i

/** Names of the code, the likeliest first. */
const namedForCode: readonly RegExp[] = [/^prepare_?state$/i, /^state_?code$/i, /^(?:state|code)$/i, /state|code/i]

/**
 * The values in an answer that may be the state code, whose name is not shown: a code in an address with prepare_state,
 * then members with a telling name, then the longest text. Times, addresses, phrases and single words do not count.
 */
function stateCodes(json: unknown, pinned: unknown): readonly Found[] {
  const found = valuesIn(json).flatMap(({ path, text }) => {
    const code = codeInAddress(text)
    if (typeof pinned === 'string') return path.join('.') === pinned ? [{ path, text: code ?? text, rank: 0 }] : []
    if (code !== undefined) return [{ path, text: code, rank: 0 }]
    const name = path.findLast((member) => !/^\d+$/.test(member)) ?? ''
    const place = namedForCode.findIndex((pattern) => pattern.test(name))
    if (
      text.length < 4 ||
      isAddress(text) ||
      /\s|^\d{4}-\d\d-\d\dT/.test(text) ||
      (place < 0 && /^[a-z]{1,12}$/.test(text)) ||
      besideCode.test(name)
    )
      return []
    return [
      {
        path,
        text,
        rank: namedId.test(name) ? namedForCode.length + 2 : place < 0 ? namedForCode.length + 1 : place + 1,
      },
    ]
  })
  return found.sort((left, right) => left.rank - right.rank || right.text.length - left.text.length)
}

/** The texts in an answer, and its larger numbers: a code may be a number. */
function valuesIn(json: unknown): readonly Found[] {
  return textsIn(
    JSON.parse(JSON.stringify(json ?? null), (_name, value: unknown) =>
      typeof value === 'number' && Number.isInteger(value) && Math.abs(value) > 999 ? String(value) : value,
    ),
  )
}

const isAddress = (text: string): boolean => /^(?:https?:\/)?\//.test(text)

function codeInAddress(text: string): string | undefined {
  return isAddress(text) && URL.canParse(text, 'http://localhost')
    ? (new URL(text, 'http://localhost').searchParams.get('prepare_state') ?? undefined)
    : undefined
}

const connectPath = (session: Session): string => `/app/${session.run.target.samples!.adapter}/connect`

/** Opens the address with or without a code, as a browser does. */
const opened = (session: Session, code: string | undefined): Promise<Exchange> =>
  session.send({
    path: connectPath(session),
    query: { prepare_state: code },
    as: 'none',
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })

const continues = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 400

/** Whether there is still something to do after an answer: on another page, or on this one. */
const isOpen = ({ response }: Exchange): boolean =>
  response.status >= 300 || /<(?:form|button|a|script)\b/i.test(response.text)

/** How many values are tried as the code. */
const tried = 3

/** The address as it was opened. */
interface Opened {
  readonly exchange: Exchange
  readonly code: string
}

/**
 * Opens the address with the first value that continues the connection, or else with the likeliest. Codes are
 * short-lived: if none continues, a new one is tried, as a run may be slow or the target may have been restarted.
 */
const openedWithCode = once(async (own): Promise<Opened> => {
  const first = await openOneOf(own, (await prepare(own)).codes)
  if (!first) blocked('no state code was returned (see connect.prepare)')
  return continues(first.exchange) ? first : ((await openOneOf(own, (await askForCode(own)).codes)) ?? first)
})

async function openOneOf(session: Session, codes: readonly Found[]): Promise<Opened | undefined> {
  const { id, ledger, findings, redactor } = session.run
  const attempts: Opened[] = []
  for (const { path, text } of codes.slice(0, tried)) {
    redactor.learn(text, 'state_code')
    const entry = ledger.open({
      runId: id,
      what: 'connection',
      name: `of ${session.run.target.samples!.adapter}, by GET connect`,
      path: '',
    })
    const attempt = { exchange: await opened(session, text), code: text }
    // A connection may have been created only if this is a last page.
    if (!continues(attempt.exchange) || isOpen(attempt.exchange)) ledger.close(entry)
    if (continues(attempt.exchange)) {
      findings.learn('stateCodeName', path.join('.'))
      return attempt
    }
    attempts.push(attempt)
  }
  return attempts[0]
}

const common = { effect: 'write', needs: ['adapter', 'bearer'] } as const

/** Connecting a third-party connector (clauses 4.3 and 5.7). */
export const connectChecks: readonly Check[] = [
  defineCheck({
    ...common,
    id: 'connect.prepare.code',
    requirement: 'connect.prepare',
    description:
      'POSTs to /app/{adapter}/prepare-connect with the Bearer token: ' +
      'a success whose JSON has a state code under any ' +
      'name.',
    run: async (session) => {
      const { exchange, codes } = await prepare(session)
      if (codes.length === 0) fail('a success with a state code', summary(exchange))
    },
  }),
  defineCheck({
    ...common,
    id: 'connect.browser.page',
    requirement: 'connect.browser',
    after: ['connect.prepare.code'],
    description:
      'Opens /app/{adapter}/connect?prepare_state=<code> without a Bearer token, as a browser does: ' +
      'a page or a redirect, and no refusal.',
    run: async (session) => {
      const { exchange, code } = await openedWithCode(session)
      if (continues(exchange)) return
      const { status, headers } = exchange.response
      // A browser may have to sign in to the dashboard first; it has no API credentials.
      if ((status === 401 || status === 403) && !/bearer/i.test(headers['www-authenticate'] ?? '')) {
        const isPage = /html/i.test(headers['content-type'] ?? '')
        if (isPage || !continues(await session.send({ path: connectPath(session), query: { prepare_state: code } })))
          insufficient(`the page may be for a browser that is signed in: ${summary(exchange)}`)
      }
      fail('the connection to continue in the browser, by a page or a redirect', summary(exchange))
    },
  }),
  defineCheck({
    ...common,
    id: 'connect.code-verified.made-up',
    requirement: 'connect.code-verified',
    after: ['connect.browser.page'],
    description:
      'Opens the same address with a code of the same length that was never issued: ' +
      'another answer, or a page with something still to do.',
    run: async (session) => {
      const { exchange: good, code } = await openedWithCode(session)
      const madeUp = altered(code)
      session.run.redactor.addAltered(madeUp, code, 'with characters changed')
      assertNotCompleted(await opened(session, madeUp), madeUp, good, code, 'a code that prepare-connect never issued')
    },
  }),
  defineCheck({
    ...common,
    id: 'connect.code-verified.none',
    requirement: 'connect.code-verified',
    after: ['connect.browser.page'],
    description: 'Opens the same address without a code: another answer, or a page with something still to do.',
    run: async (session) => {
      const { exchange: good, code } = await openedWithCode(session)
      assertNotCompleted(await opened(session, undefined), '', good, code, 'no code')
    },
  }),
]

/**
 * An answer that differs from that to a good code completes nothing. The same answer completes the connection for sure
 * only if it is a last page.
 */
function assertNotCompleted(bad: Exchange, badCode: string, good: Exchange, goodCode: string, what: string): void {
  if (bad.response.status >= 400) return
  const normal = ({ response }: Exchange, own: string) =>
    `${response.status} ${response.headers['location'] ?? ''} ${response.text}`
      .replaceAll(own || '\u0000', '')
      .replaceAll(/[0-9A-Za-z_-]{16,}/g, '')
  if (normal(bad, badCode) !== normal(good, goodCode)) return
  if (isOpen(bad)) insufficient(`${what} gets the same page or redirect, and what follows cannot be seen from here`)
  fail(`${what} to complete nothing`, `the same page as for a good code: ${summary(bad)}`)
}

/** A code of the same length and alphabet, with every third character changed. */
function altered(code: string): string {
  return [...code]
    .map((character, index) =>
      index % 3 === 0 && /[0-9A-Za-z]/.test(character)
        ? character === 'a'
          ? 'b'
          : /\d/.test(character)
            ? String((Number(character) + 1) % 10)
            : 'a'
        : character,
    )
    .join('')
}
