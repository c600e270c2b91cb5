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
  /** True for what Chromium does only by HTTP/2, or not at all. */
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
const readEcho = async (response: Response) => {
  const { method, headers, body } = (await response.json()) as Echo
  return [method, headers['content-type']?.replace(/boundary=.*/, 'boundary') ?? null, String.fromCharCode(...body)]
}

interface Echo {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly number[]
}

const fetchCallRow = (
  name: string,
  observe: FetchCall['observe'],
  differences: readonly Difference[] = [],
): FetchCall => ({
  name,
  observe,
  differences,
})

const echo = (name: string, init: RequestInit, differences?: readonly Difference[]): FetchCall =>
  fetchCallRow(
    `sends ${name}`,
    async (client) => readEcho(await client.trap('echo', { method: 'POST', ...init })),
    differences,
  )

const answerCall = (
  name: string,
  trap: string,
  init: RequestInit = {},
  differences?: readonly Difference[],
): FetchCall =>
  fetchCallRow(
    `gets ${name}`,
    async (client) => {
      const response = await client.trap(trap, init)
      return [facts(response), await response.text()]
    },
    differences,
  )

const refused = (name: string, init: (client: Client) => RequestInit, differences?: readonly Difference[]): FetchCall =>
  fetchCallRow(`rejects ${name}`, (client) => rejection(client.trap('echo', init(client))), differences)

const chunkStream = (...parts: readonly string[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })

