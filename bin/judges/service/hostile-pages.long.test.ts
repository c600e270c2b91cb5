// Connection pages that try to reach another service on this machine from the kit's browser.
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { checks } from '../../../conformance/checks/checks.ts'
import type { RunResult } from '../../../conformance/judge/result.ts'
import { runConformance } from '../../../conformance/judge/run-conformance.ts'
import { writeReport } from '../../../conformance/report/service-document.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { selectPart } from '../../../testing/sample.ts'
import { kitBrowser } from '../../../testing/conformance/kit-browser.ts'

const completed = 'connect.browser.completed'

const kit = kitBrowser()
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/**
 * A service on this machine outside of the flow. It records the first line of everything that it receives by TCP and
 * UDP.
 */
interface Bystander {
  readonly port: number
  readonly reached: string[]
}

async function bystander(): Promise<Bystander> {
  const reached: string[] = []
  const server: Server = createTcpServer((socket) => {
    const index = reached.push('a connection') - 1
    socket.once('data', (bytes) => (reached[index] = bytes.toString('latin1').split('\r\n')[0]!))
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\naccess-control-allow-origin: *\r\n\r\nOK')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  const datagrams: UdpSocket = createSocket({ type: 'udp4' })
  datagrams.on('message', () => reached.push('a datagram'))
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve))
  closing.push(
    () => server.close(),
    () => datagrams.close(),
  )
  return { port, reached }
}

/** The answers of connection pages, by path. */
type Pages = Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>

const page =
  (body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(`<!doctype html>${body}`)
  }

