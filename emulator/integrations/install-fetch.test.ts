import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { type FetchTarget, installFetch, type InstalledFetch } from './install-fetch.ts'
import { apiBehaviours } from '../../testing/integrations/api-behaviours.ts'
import { Client } from '../../testing/integrations/client.ts'
import { type Loopback, startLoopback } from '../../testing/integrations/loopback.ts'
import { type Echo, networkBehaviours } from '../../testing/integrations/network-behaviours.ts'
import { baseUrl, createScene } from '../../testing/integrations/scene.ts'

describe('in Node', () => {
  let network: Loopback
  let installed: InstalledFetch
  let client: Client
  beforeAll(async () => {
    network = await startLoopback()
    const { answering, facts } = createScene(network.url)
    installed = installFetch(answering, { baseUrl })
    client = new Client(facts)
  })
  afterAll(async () => {
    installed.restore()
    await network.close()
  })

  it.each([...apiBehaviours, ...networkBehaviours])('a client $name', async ({ observe, expected }) => {
    expect(await observe(client)).toEqual(expected)
  })
})

/** A target whose own fetch says what it was called with. */
function createTarget(more: object = {}): FetchTarget {
  const own = function fetch(this: unknown, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (this !== target) throw new TypeError('Illegal invocation')
    const text = input instanceof Request ? `Request ${input.url}` : String(input)
    return Promise.resolve(Response.json({ passed: text, ...(init?.method ? { method: init.method } : {}) }))
  }
  const target: FetchTarget = { fetch: own, ...more }
  return target
}

const answer = async (response: Promise<Response>): Promise<unknown> => (await response).json()
const own = { version: '0', user: null, auth: null }
const trap = `${baseUrl}/trap`

/** A target at which the scene's emulator is installed. */
function install(more?: object): FetchTarget {
  const target = createTarget(more)
  installFetch(createScene('').answering, { baseUrl, target })
  return target
}

it.each([
  ['a string', `${baseUrl}/0/`],
  ['a URL', new URL(`${baseUrl}/0/`)],
  ['a Request', new Request(`${baseUrl}/0/`)],
  ['an address that must be normalized', `${baseUrl.replace('https://api', 'HTTPS://API')}/x/../0/#fragment`],
])('answers %s', async (_, input) => {
  expect(await answer(install().fetch(input))).toEqual(own)
})

it('takes init beside a Request, and uses up its body', async () => {
  const { fetch } = install()
  const request = new Request(`${trap}/echo`, { method: 'POST', body: 'body', headers: { 'x-own': 'of the request' } })
  const echo = (await answer(fetch(request, { headers: { 'x-own': 'of init' } }))) as Echo
  expect([echo.method, echo.headers['x-own'], String.fromCharCode(...echo.body), request.bodyUsed]).toEqual([
    'POST',
    'of init',
    'body',
    true,
  ])
})

it('passes on every other request as it was given, and what is no URL', async () => {
  const target = install()
  expect(await answer(target.fetch('https://other.example/0/', { method: 'PUT' }))).toEqual({
    passed: 'https://other.example/0/',
    method: 'PUT',
  })
  expect(await answer(target.fetch(new Request(baseUrl.replace('https', 'http'))))).toEqual({
    passed: `Request ${baseUrl.replace('https', 'http')}`,
  })
  expect(await answer(target.fetch(`${baseUrl}s/0/`))).toEqual({ passed: `${baseUrl}s/0/` })
  expect(await answer(target.fetch('/0/'))).toEqual({ passed: '/0/' })
})

it('resolves a relative URL where there is a location', async () => {
  const { fetch } = install({ location: new URL(`${baseUrl}/page/index.html`) })
  expect(await answer(fetch('../0/'))).toEqual(own)
  const based = install({ location: new URL('https://other.example/'), document: { baseURI: `${baseUrl}/` } })
  expect(await answer(based.fetch('0/'))).toEqual(own)
})

