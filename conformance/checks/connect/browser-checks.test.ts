import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { openWith } from '../../../testing/conformance/concludes.ts'
import { htmlBrowser } from '../../../testing/conformance/html-browser.ts'
import type { RunResult } from '../../judge/result.ts'
import type { ConformanceOptions } from '../../judge/run-conformance.ts'
import type { BrowserError, BrowserView, WebBrowser } from '../../send/web-browser.ts'
import { connectBrowserChecks } from './browser-checks.ts'
import { connectChecks } from './connect-checks.ts'

/** The answer to a browser that opens the address or sends a form there; undefined to leave it to the emulator. */
type Instead = (asked: {
  readonly method: string
  readonly path: string
  readonly isIssued: boolean
}) => Response | undefined

interface Run extends RunResult {
  readonly codes: number
}

async function check(
  instead: Instead,
  {
    conventions = {},
    wrapBrowser = (browser) => browser,
    ...options
  }: Partial<ConformanceOptions> & {
    readonly conventions?: Partial<Conventions>
    readonly wrapBrowser?: (browser: WebBrowser) => WebBrowser
  } = {},
): Promise<Run> {
  const { target, fetch } = emulatorSubject(conventions)
  const issued = new Set<string>()
  const wrapped = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const isIssued = issued.has(searchParams.get('prepare_state') ?? '')
    const isConfiguration = pathname.startsWith('/app/') && !pathname.endsWith('/prepare-connect')
    const response =
      (isConfiguration
        ? instead({ method: request.method, path: pathname.split('/').at(-1)!, isIssued })
        : undefined) ?? (await fetch(request.clone()))
    if (pathname.endsWith('/prepare-connect') && response.ok)
      issued.add(((await response.clone().json()) as { state: string }).state)
    return response
  }
  const checks = [...connectChecks, ...connectBrowserChecks]
  const only = ['connect.browser.completed', 'connect.code-verified.in-browser']
  const browser = wrapBrowser(htmlBrowser(wrapped))
  return { ...(await runKit({ target, fetch: wrapped }, { checks, only, browser, ...options })), codes: issued.size }
}

const page = (text: string, status = 200) =>
  new Response(`<!doctype html>${text}`, { status, headers: { 'content-type': 'text/html' } })
const form = (buttons: string, action = '') => page(`<form method="post"${action}>${buttons}</form>`)
let pages = 0
const completed = 'connect.browser.completed'
const inBrowser = 'connect.code-verified.in-browser'
const verdictsOf = ({ results }: RunResult) => results.map((checked) => `${checked.check} ${checked.verdict}`)
const both = (verdict: string) => [`${completed} ${verdict}`, `${inBrowser} pass`]
/** The page after the first page. */
const then =
  (first: () => Response, next: () => Response): Instead =>
  ({ method, isIssued }) =>
    isIssued ? (method === 'GET' ? first() : next()) : undefined
const result = () => page('<h1>Connected</h1><a href="/dashboard">Continue to the dashboard of the shop</a>')

it.each(['consent', 'redirect', 'immediate'] as const)('completes the flow %s', async (connectFlow) => {
  const run = await check(() => undefined, { conventions: { connectFlow } })
  expect(resultLines(run, 'pass')).toEqual([
    `${completed} pass: a code that was used is refused with 410`,
    `${inBrowser} pass: `,
  ])
  expect(run.leftovers).toContainEqual(expect.stringMatching(/^connection of shop, in a browser/))
})

it.each<[string, Instead]>([
  ['another word for it', then(() => form('<button>No</button><button>Autoriser la boutique</button>'), result)],
  [
    'steps at other addresses',
    ({ path, isIssued }) =>
      path === 'done'
        ? page('Connected')
        : path === 'terms'
          ? form('<button>I agree</button>', ' action="done"')
          : isIssued
            ? page('<a href="terms">Continue</a>')
            : undefined,
  ],
  [
    'a page with nothing but a way back',
    ({ isIssued }) => (isIssued ? page('Done. <button>Close</button>') : undefined),
  ],
])('passes given %s', async (_what, instead) => {
  expect(verdictsOf(await check(instead)).slice(0, 1)).toEqual(both('pass').slice(0, 1))
})

it('blames no page that an approval redirects to, and that is not served here', async () => {
  const run = await check(
    then(
      () => form('<button>Approve</button>'),
      () => new Response(null, { status: 303, headers: { location: '/dashboard/connections' } }),
    ),
  )
  expect(verdictsOf(run)).toEqual(both('insufficientEvidence'))
  expect(run.results[0]!.message).toContain('404 at "/dashboard/connections"')
})

const signIn = () => form('<input type="email" name="e"><input type="password" name="p"><button>Continue</button>')