/** Runs the kit against a service with these connection pages. */
async function visited(
  pages: Pages,
  connectOrigins: readonly string[] = [],
  timeout: number = 8000,
): Promise<RunResult> {
  let codes = 0
  const server: HttpServer = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://service.test')
    if (pathname.endsWith('/prepare-connect'))
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"state":"state-code-${++codes}-of-many"}`)
    else if (pathname.endsWith('/connect') && !/-code-\d+-of-many$/.test(request.url!))
      response.writeHead(400, { 'content-type': 'text/html' }).end('Unknown code')
    else (pages[pathname] ?? ((_request, answer) => answer.writeHead(404).end()))(request, response)
  })
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return await runConformance({
    target: toTarget({ baseUrl, credentials: { token: 'a-token' }, samples: { adapter: 'shop' }, connectOrigins }),
    checks,
    only: [completed],
    browser: kit.browser,
    limits: { timeout },
    allowWrites: true,
  })
}

const connect = '/app/shop/connect'
const script = (text: string) => `<script>try { ${text} } catch {}</script>`

/** Requests from a page that stays open: each goes to OTHER with a different path. */
const quietWays = [
  '<img src="http://OTHER/image"><iframe src="http://OTHER/frame"></iframe><script src="http://OTHER/script.js"></script>',
  script(`fetch('http://OTHER/post', { method: 'POST', mode: 'no-cors', body: 'x' })`),
  script(`navigator.sendBeacon('http://OTHER/beacon', 'x')`),
  script(`new WebSocket('ws://OTHER/socket')`),
  script(`new EventSource('http://OTHER/events')`),
  script(`new WebTransport('https://OTHER/transport')`),
  '<img src="https://OTHER/secure"><img src="/moved"><iframe src="/moved"></iframe>',
  `<iframe name="there"></iframe><form id="f" target="there" method="post" action="http://OTHER/form"></form>${script('f.submit()')}`,
  `<a id="p" href="#there" ping="http://OTHER/ping">x</a>${script('p.click()')}`,
  ...[
    'prefetch',
    'preconnect',
    'dns-prefetch',
    'preload" as="script',
    'modulepreload',
    'prerender',
    'manifest',
    'icon',
  ].map((rel) => `<link rel="${rel}" href="http://OTHER/hint">`),
  `<script type="speculationrules">{"prefetch": [{"source": "list", "urls": ["http://OTHER/speculated"]}], "prerender": [{"source": "list", "urls": ["http://OTHER/prerendered"]}]}</script>`,
  `<style>
     @import "http://OTHER/style";
     @font-face { font-family: f; src: url(http://OTHER/font) }
     body { font-family: f; background: url(http://OTHER/background) }
   </style>
   <video src="http://OTHER/video" preload="auto"></video><object data="http://OTHER/object"></object><embed src="http://OTHER/embed">text`,
  script(
    `new Worker(URL.createObjectURL(new Blob(["fetch('http://OTHER/worker', { mode: 'no-cors' }); new WebSocket('ws://OTHER/worker-socket')"])))`,
  ),
  script(`new SharedWorker('data:text/javascript,fetch("http://OTHER/shared",{mode:"no-cors"})')`),
  script(`navigator.serviceWorker.register('/worker.js', { scope: '/' })`),
  `<iframe id="empty"></iframe>`,
  ...['window', 'empty.contentWindow'].map((global) =>
    script(
      `const peer = new ${global}.RTCPeerConnection({ iceServers: [{ urls: 'stun:OTHER' }, { urls: 'turn:OTHER?transport=tcp', username: 'u', credential: 'c' }] })
       peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`,
    ),
  ),
  `<iframe srcdoc='<meta http-equiv="refresh" content="0;url=http://OTHER/refreshed">'></iframe>`,
  script(`addEventListener('pagehide', () => fetch('http://OTHER/late', { keepalive: true, mode: 'no-cors' }))`),
].join('\n')

/** Requests that leave the page, or that block others. */
const ways: Readonly<Record<string, string>> = {
  'a page that stays': quietWays,
  'a popup': script(`open('http://OTHER/popup')`),
  'a download': `<a id="file" download href="http://OTHER/download"></a>${script(`document.getElementById('file').click()`)}`,
  'a form in a new tab': `<form id="f" target="_blank" method="post" action="http://OTHER/form"></form>${script('f.submit()')}`,
  'a report of a policy': '<img src="/forbidden">',
  'the page itself': script(`location.href = 'http://OTHER/page'`),
  'a redirect of the page': script(`location.href = '/moved'`),
  'a link that the kit presses': `<a href="http://OTHER/pressed">Authorize</a>`,
  'a form that the kit sends': `<form method="post" action="http://OTHER/sent"><button>Allow</button></form>`,
}

const hostileHeaders = (name: string, other: string): Readonly<Record<string, string>> =>
  name === 'a report of a policy'
    ? {
        'content-security-policy': `img-src 'none'; report-uri http://${other}/report; report-to there`,
        'reporting-endpoints': `there="http://${other}/report-to"`,
        'report-to': `{"group":"there","max_age":100,"endpoints":[{"url":"http://${other}/report-to"}]}`,
      }
    : { link: `<http://${other}/early>; rel=preload; as=script, <http://${other}>; rel=preconnect` }

const [stays, ...others] = Object.keys(ways)

it.each([stays!, ...selectPart(others, 4)])('reaches nothing outside the flow by %s', async (name) => {
  const { port, reached } = await bystander()
  const other = `127.0.0.1:${port}`
  // Names of loopback are different origins, but reach the same service.
  const bodies = [other, `localhost:${port}`].map((at) => ways[name]!.replaceAll('OTHER', at))
  const work = `self.oninstall = (event) => event.waitUntil(fetch('http://${other}/service', { mode: 'no-cors' }))`
  const { results } = await visited({
    [connect]: page(`<main>Welcome</main>${bodies.join('\n')}`, hostileHeaders(name, other)),
    '/moved': (_request, response) => void response.writeHead(302, { location: `http://${other}/moved` }).end(),
    '/worker.js': (_request, response) => void response.writeHead(200, { 'content-type': 'text/javascript' }).end(work),
  })
  expect(reached).toEqual([])
  expect(results[0]!.cause?.kind).not.toBe('machine')
})

const said = ({ results }: RunResult) => {
  const { verdict, message } = results.find(({ check }) => check === completed)!
  return `${verdict}: ${message}`
}

it('reports what it refused as a finding, in the report too, and whether the browser had its sandbox', async () => {
  const { port, reached } = await bystander()
  const other = `http://127.0.0.1:${port}`
  const image = `<form method="post" action="/done"><img src="${other}/image"><button>Allow</button></form>`
  const markup = `document.body.innerHTML = ${JSON.stringify(image)}; new WebSocket('ws://localhost:${port}/s')`
  const first = page(`<main></main>${script(markup)}`)
  const result = await visited({ [connect]: first, '/done': page('Connected') })
  expect(reached).toEqual([])
  expect(said(result)).toContain('pass: ')
  const isRoot = process.getuid?.() === 0
  expect(result.findings).toMatchObject({
    browserRefusedOrigins: [other, `ws://localhost:${port}`],
    ...(isRoot ? { browserSandboxed: false } : {}),
  })
  const text = writeReport('html', result)
  expect(text).toContain(
    `The pages of the connection asked for ${other}, ws://localhost:${port}. The browser sent nothing`,
  )
  expect(text.includes('The browser ran without its sandbox')).toBe(result.findings['browserSandboxed'] === false)
})

it('loads from the origins that the target file declares, and says what to declare when a page needs more', async () => {
  const { port, reached } = await bystander()
  const other = `http://127.0.0.1:${port}`
  const pages = { [connect]: page(`<script src="${other}/app.js"></script><button>Allow</button>`) }
  // The button does nothing, so the kit waits for the maximum time.
  const undeclared = await visited(pages, [], 4000)
  expect(said(undeclared)).toMatch(/^insufficientEvidence: .*; the page asks for .*connectOrigins/)
  expect(undeclared.results[0]!.cause).toEqual({ kind: 'declaration', members: [['connectOrigins']] })
  expect(reached).toEqual([])
  const declared = await visited(pages, [`${other}/`.slice(0, -1)], 4000)
  expect(reached).toContain('GET /app.js HTTP/1.1')
  expect(declared.findings).not.toHaveProperty('browserRefusedOrigins')
})

it('fails a page that is itself broken, whatever else it loads', async () => {
  const { port, reached } = await bystander()
  const form = '<form method="post" action="/nowhere"><button>Allow</button></form>'
  const result = await visited({ [connect]: page(`<script src="http://127.0.0.1:${port}/app.js"></script>${form}`) })
  expect(said(result)).toMatch(/^fail: .*404 at "\/nowhere"/)
  expect(reached).toEqual([])
})