it.each([
  [{}, 'basic'],
  [{ location: new URL(`${baseUrl}/page/`) }, 'basic'],
  [{ location: new URL('https://app.example/') }, 'cors'],
])('says of a response what fetch does, in %j also of its clone', async (surroundings, type) => {
  const response = await install(surroundings).fetch(`${baseUrl}/trap/seeOther#top`)
  for (const { url, redirected, type: said } of [response, response.clone(), response.clone().clone()])
    expect([url, redirected, said]).toEqual([`${trap}/echo`, true, type])
})

it('keeps method and body over a 307', async () => {
  const { fetch } = install()
  const echo = (await answer(
    fetch(`${trap}/kept`, {
      method: 'POST',
      body: 'kept',
      headers: { authorization: 'Bearer x', 'content-type': 'text/plain' },
    }),
  )) as Echo
  expect([
    echo.method,
    echo.headers['content-type'],
    echo.headers['authorization'],
    String.fromCharCode(...echo.body),
  ]).toEqual(['POST', 'text/plain', 'Bearer x', 'kept'])
})

it('gives up on redirects without end', async () => {
  await expect(install().fetch(`${trap}/loop`)).rejects.toMatchObject({
    name: 'TypeError',
    cause: { message: 'redirect count exceeded' },
  })
})

it.each(['ftp://other.example/', 'https://'])('fails at a redirect to %s', async (location) => {
  const target = createTarget()
  installFetch(
    { basePath: '', fetch: () => Promise.resolve(new Response(null, { status: 302, headers: { location } })) },
    { baseUrl: 'https://api.example', target },
  )
  await expect(target.fetch('https://api.example/')).rejects.toMatchObject({
    name: 'TypeError',
    cause: { message: expect.stringContaining(location) },
  })
})

it('follows a redirect to another server by the fetch that was there, without the credentials', async () => {
  const seen: Headers[] = []
  const target: FetchTarget = {
    fetch: (input) => (seen.push((input as Request).headers), Promise.resolve(new Response('elsewhere'))),
  }
  installFetch(
    { basePath: '', fetch: () => Promise.resolve(Response.redirect('https://other.example/x', 302)) },
    { baseUrl: 'https://api.example', target },
  )
  const response = await target.fetch('https://api.example/', {
    headers: { authorization: 'Bearer secret', cookie: 'a=b', 'x-own': 'kept' },
  })
  expect([await response.text(), response.url, response.redirected]).toEqual([
    'elsewhere',
    'https://other.example/x',
    true,
  ])
  expect(Object.fromEntries(seen[0]!)).toEqual({ 'x-own': 'kept' })
})

it('rejects with the reason of a signal, of init and of a Request', async () => {
  const { fetch } = install()
  const reason = new RangeError('enough')
  for (const [input, init] of [
    [`${baseUrl}/0/`, { signal: AbortSignal.abort(reason) }],
    [new Request(`${baseUrl}/0/`, { signal: AbortSignal.abort(reason) }), undefined],
  ] as const) {
    await expect(fetch(input, init)).rejects.toBe(reason)
  }
})

it.each<[string, (url: string, signal: AbortSignal) => Parameters<FetchTarget['fetch']>]>([
  ['init', (url, signal) => [url, { signal }]],
  ['a Request', (url, signal) => [new Request(url, { signal })]],
])(
  'ends a body that is being read, given the signal of %s, when memory was tidied meanwhile',
  async (_name, toArguments) => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const target = createTarget()
    const endless = () =>
      new ReadableStream({
        pull: async (to) => {
          await new Promise((resolve) => setTimeout(resolve, 10))
          to.enqueue(new Uint8Array(1))
        },
      })
    installFetch(
      { basePath: '', fetch: async () => new Response(endless()) },
      { baseUrl: 'https://api.example', target },
    )
    const controller = new AbortController()
    const response = await target.fetch(...toArguments('https://api.example/0/', controller.signal))
    // What is cloned is read by a stream of its own.
    const read = expect(response.clone().text()).rejects.toBe('enough')
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      collect()
    }
    controller.abort('enough')
    await read
  },
)

