// The view of a client of `fetch`, call by call. Each way into the emulator must look as HTTP does.
import { type Client, rejection } from './client.ts'

/** A way into the emulator other than HTTP. */
export type Way = 'e.fetch' | 'installFetch' | 'MSW in Node' | 'MSW in a page' | 'installFetch in a page' | 'routeTo'

/** A difference from HTTP that is on purpose. */
export interface Difference {
  readonly ways: readonly Way[]
  readonly seen: unknown
  readonly why: string
}

/** One call of `fetch`, and what a client sees of it, as JSON. */
export interface FetchCall {
  readonly name: string
  readonly observe: (client: Client) => unknown
  readonly differences?: readonly Difference[]
  /** True for what Chromium does only by HTTP/2. */
  readonly isOfNode?: boolean
}

const facts = ({ status, statusText, ok, redirected, bodyUsed, headers }: Response) => ({
  status,
  statusText,
  ok,
  redirected,
  bodyUsed,
  mediaType: headers.get('content-type'),
})

/** The part of an echo that does not depend on the way. */
const echoOf = async (response: Response) => {
  const { method, headers, body } = (await response.json()) as Echo
  return [method, headers['content-type']?.replace(/boundary=.*/, 'boundary') ?? null, String.fromCharCode(...body)]
}

interface Echo {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly number[]
}

const row = (name: string, observe: FetchCall['observe'], differences: readonly Difference[] = []): FetchCall => ({
  name,
  observe,
  differences,
})

const echo = (name: string, init: RequestInit, differences?: readonly Difference[]): FetchCall =>
  row(`sends ${name}`, async (client) => echoOf(await client.trap('echo', { method: 'POST', ...init })), differences)

const answer = (name: string, trap: string, init: RequestInit = {}, differences?: readonly Difference[]): FetchCall =>
  row(
    `gets ${name}`,
    async (client) => {
      const response = await client.trap(trap, init)
      return [facts(response), await response.text()]
    },
    differences,
  )

const refused = (name: string, init: (client: Client) => RequestInit, differences?: readonly Difference[]): FetchCall =>
  row(`rejects ${name}`, (client) => rejection(client.trap('echo', init(client))), differences)

const stream = (...parts: readonly string[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })

const all = async (reader: ReadableStreamBYOBReader): Promise<string> => {
  let text = ''
  for (let part = await reader.read(new Uint8Array(64)); !part.done; part = await reader.read(new Uint8Array(64)))
    text += new TextDecoder().decode(part.value)
  return text
}

const form = () => {
  const data = new FormData()
  data.set('a', 'ö')
  return data
}

/** Each answer is the emulator's own, as if `redirect` were `manual`: a test sees what a redirect says. */
const asked = (seen: unknown): Difference => ({
  ways: ['e.fetch'],
  seen,
  why: 'e.fetch asks the emulator itself, and shows what it answers: it follows no redirect and unpacks nothing.',
})

const changeable: Difference = {
  ways: ['e.fetch', 'installFetch', 'installFetch in a page'],
  seen: 'no rejection but undefined',
  why: 'A Response that a program made has headers that can be changed. A copy of each would take longer than the answer.',
}

const sentAsGiven: Difference = {
  ways: ['e.fetch', 'installFetch'],
  seen: ['x', 'x'],
  why: 'Request of Node keeps these headers; its fetch refuses them later.',
}

const unseen = (seen: unknown): Difference => ({
  ways: ['routeTo'],
  seen,
  why: 'Playwright shows no redirect to a page: they are followed before the page is answered.',
})

/** A call whose outcome in a page is another by HTTP too. */
const markNodeCall = (call: FetchCall): FetchCall => ({ ...call, isOfNode: true })

const statusOf = async (response: Promise<Response>): Promise<unknown> =>
  response.then(
    ({ status }) => status,
    (error: Error) => error.name,
  )

const inNode: readonly Way[] = ['e.fetch', 'installFetch', 'MSW in Node']

