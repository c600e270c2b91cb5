// State codes and the pages of a connection in unfamiliar forms, or that show too little.
import { expect, it } from 'vitest'
import type { CheckId } from '../../catalogue/check-ids.ts'
import { runKit, timelessSubject } from '../../../testing/conformance/subject.ts'
import { checksBlameNothing, itEnds } from '../../../testing/servers/ends.ts'
import type { RightSubject } from '../../../testing/servers/right/right-server.ts'
import { json, oddEmulator, markupPage, shaped, type Wrap } from '../../../testing/servers/odd-emulator.ts'
import type { BrowserError, BrowserView, WebBrowser } from '../../send/web-browser.ts'

interface Asked {
  readonly request: Request
  /** The purpose of the request: to ask for a state code, to open a page in a browser, or to move the clock. */
  readonly at: 'prepare' | 'open' | 'other'
  /** The last step of the address. */
  readonly step: string
  readonly code: string
  /** True if the code was given by prepare-connect, and is that of this month. */
  readonly isIssued: boolean
  /** The number of state codes that were requested before. */
  readonly codes: number
  readonly isLater: boolean
}

/** Answers requests about connections in place of the emulator; undefined leaves one to it. */
const instead =
  (answer: (asked: Asked) => Response | undefined): Wrap =>
  (next) => {
    const issued = new Set<string>()
    let [codes, isLater] = [0, false]
    return async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      const code = searchParams.get('prepare_state') ?? ''
      const step = pathname.split('/').at(-1)!
      const at = step === 'prepare-connect' ? 'prepare' : pathname.startsWith('/app/') ? 'open' : 'other'
      const response =
        answer({ request, at, step, code, isIssued: issued.has(code), codes, isLater }) ?? (await next(request.clone()))
      if (at === 'prepare') codes++
      if (at === 'prepare' && response.ok) issued.add(((await response.clone().json()) as { state: string }).state)
      if (pathname !== '/_emulator/clock') return response
      isLater = true
      issued.clear()
      return response
    }
  }

const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } })
/** Forbids the token of the target file to connect. */
const forbidding = (never: Response): Wrap =>
  instead(({ request, at }) => {
    if (at !== 'prepare') return undefined
    return request.headers.get('authorization')?.includes('never-issued')
      ? never.clone()
      : json({ message: 'No.' }, 403)
  })
const isStranger = ({ headers }: Request) => !headers.has('authorization')
const codeChecks = ['made-up', 'near-misses', 'none'].map((name) => `connect.code-verified.${name}` as CheckId)
const monthOld = 'connect.short-lived.month-old'
const all: readonly CheckId[] = ['connect.browser.page', ...codeChecks, monthOld]
const shows = (change: (state: string) => unknown): Wrap =>
  shaped<{ readonly state: string }>(/prepare-connect$/, ({ state }) => change(state))

/** Shows codes in place of those of the emulator, and reads them. */
const coded =
  (codeOf: (count: number) => number): Wrap =>
  (next) => {
    const codes = new Map<string, string>()
    return async (request) => {
      const url = new URL(request.url)
      const code = codes.get(url.searchParams.get('prepare_state') ?? '')
      if (code !== undefined) url.searchParams.set('prepare_state', code)
      const response = await next(new Request(url, request))
      if (!url.pathname.endsWith('/prepare-connect') || !response.ok) return response
      const displayed = codeOf(codes.size)
      codes.set(String(displayed), ((await response.json()) as { readonly state: string }).state)
      return json({ code: displayed })
    }
  }