it('does not begin what was aborted before', async () => {
  const emulator = createEmulator()
  const target = createTarget()
  installFetch(emulator, { baseUrl: 'https://api.example', target })
  await expect(target.fetch('https://api.example/0/', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(emulator.requests.find()).toEqual([])
})

describe('installed more than once', () => {
  const one = createEmulator({ basePath: '/one' })
  const two = createEmulator({ basePath: '/one/two' })
  const operations = async (target: FetchTarget) => {
    for (const emulator of [one, two]) emulator.requests.clear()
    const other = await answer(target.fetch('https://other.example/'))
    const paths = ['/one/0/', '/one/two/0/'].map((path) => target.fetch(`https://api.example${path}`))
    const passed = (await Promise.all(paths.map(answer))).map((body) => 'passed' in (body as object))
    return [one.requests.find().map(({ path }) => path), two.requests.find().map(({ path }) => path), passed, other]
  }
  const passedOn = { passed: 'https://other.example/' }

  it.each(['in order', 'in reverse'])('lets the longer base URL win, and restores %s', async (order) => {
    const target = createTarget()
    const before = target.fetch
    const installed = [
      installFetch(two, { baseUrl: 'https://api.example/one/two', target }),
      installFetch(one, { baseUrl: 'https://api.example/one', target }),
    ]
    expect(await operations(target)).toEqual([['/0/'], ['/0/'], [false, false], passedOn])
    const [first, second] = order === 'in order' ? installed : installed.toReversed()
    first!.restore()
    expect(await operations(target)).toEqual(
      order === 'in order'
        ? [['/0/', '/two/0/'], [], [false, false], passedOn]
        : [[], ['/0/'], [true, false], passedOn],
    )
    first!.restore()
    second!.restore()
    expect(target.fetch).toBe(before)
  })

  it('lets the later one win for the same base URL, until it is restored', async () => {
    const target = createTarget()
    const fork = one.fork()
    installFetch(one, { baseUrl: 'https://api.example/one', target })
    const later = installFetch(fork, { baseUrl: 'https://api.example/one', target })
    one.requests.clear()
    const count = () => [one.requests.find().length, fork.requests.find().length]
    await target.fetch('https://api.example/one/0/')
    expect(count()).toEqual([0, 1])
    later.restore()
    await target.fetch('https://api.example/one/0/')
    expect(count()).toEqual([1, 1])
  })
})

describe('restored', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'fetch')
  afterEach(() => {
    expect(Object.getOwnPropertyDescriptor(globalThis, 'fetch')).toEqual(before)
  })

  it('leaves the global fetch as it was, at the end of a scope that uses it', async () => {
    {
      using _installed = installFetch(createEmulator({ basePath: '/platform' }), { baseUrl })
      expect(await answer(fetch(`${baseUrl}/0/`))).toEqual(own)
    }
  })

  it('lets what was put over it stay, and only passes on', async () => {
    const target = createTarget()
    const installed = installFetch(createEmulator(), { baseUrl: 'https://api.example', target })
    const inner = target.fetch
    const outer: FetchTarget['fetch'] = (...args) => Reflect.apply(inner, target, args)
    target.fetch = outer
    installed.restore()
    expect(target.fetch).toBe(outer)
    expect(await answer(target.fetch('https://api.example/0/'))).toEqual({ passed: 'https://api.example/0/' })
  })

  it('removes its own property where fetch was inherited', () => {
    const target = Object.create(createTarget()) as FetchTarget
    const installed = installFetch(createEmulator(), { baseUrl: 'https://api.example', target })
    expect(Object.hasOwn(target, 'fetch')).toBe(true)
    installed.restore()
    expect(Object.hasOwn(target, 'fetch')).toBe(false)
  })
})

it('refuses a baseUrl whose path is not the base path, and changes nothing', () => {
  const target = createTarget()
  const before = target.fetch
  expect(() => installFetch(createEmulator(), { baseUrl: 'https://api.example.com/v1', target })).toThrow(
    "createEmulator({ basePath: '/v1' })",
  )
  expect(target.fetch).toBe(before)
})