const readAllText = async (reader: ReadableStreamBYOBReader): Promise<string> => {
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

const statusOrError = async (response: Promise<Response>): Promise<unknown> =>
  response.then(
    ({ status }) => status,
    (error: Error) => error.name,
  )

const inNode: readonly Way[] = ['e.fetch', 'installFetch', 'MSW in Node']

/** The calls. */
export const fetchCalls: readonly FetchCall[] = [
  // Answers.
  fetchCallRow('gets an answer of the API', async (client) => facts(await client.send('/1.13/environments'))),
  fetchCallRow('gets a refusal', async (client) => facts(await client.send('/1.13/environments/x'))),
  fetchCallRow('gets 201', async (client) => facts(await client.json('POST', '/1.13/projects', { name: 'A' }))),
  fetchCallRow('gets a fault of an unusual status', async (client) => {
    await client.setFaults({ operation: 'legacy.root', status: 451 })
    return facts(await client.send('/0/'))
  }),
  fetchCallRow('gets the type of an answer', async (client) => (await client.send('/0/')).type, [
    { ways: ['MSW in a page'], seen: 'basic', why: 'A service worker answers as the page itself would.' },
  ]),
  answerCall('204', 'noContent'),
  answerCall('304', 'notModified'),
  answerCall('an empty body', 'empty'),
  answerCall('bytes', 'bytes'),
  fetchCallRow('gets a compressed body', async (client) => (await (await client.trap('zipped')).text()) === 'zipped', [
    asked(false),
    { ways: ['MSW in a page'], seen: false, why: 'The worker of MSW hands the bytes on.' },
  ]),
  fetchCallRow('gets the address without the fragment', async (client) => {
    const { url } = await client.send('/0/?a=1#part')
    return url.replace(client.facts.baseUrl, '')
  }),
  fetchCallRow('gets several cookies', async (client) => (await client.trap('cookies')).headers.getSetCookie()),
  fetchCallRow(
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
    fetchCallRow(`is answered by ${path} when it sends cookies`, (client) =>
      statusOrError(client.send(path, { credentials: 'include' })),
    ),
  ),
  // Bodies of answers.
  fetchCallRow("reads into the reader's own buffers", async (client) =>
    (await readAllText((await client.send('/0/')).body!.getReader({ mode: 'byob' }))).slice(0, 12),
  ),
  fetchCallRow("reads a request that can be aborted into the reader's own buffers", async (client) => {
    const { signal } = new AbortController()
    return (await readAllText((await client.send('/0/', { signal })).body!.getReader({ mode: 'byob' }))).slice(0, 12)
  }),
  fetchCallRow("reads drops into the reader's own buffers", async (client) => {
    await client.setFaults({ operation: 'legacy.root', drip: { bytes: 10, interval: 1 } })
    return (await readAllText((await client.send('/0/')).body!.getReader({ mode: 'byob' }))).slice(0, 12)
  }),
  ...(['/_emulator/snapshot', '/_emulator/requests', '/_emulator/data/projects'] as const).map((path) =>
    fetchCallRow(`reads ${path} into the reader's own buffers`, async (client) =>
      (await readAllText((await client.send(path)).body!.getReader({ mode: 'byob' }))).slice(0, 5),
    ),
  ),
  markNodeCall(
    fetchCallRow("reads events into the reader's own buffers", async (client) => {
      const reader = (await client.send('/_emulator/events')).body!.getReader({ mode: 'byob' })
      const { value } = await reader.read(new Uint8Array(5))
      await reader.cancel()
      return new TextDecoder().decode(value)
    }),
  ),
  fetchCallRow('reads a clone and the answer', async (client) => {
    const response = await client.send('/0/')
    const clone = response.clone()
    return [facts(clone), (await clone.text()) === (await response.text()), response.bodyUsed]
  }),
  fetchCallRow('does not read twice', async (client) => {
    const response = await client.send('/0/')
    await response.text()
    return [await rejection(response.text()), response.bodyUsed, response.body?.locked]
  }),
  fetchCallRow('reads JSON once', async (client) => {
    const response = await client.send('/0/')
    const { version } = (await response.json()) as { readonly version: unknown }
    return [typeof version, response.bodyUsed, await rejection(response.json()), await rejection(response.text())]
  }),
  fetchCallRow('does not read while a reader holds the body', async (client) => {
    const response = await client.send('/0/')
    const reader = response.body!.getReader()
    const held = [await rejection(response.text()), await rejection(response.json()), response.bodyUsed]
    reader.releaseLock()
    return [held, (await response.text()).length > 0]
  }),
  fetchCallRow('does not read what a reader has begun', async (client) => {
    const response = await client.send('/0/')
    const reader = response.body!.getReader()
    await reader.read()
    reader.releaseLock()
    return [await rejection(response.text()), response.bodyUsed]
  }),
  fetchCallRow('has read nothing more in the body after its text', async (client) => {
    const response = await client.send('/0/')
    await response.text()
    return rejection(Promise.resolve().then(() => new Response(response.body)))
  }),
  markNodeCall(
    fetchCallRow('reads what a clone has read, after an abort', async (client) => {
      const controller = new AbortController()
      const response = await client.send('/0/', { signal: controller.signal })
      const copy = await response.clone().text()
      controller.abort()
      return (await response.text()) === copy
    }),
  ),
  fetchCallRow('does not clone what was read', async (client) => {
    const response = await client.send('/0/')
    await response.text()
    return rejection(Promise.resolve().then(() => response.clone()))
  }),
  fetchCallRow('reads a blob', async (client) => {
    const { size, type } = await (await client.send('/0/')).blob()
    return [size > 0, type]
  }),
  fetchCallRow('cancels a body', async (client) => {
    const response = await client.send('/0/')
    await response.body!.cancel()
    return [response.bodyUsed, await rejection(response.text())]
  }),
  fetchCallRow(
    'cannot change headers',
    async (client) => {
      const { headers } = await client.send('/0/')
      return rejection(Promise.resolve().then(() => headers.set('x', 'y')))
    },
    [changeable],
  ),
  // Bodies of requests.
  echo('a text', { body: 'text' }),
  fetchCallRow('sends a form of parts', async (client) => {
    const [method, type, body] = await readEcho(await client.trap('echo', { method: 'POST', body: form() }))
    return [method, type, /name="a"/.test(body!)]
  }),
  echo('nothing', {}),
  echo('a body with DELETE', { method: 'DELETE', body: 'text' }),
  markNodeCall(
    fetchCallRow('sends a stream', async (client) =>
      readEcho(
        await client.trap('echo', { method: 'POST', body: chunkStream('a', 'b'), duplex: 'half' } as RequestInit),
      ),
    ),
  ),
  refused('a stream without duplex', () => ({ method: 'POST', body: chunkStream('a') })),
  refused('GET with a body', () => ({ method: 'GET', body: 'x' })),
  fetchCallRow('sends a Request', async (client) =>
    readEcho(await client.fetch(new Request(`${client.facts.baseUrl}/trap/echo`, { method: 'PUT', body: 'x' }))),
  ),
  fetchCallRow('sends a Request once', async (client) => {
    const request = new Request(`${client.facts.baseUrl}/trap/echo`, { method: 'PUT', body: 'x' })
    await client.fetch(request)
    return [request.bodyUsed, await rejection(client.fetch(request))]
  }),
  fetchCallRow('sends a Request with other options', async (client) => {
    const request = new Request(`${client.facts.baseUrl}/trap/echo`, { method: 'PUT', body: 'x' })
    return readEcho(await client.fetch(request, { method: 'POST', body: 'y' }))
  }),
  fetchCallRow(
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
    fetchCallRow(
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
    fetchCallRow('gets headers of the connection', async (client) => (await client.send('/0/')).headers.has('date'), [
      { ways: inNode, seen: false, why: 'Nothing was sent by a connection.' },
    ]),
  ),
  ...Object.entries({ 'content-length': '7', expect: '100-continue' }).map(([name, value]) =>
    markNodeCall(
      fetchCallRow(
        `rejects ${name}: ${value}`,
        (client) => statusOrError(client.trap('echo', { method: 'POST', body: 'x', headers: { [name]: value } })),
        [{ ...sentAsGiven, seen: 200 }],
      ),
    ),
  ),
  markNodeCall(
    fetchCallRow(
      'gets 431 for headers over 16 KB',
      (client) => statusOrError(client.send('/0/', { headers: { a: 'x'.repeat(20_000) } })),
      [{ ways: inNode, seen: 200, why: "The limit is of Node's server, and not of the API." }],
    ),
  ),
  markNodeCall(
    fetchCallRow(
      'gets 400 for a method that HTTP does not have',
      (client) => statusOrError(client.send('/0/', { method: 'FOO' })),
      [
        {
          ways: ['e.fetch', 'installFetch'],
          seen: 405,
          why: "Node's server reads no such request; the API refuses it.",
        },
        { ways: ['MSW in Node'], seen: 'TypeError', why: 'MSW reads no such request either, and fails.' },
      ],
    ),
  ),
  fetchCallRow(
    'rejects an answer of another hash',
    (client) => statusOrError(client.send('/0/', { integrity: 'sha256-AAAA' })),
    [
      {
        ways: ['e.fetch', 'installFetch', 'installFetch in a page'],
        seen: 200,
        why: 'No script is loaded by it, and to hash each answer would take longer than the answer.',
      },
    ],
  ),
  fetchCallRow('rejects a relative address', (client) => rejection(client.fetch('/0/'))),
  fetchCallRow('rejects an address with a user name', (client) =>
    rejection(client.fetch(client.facts.baseUrl.replace('//', '//user:secret@'))),
  ),
  // Redirects.
  fetchCallRow(
    'follows a redirect',
    async (client) => {
      const response = await client.trap('seeOther')
      return [response.status, response.redirected, response.url.replace(client.facts.baseUrl, '')]
    },
    [asked([303, false, '/trap/seeOther']), unseen([200, false, '/trap/seeOther'])],
  ),
  fetchCallRow(
    'follows 307 with the body',
    async (client) => {
      const response = await client.trap('kept', { method: 'POST', body: 'x' })
      return response.ok ? readEcho(response) : response.status
    },
    [asked(307)],
  ),
  fetchCallRow(
    'rejects a stream that would have to be sent again',
    (client) =>
      rejection(client.trap('kept', { method: 'POST', body: chunkStream('a'), duplex: 'half' } as RequestInit)),
    [asked('no rejection but [object Response]'), unseen('no rejection but [object Response]')],
  ),
  fetchCallRow(
    'sees a redirect that it does not follow',
    async (client) => {
      const { status, statusText, redirected } = await client.trap('seeOther', { redirect: 'manual' })
      return [status, statusText, redirected]
    },
    [unseen([200, 'OK', false])],
  ),
  fetchCallRow(
    'rejects a redirect that it forbids',
    (client) => rejection(client.trap('seeOther', { redirect: 'error' })),
    [asked('no rejection but [object Response]'), unseen('no rejection but [object Response]')],
  ),
  fetchCallRow('rejects an endless redirect', (client) => rejection(client.trap('loop')), [
    asked('no rejection but [object Response]'),
  ]),
  answerCall('a redirect without an address', 'nowhere'),
  // Aborts.
  fetchCallRow('rejects with the reason of a signal', (client) =>
    rejection(client.send('/0/', { signal: AbortSignal.abort(new RangeError('enough')) })),
  ),
  fetchCallRow('times out', async (client) => {
    await client.setFaults({ operation: 'legacy.root', delay: '1h' })
    const name = await rejection(client.send('/0/', { signal: AbortSignal.timeout(20) }))
    await client.setFaults()
    return name
  }),
  fetchCallRow('has read all when it aborts later', async (client) => {
    const controller = new AbortController()
    const response = await client.send('/0/', { signal: controller.signal })
    const text = await response.text()
    controller.abort()
    return text.length > 0
  }),
  fetchCallRow(
    'cannot read once it has aborted',
    async (client) => {
      const controller = new AbortController()
      const response = await client.send('/0/', { signal: controller.signal })
      controller.abort(new RangeError('enough'))
      return (await rejection(response.text())).split('{')[0]
    },
    [asked('no rejection but ')],
  ),
]
