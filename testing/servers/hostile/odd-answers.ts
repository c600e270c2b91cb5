// Headers, redirects and bodies that no client wants.
import { answerAlways, header, type HostileServer, member, changeSuccessText } from './hostile-server.ts'

const inJson = { 'content-type': 'application/json' }
const encoder = new TextEncoder()

/** A body that a function continues to write. It stops when its reader does. */
const endlessBody = (
  write: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>,
): ReadableStream => new ReadableStream({ pull: write })

const endless = (chunk: Uint8Array): ReadableStream => endlessBody((controller) => controller.enqueue(chunk))

const link = (request: Request, next: string): string =>
  `<${request.url}>; rel="previous"; results="false"; cursor="0:0:1", ` +
  `<${next}>; rel="next"; results="true"; cursor="0:100:0"`

/** A redirect to another path each time, which keeps the method. */
const endlessRedirect = (status: number, to: (url: URL) => string) =>
  answerAlways((request) => new Response(null, { status, headers: { location: to(new URL(request.url)) } }))

/** Changes the status of each success. */
const status =
  (changed: number): HostileServer['wrap'] =>
  (next) =>
  async (request) => {
    const response = await next(request)
    return response.ok
      ? new Response(changed === 205 ? null : response.body, { status: changed, headers: response.headers })
      : response
  }