checksBlameNothing(['connect.prepare.*', ...all], oddEmulator, [
  ['a state code deep inside', shows((stateCode) => ({ data: { id: 'a1b2c3d4', attributes: { stateCode } } }))],
  ['a state code that is named as an id', shows((prepare_id) => ({ prepare_id, expires_in: 60 }))],
  ['a state code within an address', shows((code) => ({ url: `https://target.test/x?prepare_state=${code}&lang=en` }))],
  ['a state code beside a state that is a word', shows((code) => ({ state: 'pending', code }))],
  [
    'a state code next to longer texts',
    shows((ticket) => ({ request_id: `req-${'0'.repeat(60)}`, status: 'ok', ticket, help: 'Open it in a browser.' })),
  ],
  ['only a state code', shows((code) => code)],
  ['a number as state code', coded((count) => 20_270_301 + count)],
  ['a first code that is lost', instead(({ at, codes }) => (at === 'open' && codes === 1 ? json({}, 410) : undefined))],
  [
    'redirects, to an error page too',
    (next) => async (request) => {
      const response = await next(request)
      if (!new URL(request.url).pathname.endsWith('/connect')) return response
      return redirect(response.ok ? 'https://provider.example/authorize' : '/connect-failed')
    },
  ],
  ['a token that may not connect', forbidding(json({ message: 'No.' }, 401)), ['connect.prepare.code', ...all]],
  ['such a token, refused in other words', forbidding(json({}, 403)), ['connect.prepare.code', ...all]],
  [
    'a page to sign in, which a Bearer token replaces',
    instead(({ request, at }) => (at === 'open' && isStranger(request) ? markupPage('<p>Sign in', 401) : undefined)),
    all,
  ],
  [
    'a page to sign in, whatever comes with it',
    instead(({ at }) => (at === 'open' ? markupPage('<p>Sign in', 403) : undefined)),
    all,
  ],
  [
    'a redirect to sign in, whatever the code',
    instead(({ at }) => (at === 'open' ? redirect('/sign-in') : undefined)),
    [...codeChecks, monthOld],
  ],
  [
    'one page for every code, with a script',
    instead(({ at }) => (at === 'open' ? markupPage('<script src="/app.js"></script>') : undefined)),
    [...codeChecks, monthOld],
  ],
  [
    'a first page that needs no code, and refuses a wrong one',
    instead(({ at, code, isIssued }) =>
      at !== 'open' ? undefined : isIssued || code === '' ? markupPage('<form>Connect') : json({}, 410),
    ),
    ['connect.code-verified.none'],
  ],
  [
    'one state code at a time',
    instead(({ at, codes }) => (at === 'prepare' && codes > 0 ? json({ message: 'Under way.' }, 409) : undefined)),
    ['connect.code-verified.made-up', 'connect.code-verified.near-misses', monthOld],
  ],
  [
    'a Bearer token that ends within a month',
    instead(({ at, isLater }) => (at === 'prepare' && isLater ? json({ message: 'Expired.' }, 401) : undefined)),
    [monthOld],
  ],
])

const form = (buttons: string, action = '') => markupPage(`<form method="post"${action}>${buttons}</form>`)
const approve = () => form('<button>Approve</button>')
const twoWords = () => form('<button>Hai</button><button>Ez</button>')
const result = () => markupPage('<h1>Connected</h1><a href="/dashboard">Continue to the dashboard of the shop</a>')
/** The page after the first page of a good code. */
const then = (first: () => Response, next: () => Response): Wrap =>
  instead(({ request, at, isIssued }) =>
    at === 'open' && isIssued ? (request.method === 'GET' ? first() : next()) : undefined,
  )
/** The page of a step, else that of a good code. */
const steps = (pages: Readonly<Record<string, () => Response>>): Wrap =>
  instead(({ at, step, isIssued }) =>
    at === 'open' ? (pages[step] ?? (isIssued ? pages['any'] : undefined))?.() : undefined,
  )

let approvals = 0
const refusesBehindForm = instead(({ request, at, isIssued }) =>
  at !== 'open'
    ? undefined
    : request.method === 'GET'
      ? approve()
      : markupPage(isIssued ? 'Connected' : 'Unknown code'),
)

