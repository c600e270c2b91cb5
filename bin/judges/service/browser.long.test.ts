// The check of the connection flow in a real Chromium.
import { concludes } from '../../../testing/conformance/concludes.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { checks } from '../../../conformance/checks/checks.ts'
import { runConformance } from '../../../conformance/judge/run-conformance.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { EmulatorOptions } from '../../../emulator/options.ts'
import { serve } from '../../../emulator/serve/serve.ts'
import { userEnvironment } from '../../../testing/readme-code.ts'
import { runToEnd } from '../../../testing/run-cli.ts'
import { selectPart } from '../../../testing/sample.ts'
import { toTargetFile } from './target-file.ts'
import { selfSigned } from '../../../testing/self-signed.ts'
import { findChromium } from '../../../testing/chromium.ts'
import { everyDeviation } from '../../../testing/faults/faults.ts'
import { kitBrowser } from '../../../testing/conformance/kit-browser.ts'
import { installedBrowser } from '../../../conformance/send/installed-browser.ts'

const shim = join(import.meta.dirname, '../../emulator.js')
const directory = mkdtempSync(join(tmpdir(), 'connect-in-browser-'))
const completed = 'connect.browser.completed'
const inBrowser = 'connect.code-verified.in-browser'
const only = [completed, inBrowser]

const kit = kitBrowser()
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The verdicts of the two checks about a target. */
async function check(target: unknown): Promise<readonly string[]> {
  const limits = { timeout: 8000 }
  const { results } = await runConformance({
    target: toTarget(target),
    checks,
    only,
    browser: kit.browser,
    limits,
    allowWrites: true,
  })
  return results
    .filter((result) => only.includes(result.check))
    .map((result) => `${result.check} ${result.verdict}: ${result.message}`)
}

/** Checks an emulator with these options. */
async function emulated(options: EmulatorOptions): Promise<readonly string[]> {
  const emulator = createEmulator({ ...options, onError: () => undefined })
  const server = await serve(emulator, { port: 0 })
  closing.push(() => server.close())
  return await check(toTargetFile(emulator, server.url, true))
}

it.each(selectPart(['consent', 'redirect', 'immediate'] as const, 3))('completes the flow %s', async (connectFlow) => {
  expect(await emulated({ conventions: { connectFlow } })).toEqual([
    `${completed} pass: a code that was used is refused with 410`,
    `${inBrowser} pass: `,
  ])
})

const caught = [
  ['connect-form-posts-to-nowhere', completed, /got 404 at "\/app\/shop\/nowhere"/],
  ['connect-page-forbids-its-form', completed, /got the same page, and ".*Content.Security.Policy/],
  ['connect-approves-any-code', inBrowser, /got 200 .*"Shop is connected/],
] as const

it.each(selectPart(caught, 2))('catches %s by %s', async (name, check, got) => {
  const deviation = everyDeviation.find((each) => each.name === name)!
  const [failed] = (await emulated({ deviations: [deviation] })).filter((line) => line.includes(' fail: '))
  expect(failed).toMatch(new RegExp(`^${check} fail: expected `))
  expect(failed).toMatch(got)
})

/** A service with only connections. Its pages are given by method and path. */
async function served(pages: Readonly<Record<string, string>>): Promise<readonly string[]> {
  let codes = 0
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://service.test')
    const html = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html><title>Shop</title>${text}`)
    if (pathname.endsWith('/prepare-connect'))
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"state":"state-code-${++codes}-of-many"}`)
    else if (!/-code-\d+-of-many$/.test(request.url!) && pathname.endsWith('/connect')) html(400, 'Unknown code')
    else
      html(
        pages[`${request.method} ${pathname}`] === undefined ? 404 : 200,
        pages[`${request.method} ${pathname}`] ?? 'Nothing',
      )
  })
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return await check({ baseUrl, credentials: { token: 'a-token' }, samples: { adapter: 'shop' } })
}

const connect = 'GET /app/shop/connect'
/** Sends the approval from a script, as a single-page application does. */
const approveByScript = (path: string, then: string) =>
  `<main><button>Allow access</button></main><script>
    document.querySelector('button').onclick = async () => {
      const answer = await fetch('${path}', { method: 'POST' })
      ${then}
    }
  </script>`
const showsDone = `document.querySelector('main').textContent = answer.ok ? 'Connected' : 'Sorry'`