/** Servers with odd headers, redirects and bodies. */
export const oddAnswerServers: readonly HostileServer[] = [
  { name: 'a Link header of 1 MB', wrap: header('link', `<${'a'.repeat(1_000_000)}>; rel="next"; results="true"`) },
  {
    name: 'a Link header of 20,000 entries',
    wrap: header('link', '<http://target.test/0/?cursor=0:1:0>; rel="next", '.repeat(20_000)),
  },
  { name: 'a Link header of 300,000 brackets', wrap: header('link', '<'.repeat(300_000)) },
  { name: 'a Link header of 300,000 quotes', wrap: header('link', `<a>; ${'x="\\'.repeat(75_000)}`) },
  { name: 'a Link header of 300,000 blanks', wrap: header('link', `<a>;${' '.repeat(300_000)};x`) },
  {
    name: 'a next page with credentials',
    wrap: header('link', (request) => link(request, 'http://user:pass@target.test/0/?cursor=0:1:0')),
  },
  { name: 'a next page of a script', wrap: header('link', (request) => link(request, 'javascript:alert(1)')) },
  { name: 'a next page that is not an address', wrap: header('link', (request) => link(request, 'http://[::1')) },
  {
    name: 'a next page on another port',
    wrap: header('link', (request) => link(request, 'http://target.test:99999/')),
  },
  {
    name: 'a next page of 100 KB',
    wrap: header('link', (request) => link(request, `${request.url.split('?')[0]}?cursor=${'9'.repeat(100_000)}`)),
  },
  { name: 'a next page that is this one', wrap: header('link', (request) => link(request, request.url)) },
  { name: 'odd bytes in headers', wrap: header('x-odd', '\u00ff\u0080\u00a0\t\u00fe') },
  { name: 'odd bytes in the Link header', wrap: header('link', '<\u00ff\u0080>; rel="n\u00e9xt"; results="\u00ff"') },
  { name: 'odd bytes in Allow', wrap: header('allow', '\u00ff,,,, ,GET,\u0080') },
  { name: 'an Allow header of 1 MB', wrap: header('allow', 'GET, '.repeat(200_000)) },
  { name: 'a challenge of 1 MB', wrap: header('www-authenticate', 'Bearer a="'.repeat(100_000)) },
  { name: 'a media type of 1 MB', wrap: header('content-type', `application/json; ${'a="b"; '.repeat(150_000)}`) },
  { name: 'a malformed media type', wrap: header('content-type', ';;;/json/;charset=\u00ff') },
  { name: 'a Date after the end of time', wrap: header('date', 'Fri, 31 Dec 275761 23:59:59 GMT') },
  { name: 'a Date in the year 1', wrap: header('date', 'Mon, 01 Jan 0001 00:00:00 GMT') },
  { name: 'a malformed Date', wrap: header('date', 'yesterday') },
  { name: 'a Server header of 1 MB', wrap: header('server', 's'.repeat(1_000_000)) },
  { name: 'an odd session id of MCP', wrap: header('mcp-session-id', '\u00ff\u0080') },
  { name: 'redirects to themselves', wrap: endlessRedirect(307, ({ href }) => href) },
  {
    name: 'redirects in a circle',
    wrap: endlessRedirect(308, ({ origin, pathname }) => `${origin}${pathname === '/a' ? '/b' : '/a'}`),
  },
  { name: 'redirects that grow', wrap: endlessRedirect(307, ({ href }) => `${href}${'/again'.repeat(50)}`) },
  { name: 'redirects to what is no address', wrap: endlessRedirect(308, () => 'http://[') },
  { name: 'redirects to a script', wrap: endlessRedirect(307, () => 'javascript:alert(1)') },
  {
    name: 'redirects with credentials',
    wrap: endlessRedirect(307, ({ pathname }) => `http://user:pass@target.test${pathname}`),
  },
  { name: 'redirects of 1 MB', wrap: endlessRedirect(307, () => `/${'a'.repeat(1_000_000)}`) },
  {
    name: 'a body that never ends',
    wrap: answerAlways(() => new Response(endless(encoder.encode(' '.repeat(65_536))), { headers: inJson })),
  },
  {
    name: 'a list that never ends',
    wrap: answerAlways(() => new Response(endless(encoder.encode('[{"id":"a"},'.repeat(4000))), { headers: inJson })),
  },
  {
    name: 'events that never end',
    wrap: answerAlways(
      () =>
        new Response(endless(encoder.encode('data: {"jsonrpc":"2.0","id":-1,"result":{}}\n\n')), {
          headers: { 'content-type': 'text/event-stream' },
        }),
    ),
  },
  {
    name: 'one event of 4 MB in small parts',
    wrap: answerAlways(() => {
      let parts = 0
      return new Response(
        endlessBody((controller) => {
          if (parts++ < 4000) controller.enqueue(encoder.encode('data: '.repeat(170)))
          else controller.close()
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      )
    }),
  },
  {
    name: 'slow drips',
    wrap: answerAlways(
      () =>
        new Response(
          endlessBody(async (controller) => {
            await new Promise((resolve) => setTimeout(resolve, 20))
            controller.enqueue(encoder.encode(' '))
          }),
          { headers: inJson },
        ),
    ),
  },
  { name: 'no answer', wrap: answerAlways(() => new Promise<Response>(() => undefined)) },
  {
    name: 'a body that breaks off',
    wrap: answerAlways(
      () =>
        new Response(
          endlessBody((controller) => controller.error(new Error('gone'))),
          { headers: inJson },
        ),
    ),
  },
  {
    name: 'text in UTF-16',
    wrap: answerAlways(
      () =>
        new Response(Uint8Array.from(Buffer.from('{"data":[]}', 'utf16le')), {
          headers: { 'content-type': 'application/json; charset=utf-16' },
        }),
    ),
  },
  {
    name: 'text in Latin-1',
    wrap: answerAlways(
      () =>
        new Response(Uint8Array.from([0x22, 0xe9, 0x22]), {
          headers: { 'content-type': 'application/json; charset=iso-8859-1' },
        }),
    ),
  },
  {
    name: 'bytes at random',
    wrap: answerAlways(
      () =>
        new Response(
          Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251),
          { headers: inJson },
        ),
    ),
  },
  { name: '4 MB of blanks before each answer', wrap: changeSuccessText((body) => ' '.repeat(4_000_000) + body) },
  { name: 'status 299', wrap: status(299) },
  { name: 'status 205', wrap: status(205) },
  { name: 'status 599', wrap: status(599) },
  {
    name: 'names of shell commands',
    wrap: member('name', String.raw`"$(touch /tmp/x)\u0027;\u0060id\u0060\u0000\u001b[2J"`),
  },
  {
    name: 'a page of 500,000 brackets',
    wrap: answerAlways(() => new Response('<'.repeat(500_000), { headers: { 'content-type': 'text/html' } })),
  },
  {
    name: 'a page of unclosed forms',
    wrap: answerAlways(() => new Response('<form '.repeat(100_000), { headers: { 'content-type': 'text/html' } })),
  },
]