itEnds(oddEmulator, [
  ['connect.prepare.code', 'fail', 'a 403 as for any other value', forbidding(json({ message: 'No.' }, 403))],
  [
    monthOld,
    'blocked: a new state code is refused as well after 31 days',
    'new codes that are refused after a month',
    instead(({ at, isLater }) => (at === 'open' && isLater ? json({}, 410) : undefined)),
  ],
  [
    'connect.code-verified.none',
    'fail',
    'a redirect without a code as with a good one, while a made-up one is refused',
    instead(({ at, code, isIssued }) =>
      at !== 'open'
        ? undefined
        : isIssued || code === ''
          ? redirect('https://other.example/authorize?client=7')
          : json({}, 410),
    ),
  ],
  [
    'connect.code-verified.made-up',
    'fail',
    'short codes of any kind, which the page repeats',
    instead(({ at, code, codes }) =>
      at === 'prepare'
        ? json({ state: `kQ7-${codes}-Zx` })
        : at === 'open'
          ? markupPage(`<p>Connected by ${code}.`)
          : undefined,
    ),
  ],
  [
    'connect.browser.completed',
    'pass',
    'another word for it',
    then(() => form('<button>No</button><button>Autoriser la boutique</button>'), result),
  ],
  [
    'connect.browser.completed',
    'pass',
    'steps at other addresses',
    steps({
      done: () => markupPage('Connected'),
      terms: () => form('<button>I agree</button>', ' action="done"'),
      any: () => markupPage('<a href="terms">Continue</a>'),
    }),
  ],
  [
    'connect.browser.completed',
    'pass',
    'a page with nothing but a way back',
    steps({ any: () => markupPage('Done. <button>Close</button>') }),
  ],
  [
    'connect.browser.completed',
    'pass',
    'a code that was replaced meanwhile',
    then(approve, () => (++approvals === 1 ? markupPage('replaced', 410) : markupPage('Connected'))),
  ],
  [
    'connect.browser.completed',
    'pass',
    'controls in words that the target file names',
    {
      between: then(twoWords, result),
      target: (target) => ({ ...target, findings: { approvingControl: 'Hai' } }),
    },
  ],
  [
    'connect.browser.completed',
    'insufficientEvidence',
    'an approval that redirects to a page that is not served here',
    then(approve, () => redirect('/dashboard/connections', 303)),
  ],
  [
    'connect.browser.completed',
    'insufficientEvidence',
    'a link that leads nowhere',
    steps({ gone: () => markupPage('', 404), any: () => markupPage('<a href="gone">Continue</a>') }),
  ],
  [
    'connect.browser.completed',
    'notApplicable',
    'a form to sign in',
    then(
      () => form('<input type="email" name="e"><input type="password" name="p"><button>Continue</button>'),
      () => markupPage('', 404),
    ),
  ],
  ['connect.browser.completed', 'notApplicable', 'words that the kit does not know', then(twoWords, result)],
  [
    'connect.browser.completed',
    'notApplicable',
    'a press without an effect',
    then(() => markupPage('<button>Approve</button>'), result),
  ],
  [
    'connect.browser.completed',
    'notApplicable',
    'a page for people who are signed in',
    then(approve, () => markupPage('Sign in', 403)),
  ],
  [
    'connect.browser.completed',
    'fail: expected the connection to be completed in a browser; got 404 at "/app/shop/gone"',
    'a form that is sent nowhere',
    steps({ gone: () => markupPage('gone', 404), any: () => form('<button>Approve</button>', ' action="gone"') }),
  ],
  ['connect.browser.completed', 'fail', 'an approval that is refused', then(approve, () => markupPage('expired', 410))],
  ['connect.browser.completed', 'fail', 'an approval that breaks', then(approve, () => markupPage('oops', 500))],
  ['connect.code-verified.in-browser', 'pass', 'a refusal behind a form', refusesBehindForm],
])

/** A page that its scripts make, and the browser that runs them: it sees a form. */
const scripted = steps({ any: () => markupPage('<div id=app></div><script src=/app.js></script>') })
const runsScripts = (error?: BrowserError): WebBrowser => {
  const view: BrowserView = {
    url: 'http://target.test/app/shop/connect',
    status: 200,
    method: 'GET',
    text: 'Connect the shop?',
    controls: [{ name: 'Approve', kind: 'button' }],
    fields: [],
    errors: [],
  }
  const done = { ...view, text: 'Connected', controls: [], errors: error ? [error] : [] }
  return { open: async () => ({ view: async () => view, press: async () => done, close: async () => undefined }) }
}

function browserSubject(browser: WebBrowser | undefined): RightSubject {
  const { options, ...subject } = oddEmulator(scripted)
  return { ...subject, options: { ...options, ...(browser ? { browser } : {}) } }
}

const refusedResponse = (method: string): BrowserError => ({ kind: 'response', status: 500, method, path: '/x' })

itEnds(browserSubject, [
  [
    'connect.browser.completed',
    'notApplicable: the page works only by script, which takes a browser',
    'a page of scripts, without a browser',
    undefined,
  ],
  ['connect.browser.completed', 'pass', 'a page of scripts', runsScripts()],
  ['connect.browser.completed', 'notApplicable', 'a refused POST of a script', runsScripts(refusedResponse('POST'))],
  ['connect.browser.completed', 'pass', 'a refused GET of a script', runsScripts(refusedResponse('GET'))],
])

it('lists what it may have completed as left behind', async () => {
  const leftBy = async (conventions: Parameters<typeof timelessSubject>[0]['conventions']) =>
    (await runKit(timelessSubject({ conventions: conventions! }), { only: ['connect.browser.*'] })).leftovers
  const told = /^connection of shop, by GET connect: no documented undo/
  expect(await leftBy({ connectFlow: 'immediate' })).toContainEqual(expect.stringMatching(told))
  expect(await leftBy({})).toContainEqual(expect.stringMatching(/^connection of shop, in a browser/))
})