it.each<[string, RegExp, Instead]>([
  ['a form to sign in', /a form that asks for "email" and "password"/, then(signIn, () => page('', 404))],
  [
    'controls in words that the kit does not know',
    /a choice of "Hai" and "Ez"; name the one that approves in findings/,
    then(() => form('<button>Hai</button><button>Ez</button>'), result),
  ],
  [
    'a press without an effect',
    /the same page after "Approve" was pressed/,
    then(() => page('<button>Approve</button>'), result),
  ],
  [
    'a page for people who are signed in',
    /403 at "\/app\/shop\/connect"/,
    then(
      () => form('<button>Approve</button>'),
      () => page('Sign in', 403),
    ),
  ],
  [
    'a link that leads nowhere',
    /404 at "\/app\/shop\/gone"/,
    ({ path, isIssued }) =>
      path === 'gone' ? page('', 404) : isIssued ? page('<a href="gone">Continue</a>') : undefined,
  ],
  [
    'page after page',
    /yet another page/,
    then(
      () => form('<button>Next</button>'),
      () => form(`<button>Next</button>${++pages}`),
    ),
  ],
])('decides nothing given %s', async (_what, seen, instead) => {
  const run = await check(instead)
  // What answers with an error could be completed another time; the others take a person.
  expect(verdictsOf(run)).toEqual(both(seen.source.startsWith('404') ? 'insufficientEvidence' : 'notApplicable'))
  expect(run.results[0]!.message).toMatch(seen)
})

it.each<[string, RegExp, Instead]>([
  [
    'a form that is sent nowhere',
    /^404 at "\/app\/shop\/gone" "gone" after "Approve" was pressed$/,
    ({ path, isIssued }) =>
      path === 'gone' ? page('gone', 404) : isIssued ? form('<button>Approve</button>', ' action="gone"') : undefined,
  ],
  [
    'an approval that is refused',
    /^410 at/,
    then(
      () => form('<button>Approve</button>'),
      () => page('expired', 410),
    ),
  ],
  [
    'an approval that breaks',
    /^500 at/,
    then(
      () => form('<button>Approve</button>'),
      () => page('oops', 500),
    ),
  ],
])('fails given %s, after another try', async (_what, got, instead) => {
  const run = await check(instead)
  expect(verdictsOf(run)).toEqual(both('fail'))
  const [{ message, reproduce, evidence }] = run.results as [RunResult['results'][number]]
  expect(message.replace('expected the connection to be completed in a browser; got ', '')).toMatch(got)
  expect(reproduce).toContain('A browser shows it')
  expect(evidence).toEqual([])
})

it('asks for a new code once where one has been replaced meanwhile', async () => {
  let approvals = 0
  const run = await check(
    then(
      () => form('<button>Approve</button>'),
      () => (++approvals === 1 ? page('replaced', 410) : page('Connected')),
    ),
  )
  expect(verdictsOf(run)).toEqual(both('pass'))
})

it('presses what the target file names', async () => {
  const { target } = emulatorSubject()
  const run = await check(
    then(() => form('<button>Hai</button><button>Ez</button>'), result),
    {
      target: { ...target, findings: { approvingControl: 'Hai' } },
    },
  )
  expect(verdictsOf(run)).toEqual(both('pass'))
})

it('fails where a made-up code is approved as a good one is', async () => {
  const anyCode: Instead = ({ method }) => (method === 'GET' ? form('<button>Approve</button>') : page('Connected'))
  expect(verdictsOf(await check(anyCode))).toEqual([`${completed} pass`, `${inBrowser} fail`])
  const told: Instead = (asked) => (asked.method === 'POST' && !asked.isIssued ? page('Unknown code') : anyCode(asked))
  expect(verdictsOf(await check(told))).toEqual(both('pass'))
})

/** A browser whose pages show an error after each press. */
function withError(error: BrowserError): (browser: WebBrowser) => WebBrowser {
  const after = (view: BrowserView): BrowserView => ({ ...view, errors: [...view.errors, error] })
  return (browser) => ({
    open: async (address, options) => {
      const tab = await browser.open(address, options)
      return {
        view: () => tab.view(),
        press: async (control) => after(await tab.press(control)),
        close: () => tab.close(),
      }
    },
  })
}

it.each<[string, BrowserError, string]>([
  ['a POST', { kind: 'response', status: 500, method: 'POST', path: '/approve' }, 'notApplicable'],
  ['a GET', { kind: 'response', status: 404, method: 'GET', path: '/logo.svg' }, 'pass'],
  ['a POST that is not answered', { kind: 'failed', text: 'net::ERR', method: 'POST', path: '/approve' }, 'pass'],
  ['a script', { kind: 'page', text: '500 for POST /approve' }, 'pass'],
  ['a text in the console', { kind: 'console', text: '500 for POST /approve' }, 'pass'],
])('tells an error of %s by its kind, not by its text', async (_what, error, verdict) => {
  const pages = then(() => form('<button>Approve</button>'), result)
  const run = await check(pages, { wrapBrowser: withError(error) })
  expect(run.results[0]).toMatchObject({ check: completed, verdict })
})

it('does not apply without a browser, leaves nothing behind, and leaves the requirement decided', async () => {
  const browser = {
    open: async () => openWith.notApplicable('Playwright is not installed: npm install --save-dev playwright'),
  }
  for (const connect of [undefined, browser]) {
    const run = await check(() => undefined, { browser: connect, only: ['connect.browser', inBrowser] })
    expect(verdictsOf(run)).toEqual(['connect.browser.page pass', `${completed} notApplicable`, `${inBrowser} pass`])
    expect(run.results[1]!.message).toContain('Playwright is')
    expect(run.leftovers).toEqual([])
  }
})