/** The calls. */
export const fetchCalls: readonly FetchCall[] = [
  // Answers.
  row('gets an answer of the API', async (client) => facts(await client.send('/1.13/environments'))),
  row('gets a refusal', async (client) => facts(await client.send('/1.13/environments/x'))),
  row('gets 401', async (client) => facts(await client.send('/1.13/environments', { headers: { authorization: '' } }))),
  row('gets 404', async (client) => facts(await client.send('/nowhere'))),
  row('gets 405', async (client) => facts(await client.send('/0/', { method: 'DELETE' }))),
  row('gets 201', async (client) => facts(await client.json('POST', '/1.13/projects', { name: 'A' }))),
  row('gets the answer of a fault', async (client) => {
    await client.setFaults({ operation: 'legacy.root', status: 503 })
    return facts(await client.send('/0/'))
  }),
  row('gets a fault of an unusual status', async (client) => {
    await client.setFaults({ operation: 'legacy.root', status: 451 })
    return facts(await client.send('/0/'))
  }),
  row('gets the type of an answer', async (client) => (await client.send('/0/')).type, [
    { ways: ['MSW in a page'], seen: 'basic', why: 'A service worker answers as the page itself would.' },
  ]),
  answer('204', 'noContent'),
  answer('304', 'notModified'),
  answer('an empty body', 'empty'),
  answer('bytes', 'bytes'),
  row('gets a compressed body', async (client) => (await (await client.trap('zipped')).text()) === 'zipped', [
    asked(false),
    { ways: ['MSW in a page'], seen: false, why: 'The worker of MSW hands the bytes on.' },
  ]),
  row('gets the address without the fragment', async (client) => {
    const { url } = await client.send('/0/?a=1#part')
    return url.replace(client.facts.baseUrl, '')
  }),
  row('gets only the headers by HEAD', async (client) => {
    const response = await client.send('/1.13/environments', { method: 'HEAD' })
    return [facts(response), await response.text()]
  }),
  row('gets several cookies', async (client) => (await client.trap('cookies')).headers.getSetCookie()),
  row(
    'knows whether there is a body',
    async (client) => {
      const answers = await Promise.all(['noContent', 'nowhere', 'empty'].map((name) => client.trap(name)))
      return answers.map(({ body }) => body === null)
    },
    [
      {
        ways: ['e.fetch', 'installFetch', 'installFetch in a page'],
        seen: [true, true, false],
        why: 'A Response without a body has the body null; a network makes some of them empty.',
      },
    ],
  ),
  ...(['/1.13/environments', '/nowhere', '/_emulator/health'] as const).map((path) =>
    row(`is answered by ${path} when it sends cookies`, (client) =>
      statusOf(client.send(path, { credentials: 'include' })),
    ),
  ),
  // Bodies of answers.
  row("reads into the reader's own buffers", async (client) =>
    (await all((await client.send('/0/')).body!.getReader({ mode: 'byob' }))).slice(0, 12),
  ),
  row("reads a request that can be aborted into the reader's own buffers", async (client) => {
    const { signal } = new AbortController()
    return (await all((await client.send('/0/', { signal })).body!.getReader({ mode: 'byob' }))).slice(0, 12)
  }),
  row("reads drops into the reader's own buffers", async (client) => {
    await client.setFaults({ operation: 'legacy.root', drip: { bytes: 10, interval: 1 } })
    return (await all((await client.send('/0/')).body!.getReader({ mode: 'byob' }))).slice(0, 12)
  }),
  ...(['/_emulator/snapshot', '/_emulator/requests', '/_emulator/data/projects'] as const).map((path) =>
    row(`reads ${path} into the reader's own buffers`, async (client) =>
      (await all((await client.send(path)).body!.getReader({ mode: 'byob' }))).slice(0, 5),
    ),
  ),
  markNodeCall(
    row("reads events into the reader's own buffers", async (client) => {
      const reader = (await client.send('/_emulator/events')).body!.getReader({ mode: 'byob' })
      const { value } = await reader.read(new Uint8Array(5))
      await reader.cancel()
      return new TextDecoder().decode(value)
    }),
  ),
  row('reads both branches of a body', async (client) => {
    const [left, right] = (await client.send('/0/')).body!.tee()
    return (await new Response(left).text()) === (await new Response(right).text())
  }),
  row('cannot read a form of JSON', async (client) => rejection((await client.send('/0/')).formData())),
  row('reads a clone and the answer', async (client) => {
    const response = await client.send('/0/')
    const clone = response.clone()
    return [facts(clone), (await clone.text()) === (await response.text()), response.bodyUsed]
  }),
  row('does not read twice', async (client) => {
    const response = await client.send('/0/')
    await response.text()
    return [await rejection(response.text()), response.bodyUsed, response.body?.locked]
  }),
  row('does not clone what was read', async (client) => {
    const response = await client.send('/0/')
    await response.text()
    return rejection(Promise.resolve().then(() => response.clone()))
  }),
  row('reads a blob', async (client) => {
    const { size, type } = await (await client.send('/0/')).blob()
    return [size > 0, type]
  }),
  row('reads an array buffer', async (client) => (await (await client.trap('bytes')).arrayBuffer()).byteLength),
  row('cannot read JSON of bytes', async (client) => rejection((await client.trap('bytes')).json())),
  row('cancels a body', async (client) => {
    const response = await client.send('/0/')
    await response.body!.cancel()
    return [response.bodyUsed, await rejection(response.text())]
  }),
  row(
    'cannot change headers',
    async (client) => {
      const { headers } = await client.send('/0/')
      return rejection(Promise.resolve().then(() => headers.set('x', 'y')))
    },
    [changeable],
  ),
  // Bodies of requests.
  echo('a text', { body: 'text' }),
  echo('a form', { body: new URLSearchParams({ a: 'ö b' }) }),
  row('sends a form of parts', async (client) => {
    const [method, type, body] = await echoOf(await client.trap('echo', { method: 'POST', body: form() }))
    return [method, type, /name="a"/.test(body!)]
  }),
  echo('a blob', { body: new Blob(['blob'], { type: 'text/x-own' }) }),
  echo('bytes', { body: new Uint8Array([104, 105]) }),
  echo('nothing', {}),
  echo('a body with DELETE', { method: 'DELETE', body: 'text' }),
  echo('a method in lower case', { method: 'put', body: 'text' }),
  markNodeCall(
    row('sends a stream', async (client) =>
      echoOf(await client.trap('echo', { method: 'POST', body: stream('a', 'b'), duplex: 'half' } as RequestInit)),
    ),
  ),
  refused('a stream without duplex', () => ({ method: 'POST', body: stream('a') })),
  refused('GET with a body', () => ({ method: 'GET', body: 'x' })),
  refused('CONNECT', () => ({ method: 'CONNECT' })),
  refused('a method with a space', () => ({ method: 'A B' })),
  refused('an invalid header', () => ({ headers: { 'a b': 'c' } })),
  refused('a value with a line end', () => ({ headers: { a: 'b\nc' } })),
  row('sends a Request', async (client) =>
    echoOf(await client.fetch(new Request(`${client.facts.baseUrl}/trap/echo`, { method: 'PUT', body: 'x' }))),
  ),
  row('sends a Request once', async (client) => {
    const request = new Request(`${client.facts.baseUrl}/trap/echo`, { method: 'PUT', body: 'x' })
    await client.fetch(request)
    return [request.bodyUsed, await rejection(client.fetch(request))]
  }),
  row('sends a Request with other options', async (client) => {
    const request = new Request(`${client.facts.baseUrl}/trap/echo`, { method: 'PUT', body: 'x' })
    return echoOf(await client.fetch(request, { method: 'POST', body: 'y' }))
  }),
  row(
    'sends no header of the connection',
    async (client) => {
      const sent = client.trap('echo', { headers: { 'keep-alive': 'x', upgrade: 'x' } })
      const response = await sent.catch((error: Error) => error.name)
      if (typeof response === 'string') return response
      const { headers } = (await response.json()) as Echo
      return ['keep-alive', 'upgrade'].map((name) => headers[name] ?? null)
    },
    [sentAsGiven],
  ),
  markNodeCall(
    row(
      'sends headers that fetch adds',
      async (client) => {
        const { headers } = (await (await client.trap('echo')).json()) as Echo
        return ['accept', 'user-agent', 'host'].map((name) => name in headers)
      },
      [
        {
          ways: ['e.fetch', 'installFetch'],
          seen: [false, false, false],
          why: 'A Request has the headers that it was given. fetch adds the others while it sends.',
        },
      ],
    ),
  ),
  markNodeCall(
    row('gets headers of the connection', async (client) => (await client.send('/0/')).headers.has('date'), [
      { ways: inNode, seen: false, why: 'Nothing was sent by a connection.' },
    ]),
  ),
  ...Object.entries({ 'content-length': '7', expect: '100-continue' }).map(([name, value]) =>
    markNodeCall(
      row(
        `rejects ${name}: ${value}`,
        (client) => statusOf(client.trap('echo', { method: 'POST', body: 'x', headers: { [name]: value } })),
        [{ ...sentAsGiven, seen: 200 }],
      ),
    ),
  ),
  markNodeCall(
    row(
      'gets 431 for headers over 16 KB',
      (client) => statusOf(client.send('/0/', { headers: { a: 'x'.repeat(20_000) } })),
      [{ ways: inNode, seen: 200, why: "The limit is of Node's server, and not of the API." }],
    ),
  ),
  markNodeCall(
    row('gets 400 for a method that HTTP does not have', (client) => statusOf(client.send('/0/', { method: 'FOO' })), [
      { ways: ['e.fetch', 'installFetch'], seen: 405, why: "Node's server reads no such request; the API refuses it." },
      { ways: ['MSW in Node'], seen: 'TypeError', why: 'MSW reads no such request either, and fails.' },
    ]),
  ),
  row('rejects an answer of another hash', (client) => statusOf(client.send('/0/', { integrity: 'sha256-AAAA' })), [
    {
      ways: ['e.fetch', 'installFetch', 'installFetch in a page'],
      seen: 200,
      why: 'No script is loaded by it, and to hash each answer would take longer than the answer.',
    },
  ]),
  row('rejects a relative address', (client) => rejection(client.fetch('/0/'))),
  row('rejects an address with a user name', (client) =>
    rejection(client.fetch(client.facts.baseUrl.replace('//', '//user:secret@'))),
  ),
  // Redirects.
  row(
    'follows a redirect',
    async (client) => {
      const response = await client.trap('seeOther')
      return [response.status, response.redirected, response.url.replace(client.facts.baseUrl, '')]
    },
    [asked([303, false, '/trap/seeOther']), unseen([200, false, '/trap/seeOther'])],
  ),
  row(
    'follows 307 with the body',
    async (client) => {
      const response = await client.trap('kept', { method: 'POST', body: 'x' })
      return response.ok ? echoOf(response) : response.status
    },
    [asked(307)],
  ),
  row(
    'rejects a stream that would have to be sent again',
    (client) => rejection(client.trap('kept', { method: 'POST', body: stream('a'), duplex: 'half' } as RequestInit)),
    [asked('no rejection but [object Response]'), unseen('no rejection but [object Response]')],
  ),
  row(
    'sees a redirect that it does not follow',
    async (client) => {
      const { status, statusText, redirected } = await client.trap('seeOther', { redirect: 'manual' })
      return [status, statusText, redirected]
    },
    [unseen([200, 'OK', false])],
  ),
  row('rejects a redirect that it forbids', (client) => rejection(client.trap('seeOther', { redirect: 'error' })), [
    asked('no rejection but [object Response]'),
    unseen('no rejection but [object Response]'),
  ]),
  row('rejects an endless redirect', (client) => rejection(client.trap('loop')), [
    asked('no rejection but [object Response]'),
  ]),
  answer('a redirect without an address', 'nowhere'),
  // Aborts.
  row('rejects with the reason of a signal', (client) =>
    rejection(client.send('/0/', { signal: AbortSignal.abort(new RangeError('enough')) })),
  ),
  row('times out', async (client) => {
    await client.setFaults({ operation: 'legacy.root', delay: '1h' })
    const name = await rejection(client.send('/0/', { signal: AbortSignal.timeout(20) }))
    await client.setFaults()
    return name
  }),
  row('has read all when it aborts later', async (client) => {
    const controller = new AbortController()
    const response = await client.send('/0/', { signal: controller.signal })
    const text = await response.text()
    controller.abort()
    return text.length > 0
  }),
  row(
    'cannot read once it has aborted',
    async (client) => {
      const controller = new AbortController()
      const response = await client.send('/0/', { signal: controller.signal })
      controller.abort(new RangeError('enough'))
      return (await rejection(response.text())).split('{')[0]
    },
    [
      asked('no rejection but '),
      {
        ways: ['installFetch in a page'],
        seen: 'TypeError',
        why: 'Chromium gives the reason only to a reader of the body.',
      },
    ],
  ),
]