const done = 'GET /app/shop/done'
const post = 'POST /app/shop/connect'
const late = `<form method="post" hidden><button>Grant</button></form>
  <script>setTimeout(() => (document.forms[0].hidden = false), 150)</script>`

const sights: readonly (readonly [what: string, verdict: string, pages: Readonly<Record<string, string>>])[] = [
  ['approves by a script', 'pass: ', { [connect]: approveByScript('/approve', showsDone), 'POST /approve': '' }],
  [
    'redirects by a script, late',
    'pass: ',
    { [connect]: '<script>setTimeout(() => (location.href = "/app/shop/done"), 200)</script>', [done]: 'Done' },
  ],
  [
    'asks again in a dialog',
    'pass: ',
    { [connect]: `<form method="post" onsubmit="return confirm('Sure?')"><button>OK</button></form>`, [post]: 'Done' },
  ],
  [
    'opens another window',
    'pass: ',
    { [connect]: '<a target="_blank" href="/done">Authorize</a>', 'GET /done': 'Done' },
  ],
  ['hides its button until the script has run', 'pass: ', { [connect]: late, [post]: 'Done' }],
  [
    'has a script that throws',
    'fail: .*Sorry, no',
    { [connect]: `<button onclick="throw new Error('Sorry, no')">Allow</button>` },
  ],
  [
    'asks an address that is not served',
    'fail: .*404 for POST /approve',
    { [connect]: approveByScript('/approve', '') },
  ],
  [
    'reports a failed request',
    'notApplicable: .*404 for POST /approve',
    { [connect]: approveByScript('/approve', showsDone) },
  ],
  [
    'takes a password',
    'notApplicable: .*"password"',
    { [connect]: '<form><input type="password"><button>Continue</button></form>' },
  ],
  ['has a button that does nothing', 'notApplicable: .*the same page', { [connect]: '<button>Continue</button>' }],
  [
    'keeps the browser busy',
    'insufficientEvidence: .*too busy',
    { [connect]: '<button onclick="for (;;);">Continue</button>' },
  ],
]

it.each(selectPart(sights, 3))('sees a page that %s', async (_what, seen, pages) => {
  expect((await served(pages))[0]).toMatch(new RegExp(`^${completed} ${seen}`))
})

/** Runs the command line with its own emulator. */
async function runByCommand(chromium: string): Promise<readonly string[]> {
  const kit = [process.execPath, shim, 'conformance', '--only', completed, '--only', inBrowser, '--report', 'json']
  const env = userEnvironment({ PLATFORM_CHROMIUM: chromium, XDG_STATE_HOME: directory })
  const { stdout } = await runToEnd(['exec', '--', ...kit], { env })
  const { results } = JSON.parse(stdout) as { results: { check: string; verdict: string; message: string }[] }
  return results.filter((result) => only.includes(result.check)).map((result) => `${result.verdict}: ${result.message}`)
}

it('is found by the command line', async () => {
  expect(await runByCommand(findChromium()!)).toEqual(['pass: a code that was used is refused with 410', 'pass: '])
})

it('uses no browser for pages without scripts, and says what to install for others', async () => {
  expect(await runByCommand('/nowhere/chromium')).toEqual(['pass: a code that was used is refused with 410', 'pass: '])
  const nobody = installedBrowser([join(directory, 'package.json')])
  await expect(nobody.open('http://127.0.0.1:1', { timeout: 100 })).rejects.toSatisfy(
    concludes('notApplicable', 'Playwright is not installed: npm'),
  )
  await nobody.close()
})

it('sends the headers of a gateway with pages, and to no other origin', async () => {
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const pair = selfSigned(['127.0.0.1'], performance.timeOrigin)
  writeFileSync(key, pair.key)
  writeFileSync(cert, pair.cert)
  const gateway = createSecureServer({ ...pair, ca: pair.cert, requestCert: true }, ({ headers }, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<p>The key is ${headers['x-gateway-key']}.</p>`)
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  closing.push(() => gateway.close())
  const address = `https://127.0.0.1:${(gateway.address() as AddressInfo).port}/`
  const options = { timeout: 8000, headers: { 'x-gateway-key': 'k' }, tls: { cert, key } }
  for (const [origins, seen] of [
    [[], 'k'],
    [['https://login.example'], 'undefined'],
  ] as const) {
    const tab = await kit.browser.open(address, { ...options, origins })
    closing.push(() => tab.close())
    expect((await tab.view()).text.trim()).toBe(`The key is ${seen}.`)
  }
})
